import { DAY_MS } from '../../kit/day.ts';
import { n, plural } from '../../kit/words/english.ts';
import type { Stretch } from '../holiday.ts';
import type { LineFault } from '../parse.ts';
import { en as holidayAudit } from './audit/en.ts';

const date = new Intl.DateTimeFormat('en-GB', {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const partsOf = (day: number): Record<string, string> =>
  Object.fromEntries(date.formatToParts(day * DAY_MS).map(({ type, value }) => [type, value]));

/** First and last days, by number: “20–22 March 2027”, “30 December 2027 – 2 January 2028”. */
function span({ from, to }: Pick<Stretch, 'from' | 'to'>): string {
  const [first, last] = [partsOf(from), partsOf(to)];
  const end = `${last.day} ${last.month} ${last.year}`;
  if (from === to) return end;
  if (first.year !== last.year) return `${first.day} ${first.month} ${first.year} – ${end}`;
  return first.month === last.month ? `${first.day}–${end}` : `${first.day} ${first.month} – ${end}`;
}

const named = (dates: string, name: string): string => (name === '' ? dates : `${dates} ${name}`);

const FAULTS: Record<LineFault, string> = {
  no_date: 'write a date first, like 2027-03-20 or 20–22 March 2027',
  no_year: 'write the year with four digits, like 20 March 2027',
  no_such_day: 'there is no such day. Write the day before the month, like 20/03/2027',
  backwards: 'it ends before it begins. Write the first day first',
  two_dates:
    'it has several dates. Write each on a line of its own, or join the first and the last with “to”',
  too_long: 'it’s too long. Check the year of its last day',
};

/** Holidays. Callers make names and lines harmless. */
const holidays = {
  title: 'Holidays',
  intro:
    'Days off in this workspace. Rotas, hooks’ quiet hours and scheduled texts follow them where you choose that.',
  field: {
    days: {
      label: 'Holidays, one a line',
      hint: 'For example “2027-03-26 Independence Day” or “20–22 March 2027 Eid-ul-Fitr”. You can paste a table.',
    },
    more: { label: 'More holidays' },
  },
  /** A line of the field, which people may change and which is read again. */
  line: ({ name, ...dates }: Stretch) => named(span(dates), name),
  none: 'No holidays yet.',
  /** `next`: the one that is on or comes next; null if all are over. `today`: by number. */
  summary: ({ days, next, today }: { days: number; next: Stretch | null; today: number }) => {
    const count = `*${plural(days, 'day')}*`;
    if (next === null) return `${count}; all of them are over.`;
    const which = named(`*${partsOf(next.from).weekday}, ${span(next)}*`, next.name);
    return next.from <= today ? `${count}; today is one: ${which}.` : `${count}; the next is ${which}.`;
  },
  ofYear: ({ year, stretches, more }: { year: number; stretches: Stretch[]; more: number }) => {
    const all = stretches.map(({ name, ...dates }) => named(span(dates).replace(` ${year}`, ''), name));
    return `*${year}*: ${all.join(' · ')}${more > 0 ? ` · and ${n(more)} more` : ''}`;
  },
  past: (days: number) => `${plural(days, 'day')} more than a year ago won’t be kept.`,
  saved: ':white_check_mark: The holidays are saved.',
  changedMeanwhile:
    ':warning: Not saved yet: someone changed the holidays while you had them open. If you save again, your list replaces theirs.',
  wrong: {
    line: ({ line, typed, why }: { line: number; typed: string; why: LineFault }) =>
      `Line ${n(line)}, “${typed}”: ${FAULTS[why]}.`,
    more: (lines: number) => `${plural(lines, 'more line')} can’t be read either.`,
    tooMany: (days: number, limit: number) =>
      `These are ${plural(days, 'day')}, and the limit is ${n(limit)}. Remove some.`,
  },
};

export const en = { holidays, holidayAudit };

export type Words = typeof en;

declare module '../../kit/words/wording.ts' {
  interface Wording extends Words {}
}
