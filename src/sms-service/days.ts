/*
 * The service's days are those of Bangladesh, which is six hours ahead of UTC all year: a day is the number of
 * them since 1 January 1970 there.
 */

const AHEAD_MS = 6 * 60 * 60 * 1000;
const DAY_MS = 24 * 60 * 60 * 1000;

/** The day that a moment (milliseconds since the epoch) falls on. */
export function dayOf(at: number): number {
  return Math.floor((at + AHEAD_MS) / DAY_MS);
}
