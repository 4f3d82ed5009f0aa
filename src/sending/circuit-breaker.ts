import { LRUCache } from 'lru-cache';
import type { RequestOutcome } from '../gateway/request-outcome.ts';

/** After so many requests of a key in a row without an answer, its circuit breaker opens: maybe the service does not answer at all. */
const UNANSWERED_IN_A_ROW = 3;
const MAX_REMEMBERED = 10_000;

/** The right to ask the service once. */
export type Turn = { ended(outcome: RequestOutcome): void };

export type CircuitBreaker = {
  /** Null: a request of this key is under way that shows whether the service answers; wait for it. */
  turnOf(fingerprint: string): Turn | null;
};

/**
 * Every request that the service leaves without an answer is a text of which nobody knows whether it went. So while it
 * leaves all of a key's unanswered, that key's texts go one at a time, until one has an answer.
 */
export function createCircuitBreaker(): CircuitBreaker {
  const unanswered = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  const trying = new Set<string>();
  return {
    turnOf(fingerprint) {
      const isOpen = (unanswered.get(fingerprint) ?? 0) >= UNANSWERED_IN_A_ROW;
      if (isOpen && trying.has(fingerprint)) return null;
      if (isOpen) trying.add(fingerprint);
      return {
        ended(outcome) {
          if (isOpen) trying.delete(fingerprint);
          if (outcome.kind === 'not_sent') return; // It was not asked.
          if (outcome.kind !== 'uncertain' || outcome.why !== 'timeout') {
            unanswered.delete(fingerprint);
            return;
          }
          unanswered.set(fingerprint, (unanswered.get(fingerprint) ?? 0) + 1);
        },
      };
    },
  };
}
