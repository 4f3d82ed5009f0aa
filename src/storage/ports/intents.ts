import type { Intent } from '../../domain/intent.ts';
import type { WaitReason } from '../../domain/text.ts';
import type { Accepted, Plan, PlanResult } from './texts.ts';

/** Intents: each is stored once, and turned into texts, a question or a refusal once. */
export type Intents = {
  /** Stores an intent. `known`: its identity was already there, and nothing changed. */
  add(intent: Intent, leaseUntil: number): Promise<'added' | 'known'>;
  /**
   * `add` and `plan` as one step, for an intent whose facts are all known, so that it is never open. `known`: its identity was
   * already there, and nothing changed.
   */
  accept(intent: Intent, plan: Plan, now: number): Promise<Accepted>;
  /** Unresolved intents that are due, leased until `leaseUntil` so that one resolver works on each. */
  leaseOpen(now: number, leaseUntil: number, limit: number): Promise<Intent[]>;
  /** When an open intent is next due; null if there is none. */
  nextOpen(): Promise<number | null>;
  /** Facts are missing: look again at `until`. The first time, the person is told why the text waits. */
  postpone(intentId: string, until: number, why: WaitReason, now: number): Promise<void>;
  /**
   * Turns an open intent into texts, a question or a refusal. `stale`: it was no longer open. An intent never has two texts to
   * one number: where a plan repeats what an earlier plan of the intent has (see `again`), it adds nothing. A plan that would
   * exceed a limit is refused as a whole: if plans race for the last text of a day, one gets it.
   */
  plan(intentId: string, plan: Plan, now: number): Promise<PlanResult>;
  intent(workspace: string, intentId: string): Promise<Intent | null>;
  /** The intent with an identity; null: there is none, or its content was deleted after the retention time. */
  intentBy(workspace: string, identity: string): Promise<Intent | null>;
};
