import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inOrder, keptAt, nextStretch, stretchesOf } from '../../../src/holidays/holiday.ts';
import { type LineFault, readHolidays } from '../../../src/holidays/parse.ts';
import { createHolidays } from '../../../src/holidays/service.ts';
import { bn } from '../../../src/holidays/words/bn.ts';
import { en } from '../../../src/holidays/words/en.ts';
import { DAY_MS, dayOf, timeOn } from '../../../src/kit/day.ts';

const dayFrom = (date: string): number => Date.parse(`${date}T00:00Z`) / DAY_MS;
/** What a text was understood as: `2027-03-20..22 Eid`. */
const read = (typed: string): string[] =>
  stretchesOf(readHolidays(typed).days).map(({ from, to, name }) => {
    const [first, last] = [from, to].map(day => new Date(day * DAY_MS).toISOString().slice(0, 10));
    return `${first}${from === to ? '' : `..${last}`} ${name}`.trim();
  });

describe('a line', () => {
  test.each([
    ['2027-03-20 Eid-ul-Fitr', '2027-03-20 Eid-ul-Fitr'],
    ['20–22 March 2027 Eid', '2027-03-20..2027-03-22 Eid'],
    ['20/03/2027 Eid', '2027-03-20 Eid'],
    ['20-03-2027', '2027-03-20'],
    ['20-22/03/2027 Eid', '2027-03-20..2027-03-22 Eid'],
    ['20/03 - 22/03/2027 Eid', '2027-03-20..2027-03-22 Eid'],
    ['2027-03-20 – 22 Eid', '2027-03-20..2027-03-22 Eid'],
    ['2027-03-20 to 2027-03-22: Eid', '2027-03-20..2027-03-22 Eid'],
    ['March 20-22, 2027 Eid', '2027-03-20..2027-03-22 Eid'],
    ['20, 21 and 22 March 2027 Eid', '2027-03-20..2027-03-22 Eid'],
    ['30 March to 2 April 2027', '2027-03-30..2027-04-02'],
    ['30 December – 2 January 2028 New Year', '2027-12-30..2028-01-02 New Year'],
    ['20-Mar-2027, Eid', '2027-03-20 Eid'],
    ['২০–২২ মার্চ ২০২৭ ঈদুল ফিতর', '2027-03-20..2027-03-22 ঈদুল ফিতর'],
    ['২০ থেকে ২২ ফেব্রুয়ারী ২০২৭ পর্যন্ত ছুটি', '2027-02-20..2027-02-22 ছুটি'],
    ['১৬ই ডিসেম্বর ২০২৭ বিজয় দিবস', '2027-12-16 বিজয় দিবস'],
    ['২০/০৩/২০২৭\tঈদ', '2027-03-20 ঈদ'],
    ['Friday, 26 March 2027, Independence Day', '2027-03-26 Independence Day'],
    ['26 March 2027 (Fri) Independence Day', '2027-03-26 Independence Day'],
    ['1\tGood Friday\t26 March 2027\tFriday', '2027-03-26 Good Friday'],
    ['May Day 1 May 2027', '2027-05-01 May Day'],
  ])('“%s”', (typed, understood) => {
    expect(readHolidays(typed).bad).toEqual([]);
    expect(read(typed)).toEqual([understood.normalize('NFC')]);
  });

  test.each<[string, LineFault]>([
    ['Eid', 'no_date'],
    ['20-22-03-2027 Eid', 'no_date'],
    ['20 March Eid', 'no_year'],
    ['20/03/27 Eid', 'no_year'],
    ['20 March 2207 Eid', 'no_year'],
    ['03/20/2027 Eid', 'no_such_day'],
    ['31 February 2027', 'no_such_day'],
    ['22–20 March 2027', 'backwards'],
    ['20 March 2027, 22 March 2027', 'two_dates'],
    ['2027-01-01 to 2029-01-01', 'too_long'],
  ])('“%s” is not understood: %s', (typed, why) => {
    expect(readHolidays(`\n${typed}`)).toEqual({ days: [], bad: [{ line: 2, typed, why }] });
  });

  test('however long and odd is read at once', () => {
    for (const piece of ['1-', '1,', ' ', '2027-', 'march ', '-', '\t', 'mon,'])
      expect(readHolidays(piece.repeat(3000 / piece.length)).days.length).toBe(0);
  });
});

test('a list that was shown is read again as the same, in both languages', () => {
  const day = fc.integer({ min: dayFrom('2020-01-01'), max: dayFrom('2098-12-31') });
  const name = fc.constantFrom(
    '',
    'Eid-ul-Fitr',
    'Eid',
    'May Day',
    'Good Friday',
    'ঈদুল ফিতর',
    'বিজয় দিবস, ২য়',
  );
  const all = fc.array(fc.record({ day, name, length: fc.integer({ min: 1, max: 40 }) }), { maxLength: 9 });
  fc.assert(
    fc.property(all, fc.constantFrom(en, bn), (entries, { holidays }) => {
      const days = inOrder(
        entries.flatMap(entry =>
          Array.from({ length: entry.length }, (_, index) => ({
            day: entry.day + index,
            name: entry.name.normalize('NFC'),
          })),
        ),
      );
      const shown = stretchesOf(days).map(holidays.line).join('\n');
      expect(readHolidays(shown)).toEqual({ days, bad: [] });
    }),
  );
});

test('a day listed twice counts once, with both names', () => {
  expect(read('2027-03-20 Eid\n2027-03-20\n20/3/2027 Spring\n20/3/2027 Eid')).toEqual([
    '2027-03-20 Eid, Spring',
  ]);
});

test('past holidays are kept for a year, and the next is the one that is on or comes next, by Bangladesh’s days', () => {
  const days = readHolidays('2027-03-20 to 22 Eid\n2027-12-16 Victory Day').days;
  const [eve, lastMinute] = [timeOn(dayFrom('2027-03-22'), '00:00'), timeOn(dayFrom('2027-03-22'), '23:59')];
  expect(dayOf(eve)).toBe(dayFrom('2027-03-22'));
  expect(nextStretch(days, eve)?.name).toBe('Eid');
  expect(nextStretch(days, lastMinute)?.name).toBe('Eid');
  expect(nextStretch(days, lastMinute + 60_000)?.name).toBe('Victory Day');
  expect(nextStretch(days, timeOn(dayFrom('2027-12-17'), '00:00'))).toBeNull();
  expect(keptAt(days, timeOn(dayFrom('2028-03-21'), '12:00'))).toHaveLength(3);
  expect(keptAt(days, timeOn(dayFrom('2028-03-22'), '12:00'))).toHaveLength(2);
});

test('other features are told right before the list changes and right after, even if it was saved before', async () => {
  const day = dayFrom('2027-03-20');
  let stored: unknown;
  const announced: unknown[] = [];
  const entries: unknown[] = [];
  const book = createHolidays({
    documents: {
      get: async () => stored,
      set: async (_workspace: string, _key: string, value: unknown) => {
        stored = value;
      },
    } as never,
    audit: { record: async (_workspace: string, entry: unknown) => entries.push(entry) } as never,
    clock: { wall: () => timeOn(dayFrom('2026-12-01'), '12:00') } as never,
    announce: async workspace => announced.push([workspace, stored]),
  });
  const after = [{ day, name: 'Eid' }];
  for (const _again of [1, 2]) await book.save('W1', 'U1', after);
  expect(announced).toEqual([
    ['W1', undefined],
    ['W1', after],
    ['W1', after],
    ['W1', after],
  ]);
  expect(entries).toHaveLength(1);
  expect(await book.days('W1')).toEqual(new Map([[day, 'Eid']]));
});
