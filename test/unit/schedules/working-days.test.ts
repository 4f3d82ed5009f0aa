import fc from 'fast-check';
import { expect, test } from 'vitest';
import { DAY_MS, dayOf, timeOn } from '../../../src/kit/day.ts';
import { changedTo, due } from '../../../src/schedules/due.ts';
import {
  nextOpenRun,
  type OpenDays,
  runOf,
  runsBefore,
  type Schedule,
  type When,
} from '../../../src/schedules/schedule.ts';

/* "Every working day", at nine, from Thursday 26 November 2026: Friday and Saturday are free unless the workspace says otherwise. */

const FIRST = dayOf(Date.UTC(2026, 10, 26));
const WHEN: When = {
  start: '2026-11-26T09:00',
  zone: 'Asia/Dhaka',
  repeat: 'workdays',
  until: null,
  times: null,
  skipsHolidays: true,
};
const nine = (ahead: number): number => timeOn(FIRST + ahead, '09:00');
const schedule = (when: Partial<When> = {}): Schedule =>
  ({
    when: { ...WHEN, ...when },
    next: runOf({ ...WHEN, ...when }, 0),
    missedRun: null,
    runInProgress: null,
    notices: [],
  }) as Partial<Schedule> as Schedule;
const days = (workingDays = [0, 1, 2, 3, 4], holidays: number[] = []): OpenDays => ({
  workingDays,
  holidays: new Set(holidays.map(day => FIRST + day)),
});
/** The days ahead on which runs began, looked at every day. */
function daysOfRuns(from: Schedule, count: number, open: (day: number) => OpenDays): number[] {
  const began: number[] = [];
  let current = from;
  for (let day = 0; day < count; day += 1) {
    const outcome = due(current, nine(day), DAY_MS, open(day));
    if (outcome?.did === 'began') began.push(day);
    current = outcome?.schedule ?? current;
  }
  return began;
}

test('leave out Friday, Saturday and holidays; and “5 times” is five working days', () => {
  expect(daysOfRuns(schedule(), 11, () => days())).toEqual([0, 3, 4, 5, 6, 7, 10]);
  expect(daysOfRuns(schedule(), 8, () => days([0, 1, 2, 3, 4], [4]))).toEqual([0, 3, 5, 6, 7]);
  expect(daysOfRuns(schedule({ times: 5 }), 30, () => days())).toEqual([0, 3, 4, 5, 6]);
  expect(daysOfRuns(schedule({ until: '2026-11-29' }), 30, () => days())).toEqual([0, 3]);
});

test('that the workspace changes count at once, for what is scheduled already, too', () => {
  expect(daysOfRuns(schedule(), 11, day => days(day < 5 ? [0, 1, 2, 3, 4] : [1, 2, 3, 4, 5]))).toEqual([
    0, 3, 4, 5, 6, 7, 8,
  ]);
});

test('show the next one that goes; a holiday is named, a weekend isn’t', () => {
  const friday = { ...schedule(), next: runOf(WHEN, 1) };
  expect(nextOpenRun(friday, days())).toMatchObject({ run: { index: 3 }, off: [] });
  expect(nextOpenRun(friday, days([0, 1, 2, 3, 4], [3]))).toMatchObject({
    run: { index: 4 },
    off: [{ index: 3 }],
  });
  const weekend = { ...WHEN, until: '2026-11-28' };
  expect(nextOpenRun({ when: weekend, next: runOf(weekend, 1) }, days()).run).toBeNull();
});

test('of a changed schedule are counted from the form’s day on', () => {
  const before = { ...schedule({ times: 5 }), next: runOf(WHEN, 3) };
  const input = { ...WHEN, start: '2026-11-29T10:00', times: 3 };
  const after = changedTo(before, { content: before.content, when: input }, nine(2));
  // At nine, each run of the day before is seen.
  expect(daysOfRuns(after, 30, () => days())).toEqual([4, 5, 6]);
  expect(runsBefore(after.when, 8, days())).toBe(6);
  expect(after.next?.local).toBe('2026-11-29T10:00');
});

test('agree with a calendar read day by day', () => {
  const weeks = fc.uniqueArray(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 7 });
  const holidays = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { maxLength: 20 });
  const times = fc.option(fc.integer({ min: 1, max: 30 }));
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 6 }), weeks, holidays, times, (start, week, off, most) => {
      const when = { start: `2026-11-${22 + start}T09:00`, times: most };
      const first = start - 4;
      let remaining = most ?? Number.POSITIVE_INFINITY;
      const expected: number[] = [];
      for (let day = first; day < first + 60; day += 1) {
        const weekday = new Date((FIRST + day) * DAY_MS).getUTCDay();
        if (!week.includes(weekday) || remaining === 0) continue;
        remaining -= 1;
        if (!off.includes(day - first)) expected.push(day);
      }
      const open = days(
        week,
        off.map(day => day + first),
      );
      const began: number[] = [];
      let current = schedule(when);
      for (let day = first; day < first + 60; day += 1) {
        const { run } = nextOpenRun(current, open);
        const outcome = due(current, nine(day), DAY_MS, open);
        if (outcome?.did === 'began') {
          began.push(day);
          expect(run?.index).toBe(outcome.run.index);
        }
        current = outcome?.schedule ?? current;
      }
      expect(began).toEqual(expected);
    }),
  );
});
