import { z } from 'zod';
import { DAY_MS, dayOf, HOUR_MS, startOfMonth, timeOn } from '../../kit/day.ts';
import { addCounts, countSchema } from '../../kit/json.ts';
import { type Responder, responderSchema, sameResponder } from '../alert.ts';
import type { TimelineEntry } from '../policy/timeline-entry.ts';

/*
 * What a hook's weeks and months add up to. Each entry is counted once, when its timeline gets it, so the sums hold what later gives way in
 * the timelines. Weeks begin on Monday, and all times are times of day in Bangladesh.
 */

/** A night in which people may be asleep: from 22:00 to 07:00. */
const NIGHT = { from: 22, until: 7 };
/** The most people of a month, and the most names of muted alerts. The texts to others, and further alerts, are only counted. */
const MAX_PEOPLE = 100;
const MAX_MUTED_NAMES = 5;

const nightsSchema = z.array(z.int());

export const weekSchema = z.object({
  /** Its Monday, as the number of days since 1 January 1970. */
  monday: z.int(),
  incidents: countSchema,
  /** Texts that were handed over, and those that didn't go. */
  texts: countSchema,
  unsent: countSchema,
  /** Incidents that were acknowledged, the time that this took together, and the longest. */
  acknowledged: countSchema,
  acknowledgedMs: z.number(),
  longestMs: z.number(),
  /** How often all steps were over without an acknowledgement. */
  unanswered: countSchema,
  /** The nights with texts, as numbers of days. */
  nights: nightsSchema,
  muted: z.object({ alerts: countSchema, names: z.array(z.string()) }),
  isSaid: z.boolean(),
});
export type Week = z.infer<typeof weekSchema>;

const personSchema = z.object({
  person: responderSchema,
  texts: countSchema,
  nights: nightsSchema,
  acknowledged: countSchema,
});
export type MonthOfPerson = z.infer<typeof personSchema>;

export const monthSchema = z.object({
  /** Its start, in epoch milliseconds. */
  start: z.number(),
  people: z.array(personSchema),
  /** Texts to people who aren't listed. */
  otherTexts: countSchema,
  isSaid: z.boolean(),
});
export type Month = z.infer<typeof monthSchema>;

export type Sums = { weeks: Week[]; months: Month[] };

/** The Monday of a moment's week. 1 January 1970 was a Thursday. */
export function mondayOf(at: number): number {
  const day = dayOf(at);
  return day - ((((day + 3) % 7) + 7) % 7);
}

/** The day on which a moment's night ends; null by day. */
export function nightOf(at: number): number | null {
  const hour = (at - timeOn(dayOf(at), '00:00')) / HOUR_MS;
  if (hour >= NIGHT.from) return dayOf(at) + 1;
  return hour < NIGHT.until ? dayOf(at) : null;
}

/**
 * The sums after one more entry of an incident.
 *
 * @param isFirst it begins the incident
 * @param acknowledgedMs how long the incident's first acknowledgement took; null if the entry is none
 */
export function withEntry(
  { weeks, months }: Sums,
  entry: TimelineEntry,
  { isFirst, acknowledgedMs }: { isFirst: boolean; acknowledgedMs: number | null },
): Sums {
  const monday = mondayOf(entry.at);
  const start = startOfMonth(entry.at);
  const week = weeks.find(each => each.monday === monday) ?? newWeek(monday);
  const month = months.find(each => each.start === start) ?? newMonth(start);
  const weekAfter = afterEntry(week, entry, isFirst, acknowledgedMs);
  const monthAfter = monthAfterEntry(month, entry, acknowledgedMs);
  return {
    weeks: weekAfter === week ? weeks : [...weeks.filter(each => each !== week), weekAfter],
    months: monthAfter === month ? months : [...months.filter(each => each !== month), monthAfter],
  };
}

/** True if the entry is about texts that this incident's timeline counts. */
const isCounted = ({ isShared = false }: TimelineEntry): boolean => !isShared;

function afterEntry(week: Week, entry: TimelineEntry, isFirst: boolean, acknowledgedMs: number | null): Week {
  let sums = isFirst ? { ...week, incidents: addCounts(week.incidents, 1) } : week;
  const { event, count, names = [], at } = entry;
  if (event === 'texted' && isCounted(entry))
    sums = { ...sums, texts: addCounts(sums.texts, count), nights: withNight(sums.nights, at) };
  if (event === 'unsent' && isCounted(entry)) sums = { ...sums, unsent: addCounts(sums.unsent, count) };
  if (event === 'nobody_answered') sums = { ...sums, unanswered: addCounts(sums.unanswered, 1) };
  if (event === 'muted') {
    const { muted } = sums;
    const all = [...new Set([...muted.names, ...names])].slice(0, MAX_MUTED_NAMES);
    sums = { ...sums, muted: { alerts: addCounts(muted.alerts, count), names: all } };
  }
  if (acknowledgedMs === null) return sums;
  return {
    ...sums,
    acknowledged: addCounts(sums.acknowledged, 1),
    acknowledgedMs: sums.acknowledgedMs + acknowledgedMs,
    longestMs: Math.max(sums.longestMs, acknowledgedMs),
  };
}

function monthAfterEntry(month: Month, entry: TimelineEntry, acknowledgedMs: number | null): Month {
  const { event, to = [], count, by, at } = entry;
  if (acknowledgedMs !== null && by)
    return withPerson(month, by, person => ({ ...person, acknowledged: addCounts(person.acknowledged, 1) }));
  if (event !== 'texted' || !isCounted(entry)) return month;
  const texted = to.reduce(
    (after, number) =>
      withPerson(after, { kind: 'number', number }, person => ({
        ...person,
        texts: addCounts(person.texts, 1),
        nights: withNight(person.nights, at),
      })),
    month,
  );
  return { ...texted, otherTexts: addCounts(texted.otherTexts, Math.max(0, count - to.length)) };
}

function withPerson(
  month: Month,
  responder: Responder,
  change: (person: MonthOfPerson) => MonthOfPerson,
): Month {
  const { people } = month;
  const person = people.find(each => sameResponder(each.person, responder));
  const before = person ?? { person: responder, texts: 0, nights: [], acknowledged: 0 };
  const after = change(before);
  if (!person && people.length >= MAX_PEOPLE)
    return { ...month, otherTexts: addCounts(month.otherTexts, after.texts) };
  return { ...month, people: [...people.filter(each => each !== person), after] };
}

function withNight(nights: readonly number[], at: number): number[] {
  const night = nightOf(at);
  return night === null || nights.includes(night) ? [...nights] : [...nights, night];
}

const newWeek = (monday: number): Week => ({
  monday,
  incidents: 0,
  texts: 0,
  unsent: 0,
  acknowledged: 0,
  acknowledgedMs: 0,
  longestMs: 0,
  unanswered: 0,
  nights: [],
  muted: { alerts: 0, names: [] },
  isSaid: false,
});

const newMonth = (start: number): Month => ({ start, people: [], otherTexts: 0, isSaid: false });

/** When a week is summed up: on the Monday after it. */
export const weekSaidAt = ({ monday }: Pick<Week, 'monday'>): number => timeOn(monday + 7, SAID_AT);

/** When a month is summed up: on the first Monday of the next one. */
export function monthSaidAt({ start }: Pick<Month, 'start'>): number {
  const next = nextMonth(start);
  const monday = mondayOf(next);
  return timeOn(monday < dayOf(next) ? monday + 7 : monday, SAID_AT);
}

/** No month is longer than 31 days or shorter than 28. */
const nextMonth = (start: number): number => startOfMonth(start + 32 * DAY_MS - HOUR_MS);

const SAID_AT = '09:00';
/** After this time, sums that weren't said are old news. */
const SAID_LATE_MS = DAY_MS;
/** Said or not, sums are dropped after this time; until then, setting the clock back doesn't count or say them again. */
const REMEMBERED_MS = 14 * DAY_MS;

/** The sums to say now, and when the next ones are due; null if there are none. */
export function dueSums(
  sums: Sums,
  at: number,
): { week: Week | null; month: Month | null; next: number | null } {
  const isDue = (saidAt: number): boolean => saidAt <= at && at < saidAt + SAID_LATE_MS;
  const unsaid = [
    ...sums.weeks.filter(({ isSaid }) => !isSaid).map(weekSaidAt),
    ...sums.months.filter(({ isSaid }) => !isSaid).map(monthSaidAt),
  ].filter(saidAt => saidAt > at);
  return {
    week: sums.weeks.find(week => !week.isSaid && isDue(weekSaidAt(week))) ?? null,
    month:
      sums.months.find(month => !month.isSaid && month.people.length > 0 && isDue(monthSaidAt(month))) ??
      null,
    next: unsaid.length > 0 ? Math.min(...unsaid) : null,
  };
}

/** Marks sums as said. */
export const withSaid = (sums: Sums, { week, month }: { week: Week | null; month: Month | null }): Sums => ({
  weeks: sums.weeks.map(each => (each === week ? { ...each, isSaid: true } : each)),
  months: sums.months.map(each => (each === month ? { ...each, isSaid: true } : each)),
});

/** Drops sums that were said long ago, or never will be. `drops`: when each of the others is to be dropped. */
export function recentSums({ weeks, months }: Sums, at: number): Sums & { drops: number[] } {
  const weekDrop = (week: Week): number => weekSaidAt(week) + REMEMBERED_MS;
  const monthDrop = (month: Month): number => monthSaidAt(month) + REMEMBERED_MS;
  const recentWeeks = weeks.filter(week => at < weekDrop(week));
  const recentMonths = months.filter(month => at < monthDrop(month));
  return {
    weeks: recentWeeks,
    months: recentMonths,
    drops: [...recentWeeks.map(weekDrop), ...recentMonths.map(monthDrop)],
  };
}
