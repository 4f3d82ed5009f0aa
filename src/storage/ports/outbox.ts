import type { Credits, PastCost } from '../../domain/credits.ts';
import type { Intent } from '../../domain/intent.ts';
import type { Usage } from '../../domain/limits.ts';
import type { HoldingCode, Problem } from '../../domain/problem.ts';
import type { Text, TextState, WaitReason } from '../../domain/text.ts';
import type {
  Accepted,
  Claim,
  HistoryEntry,
  Outcome,
  Plan,
  Planned,
  Release,
  Report,
  Settlement,
} from './texts.ts';

/** A month, and some days more for what is still asked of the last one. */
export const USAGE_KEPT_DAYS = 40;

/** Of a balance that stays low, readers are told again after so long. */
export const WARN_AGAIN_MS = 24 * 3_600_000;

/** Intents, texts, pace and reports: all that must never be lost or done twice. */
export type Outbox = {
  /** Writes an intent down. `known`: its identity was there already, and nothing changed. */
  add(intent: Intent, leaseUntil: number): Promise<'added' | 'known'>;
  /**
   * `add` and `plan` as one step, for an intent whose facts are all known: it is never open. `known`: its identity was
   * there already, and nothing changed.
   */
  accept(intent: Intent, plan: Plan, now: number): Promise<Accepted>;
  /** Unresolved intents that are due, leased until `leaseUntil` so that one resolver works on each. */
  leaseOpen(now: number, leaseUntil: number, limit: number): Promise<Intent[]>;
  /** When an open intent is due next; null: there is none. */
  nextOpen(): Promise<number | null>;
  /** Facts are missing: look again at `until`. The first time, the person is told why it waits. */
  postpone(intentId: string, until: number, why: WaitReason, now: number): Promise<void>;
  /**
   * Turns an open intent into texts, a question or a refusal. `stale`: it was no longer open. An intent never has two
   * texts to one number: where a plan repeats what an earlier one of the intent has (see `again`), it adds nothing.
   * What would go over a limit is refused whole: of plans that race for the last text of a day, one gets it.
   */
  plan(intentId: string, plan: Plan, now: number): Promise<Planned>;

  /**
   * Claims the most urgent due texts of keys that have room, a slot each, the keys in turn. Fewer than `limit`:
   * there is no more to do now.
   */
  claim(now: number, limit: number): Promise<Claim[]>;
  /** Takes a slot for a request that is no text (the linking probe); false when the minute is used up. */
  takeSlot(fingerprint: string, now: number): Promise<string | null>;
  /** The reply to a slot's request came at `now`: the slot frees a minute later. */
  freeSlot(slotId: string, now: number): Promise<void>;
  /** Records how a claim ended; also corrects a text that was called uncertain meanwhile. */
  settle(claim: Claim, settlement: Settlement, now: number): Promise<void>;
  /** Gives a claim back unsent. */
  release(claim: Claim, release: Release, now: number): Promise<void>;
  /** `too_late`: it was no longer waiting. `unknown`: no such text in this workspace. */
  cancel(workspace: string, textId: string, now: number): Promise<'cancelled' | 'too_late' | 'unknown'>;
  /** Lets a held key send again: one request at a time, until the service takes a text. */
  reopen(fingerprint: string, now: number): Promise<void>;
  /** The workspace's waiting texts go with another key from now on. Many of them, in several steps. */
  moveWaiting(workspace: string, fingerprint: string, now: number): Promise<void>;
  /**
   * Refuses all that waits in a workspace since `now` or longer; returns how many texts. Many of them, in several steps.
   * Called when its key was deleted: afterwards nothing that was deleted can be read from the store's files.
   */
  refuseWaiting(workspace: string, problem: Problem, now: number): Promise<number>;
  /** Refuses what has waited too long; returns how many. */
  expire(now: number): Promise<number>;
  /** Makes a waiting report for each person's text that can't go now and has not been told so. */
  tellWaiting(now: number): Promise<number>;
  /**
   * Where the key's balance is below `below`, makes a balance_low report for each reader; not again for a workspace
   * until the balance was seen higher, or a day has passed. Returns whether it did. For the intent of a text just sent.
   */
  warnLow(
    intent: Pick<Intent, 'id' | 'workspace'>,
    low: { fingerprint: string; below: Credits; readers: string[] },
    now: number,
  ): Promise<boolean>;
  /** Texts found in `sending` whose owner is gone become uncertain, and its leases end; returns how many texts. */
  reap(now: number): Promise<number>;
  /** When claiming, expiring or telling has something to do next; null: not before something new comes. */
  nextDue(): Promise<number | null>;

  /**
   * Has `follower` told of an unattended intent's outcome: as soon as it is settled, else at `deadline` as it then
   * stands. Once for each follower, until that report is closed.
   */
  follow(workspace: string, intentId: string, follower: string, deadline: number, now: number): Promise<void>;
  /**
   * Due reports, leased until `leaseUntil` so that one reporter works on each. An unattended intent has no report for
   * each text, but an `outcome` when it is settled, and again when an uncertain text of it is corrected.
   */
  leaseReports(now: number, leaseUntil: number, limit: number): Promise<Report[]>;
  /** Slack has it (or never will). `posted`: a post of the `response_url` was used up. */
  closeReport(report: Report, posted: boolean, now: number): Promise<void>;
  retryReport(report: Report, notBefore: number): Promise<void>;
  nextReport(): Promise<number | null>;

  text(workspace: string, textId: string): Promise<Text | null>;
  intent(workspace: string, intentId: string): Promise<Intent | null>;
  /** The intent that an identity belongs to; null: none, or what it asked is gone after the retention time. */
  intentBy(workspace: string, identity: string): Promise<Intent | null>;
  /** Null: no such intent in this workspace, or it is gone after the retention time. */
  outcome(workspace: string, intentId: string): Promise<Outcome | null>;
  /** The newest texts of a workspace, or of one of its people. */
  history(workspace: string, actor: string | null, limit: number): Promise<HistoryEntry[]>;
  /** The balance after the last send with a key, and when that was: there is no balance call. */
  balance(fingerprint: string): Promise<{ balance: Credits; at: number } | null>;
  /**
   * What a part costs this workspace, as the last text whose cost the service told: `cost` for `parts` parts. Null
   * while none is known. For estimates (`expectedCost`): the service names no price beforehand. It is one look-up,
   * however long the history is, and outlives the texts themselves.
   */
  costPerPart(workspace: string): Promise<PastCost | null>;
  /**
   * What was texted in the day of `at` (a time of day), in a workspace or by one of its people: counted as it happens,
   * so it costs the same however long the history is. Kept for USAGE_KEPT_DAYS.
   */
  usage(workspace: string, actor: string | null, at: number): Promise<Usage>;
  /** The same for each who texted, over all days from that of `from` to that of `to`; in no order. */
  usageByActor(workspace: string, from: number, to: number): Promise<(Usage & { actor: string })[]>;
  /** Why a key is held, if it is, and how many of the workspace's texts wait. */
  waiting(workspace: string, fingerprint: string): Promise<{ held: HoldingCode | null; texts: number }>;
  /** Texts by state, for metrics. */
  counts(): Promise<Partial<Record<TextState, number>>>;
  /** The workspaces that have intents, in no order. */
  workspaces(): Promise<string[]>;
  /**
   * Removes at most `limit` of a workspace's texts from before `textsBefore`, as many intents' words, and as many
   * identities from before `identitiesBefore`; returns how many in all. What waits or was not told yet stays.
   */
  sweep(
    workspace: string,
    before: { textsBefore: number; identitiesBefore: number },
    limit: number,
  ): Promise<number>;
};
