import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  areAllowedHours,
  promotionalAt,
  throughHours,
  WIDEST_HOURS,
} from '../../../src/workspace/promotional-hours.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** A moment in Bangladesh's time. */
const there = (written: string) => Date.parse(`${written}+06:00`);

const anyMoment = fc.integer({ min: there('2000-01-01T00:00'), max: there('2100-01-01T00:00') });
const minute = fc.integer({ min: 9 * 60, max: 21 * 60 });
const written = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const anyHours = fc
  .uniqueArray(minute, { minLength: 2, maxLength: 2 })
  .map(two => two.sort((one, other) => one - other).map(written))
  .map(([from = '', to = '']) => ({ from, to }));

describe('when promotional texts may go', () => {
  test.each([
    ['2026-03-01T08:59:59.999', false, '2026-03-01T09:00'],
    ['2026-03-01T09:00', true, '2026-03-01T21:00'],
    ['2026-03-01T20:59:59.999', true, '2026-03-01T21:00'],
    ['2026-03-01T21:00', false, '2026-03-02T09:00'],
    ['2026-02-28T23:30', false, '2026-03-01T09:00'],
    ['2026-12-31T21:00', false, '2027-01-01T09:00'],
  ])('%s', (at, open, until) => {
    expect(promotionalAt(WIDEST_HOURS, there(at))).toEqual({ open, until: there(until) });
  });

  test('never between midnight and eight, whatever hours admins may choose', () => {
    fc.assert(
      fc.property(anyHours, anyMoment, (hours, at) => {
        const hour = Number(new Date(at + 6 * HOUR).toISOString().slice(11, 13));
        if (hour < 8) expect(promotionalAt(hours, at).open).toBe(false);
      }),
    );
  });

  test('changes exactly when it says, within a day', () => {
    fc.assert(
      fc.property(anyHours, anyMoment, (hours, at) => {
        const { open, until } = promotionalAt(hours, at);
        expect(until).toBeGreaterThan(at);
        expect(until - at).toBeLessThanOrEqual(DAY);
        expect(promotionalAt(hours, until - 1)).toEqual({ open, until });
        expect(promotionalAt(hours, until).open).toBe(!open);
      }),
    );
  });

  test('is the same a day later', () => {
    fc.assert(
      fc.property(anyHours, anyMoment, (hours, at) => {
        const today = promotionalAt(hours, at);
        expect(promotionalAt(hours, at + DAY)).toEqual({ open: today.open, until: today.until + DAY });
      }),
    );
  });
});

describe('hours that admins may choose', () => {
  test('are within the widest, and not empty', () => {
    fc.assert(fc.property(anyHours, areAllowedHours));
    for (const [from, to] of [
      ['08:59', '21:00'],
      ['09:00', '21:01'],
      ['12:00', '12:00'],
      ['20:00', '10:00'],
      ['00:00', '08:00'],
      ['9:00', '21:00'],
      ['09:00', '20:60'],
      ['', ''],
    ])
      expect(areAllowedHours({ from: from ?? '', to: to ?? '' }), `${from}–${to}`).toBe(false);
  });
});

describe('work that takes long', () => {
  test.each([
    ['ends before nine', '2026-03-01T10:00', 1.5, null, null, '2026-03-01T11:30'],
    ['ends at nine sharp', '2026-03-01T20:00', 1, null, null, '2026-03-01T21:00'],
    ['pauses overnight', '2026-03-01T20:00', 1.5, null, '2026-03-01T21:00', '2026-03-02T09:30'],
    ['begins in the morning', '2026-03-01T22:00', 2, '2026-03-02T09:00', null, '2026-03-02T11:00'],
    ['takes days', '2026-03-01T06:00', 30, '2026-03-01T09:00', '2026-03-01T21:00', '2026-03-03T15:00'],
  ])('%s', (_, at, durationHours, beginsAt, pausesAt, endsAt) => {
    expect(throughHours(WIDEST_HOURS, there(at), durationHours * HOUR)).toEqual({
      beginsAt: beginsAt && there(beginsAt),
      pausesAt: pausesAt && there(pausesAt),
      endsAt: there(endsAt),
    });
  });

  test('is done only within the hours, and for as long as it takes', () => {
    fc.assert(
      fc.property(anyHours, anyMoment, fc.integer({ min: 0, max: 12 * HOUR }), (hours, at, durationMs) => {
        const { beginsAt, endsAt } = throughHours(hours, at, durationMs);
        let open = 0;
        for (let time = beginsAt ?? at; time < endsAt; ) {
          const now = promotionalAt(hours, time);
          const until = Math.min(now.until, endsAt);
          if (now.open) open += until - time;
          time = until;
        }
        expect(open).toBe(durationMs);
      }),
    );
  });
});
