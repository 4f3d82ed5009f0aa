import { MINUTE_MS } from '../../../kit/day.ts';

/** At most `texts` to one number within any `ms`. */
type Bucket = { texts: number; ms: number };

/** The limits of all the hooks of a workspace together for one number. */
export const BUCKETS: readonly Bucket[] = [
  { texts: 1, ms: MINUTE_MS },
  { texts: 5, ms: 15 * MINUTE_MS },
  { texts: 11, ms: 60 * MINUTE_MS },
  { texts: 21, ms: 180 * MINUTE_MS },
];

/**
 * The limits for a group's first critical alert, which doesn't wait for the usual ones. A storm may bring a thousand such groups, and a
 * phone that never stops ringing tells its owner nothing. All texts count, and alerts within `GATHER_MS` go in one text.
 */
export const CRITICAL_BUCKETS: readonly Bucket[] = [
  { texts: 5, ms: MINUTE_MS },
  { texts: 15, ms: 15 * MINUTE_MS },
  { texts: 30, ms: 60 * MINUTE_MS },
  { texts: 60, ms: 180 * MINUTE_MS },
];

/** The time between two texts to a number that don't wait for the usual limits. */
export const GATHER_MS = 10_000;

/** No bucket looks further back than this. */
export const LONGEST_BUCKET_MS = 180 * MINUTE_MS;

/**
 * When a number may get its next text: `now`, or the first moment at which every bucket has room.
 *
 * @param sent when the earlier texts went, oldest first
 */
function roomAt(buckets: readonly Bucket[], sent: readonly number[], now: number): number {
  const waits = buckets.map(({ texts, ms }) => (sent.at(-texts) ?? Number.NEGATIVE_INFINITY) + ms);
  return Math.max(now, ...waits);
}

/** When a number may get its next text. @param urgentAt when the last text went that didn't wait for the usual limits */
export function nextTextAt(
  sent: readonly number[],
  urgentAt: number | null,
  { isUrgent, now }: { isUrgent: boolean; now: number },
): number {
  if (!isUrgent) return roomAt(BUCKETS, sent, now);
  return Math.max(roomAt(CRITICAL_BUCKETS, sent, now), (urgentAt ?? Number.NEGATIVE_INFINITY) + GATHER_MS);
}
