import ical, { ICalEventTransparency } from 'ical-generator';
import type { HolidayNames } from '../../holidays/holiday.ts';
import { DAY_MS } from '../../kit/day.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { planOf } from '../plan.ts';
import { hasSecond, PLACES, type Rota, type RotaPlace } from '../rota.ts';
import { onSince, stintsUntil } from '../stints.ts';

/** A calendar has the turns of this time. */
const AHEAD_MS = 12 * 7 * DAY_MS;

/** A turn, or a time without anybody on call. Times of day in epoch milliseconds. */
export type CalendarEvent = {
  id: string;
  from: number;
  to: number;
  rota: Rota;
  place: RotaPlace;
  person: Recipient | null;
};

/** Whether a calendar is of one rota, with its gaps, or of somebody's turns in all rotas. */
export type CalendarOf =
  | { rota: Rota }
  | { rotas: readonly Rota[]; isTheirs: (person: Recipient) => boolean };

/** The events of the next twelve weeks, in the order of their beginnings. Stand-ins count, and what has no end ends with the calendar. */
export function eventsOf(of: CalendarOf, holidays: HolidayNames, now: number): CalendarEvent[] {
  const until = now + AHEAD_MS;
  const rotas = 'rota' in of ? [of.rota] : of.rotas;
  const events = rotas.flatMap(rota =>
    PLACES.filter(place => place === 'first' || hasSecond(rota)).flatMap(place => {
      const plan = planOf(rota, place, holidays);
      return stintsUntil(plan, now, until).map(({ person, from, until: to }) => {
        // A turn that has begun keeps its id as time goes on, also where it never began because nobody else ever has one.
        const begins = from === now ? onSince(plan, now) : from;
        return {
          id: `${rota.id}-${place}-${begins ?? 'always'}`,
          from: begins ?? from,
          to: Math.min(to ?? until, until),
          rota,
          place,
          person,
        };
      });
    }),
  );
  return events
    .filter(({ person }) => 'rota' in of || (person !== null && of.isTheirs(person)))
    .sort((one, other) => one.from - other.from);
}

/**
 * A calendar in the format of RFC 5545, which calendar programs fetch again by themselves.
 *
 * @param summary words an event in plain text
 */
export function calendarFile(
  events: readonly CalendarEvent[],
  { name, summary, now }: { name: string; summary: (event: CalendarEvent) => string; now: number },
): string {
  const calendar = ical({ name, prodId: '//SMS for Slack//on call//EN', ttl: 60 * 60 });
  for (const event of events)
    calendar.createEvent({
      id: event.id,
      start: new Date(event.from),
      end: new Date(event.to),
      stamp: new Date(now),
      summary: summary(event),
      // Being on call doesn't make anybody busy.
      transparency: ICalEventTransparency.TRANSPARENT,
    });
  return calendar.toString();
}
