import type { DaysOff } from '../../../holidays/holiday.ts';
import { dayOf, endOfDay, type Hours, timeOn } from '../../../kit/day.ts';
import type { Route } from '../incidents/route.ts';
import { type Incident, isCritical } from '../incidents/state.ts';
import type { WorkingState } from '../incidents/working-state.ts';
import type { TextSection } from './what-to-tell.ts';

/*
 * In quiet hours, and on holidays if the hook says so, only critical alerts are texted. At their end, everything else that still
 * fires goes in one text.
 */

/** When the quiet hours around `wall`, a time of day, end; null outside quiet hours. Equal times mean no quiet hours. */
export function quietHoursEnd(quiet: Hours | null, wall: number): number | null {
  if (!quiet) return null;
  const today = dayOf(wall);
  const [from, to] = [timeOn(today, quiet.from), timeOn(today, quiet.to)];
  const isQuiet = from > to ? wall >= from || wall < to : wall >= from && wall < to;
  if (!isQuiet) return null;
  return to > wall ? to : timeOn(today + 1, quiet.to);
}

/**
 * When all that is quiet around `wall`, a time of day, ends: a holiday before a night is one quiet time with it. Null outside quiet
 * hours and holidays.
 */
export function quietEnd(
  { quiet, quietOnHolidays }: Pick<Route, 'quiet' | 'quietOnHolidays'>,
  holidays: DaysOff,
  wall: number,
): number | null {
  const endAt = (at: number): number | null =>
    quietOnHolidays && holidays.has(dayOf(at)) ? endOfDay(at) : quietHoursEnd(quiet, at);
  let end: number | null = null;
  // Each holiday ends once, and a night at most once in between.
  for (let next = endAt(wall); next !== null; next = endAt(next)) end = next;
  return end;
}

/** Until when quiet hours hold back all texts about an incident; null outside them, or if an announced alert of it is critical. */
export const incidentQuietUntil = (work: WorkingState, incident: Incident): number | null =>
  isCritical(incident) ? null : hookQuietUntil(work, incident);

/**
 * Until when quiet hours hold back a section; null outside them, or if the section tells of a critical alert. A section may leave out its
 * incident's critical alert.
 */
export const sectionQuietUntil = (work: WorkingState, section: TextSection): number | null =>
  section.isCritical ? null : hookQuietUntil(work, section.incident);

function hookQuietUntil({ now, context, routeOf }: WorkingState, incident: Incident): number | null {
  const route = routeOf(incident);
  const end = route ? quietEnd(route, context.holidays, context.wall) : null;
  return end === null ? null : now + end - context.wall;
}
