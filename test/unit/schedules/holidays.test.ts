import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DAY_MS, dayOf, HOUR_MS, timeOn } from '../../../src/kit/day.ts';
import { due } from '../../../src/schedules/due.ts';
import { nextOpenRun, runOf, type Schedule, type When } from '../../../src/schedules/schedule.ts';

/* "Not on holidays". The schedule sends every day at nine, from Sunday 22 November 2026. */

const FIRST = dayOf(Date.UTC(2026, 10, 22));
const WHEN: When = {
  start: '2026-11-22T09:00',
  zone: 'Asia/Dhaka',
  repeat: 'daily',
  until: null,
  times: null,
  skipsHolidays: true,
};
const nine = (ahead: number): number => timeOn(FIRST + ahead, '09:00');
const daysOff = (...ahead: number[]) => ({
  holidays: new Set(ahead.map(day => FIRST + day)),
  workingDays: [0, 1, 2, 3, 4],
});
const schedule = (when: Partial<When> = {}, index = 0): Schedule =>
  ({
    when: { ...WHEN, ...when },
    next: runOf({ ...WHEN, ...when }, index),
    missedRun: null,
    runInProgress: null,
    notices: [],
  }) as Partial<Schedule> as Schedule;

describe('a run on a holiday', () => {
  test('is skipped without a word, and the next one goes', () => {
    const off = daysOff(0, 1);
    const first = due(schedule(), nine(0), HOUR_MS, off);
    expect(first?.did).toBe('day_off');
    expect(first?.schedule.next?.index).toBe(1);
    expect(first?.schedule.notices).toEqual([]);
    const second = due(first?.schedule as Schedule, nine(1), HOUR_MS, off);
    const third = due(second?.schedule as Schedule, nine(2), HOUR_MS, off);
    expect(third).toMatchObject({ did: 'began', run: { index: 2 } });
  });

  test('goes if the schedule doesn’t ask for that, or is for once', () => {
    expect(due(schedule({ skipsHolidays: false }), nine(0), HOUR_MS, daysOff(0))?.did).toBe('began');
    expect(due(schedule({ repeat: null }), nine(0), HOUR_MS, daysOff(0))?.did).toBe('began');
  });

  test('doesn’t count among those missed while the app wasn’t running', () => {
    const after = due(schedule(), nine(3), HOUR_MS, daysOff(1));
    expect(after).toMatchObject({ did: 'began', run: { index: 3 } });
    expect(after?.schedule.notices).toEqual([{ kind: 'missed', local: '2026-11-25T09:00', runs: 2 }]);
    // Tuesday is off, so Monday's is the one to ask about.
    const late = due(schedule(), nine(2), HOUR_MS, daysOff(2));
    expect(late?.did).toBe('late');
    expect(late?.schedule.missedRun).toMatchObject({ index: 1, from: 0 });
  });

  test('shows which holidays come before the next run, or that none is left', () => {
    const { run, off } = nextOpenRun(schedule(), daysOff(0, 1, 4));
    expect([run?.index, off.map(({ index }) => index)]).toEqual([2, [0, 1]]);
    expect(nextOpenRun(schedule({ times: 2 }), daysOff(0, 1)).run).toBeNull();
  });
});

test('whatever the holidays and the times between looks, each day goes at most once, and none on a holiday', () => {
  const some = fc.uniqueArray(fc.integer({ min: 0, max: 30 }), { maxLength: 20 });
  const waits = fc.array(fc.integer({ min: 0, max: 3 * DAY_MS }), { maxLength: 30 });
  fc.assert(
    fc.property(some, waits, (ahead, between) => {
      const off = daysOff(...ahead);
      const began: number[] = [];
      let current = schedule();
      let wall = nine(0);
      for (const wait of between) {
        wall += wait;
        const outcome = due(current, wall, 10 * DAY_MS, off);
        if (!outcome) continue;
        current = outcome.schedule;
        if (outcome.did === 'began') began.push(dayOf(outcome.run.at));
        expect(current.next?.at).toBeGreaterThan(wall);
      }
      expect(new Set(began).size).toBe(began.length);
      expect(began.filter(day => off.holidays.has(day))).toEqual([]);
    }),
  );
});
