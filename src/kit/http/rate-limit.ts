import { LRUCache } from 'lru-cache';

/** How many names we track; the one not seen for longest is dropped and starts again with a full bucket. */
const MAX_NAMES = 10_000;

/**
 * A token bucket for each name: `burst` at once, then `perSecond`. Returns 0 if there is room, otherwise the milliseconds
 * until there is.
 */
export function createRateLimit(options: { burst: number; perSecond: number; now: () => number }) {
  const { burst, perSecond, now } = options;
  const buckets = new LRUCache<string, { tokens: number; at: number }>({ max: MAX_NAMES });
  return (name: string): number => {
    const at = now();
    const bucket = buckets.get(name) ?? { tokens: burst, at };
    const refilled = Math.min(burst, bucket.tokens + (Math.max(0, at - bucket.at) / 1000) * perSecond);
    const tokens = refilled >= 1 ? refilled - 1 : refilled;
    buckets.set(name, { tokens, at });
    return refilled >= 1 ? 0 : Math.ceil(((1 - refilled) / perSecond) * 1000);
  };
}
