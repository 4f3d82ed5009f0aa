import { dayOf, type Hours, MINUTE_MS, timeOn } from '../../../kit/day.ts';

/** At most `texts` to one number within any `ms`. */
type Bucket = { texts: number; ms: number };

/** How often all the hooks of a workspace together may text one number. */
export const BUCKETS: readonly Bucket[] = [
  { texts: 1, ms: MINUTE_MS },
  { texts: 5, ms: 15 * MINUTE_MS },
  { texts: 11, ms: 60 * MINUTE_MS },
  { texts: 21, ms: 180 * MINUTE_MS },
];

/**
 * A group's first critical alert doesn't wait for those limits. But a storm may bring a thousand such groups, and a
 * phone that never stops ringing tells nobody anything: so these limits apply instead, counting all texts, and what follows
 * such a text within GATHER_MS goes together.
 */
export const CRITICAL_BUCKETS: readonly Bucket[] = [
  { texts: 5, ms: MINUTE_MS },
  { texts: 15, ms: 15 * MINUTE_MS },
  { texts: 30, ms: 60 * MINUTE_MS },
  { texts: 60, ms: 180 * MINUTE_MS },
];

/** How long after a text that couldn't wait for the usual limits the next one like it goes. */
export const GATHER_MS = 10_000;

/** No bucket looks further back than this. */
export const LONGEST_MS = 180 * MINUTE_MS;

/**
 * When the next text may go: `now`, or the first moment at which every bucket has room.
 *
 * @param sent when the earlier texts went, oldest first
 */
export function roomAt(buckets: readonly Bucket[], sent: readonly number[], now: number): number {
  const waits = buckets.map(({ texts, ms }) => (sent.at(-texts) ?? Number.NEGATIVE_INFINITY) + ms);
  return Math.max(now, ...waits);
}

/**
 * The end of the quiet hours around `now` (a time of day); null outside of them. Quiet hours may span midnight; the same
 * time twice means none.
 */
export function quietUntil(quiet: Hours | null, now: number): number | null {
  if (!quiet) return null;
  const day = dayOf(now);
  const [from, to] = [timeOn(day, quiet.from), timeOn(day, quiet.to)];
  const isQuiet = from > to ? now >= from || now < to : now >= from && now < to;
  if (!isQuiet) return null;
  return to > now ? to : timeOn(day + 1, quiet.to);
}
