const DAY_MS = 24 * 3_600_000;
const MINUTE_MS = 60_000;
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
