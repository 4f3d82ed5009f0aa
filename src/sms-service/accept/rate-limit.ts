import { RATE_LIMIT, RATE_WINDOW_MS } from '../decisions.ts';

/** An API key's state, stored between requests: at most 60 numbers; empty for a new key. */
export type WindowState = readonly number[];

export interface RateDecision {
  allowed: boolean;
  /** The state to store, which doesn't count a rejected request. */
  state: WindowState;
  /** Milliseconds until the next request is allowed; 0 if this one is. */
  retryAfterMs: number;
}

/**
 * Counts 60 requests a minute. The functions are pure: the caller passes the time, in milliseconds since the epoch. A
 * clock that was set back must not lock a key out for longer than one window.
 */
export interface RateWindow {
  take(state: WindowState, now: number): RateDecision;
  /** The number of requests that count now, for the dashboard. */
  used(state: WindowState, now: number): number;
}

/** Allows 60 requests in any 60 seconds. Stores the time of each request that still counts. */
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
