import { z } from 'zod';
import { isZone, LOCAL_DATE, LOCAL_TIME, type LocalTime, momentOf } from '../kit/zone.ts';

/* When something planned runs: once, or again and again, by the clocks of somebody's time zone. */

export const REPEATS = ['daily', 'weekly', 'monthly'] as const;
export type Repeat = (typeof REPEATS)[number];

/** The most runs that may be asked for; more is for ever. */
export const MAX_TIMES = 1000;

const isDate = (text: string): boolean => {
  const at = Date.parse(`${text.slice(0, 10)}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 10));
};

export const whenSchema = z.object({
  /** The first run, as a clock in the zone shows it. Monthly ones are on its day of the month, or a shorter month's last. */
  start: z.string().regex(LOCAL_TIME).refine(isDate),
  zone: z.string().refine(isZone),
  /** Null: once. */
  repeat: z.enum(REPEATS).nullable(),
  /** The last day on which it runs; null: no day is the last. */
  until: z.string().regex(LOCAL_DATE).refine(isDate).nullable(),
  /** How many runs; null: no number is the last. One that is skipped or missed counts. */
  times: z.int().min(1).max(MAX_TIMES).nullable(),
});
export type When = z.infer<typeof whenSchema>;

/** A run that is planned: the first has the index 0; `at`: the moment, as a time of day in epoch milliseconds. */
export type PlannedRun = { index: number; local: LocalTime; at: number };

/** The run with this index; null: there is none. */
export function runOf(when: When, index: number): PlannedRun | null {
  const { repeat, until, times, zone } = when;
  if (index < 0 || (repeat === null && index > 0) || (times !== null && index >= times)) return null;
  const local = localOf(when, index);
  if (until !== null && repeat !== null && local.slice(0, 10) > until) return null;
  return { index, local, at: momentOf(local, zone) };
}

/** The first run after a moment; null: there is none. `from`: the first index that it may have. */
export function nextRun(when: When, after: number, from = 0): PlannedRun | null {
  return runOf(when, lastIndex(when, after, from) + 1);
}

/** The last run at or before a moment, of those from an index on; null: there is none. */
export function lastRun(when: When, at: number, from: number): PlannedRun | null {
  const index = lastIndex(when, at, from);
  return index < from ? null : runOf(when, index);
}

/** Its index; `from - 1` if there is none. Runs of many years aren't gone through one by one. */
function lastIndex(when: When, at: number, from: number): number {
  const isPast = (index: number): boolean => (runOf(when, index)?.at ?? Number.POSITIVE_INFINITY) <= at;
  let last = from - 1;
  let step = 1;
  for (; isPast(last + step); step *= 2) last += step;
  for (; step >= 1; step /= 2) if (isPast(last + step)) last += step;
  return last;
}

function localOf({ start, repeat }: When, index: number): LocalTime {
  const [date, time] = [start.slice(0, 10), start.slice(10)];
  if (repeat === 'monthly') return `${monthsLater(date, index)}${time}`;
  return `${daysLater(date, repeat === 'weekly' ? 7 * index : index)}${time}`;
}

const DAY_MS = 86_400_000;

function daysLater(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of a later month, or that month's last day if it is shorter. */
function monthsLater(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(day, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}
