import { LRUCache } from 'lru-cache';

/** So many names are told apart; whichever was not seen for longest begins anew with a full bucket. */
const MAX_NAMES = 10_000;

/**
 * A token bucket for each name: `burst` at once, then `perSecond`. Returns 0 when there is room, else how many
 * milliseconds until there is.
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
