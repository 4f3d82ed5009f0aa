/** Time, passed in, so that tests can move it instead of waiting. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once, `delayMs` from now; the returned function cancels that. */
  after(delayMs: number, run: () => void): () => void;
}

/** The machine's own clock. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/*
 * The service's days are those of Bangladesh, which is six hours ahead of UTC all year: a day is the number of days
 * since 1 January 1970 there.
 */

const AHEAD_MS = 6 * 60 * 60 * 1000;
export const DAY_MS = 24 * 60 * 60 * 1000;

/** The day of a time (milliseconds since the epoch). */
export function dayOf(at: number): number {
  return Math.floor((at + AHEAD_MS) / DAY_MS);
}

/** When a day starts. */
export function startOfDay(day: number): number {
  return day * DAY_MS - AHEAD_MS;
}

/** A day as `2026-11-22`. */
export function writeDay(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** Reads `2026-11-22`; null if there is no such day. */
export function parseDay(written: string): number | null {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(written) ? Date.parse(`${written}T00:00:00Z`) : Number.NaN;
  return Number.isNaN(at) || writeDay(at / DAY_MS) !== written ? null : at / DAY_MS;
}
