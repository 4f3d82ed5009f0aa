import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { HolidayNames } from '../../../src/holidays/holiday.ts';
import { dayOf } from '../../../src/kit/day.ts';
import { localTimeAt } from '../../../src/kit/time-zone.ts';
import { eventsOf } from '../../../src/rotas/calendar/events.ts';
import { changedTo, rotaOf, withoutPeople } from '../../../src/rotas/change.ts';
import { planOf } from '../../../src/rotas/plan.ts';
import {
  LISTS,
  NO_SPECIAL_TIMES,
  PLACES,
  peopleIn,
  peopleOf,
  type Rota,
  type RotaDraft,
  type RotaPlace,
  rotaSchema,
} from '../../../src/rotas/rota.ts';
import { gaps, onCall, onSince, stints, stintsUntil } from '../../../src/rotas/stints.ts';
import type { Recipient } from '../../../src/texts/recipient.ts';

/* Nights, weekends, holidays and the second in line. */

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** Sunday, 22 November 2026, 15:00 in Dhaka. */
const NOW = Date.UTC(2026, 10, 22, 9);
const TODAY = dayOf(NOW);

const teammate = (name: string): Recipient => ({ kind: 'teammate', userId: name, label: name });
const team = (...names: string[]): { people: Recipient[] } => ({ people: names.map(teammate) });
const nameOf = (recipient: Recipient | null): string | null =>
  recipient?.kind === 'teammate' ? recipient.userId : null;
const draft = (fields: Partial<RotaDraft> = {}): RotaDraft => ({
  name: 'Servers',
  ...team('A', 'B'),
  hours: 168,
  time: '09:00',
  weekday: 0,
  ...NO_SPECIAL_TIMES,
  channel: null,
  texts: true,
  ...fields,
});
const NONE: HolidayNames = new Map();
const rota = (fields: Partial<RotaDraft>, holidays = NONE, at = NOW): Rota =>
  rotaOf(draft(fields), { id: 'r', origin: null, createdBy: 'U1' }, holidays, at);
const there = (at: number | null): string | null =>
  at === null ? null : localTimeAt(at, 'Asia/Dhaka').slice(5);
const planned = (rota: Rota, most: number, place: RotaPlace = 'first', holidays = NONE) =>
  stints(planOf(rota, place, holidays), NOW, most).map(({ person, from }) => [nameOf(person), there(from)]);

const FRIDAY_AND_SATURDAY = [5, 6];
const NIGHT = { from: '22:00', to: '08:00' };

describe('a rota whose weekends, nights or holidays have their own people', () => {
  test('a weekend is its people’s from hand-over to hand-over, each weekend another’s, and the turns go on below', () => {
    const all = rota({ hours: 24, weekends: { ...team('X', 'Y'), days: FRIDAY_AND_SATURDAY } });
    expect(planned(all, 13)).toEqual([
      ['A', '11-22T15:00'],
      ['B', '11-23T09:00'],
      ['A', '11-24T09:00'],
      ['B', '11-25T09:00'],
      ['A', '11-26T09:00'],
      ['X', '11-27T09:00'],
      ['B', '11-29T09:00'],
      ['A', '11-30T09:00'],
      ['B', '12-01T09:00'],
      ['A', '12-02T09:00'],
      ['B', '12-03T09:00'],
      ['Y', '12-04T09:00'],
      ['A', '12-06T09:00'],
    ]);
  });

  test('a rota that hands over in the evening begins its weekend on Thursday evening', () => {
    const all = rota({ time: '21:00', weekday: 6, weekends: { ...team('X'), days: FRIDAY_AND_SATURDAY } });
    expect(planned(all, 3)).toEqual([
      ['A', '11-22T15:00'],
      ['X', '11-26T21:00'],
      ['B', '11-28T21:00'],
    ]);
  });

  test('a night is one person’s; with weekly shifts, all nights of a week are', () => {
    const daily = rota({ hours: 8, ...team('A'), nights: { ...team('M', 'N'), ...NIGHT } });
    expect(planned(daily, 5)).toEqual([
      ['A', '11-22T15:00'],
      ['M', '11-22T22:00'],
      ['A', '11-23T08:00'],
      ['N', '11-23T22:00'],
      ['A', '11-24T08:00'],
    ]);
    const weekly = rota({ ...team('A'), nights: { ...team('M', 'N'), ...NIGHT } });
    expect(planned(weekly, 17).flatMap(([name]) => (name === 'A' ? [] : name))).toEqual([...'MMMMMMMN']);
  });

  test('a weekend goes before a night, and a holiday before both; nobody is second in line when nobody is on call', () => {
    const friday = TODAY + 5;
    const holidays: HolidayNames = new Map([[friday, 'Victory Day']]);
    const all = rota({
      ...team('A'),
      second: team('S'),
      nights: { ...team('N'), ...NIGHT },
      weekends: { ...team('W'), days: FRIDAY_AND_SATURDAY },
      holidays: 'nobody',
    });
    const from = planned(all, 20, 'first', holidays).findIndex(([, at]) => at === '11-26T22:00');
    expect(planned(all, 20, 'first', holidays).slice(from, from + 5)).toEqual([
      ['N', '11-26T22:00'],
      ['A', '11-27T08:00'],
      [null, '11-27T09:00'],
      ['W', '11-28T09:00'],
      ['A', '11-29T09:00'],
    ]);
    expect(planned(all, 3, 'second', holidays)).toEqual([
      ['S', '11-22T15:00'],
      [null, '11-27T09:00'],
      ['S', '11-28T09:00'],
    ]);
    for (const place of PLACES)
      expect(
        gaps(planOf(all, place, holidays), NOW, NOW + 28 * DAY).map(({ from, to }) => [
          there(from),
          there(to),
        ]),
      ).toEqual([['11-27T09:00', '11-28T09:00']]);
    const own = rota({ ...team('A'), holidays: team('H') }, holidays);
    expect(planned(own, 3, 'first', holidays)).toEqual([
      ['A', '11-22T15:00'],
      ['H', '11-27T09:00'],
      ['A', '11-28T09:00'],
    ]);
  });

  test('the second in line changes at the rota’s hand-overs, and has stand-ins of its own', () => {
    const plain = rota({ hours: 24, second: team('C', 'D', 'E') });
    const standIn = { id: 'o', by: 'U1', person: teammate('F'), from: NOW, to: NOW + HOUR };
    const all: Rota = { ...plain, overrides: [{ ...standIn, place: 'second' }] };
    expect(planned(all, 4, 'second')).toEqual([
      ['F', '11-22T15:00'],
      ['C', '11-22T16:00'],
      ['D', '11-23T09:00'],
      ['E', '11-24T09:00'],
    ]);
    expect(planned(all, 2)).toEqual(planned(plain, 2));
    expect(onCall(planOf(rota({}), 'second', NONE), NOW)).toEqual({ person: null, until: null, next: null });
  });

  test('if none of its own people are left, the rota’s are on call; nobody changes whose turn it is', () => {
    const all = rota({ nights: { ...team('M'), ...NIGHT }, holidays: team('H'), second: team('S', 'M') });
    const without = withoutPeople(all, person => nameOf(person) === 'M', NONE, NOW);
    expect(peopleOf(without).map(nameOf)).toEqual(['A', 'B', 'S', 'H']);
    expect(planned(without, 3)).toEqual(planned(rota({}), 3));
  });

  test('a new list begins with its first person, even if a night or a weekend has just passed', () => {
    for (const weekday of [0, 1, 2, 3, 4, 5, 6])
      for (const hours of [8, 24, 168, 336]) {
        const weekends = { ...team('X', 'Y', 'Z'), days: FRIDAY_AND_SATURDAY };
        const all = rota({ weekday, hours, weekends });
        const names = planned(all, 60).flatMap(([name]) => ('XYZ'.includes(name ?? '-') ? name : []));
        expect(names[0]).toBe('X');
      }
  });
});

describe('for any rota', () => {
  const names = (letters: string, most: number) =>
    fc.uniqueArray(fc.constantFrom(...letters), { maxLength: most }).map(some => team(...some));
  const hourOf = (hour: number): string => `${hour}`.padStart(2, '0').concat(':00');
  const anyHour = fc.integer({ min: 0, max: 23 });
  const rotas = fc
    .record({
      people: names('ABCD', 4),
      hours: fc.oneof(fc.constantFrom(8, 12, 24, 168, 336), fc.integer({ min: 1, max: 400 })),
      time: anyHour.map(hourOf),
      weekday: fc.integer({ min: 0, max: 6 }),
      second: fc.option(names('BCD', 3)),
      weekends: fc.option(
        fc.record({
          list: names('AWX', 2),
          days: fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 6 }),
        }),
      ),
      nights: fc.option(
        fc.record({ list: names('ANM', 2), from: anyHour, length: fc.integer({ min: 1, max: 23 }) }),
      ),
      holidays: fc.option(fc.oneof(fc.constant('nobody' as const), names('AHI', 2))),
      days: fc.uniqueArray(fc.integer({ min: -20, max: 40 }), { maxLength: 6 }),
      standIn: fc.option(
        fc.record({
          place: fc.constantFrom(...PLACES),
          from: fc.integer({ min: -100, max: 300 }),
          length: fc.integer({ min: 1, max: 90 }),
        }),
      ),
      age: fc.integer({ min: -500, max: 0 }),
    })
    .map(({ people, weekends, nights, days, standIn, age, ...rest }) => {
      const holidays: HolidayNames = new Map(days.map(day => [TODAY + day, 'Holiday']));
      const fields = {
        ...rest,
        ...people,
        weekends: weekends && { ...weekends.list, days: weekends.days },
        nights: nights && {
          ...nights.list,
          from: hourOf(nights.from),
          to: hourOf((nights.from + nights.length) % 24),
        },
      };
      const plain = rota(fields, holidays, NOW + age * HOUR);
      const override = standIn && {
        id: 'o',
        by: 'U1',
        place: standIn.place,
        person: teammate('F'),
        from: NOW + standIn.from * HOUR,
        to: NOW + (standIn.from + standIn.length) * HOUR,
      };
      return { rota: rotaSchema.parse({ ...plain, overrides: override ? [override] : [] }), holidays };
    });

  /** Is it night, a weekend or a holiday in this hour? By the clock on the wall. */
  function isTimeOf(
    rota: Rota,
    holidays: HolidayNames,
    list: 'nights' | 'weekends' | 'holidays',
    at: number,
  ): boolean {
    const time = localTimeAt(at, 'Asia/Dhaka').slice(11);
    if (list === 'nights') {
      const { from, to } = rota.nights ?? NIGHT;
      return from < to ? from <= time && time < to : from <= time || time < to;
    }
    const begunBefore = rota.time < '12:00' ? time < rota.time : false;
    const begunAlready = rota.time < '12:00' ? false : time >= rota.time;
    const day = dayOf(at) + (begunAlready ? 1 : 0) - (begunBefore ? 1 : 0);
    if (list === 'holidays') return holidays.has(day);
    return rota.weekends?.days.includes(new Date(day * DAY).getUTCDay()) ?? false;
  }

  /** Who is on call in an hour, found by walking back to when the night or the weekend began. */
  function naive(
    { rota, holidays }: { rota: Rota; holidays: HolidayNames },
    place: RotaPlace,
    at: number,
  ): string | null {
    const override = rota.overrides.find(each => each.place === place && each.from <= at && at < each.to);
    if (override) return nameOf(override.person);
    const take = (list: (typeof LISTS)[number], from: number, least: number): string | null => {
      const people = peopleIn(rota, list);
      const { at: first, index } = rota.turns[list];
      const turns = Math.floor((from - first) / (Math.max(rota.hours, least) * HOUR));
      return people.length === 0
        ? null
        : nameOf(people[(((index + turns) % people.length) + people.length) % people.length] ?? null);
    };
    const on = (list: 'nights' | 'weekends' | 'holidays', moment: number): boolean =>
      isTimeOf(rota, holidays, list, moment);
    if (rota.holidays === 'nobody' && on('holidays', at)) return null;
    if (place === 'second') return take('second', at, 1);
    if (rota.holidays && peopleIn(rota, 'holidays').length > 0 && on('holidays', at)) {
      let from = at;
      while (localTimeAt(from, 'Asia/Dhaka').slice(11) !== rota.time) from -= HOUR;
      return take('holidays', from, 24);
    }
    for (const [list, least] of [
      ['weekends', 168],
      ['nights', 24],
    ] as const) {
      if (peopleIn(rota, list).length === 0 || !on(list, at)) continue;
      let from = at;
      while (on(list, from - HOUR)) from -= HOUR;
      return take(list, from, least);
    }
    return take('people', at, 1);
  }

  const hour = fc.integer({ min: -100, max: 400 });

  test('stints cover time without overlap, and agree with the clock on the wall in every hour', () => {
    fc.assert(
      fc.property(rotas, hour, fc.constantFrom(...PLACES), (all, after, place) => {
        const at = NOW + after * HOUR;
        const plan = planOf(all.rota, place, all.holidays);
        const end = at + 15 * DAY;
        const coming = stintsUntil(plan, at, end);
        let expected = at;
        for (const [index, { person, from, until }] of coming.entries()) {
          expect(from).toBe(expected);
          if (index > 0) expect(nameOf(person)).not.toBe(nameOf(coming[index - 1]?.person ?? null));
          for (let moment = from; moment < Math.min(until ?? end, end); moment += HOUR)
            expect(nameOf(person), there(moment) ?? '').toBe(naive(all, place, moment));
          expected = until ?? end;
        }
        expect(expected).toBeGreaterThanOrEqual(end);
        const alone = gaps(plan, at, end).reduce(
          (sum, { from, to }) => sum + Math.min(to ?? end, end) - from,
          0,
        );
        let empty = 0;
        for (let moment = at; moment < end; moment += HOUR)
          if (naive(all, place, moment) === null) empty += HOUR;
        expect(alone).toBe(empty);
      }),
      { numRuns: 80 },
    );
  });

  test('whoever is on call came on when somebody else was on until then', () => {
    fc.assert(
      fc.property(rotas, hour, fc.constantFrom(...PLACES), (all, after, place) => {
        const at = NOW + after * HOUR;
        const plan = planOf(all.rota, place, all.holidays);
        const since = onSince(plan, at);
        if (since === null) return;
        const name = nameOf(onCall(plan, at).person);
        expect(nameOf(onCall(plan, since - 1).person)).not.toBe(name);
        expect(nameOf(onCall(plan, since).person)).toBe(name);
      }),
      { numRuns: 200 },
    );
  });

  test('adding somebody to any list changes nobody’s current turn, nor the next person’s on a list’s next time', () => {
    fc.assert(
      fc.property(rotas, hour, fc.constantFrom(...LISTS), (all, after, list) => {
        const { rota: before, holidays } = all;
        const at = NOW + after * HOUR;
        const special = before[list];
        if (special === null || special === 'nobody') return;
        const more = [...peopleIn(before, list), teammate('New')];
        if (more.length === 1) return;
        const input = { ...before, [list]: list === 'people' ? more : { ...special, people: more } };
        const after1 = changedTo(before, input, holidays, at);
        for (const place of PLACES) {
          const [then, now] = [before, after1].map(each =>
            onCall(planOf({ ...each, overrides: before.overrides }, place, holidays), at),
          );
          expect(nameOf(now?.person ?? null)).toBe(nameOf(then?.person ?? null));
        }
        // Without a change, everything stays as it was.
        const same = changedTo(before, before, holidays, at);
        for (const place of PLACES)
          expect(stints(planOf({ ...same, overrides: before.overrides }, place, holidays), at, 8)).toEqual(
            stints(planOf(before, place, holidays), at, 8),
          );
      }),
      { numRuns: 300 },
    );
  });
});

test('a calendar’s turns keep their ids as time goes on, also those of the only one in a list', () => {
  const all = rota({ second: team('S') });
  const idsAt = (at: number) =>
    eventsOf({ rota: all }, NONE, at)
      .map(({ id }) => id)
      .filter(id => id.includes('second'));
  expect(idsAt(NOW)).toHaveLength(1);
  expect(idsAt(NOW + HOUR)).toEqual(idsAt(NOW));
});
