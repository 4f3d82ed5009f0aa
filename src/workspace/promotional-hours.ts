import { dayOf, type Hours, TIME_OF_DAY, timeOn } from '../kit/day.ts';

/*
 * The hours in which promotional texts may be sent. The regulator's rules protect people's nights in Bangladesh, so all times are
 * Bangladesh time (see docs/broadcasts.md).
 */

/** The longest hours that a workspace can choose. */
export const WIDEST_HOURS: Hours = { from: '09:00', to: '21:00' };

/** True if the hours are within the widest ones and not empty. */
export function areAllowedHours({ from, to }: Hours): boolean {
  // `HH:MM` compares as text.
  return (
    TIME_OF_DAY.test(from) &&
    TIME_OF_DAY.test(to) &&
    WIDEST_HOURS.from <= from &&
    from < to &&
    to <= WIDEST_HOURS.to
  );
}

/** When a broadcast that has used up a day's limit continues: in the morning, because people sleep at midnight. */
export const nextMorning = (wall: number): number => timeOn(dayOf(wall) + 1, WIDEST_HOURS.from);

/**
 * `open`: promotional texts may be sent at this time; `until`: when that changes.
 *
 * @param wall a time of day, in epoch milliseconds
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
 * The schedule of sending that takes `durationMs`, begins as soon as it may, and pauses outside the hours.
 *
 * @param wall a time of day, in epoch milliseconds, as are all results
 * @returns `beginsAt`: null if at once; `pausesAt`: its first pause, null if there is none
 */
export function throughHours(
  hours: Hours,
  wall: number,
  durationMs: number,
): { beginsAt: number | null; pausesAt: number | null; endsAt: number } {
  const now = promotionalAt(hours, wall);
  const beginsAt = now.open ? null : now.until;
  let at = beginsAt ?? wall;
  let remaining = durationMs;
  let pausesAt: number | null = null;
  for (;;) {
    const { until } = promotionalAt(hours, at);
    if (at + remaining <= until) return { beginsAt, pausesAt, endsAt: at + remaining };
    pausesAt ??= until;
    remaining -= until - at;
    at = promotionalAt(hours, until).until;
  }
}
