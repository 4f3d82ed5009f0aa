import { RATE_LIMIT, RATE_WINDOW_MS } from '../decisions.ts';

/** What is remembered about one API key between requests: a few numbers, empty for a new key. */
export type WindowState = readonly number[];

/** The answer to one request. */
export interface Taken {
  allowed: boolean;
  /** What to remember from now on. A request that isn't allowed isn't counted. */
  state: WindowState;
  /** Milliseconds until the next request is allowed; 0 if this one was. */
  retryAfterMs: number;
}

/**
 * A way of counting 60 requests a minute: pure, with the time passed in as milliseconds since the epoch. If the clock
 * was set back, a key must not be locked out for longer than one window.
 */
export interface RateWindow {
  take(state: WindowState, now: number): Taken;
  /** How many of the 60 are used at a moment, for people to read. */
  used(state: WindowState, now: number): number;
}

/** At most 60 in any 60 seconds. Remembers the time of each request that still counts. */
export const slidingWindow: RateWindow = {
  take(state, now) {
    const counted = state.map(at => Math.min(at, now)).filter(at => at > now - RATE_WINDOW_MS);
    const oldest = counted[0];
    if (oldest === undefined || counted.length < RATE_LIMIT) {
      return { allowed: true, state: [...counted, now], retryAfterMs: 0 };
    }
    return { allowed: false, state: counted, retryAfterMs: oldest + RATE_WINDOW_MS - now };
  },
  used: (state, now) => state.filter(at => at > now - RATE_WINDOW_MS).length,
};
