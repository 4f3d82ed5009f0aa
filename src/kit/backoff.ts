import { LRUCache } from 'lru-cache';

const MAX_REMEMBERED = 10_000;

/** For each thing that keeps failing, waits that double from `first` to `last`. */
export function createBackoff(wait: { first: number; last: number }) {
  const failures = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  return {
    next(id: string): number {
      const count = failures.get(id) ?? 0;
      failures.set(id, count + 1);
      return Math.min(wait.last, wait.first * 2 ** count);
    },
    forget: (id: string): void => void failures.delete(id),
  };
}
