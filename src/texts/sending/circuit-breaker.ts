import { createLru } from '../../kit/lru.ts';
import type { RequestOutcome } from '../gateway/reply.ts';

/** After this many unanswered requests of a key in a row, its circuit breaker opens: the service may not be answering at all. */
const UNANSWERED_IN_A_ROW = 3;
const MAX_KEYS = 10_000;

/** Permission to ask the service once. */
export type Turn = {
  /** @param outcome null if it is unknown */
  ended(outcome: RequestOutcome | null): void;
};

export type CircuitBreaker = {
  /** The turn for a request; null while another request of the key is to show whether the service answers. */
  turnOf(fingerprint: string): Turn | null;
  /** True while the key's requests get answers. */
  isClosed(fingerprint: string): boolean;
};

/**
 * Each request that the service leaves unanswered makes a text uncertain. So once several of a key's requests in a row go
 * unanswered, its texts go one at a time until one gets an answer.
 */
export function createCircuitBreaker(): CircuitBreaker {
  const unanswered = createLru<number>(MAX_KEYS);
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
          // Such an outcome doesn't say whether the service answers.
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
