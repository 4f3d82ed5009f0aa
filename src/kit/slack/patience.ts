import { z } from 'zod';
import { doubled } from '../backoff.ts';
import type { Clock } from '../clock.ts';
import { StorageError } from '../store/errors.ts';
import { slackFailure } from './web-api.ts';

/** If Slack doesn't answer, or say for how long to wait, we ask again after this long, doubled with each failure. */
const WAIT_MS = { first: 5000, last: 30_000 };
/** We respect Slack's `Retry-After`, within reason: a day from a proxy would outlast every waiting text. */
const RETRY_AFTER_MS = { least: 1000, most: 10 * 60_000 };
/** After this long without a question, how Slack behaved then no longer means anything. */
const STALE_MS = 10 * 60_000;

/** Slack doesn't answer now; `again`: when it makes sense to ask again (epoch ms). */
export type Silent = { kind: 'silent'; again: number };

export type SlackAnswer<T> =
  | { kind: 'answered'; answer: T }
  | Silent
  /** Slack answered, and would answer the same again. */
  | { kind: 'refused'; error: string };

/**
 * Asks Slack with `call`, unless Slack just didn't answer for this workspace: then the result is `silent` without a
 * call. Whatever `call` throws becomes `refused` or `silent`; a `ZodError` means that Slack's answer can't be read. A
 * `StorageError` is thrown on: it says nothing about Slack.
 */
export type Patience = <T>(workspace: string, call: () => Promise<T>) => Promise<SlackAnswer<T>>;

/**
 * Slack didn't answer for a workspace `failures` times in a row. `trial`: the one call that finds out whether it does
 * again.
 */
type Silence = { failures: number; again: number; trial: Promise<unknown> | null };

/** Spares a Slack that doesn't answer from calls. One for each method: Slack counts a workspace's calls by method. */
export function createPatience(clock: Clock): Patience {
  const silences = new Map<string, Silence>();

  /** @returns when to ask again */
  function silent(workspace: string, before: Silence | undefined, afterMs: number | null): number {
    const now = clock.now();
    const silence = silences.get(workspace);
    const told = afterMs === null ? 0 : now + clamp(afterMs);
    if (silence && silence !== before) {
      // It began before others failed: only Slack's own word makes the wait longer.
      silence.again = Math.max(silence.again, told);
      return silence.again;
    }
    const failures = (silence?.failures ?? 0) + 1;
    const again = told || now + doubled(WAIT_MS, failures - 1);
    silences.set(workspace, { failures, again, trial: null });
    for (const [other, { again, trial }] of silences)
      if (!trial && now - again > STALE_MS) silences.delete(other);
    return again;
  }

  /**
   * Ends the silence during which `before` was asked; one that began since isn't ended by an answer to an older call.
   */
  function answered(workspace: string, before: Silence | undefined): void {
    if (silences.get(workspace) === before) silences.delete(workspace);
  }

  async function ask<T>(
    workspace: string,
    before: Silence | undefined,
    call: () => Promise<T>,
  ): Promise<SlackAnswer<T>> {
    try {
      const answer = await call();
      answered(workspace, before);
      return { kind: 'answered', answer };
    } catch (error) {
      if (error instanceof StorageError) throw error; // Slack wasn't asked.
      const failure =
        error instanceof z.ZodError
          ? ({ kind: 'refused', error: 'unreadable_answer' } as const)
          : slackFailure(error);
      if (failure.kind === 'away')
        return { kind: 'silent', again: silent(workspace, before, failure.afterMs) };
      answered(workspace, before);
      return failure;
    }
  }

  return async (workspace, call) => {
    let silence = silences.get(workspace);
    while (silence) {
      if (clock.now() < silence.again) return { kind: 'silent', again: silence.again };
      if (!silence.trial) break;
      await silence.trial;
      silence = silences.get(workspace);
    }
    const asked = ask(workspace, silence, call);
    if (silence) silence.trial = asked;
    return asked;
  };
}

const clamp = (afterMs: number): number =>
  Math.min(RETRY_AFTER_MS.most, Math.max(RETRY_AFTER_MS.least, afterMs));
