import type { Credits } from '../../domain/credits.ts';
import type { Intent } from '../../domain/intent.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Text } from '../../domain/text.ts';

/** How long after a warning about a low balance readers are warned again, if it stays low. */
export const WARN_AGAIN_MS = 24 * 3_600_000;

/** What happens to texts while they wait, and to the keys they wait for. */
export type Queue = {
  /** `too_late`: it was no longer waiting. `unknown`: there is no such text in this workspace. */
  cancel(workspace: string, textId: string, now: number): Promise<'cancelled' | 'too_late' | 'unknown'>;
  /**
   * Cancels all texts of an intent that are waiting, and those being sent now if they come back unsent; returns how many are cancelled at
   * once. For intents whose texts are reported together.
   */
  cancelAll(workspace: string, intentId: string, now: number): Promise<number>;
  /** Releases a held key: it sends one request at a time, until the service accepts a text. */
  releaseHold(fingerprint: string, now: number): Promise<void>;
  /** From now on the workspace's waiting texts go out with another key. If there are many, this takes several steps. */
  moveWaiting(workspace: string, fingerprint: string, now: number): Promise<void>;
  /**
   * Refuses everything that has been waiting in a workspace since `now` or longer; returns these texts, as they were. Broadcasts pause
   * instead, and their texts stay. If there are many, this takes several steps. Called after the workspace's key was deleted: afterwards nothing deleted can be read from the
   * store's files.
   */
  refuseWaiting(workspace: string, problem: Problem, now: number): Promise<Text[]>;
  /** Refuses texts that have waited too long; returns these, as they were. */
  expire(now: number): Promise<Text[]>;
  /** Makes a waiting report for each person's text that can't go now, unless they were already told. */
  tellWaiting(now: number): Promise<number>;
  /**
   * If the key's balance is below `below`, makes a balance_low report for each reader; for the same workspace, not again until
   * the balance was higher or a day has passed. Returns whether it did. For the intent of a text just sent.
   */
  warnLow(
    intent: Pick<Intent, 'id' | 'workspace'>,
    low: { fingerprint: string; below: Credits; readers: string[] },
    now: number,
  ): Promise<boolean>;
  /**
   * When claiming, expiring or telling next has something to do (`at` null: not before something new comes), and whether
   * anybody's text waits without their having been told.
   */
  nextDue(): Promise<{ at: number | null; untold: boolean }>;
};
