import { dayOf, type Hours, TIME_OF_DAY, timeOn } from '../kit/day.ts';

/*
 * When promotional texts may go. The regulator's rules are about people's nights in Bangladesh, so this is by the time of
 * day there, whoever asks from wherever (see docs/broadcasts.md).
 */

/** The longest that admins can allow. */
export const WIDEST_HOURS: Hours = { from: '09:00', to: '21:00' };

/** Whether admins may choose these hours: no longer than the widest, and not empty. */
export function areAllowedHours({ from, to }: Hours): boolean {
  // Times of one length compare as their texts do.
  return (
    TIME_OF_DAY.test(from) &&
    TIME_OF_DAY.test(to) &&
    WIDEST_HOURS.from <= from &&
    from < to &&
    to <= WIDEST_HOURS.to
  );
}

/** When what a day has no more room for goes on by itself: not at midnight, when people sleep. */
export const nextMorning = (wall: number): number => timeOn(dayOf(wall) + 1, WIDEST_HOURS.from);

/**
 * Whether promotional texts may go at a time of day.
 *
 * @param wall a time of day, in epoch milliseconds
 * @returns `until`: when that changes: the end of these hours, or when the next ones begin
 */
export function promotionalAt(hours: Hours, wall: number): { open: boolean; until: number } {
  const day = dayOf(wall);
  const opens = timeOn(day, hours.from);
  const closes = timeOn(day, hours.to);
  if (wall < opens) return { open: false, until: opens };
  if (wall < closes) return { open: true, until: closes };
  return { open: false, until: timeOn(day + 1, hours.from) };
}

/**
 * How something of this duration goes through the hours, if it begins as soon as it may, and pauses whenever it must.
 *
 * @param wall a time of day, in epoch milliseconds, as are all results
 * @returns `beginsAt`: null: at once; `pausesAt`: when it has to pause first; null: it ends before
 */
export function throughHours(
  hours: Hours,
  wall: number,
  durationMs: number,
): { beginsAt: number | null; pausesAt: number | null; endsAt: number } {
  const now = promotionalAt(hours, wall);
  const beginsAt = now.open ? null : now.until;
  let at = beginsAt ?? wall;
  let left = durationMs;
  let pausesAt: number | null = null;
  for (;;) {
    const { until } = promotionalAt(hours, at);
    if (at + left <= until) return { beginsAt, pausesAt, endsAt: at + left };
    pausesAt ??= until;
    left -= until - at;
    at = promotionalAt(hours, until).until;
  }
}
