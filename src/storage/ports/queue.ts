import type { Credits } from '../../domain/credits.ts';
import type { Intent } from '../../domain/intent.ts';
import type { Problem } from '../../domain/problem.ts';

/** Of a balance that stays low, readers are told again after so long. */
export const WARN_AGAIN_MS = 24 * 3_600_000;

/** What happens to texts while they wait, and to the keys they wait for. */
export type Queue = {
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
  /** When claiming, expiring or telling has something to do next; null: not before something new comes. */
  nextDue(): Promise<number | null>;
};
