import { RATE_LIMIT, RATE_WINDOW_MS } from '../decisions.ts';
import type { RateWindow, UsedOf } from './window.ts';

/** At most 60 in each clock minute (UTC). Remembers which minute it is counting, and the count. */
export const fixed: RateWindow = (state, now) => {
  const minute = Math.floor(now / RATE_WINDOW_MS);
  const [countedMinute, counted = 0] = state;
  const count = countedMinute === minute ? counted : 0;
  if (count < RATE_LIMIT) return { allowed: true, state: [minute, count + 1], retryAfterMs: 0 };
  return { allowed: false, state, retryAfterMs: (minute + 1) * RATE_WINDOW_MS - now };
};

export const usedOfFixed: UsedOf = ([countedMinute, counted = 0], now) =>
  countedMinute === Math.floor(now / RATE_WINDOW_MS) ? counted : 0;
