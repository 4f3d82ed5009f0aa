import type { Clock } from '../../kit/clock.ts';
import { MINUTE_MS } from '../../kit/day.ts';
import type { RequestOutcome } from './reply.ts';

/** After this many requests in a row without a readable answer, the service counts as not answering. */
const UNANSWERED_IN_A_ROW = 3;
/** Older failures say nothing about now: without texts there are no requests, and so no answers. */
const STALE_MS = 15 * MINUTE_MS;

/**
 * Whether the SMS service's last answers to this process were well, whatever the key. A refusal is an answer; a connection that
 * fails, a timeout or an answer that can't be read isn't.
 */
export function createServiceHealth(clock: Pick<Clock, 'now'>) {
  let unanswered = 0;
  let lastAt = 0;
  return {
    note(outcome: RequestOutcome): void {
      // The request was cancelled before it began, by us.
      if (outcome.kind === 'not_sent' && outcome.why === 'late') return;
      const isAnswered = outcome.kind === 'sent' || outcome.kind === 'refused';
      unanswered = isAnswered ? 0 : unanswered + 1;
      lastAt = clock.now();
    },
    /** Rejects if the last answers weren't well. */
    async check(): Promise<void> {
      const isStale = clock.now() - lastAt > STALE_MS;
      if (unanswered >= UNANSWERED_IN_A_ROW && !isStale)
        throw new Error('its last answers didn’t come or can’t be read');
    },
  };
}
