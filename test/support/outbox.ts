import type { Storage } from '../../src/kit/store/storage.ts';
import type { Intent } from '../../src/texts/intent.ts';
import type { Acceptance, Intents } from '../../src/texts/store/accept.ts';
import type { Claims } from '../../src/texts/store/claim.ts';
import type { History } from '../../src/texts/store/history.ts';
import type { Claim, Plan } from '../../src/texts/store/model.ts';
import type { Queue } from '../../src/texts/store/queue.ts';
import type { Reports } from '../../src/texts/store/reports.ts';
import type { Retention } from '../../src/texts/store/retention.ts';
import type { TextState } from '../../src/texts/text.ts';

/** What accepting said: with a plan that the store itself makes, or without one. */
type Said = Exclude<Acceptance['result'], 'open'>;

/** Everything about texts, in one object. */
export type Outbox = Omit<Intents, 'accept'> & {
  /** Stores an intent that stays open. */
  add(intent: Intent, leaseUntil: number): Promise<'added' | 'duplicate'>;
  /** Stores one with what becomes of it. */
  accept(intent: Intent, plan: Plan, now: number): Promise<Said>;
  /** The same, and its only text may be claimed at once. */
  acceptAtOnce(intent: Intent, plan: Plan, now: number): Promise<{ said: Said; claim: Claim | null }>;
} & Claims &
  Omit<Queue, 'nextDue'> &
  Reports &
  Omit<History, 'counts'> &
  Retention & {
    nextDue(): Promise<number | null>;
    /** How many texts there are in each state. */
    counts(): Promise<Partial<Record<TextState, number>>>;
  };

export function outboxOf({ intents, claims, queue, reports, history, retention }: Storage): Outbox {
  const nextDue = async (): Promise<number | null> => (await queue.nextDue()).at;
  const decided = async (intent: Intent, plan: Plan, now: number, mayClaim: boolean) => {
    const serializeBy = plan.kind === 'texts' ? plan.fingerprint : intent.workspace;
    const own = { reads: [], serializeBy, plan: () => plan };
    const { result, claim } = await intents.accept(intent, own, { now, leaseUntil: now, mayClaim });
    return { said: result as Said, claim };
  };
  const counts: Outbox['counts'] = async () => {
    const found: Awaited<ReturnType<Outbox['counts']>> = {};
    for (const workspace of await retention.workspaces()) {
      for (const { state } of await history.history(workspace, null, 100_000))
        found[state] = (found[state] ?? 0) + 1;
    }
    return found;
  };
  return {
    ...{ ...intents, ...claims, ...queue, ...reports, ...history, ...retention, nextDue, counts },
    async add(intent, leaseUntil) {
      const own = { reads: [], serializeBy: intent.workspace, plan: () => null };
      const at = { now: intent.acceptedAt, leaseUntil, mayClaim: false };
      return (await intents.accept(intent, own, at)).result === 'duplicate' ? 'duplicate' : 'added';
    },
    accept: async (intent, plan, now) => (await decided(intent, plan, now, false)).said,
    acceptAtOnce: (intent, plan, now) => decided(intent, plan, now, true),
  };
}
