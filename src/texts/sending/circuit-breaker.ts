import { createLru } from '../../kit/lru.ts';
import type { RequestOutcome } from '../gateway/reply.ts';

/** After this many unanswered requests of a key in a row, its circuit breaker opens: the service may not be answering at all. */
const UNANSWERED_IN_A_ROW = 3;
const MOST_KEYS = 10_000;

/** Permission to ask the service once. */
export type Turn = {
  /** @param outcome null: nobody knows how it ended */
  ended(outcome: RequestOutcome | null): void;
};

export type CircuitBreaker = {
  /** Null: one of this key's requests is in progress and will show whether the service answers; wait for it. */
  turnOf(fingerprint: string): Turn | null;
  /** Whether the key's requests get answers. */
  isClosed(fingerprint: string): boolean;
};

/**
 * For every request that the service leaves unanswered, there is a text of which nobody knows whether it went out. So while
 * all of a key's requests go unanswered, its texts go one at a time, until one gets an answer.
 */
export function createCircuitBreaker(): CircuitBreaker {
  const unanswered = createLru<number>(MOST_KEYS);
  const trying = new Set<string>();
  const isClosed = (fingerprint: string): boolean => (unanswered.get(fingerprint) ?? 0) < UNANSWERED_IN_A_ROW;
  return {
    isClosed,
    turnOf(fingerprint) {
      const isOpen = !isClosed(fingerprint);
      if (isOpen && trying.has(fingerprint)) return null;
      if (isOpen) trying.add(fingerprint);
      return {
        ended(outcome) {
          if (isOpen) trying.delete(fingerprint);
          // The service was not asked.
          if (outcome === null || outcome.kind === 'not_sent') return;
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
