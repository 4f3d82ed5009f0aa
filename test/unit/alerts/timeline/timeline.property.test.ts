import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { TimelineNote } from '../../../../src/alerts/policy/timeline-entry.ts';
import { dueSums, mondayOf, monthSaidAt, nightOf, weekSaidAt } from '../../../../src/alerts/timeline/sums.ts';
import {
  type HookTimelines,
  MAX_ALL_ENTRIES,
  MAX_ENTRIES,
  MAX_INCIDENTS,
  NO_TIMELINES,
  recentTimelines,
  withNotes,
} from '../../../../src/alerts/timeline/timeline.ts';
import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS, timeOn } from '../../../../src/kit/day.ts';
import { runToEnd } from '../../../../src/kit/fair-scheduler.ts';

/** Monday, 16 November 2026, 00:00 in Bangladesh. */
const MONDAY = Date.UTC(2026, 10, 15, 18);
const KEPT_MS = 30 * DAY_MS;

const after = (before: HookTimelines, notes: readonly TimelineNote[]): HookTimelines =>
  runToEnd(withNotes(before, notes, at => at));
const note = (incident: number, since: number, entry: Partial<TimelineNote>): TimelineNote => ({
  incident,
  since,
  post: incident,
  event: 'fired',
  at: since,
  count: 1,
  ...entry,
});

const EVENTS = ['texted', 'unsent', 'acknowledged', 'muted', 'nobody_answered', 'over', 'reopened'] as const;

/** Incidents with later entries, in the order of their times, within two weeks. */
const arbitraryNotes = fc
  .array(
    fc.record({
      since: fc.integer({ min: 0, max: 10 * 24 * 60 }),
      later: fc.array(
        fc.record({
          afterMinutes: fc.integer({ min: 0, max: 4 * 24 * 60 }),
          event: fc.constantFrom(...EVENTS),
          count: fc.integer({ min: 1, max: 3 }),
          isShared: fc.boolean(),
        }),
        { maxLength: 6 },
      ),
    }),
    { maxLength: 8 },
  )
  .map(all =>
    all
      .flatMap(({ since, later }, index) => {
        const began = MONDAY + since * MINUTE_MS;
        return [
          note(index + 1, began, {}),
          ...later.map(({ afterMinutes, event, count, isShared }) =>
            note(index + 1, began, {
              event,
              at: began + (1 + afterMinutes) * MINUTE_MS,
              count,
              ...(event === 'texted' && {
                to: ['01712345678', '01812345678', '01912345678'].slice(0, count),
              }),
              ...(event === 'acknowledged' && { by: { kind: 'person', userId: 'U1' } as const }),
              ...(isShared && { isShared }),
            }),
          ),
        ];
      })
      .toSorted((one, other) => one.at - other.at),
  );

test('the sums of a week are what the entries of its timelines say, however the notes are divided among turns', () => {
  fc.assert(
    fc.property(arbitraryNotes, fc.integer({ min: 1, max: 5 }), (notes, size) => {
      let timelines = NO_TIMELINES;
      for (let first = 0; first < notes.length; first += size)
        timelines = after(timelines, notes.slice(first, first + size));
      const { failures, incidents } = after(NO_TIMELINES, notes);
      expect([timelines.incidents, timelines.failures]).toEqual([incidents, failures]);
      const entries = timelines.incidents.flatMap(incident => incident.entries);
      for (const week of timelines.weeks) {
        const own = entries.filter(({ at }) => mondayOf(at) === week.monday);
        const count = (event: string): number =>
          own
            .filter(entry => entry.event === event && !entry.isShared)
            .reduce((sum, entry) => sum + entry.count, 0);
        expect(week.texts).toBe(count('texted'));
        expect(week.unsent).toBe(count('unsent'));
        expect(week.unanswered).toBe(own.filter(({ event }) => event === 'nobody_answered').length);
        expect(week.muted.alerts).toBe(
          own.filter(({ event }) => event === 'muted').reduce((sum, entry) => sum + entry.count, 0),
        );
        const nights = own.filter(({ event, isShared }) => event === 'texted' && !isShared);
        expect(week.nights.toSorted()).toEqual(
          [...new Set(nights.flatMap(({ at }) => nightOf(at) ?? []))].toSorted(),
        );
      }
      const total = (field: 'incidents' | 'acknowledged' | 'acknowledgedMs' | 'texts'): number =>
        timelines.weeks.reduce((sum, week) => sum + week[field], 0);
      const times = timelines.incidents.flatMap(({ acknowledgedMs }) => acknowledgedMs ?? []);
      expect(total('incidents')).toBe(timelines.incidents.length);
      expect(total('acknowledged')).toBe(times.length);
      expect(total('acknowledgedMs')).toBe(times.reduce((sum, ms) => sum + ms, 0));
      const people = timelines.months.flatMap(month => month.people);
      expect(people.reduce((sum, { texts }) => sum + texts, 0)).toBe(total('texts'));
    }),
  );
});

test('however much happens, timelines stay within their limits, and the sums hold what gave way', () => {
  let timelines = NO_TIMELINES;
  for (let id = 1; id <= 2 * MAX_INCIDENTS; id++) {
    const since = MONDAY + id * MINUTE_MS;
    timelines = after(timelines, [note(id, since, {}), note(id, since, { event: 'over' })]);
  }
  expect(timelines.incidents).toHaveLength(MAX_INCIDENTS);
  expect(timelines.incidents.at(-1)?.id, 'the latest stay').toBe(2 * MAX_INCIDENTS);
  expect(timelines.weeks.map(({ incidents }) => incidents)).toEqual([2 * MAX_INCIDENTS]);

  const texts = Array.from({ length: 1000 }, (_, index) =>
    note(9999, MONDAY + DAY_MS, {
      event: 'texted',
      at: MONDAY + DAY_MS + index * MINUTE_MS,
      to: ['01712345678'],
    }),
  );
  timelines = after(timelines, [note(9999, MONDAY + DAY_MS, {}), ...texts]);
  const long = timelines.incidents.at(-1);
  expect(long?.entries).toHaveLength(MAX_ENTRIES);
  expect(long?.entries[0]?.event, 'the beginning stays').toBe('fired');
  expect(long?.dropped).toBe(1001 - MAX_ENTRIES);
  expect(timelines.weeks[0]?.texts).toBe(1000);

  for (let id = 10_000; id < 10_100; id++) {
    const notes = Array.from({ length: MAX_ENTRIES }, () => note(id, MONDAY, { event: 'folded' }));
    timelines = after(timelines, notes);
  }
  const entries = timelines.incidents.reduce((sum, incident) => sum + incident.entries.length, 0);
  expect(entries).toBeLessThanOrEqual(MAX_ALL_ENTRIES);
});

test('who isn’t among a month’s hundred people has their texts counted together, and nothing else', () => {
  const texts = Array.from({ length: 103 }, (_, index) =>
    note(1, MONDAY, { event: 'texted', at: MONDAY + index, to: [`017${String(index).padStart(8, '0')}`] }),
  );
  const by = { kind: 'person', userId: 'U9' } as const;
  const { months } = after(NO_TIMELINES, [
    note(1, MONDAY, {}),
    ...texts,
    note(1, MONDAY, { event: 'acknowledged', by }),
  ]);
  expect(months.map(({ people, otherTexts }) => [people.length, otherTexts])).toEqual([[100, 3]]);
});

test('entries go when messages go, then their incidents, and sums some weeks after they were due: nothing is left', () => {
  const { timelines, next } = recentTimelines(
    after(NO_TIMELINES, [note(1, MONDAY, {}), note(1, MONDAY, { event: 'over', at: MONDAY + DAY_MS })]),
    MONDAY + DAY_MS,
    KEPT_MS,
  );
  expect(next, 'the week, which was due a week later').toBe(
    weekSaidAt({ monday: dayOf(MONDAY) }) + 14 * DAY_MS,
  );
  const later = recentTimelines(timelines, MONDAY + KEPT_MS, KEPT_MS);
  expect(later.timelines.incidents.flatMap(({ entries }) => entries.map(({ event }) => event))).toEqual([
    'over',
  ]);
  const last = recentTimelines(timelines, MONDAY + 60 * DAY_MS, KEPT_MS);
  expect([last.timelines, last.next]).toEqual([NO_TIMELINES, null]);
});

test('a week is due on the Monday after it at 09:00 for a day, a month on the first Monday of the next', () => {
  const timelines = after(NO_TIMELINES, [
    note(1, MONDAY, {}),
    note(1, MONDAY, { event: 'texted', to: ['01712345678'] }),
  ]);
  const week = weekSaidAt({ monday: dayOf(MONDAY) });
  expect(week).toBe(timeOn(dayOf(MONDAY) + 7, '09:00'));
  expect(dueSums(timelines, week - 1)).toMatchObject({ week: null, month: null, next: week });
  expect(dueSums(timelines, week)).toMatchObject({ week: { incidents: 1 }, month: null });
  expect(dueSums(timelines, week + DAY_MS).week, 'a day late').toBeNull();
  const starts = (month: number): number => Date.UTC(2026, month, 1) - 6 * HOUR_MS;
  // 7 December 2026, 1 February 2027 (itself a Monday).
  expect(monthSaidAt({ start: starts(10) })).toBe(Date.UTC(2026, 11, 7, 3));
  expect(monthSaidAt({ start: starts(12) })).toBe(Date.UTC(2027, 1, 1, 3));
});

test('a night lasts from 22:00 to 07:00 in Bangladesh and counts as one', () => {
  const day = dayOf(MONDAY);
  expect(nightOf(timeOn(day, '21:59'))).toBeNull();
  expect([nightOf(timeOn(day, '22:00')), nightOf(timeOn(day + 1, '06:59'))]).toEqual([day + 1, day + 1]);
  expect(nightOf(timeOn(day + 1, '07:00'))).toBeNull();
});
