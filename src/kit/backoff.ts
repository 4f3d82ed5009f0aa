import { LRUCache } from 'lru-cache';

const MOST_IDS = 10_000;

type Waits = { first: number; last: number };

/** `first`, doubled so many times; never more than `last`. */
export const doubled = ({ first, last }: Waits, times: number): number => Math.min(last, first * 2 ** times);

/** For each thing that keeps failing, waits that double from `first` to `last`. */
export function createBackoff(waits: Waits) {
  const failures = new LRUCache<string, number>({ max: MOST_IDS });
  return {
    next(id: string): number {
      const count = failures.get(id) ?? 0;
      failures.set(id, count + 1);
      return doubled(waits, count);
    },
    succeeded: (id: string): void => void failures.delete(id),
  };
}
