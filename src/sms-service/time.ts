/** The source of time and timers. It is passed in, so that tests can move time instead of waiting. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once, `delayMs` from now; the returned function cancels that. */
  after(delayMs: number, run: () => void): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/*
 * The service's days are those of Bangladesh, six hours ahead of UTC all year. A day is a number of days since 1
 * January 1970 there.
 */

const UTC_OFFSET_MS = 6 * 60 * 60 * 1000;
export const DAY_MS = 24 * 60 * 60 * 1000;
export const YEAR_S = 365 * 24 * 60 * 60;

/** The day of a time in milliseconds since the epoch. */
export function dayOf(at: number): number {
  return Math.floor((at + UTC_OFFSET_MS) / DAY_MS);
}

/** The time at which a day starts, in milliseconds since the epoch. */
export function startOfDay(day: number): number {
  return day * DAY_MS - UTC_OFFSET_MS;
}

/** Formats a day as `2026-11-22`. */
export function writeDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Reads `2026-11-22`; null if there is no such day. */
export function parseDay(input: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(input) ? Date.parse(`${input}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) || writeDay(at / DAY_MS) !== input ? null : at / DAY_MS;
}
