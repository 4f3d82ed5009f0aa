const MINUTE_MS = 60_000;

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

const DAY_MS = 24 * 3_600_000;
/** Bangladesh is six hours ahead of UTC all year. */
const DHAKA_MS = 6 * 3_600_000;

/** Times of day in Bangladesh, `HH:MM`; they may span midnight. */
export type Quiet = { from: string; to: string };

/** When the quiet hours around `now` (a time of day) end; null outside quiet hours. The same time twice means none. */
export function quietUntil(quiet: Quiet | null, now: number): number | null {
  if (!quiet) return null;
  const [from, to] = [minutesOf(quiet.from), minutesOf(quiet.to)];
  const midnight = now - ((now + DHAKA_MS) % DAY_MS);
  const minute = (now - midnight) / MINUTE_MS;
  const spans = from > to;
  const isQuiet = spans ? minute >= from || minute < to : minute >= from && minute < to;
  if (!isQuiet) return null;
  const end = midnight + to * MINUTE_MS;
  return end > now ? end : end + DAY_MS;
}

function minutesOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  return (hours ?? 0) * 60 + (minutes ?? 0);
}
