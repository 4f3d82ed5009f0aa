import { type RateWindow, slidingWindow } from '../accept/rate-limit.ts';
import { RATE_LIMIT, RATE_WINDOW_MS } from '../decisions.ts';

/*
 * Other ways in which services count 60 requests a minute. The interface doesn't say which is used, so a client must
 * work with each.
 */

/** At most 60 in each clock minute (UTC). Stores the minute and its count. */
const fixed: RateWindow = {
  take(state, now) {
    const minute = Math.floor(now / RATE_WINDOW_MS);
    const [countedMinute, counted = 0] = state;
    const count = countedMinute === minute ? counted : 0;
    if (count < RATE_LIMIT) return { allowed: true, state: [minute, count + 1], retryAfterMs: 0 };
    return { allowed: false, state, retryAfterMs: (minute + 1) * RATE_WINDOW_MS - now };
  },
  used: ([countedMinute, counted = 0], now) =>
    countedMinute === Math.floor(now / RATE_WINDOW_MS) ? counted : 0,
};

const REFILL_MS = RATE_WINDOW_MS / RATE_LIMIT;

/**
 * A bucket of 60 tokens that regains one each second. Stores only the time when the bucket will be full, at most 60
 * seconds away; each request moves it a second later.
 */
const tokenBucket: RateWindow = {
  take(state, now) {
    const [remembered = now] = state;
    const fullAt = Math.min(Math.max(remembered, now), now + RATE_WINDOW_MS);
    const nextFullAt = fullAt + REFILL_MS;
    if (nextFullAt - now <= RATE_WINDOW_MS) return { allowed: true, state: [nextFullAt], retryAfterMs: 0 };
    return { allowed: false, state: [fullAt], retryAfterMs: nextFullAt - RATE_WINDOW_MS - now };
  },
  used: ([fullAt = 0], now) => Math.min(RATE_LIMIT, Math.max(0, Math.ceil((fullAt - now) / REFILL_MS))),
};

export type WindowKind = 'sliding' | 'fixed' | 'token-bucket';

/** `sliding` is the service's own. */
export const windows: Record<WindowKind, RateWindow> = {
  sliding: slidingWindow,
  fixed,
  'token-bucket': tokenBucket,
};

export const windowKinds = Object.keys(windows) as WindowKind[];
