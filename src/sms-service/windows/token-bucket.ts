import { RATE_LIMIT, RATE_WINDOW_MS } from '../decisions.ts';
import type { RateWindow, UsedOf } from './window.ts';

const REFILL_MS = RATE_WINDOW_MS / RATE_LIMIT;

/**
 * A bucket of 60 tokens that gets one back each second. Remembers only when the bucket will be full again: each request
 * moves that a second later, and it is at most 60 seconds away.
 */
export const tokenBucket: RateWindow = (state, now) => {
  const [remembered = now] = state;
  const fullAt = Math.min(Math.max(remembered, now), now + RATE_WINDOW_MS);
  const nextFullAt = fullAt + REFILL_MS;
  if (nextFullAt - now <= RATE_WINDOW_MS) return { allowed: true, state: [nextFullAt], retryAfterMs: 0 };
  return { allowed: false, state: [fullAt], retryAfterMs: nextFullAt - RATE_WINDOW_MS - now };
};

export const usedOfTokenBucket: UsedOf = ([fullAt = 0], now) =>
  Math.min(RATE_LIMIT, Math.max(0, Math.ceil((fullAt - now) / REFILL_MS)));
