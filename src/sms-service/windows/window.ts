/** What a window remembers about one API key between requests: a few numbers, empty for a new key. */
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
export type RateWindow = (state: WindowState, now: number) => Taken;

/** How many of the 60 are used at a moment, for people to read. */
export type UsedOf = (state: WindowState, now: number) => number;
