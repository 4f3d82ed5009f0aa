import { RATE_LIMIT, RATE_WINDOW_MS } from '../decisions.ts';
import type { RateWindow, UsedOf } from './window.ts';

/** At most 60 in any 60 seconds. Remembers the time of each request that still counts. */
export const sliding: RateWindow = (state, now) => {
  const counted = state.map(at => Math.min(at, now)).filter(at => at > now - RATE_WINDOW_MS);
  const oldest = counted[0];
  if (oldest === undefined || counted.length < RATE_LIMIT) {
    return { allowed: true, state: [...counted, now], retryAfterMs: 0 };
  }
  return { allowed: false, state: counted, retryAfterMs: oldest + RATE_WINDOW_MS - now };
};

export const usedOfSliding: UsedOf = (state, now) => state.filter(at => at > now - RATE_WINDOW_MS).length;
