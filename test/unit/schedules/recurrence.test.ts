import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isZone, localTimeAt, momentOf } from '../../../src/kit/time-zone.ts';
import {
  inRuleOf,
  lastRun,
  nextRun,
  REPEATS,
  runOf,
  type When,
  whenSchema,
} from '../../../src/schedules/schedule.ts';

const ZONES = [
  'Asia/Dhaka',
  'Europe/London',
  'America/New_York',
  'America/St_Johns',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Africa/Casablanca',
  'UTC',
];
const from = Date.UTC(2024, 0, 1);
const to = Date.UTC(2034, 0, 1);
const minutes = fc.integer({ min: from / 60_000, max: to / 60_000 }).map(minute => minute * 60_000);
const zones = fc.constantFrom(...ZONES);
const dayOf = (local: string) => Math.round(Date.parse(`${local.slice(0, 10)}T00:00Z`) / 86_400_000);
const monthOf = (local: string) => Number(local.slice(0, 4)) * 12 + Number(local.slice(5, 7));

const when = (fields: Partial<When> = {}): When => ({
  start: '2026-11-22T09:00',
  zone: 'Asia/Dhaka',
  repeat: 'daily',
  until: null,
  times: null,
  skipsHolidays: false,
  ...fields,
});
const locals = (rule: When, count: number) =>
  Array.from({ length: count }, (_, index) => runOf(rule, index)?.local);

describe('time in a zone', () => {
  test('every moment maps to local time and back, except the second time of a repeated hour', () => {
    fc.assert(
      fc.property(minutes, zones, (at, zone) => {
        const shown = localTimeAt(at, zone);
        const back = momentOf(shown, zone);
        expect(localTimeAt(back, zone)).toBe(shown);
        expect([0, 30, 60]).toContain((at - back) / 60_000);
      }),
      { numRuns: 2000 },
    );
  });

  test('a skipped hour becomes that much later; a repeated one means the first time', () => {
    const london = (local: string) => new Date(momentOf(local, 'Europe/London')).toISOString();
    expect(london('2026-03-29T00:59')).toBe('2026-03-29T00:59:00.000Z');
    expect(london('2026-03-29T01:30')).toBe('2026-03-29T01:30:00.000Z');
    expect(localTimeAt(momentOf('2026-03-29T01:30', 'Europe/London'), 'Europe/London')).toBe(
      '2026-03-29T02:30',
    );
    expect(london('2026-03-29T02:30')).toBe('2026-03-29T01:30:00.000Z');
    expect(london('2026-10-25T01:30')).toBe('2026-10-25T00:30:00.000Z');
    expect(london('2026-10-25T02:00')).toBe('2026-10-25T02:00:00.000Z');
    expect(new Date(momentOf('2026-11-22T09:00', 'Asia/Dhaka')).toISOString()).toBe(
      '2026-11-22T03:00:00.000Z',
    );
  });

  test('knows zones by their names', () => {
    expect(['Asia/Dhaka', 'Europe/London', 'Mars/Olympus', ''].map(isZone)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('runs', () => {
  const repeated = fc.record({
    start: fc.tuple(minutes, zones).map(([at, zone]) => localTimeAt(at, zone)),
    zone: zones,
    repeat: fc.constantFrom(...REPEATS),
    until: fc.constant(null),
    times: fc.constant(null),
    skipsHolidays: fc.constant(false),
  });

  test('each is later than the last, exactly one a period, and at the same time of day', () => {
    fc.assert(
      fc.property(repeated, fc.nat(400), (rule, index) => {
        const [run, next] = [runOf(rule, index), runOf(rule, index + 1)];
        if (!run || !next) throw new Error('It has no end');
        expect(next.at).toBeGreaterThan(run.at);
        const distance =
          rule.repeat === 'monthly'
            ? monthOf(next.local) - monthOf(run.local)
            : dayOf(next.local) - dayOf(run.local);
        expect(distance).toBe(rule.repeat === 'weekly' ? 7 : 1);
        expect(next.local.slice(10)).toBe(rule.start.slice(10));
      }),
    );
  });

  test('there is no run between the last before a moment and the next after it', () => {
    fc.assert(
      fc.property(
        repeated,
        minutes,
        fc.nat(30),
        fc.option(fc.integer({ min: 1, max: 50 })),
        (rule, at, first, times) => {
          const limited = { ...rule, times, skipsHolidays: false };
          const [last, next] = [lastRun(limited, at, first), nextRun(limited, at, first)];
          if (last) expect([last.at <= at, last.index >= first]).toEqual([true, true]);
          if (next) expect([next.at > at, next.index]).toEqual([true, (last?.index ?? first - 1) + 1]);
          else expect(runOf(limited, (last?.index ?? first - 1) + 1)).toBeNull();
        },
      ),
    );
  });

  test('monthly on a day that a month lacks, it runs on the month’s last day', () => {
    const monthly = when({ start: '2027-10-31T18:30', repeat: 'monthly' });
    expect(locals(monthly, 6).map(local => local?.slice(0, 10))).toEqual([
      '2027-10-31',
      '2027-11-30',
      '2027-12-31',
      '2028-01-31',
      '2028-02-29',
      '2028-03-31',
    ]);
  });

  test('setting the clock in between changes nothing about the time of day', () => {
    const daily = when({ start: '2026-10-24T09:00', zone: 'Europe/London' });
    const hours = [0, 1, 2].map(index => new Date(runOf(daily, index)?.at ?? 0).getUTCHours());
    expect(hours).toEqual([8, 9, 9]);
  });

  test('end with a day, or after a number; once is once', () => {
    expect(locals(when({ until: '2026-11-24' }), 4)).toEqual([
      '2026-11-22T09:00',
      '2026-11-23T09:00',
      '2026-11-24T09:00',
      undefined,
    ]);
    expect(locals(when({ times: 2, repeat: 'weekly' }), 3)).toEqual([
      '2026-11-22T09:00',
      '2026-11-29T09:00',
      undefined,
    ]);
    expect(locals(when({ repeat: null }), 2)).toEqual(['2026-11-22T09:00', undefined]);
    const far = Date.UTC(2040, 0);
    expect(lastRun(when({ times: 2 }), far, 0)).toMatchObject({ index: 1 });
    expect(lastRun(when({ times: 2 }), far, 2)).toBeNull();
  });

  test('only real dates and zones are stored', () => {
    expect(whenSchema.safeParse(when()).success).toBe(true);
    for (const wrong of [
      { start: '2027-02-29T09:00' },
      { zone: 'Mars/Olympus' },
      { times: 0 },
      { until: '2027-02-30' },
    ])
      expect(whenSchema.safeParse(when(wrong)).success).toBe(false);
  });
});

describe('a form that shows the next run and is submitted', () => {
  const LONDON = 'Europe/London';
  const month31 = when({ start: '2026-08-31T09:00', repeat: 'monthly', times: 9 });
  const night = when({ start: '2026-03-27T01:30', zone: LONDON });
  const friday = when({ start: '2026-11-20T09:00', repeat: 'weekly', until: '2027-01-01' });
  test.each<
    [string, When, number, Partial<When>, { start: string; from: number; next: string; after: string }]
  >([
    [
      'as it was keeps the 31st, though the next run is on the 30th',
      month31,
      3,
      {},
      { start: '2026-08-31T09:00', from: 3, next: '2026-11-30T09:00', after: '2026-12-31T09:00' },
    ],
    [
      'with another time keeps the 31st',
      month31,
      3,
      { start: '2026-11-30T14:00' },
      { start: '2026-08-31T14:00', from: 3, next: '2026-11-30T14:00', after: '2026-12-31T14:00' },
    ],
    [
      'with a later month keeps the 31st',
      month31,
      3,
      { start: '2027-02-28T09:00' },
      { start: '2026-08-31T09:00', from: 6, next: '2027-02-28T09:00', after: '2027-03-31T09:00' },
    ],
    [
      'with another day has that day',
      month31,
      3,
      { start: '2026-11-29T09:00' },
      { start: '2026-11-29T09:00', from: 0, next: '2026-11-29T09:00', after: '2026-12-29T09:00' },
    ],
    [
      'to repeat otherwise starts at the run that is shown',
      month31,
      3,
      { repeat: 'weekly' },
      { start: '2026-11-30T09:00', from: 0, next: '2026-11-30T09:00', after: '2026-12-07T09:00' },
    ],
    [
      'as it was keeps 01:30, though it is at 02:30 that night',
      night,
      2,
      {},
      { start: '2026-03-27T01:30', from: 2, next: '2026-03-29T01:30', after: '2026-03-30T01:30' },
    ],
    [
      'to repeat otherwise keeps 01:30, too',
      night,
      2,
      { repeat: 'weekly' },
      { start: '2026-03-29T01:30', from: 0, next: '2026-03-29T01:30', after: '2026-04-05T01:30' },
    ],
    [
      'with another day keeps 01:30, though the form showed 02:30',
      night,
      2,
      { start: '2026-03-31T02:30' },
      { start: '2026-03-27T01:30', from: 4, next: '2026-03-31T01:30', after: '2026-04-01T01:30' },
    ],
    [
      'with another weekday has that one',
      friday,
      1,
      { start: '2026-11-28T09:00' },
      { start: '2026-11-28T09:00', from: 0, next: '2026-11-28T09:00', after: '2026-12-05T09:00' },
    ],
  ])('%s', (_what, before, index, changed, { next, after: later, ...rule }) => {
    const shown = runOf(before, index);
    const typed = localTimeAt(shown?.at ?? 0, before.zone);
    const times = before.times && before.times - index;
    const { when: after, from } = inRuleOf(before, shown, { ...before, start: typed, times, ...changed });
    expect({ start: after.start, from }).toEqual({ start: rule.start, from: rule.from });
    expect([runOf(after, from)?.local, runOf(after, from + 1)?.local]).toEqual([next, later]);
    if (times) expect(runOf({ ...after, until: null }, from + times - 1)).not.toBeNull();
    if (times) expect(runOf({ ...after, until: null }, from + times)).toBeNull();
  });
});
