import { z } from 'zod';
import { dayOf } from '../kit/day.ts';

/* A workspace's holidays: whole days in Bangladesh, each perhaps with a name. */

export const MAX_HOLIDAYS = 200;
export const MAX_HOLIDAY_NAME = 60;
/** Past holidays are kept for a year, so that a list shows what it was made from. */
const KEPT_DAYS = 366;

/** `day`: as `dayOf` counts them. */
export const holidaySchema = z.object({ day: z.int(), name: z.string().max(MAX_HOLIDAY_NAME) });
export type Holiday = Readonly<z.infer<typeof holidaySchema>>;

/** A workspace's holidays by their day (`dayOf`), with their names. */
export type HolidayNames = ReadonlyMap<number, string>;

/** The days that a workspace takes off, as `dayOf` counts them. */
export type DaysOff = { has(day: number): boolean };

/** Days in a row with one name; `to` is included. */
export type Stretch = { from: number; to: number; name: string };

/** The holidays that are still kept at a moment. */
export function keptAt(holidays: readonly Holiday[], at: number): Holiday[] {
  const oldest = dayOf(at) - KEPT_DAYS;
  return holidays.filter(({ day }) => day >= oldest);
}

/** In order, each day once. The names of a day that was listed twice are joined. */
export function inOrder(holidays: readonly Holiday[]): Holiday[] {
  const namesOf = new Map<number, Set<string>>();
  for (const { day, name } of holidays) {
    const names = namesOf.get(day) ?? new Set();
    namesOf.set(day, name === '' ? names : names.add(name));
  }
  return [...namesOf]
    .map(([day, all]) => ({ day, name: [...all].join(', ').slice(0, MAX_HOLIDAY_NAME).trim() }))
    .sort((one, other) => one.day - other.day);
}

/** Holidays as people write them: days in a row that share a name are one entry. */
export function stretchesOf(holidays: readonly Holiday[]): Stretch[] {
  const stretches: Stretch[] = [];
  for (const { day, name } of holidays) {
    const last = stretches.at(-1);
    if (last?.to === day - 1 && last.name === name) last.to = day;
    else stretches.push({ from: day, to: day, name });
  }
  return stretches;
}

/** The stretch that is on at a moment or comes next; null if all are over. */
export const nextStretch = (holidays: readonly Holiday[], at: number): Stretch | null =>
  stretchesOf(holidays).find(({ to }) => to >= dayOf(at)) ?? null;
