/** What a window remembers of one API key between requests: a few numbers, empty for a key never seen. */
export type WindowState = readonly number[];

/** The answer to one request. */
export interface Taken {
  allowed: boolean;
  /** What to remember from now on. A request that is not allowed is not counted. */
  state: WindowState;
  /** Milliseconds until the next request would be allowed; 0 when this one was. */
  retryAfterMs: number;
}

/**
 * A way of counting 60 requests a minute: pure, the time passed in as milliseconds since the epoch. A clock
 * that was set back must not lock a key out for longer than one window.
 */
export type RateWindow = (state: WindowState, now: number) => Taken;

/** How many of the 60 are used at a moment, for people to read. */
export type UsedOf = (state: WindowState, now: number) => number;
