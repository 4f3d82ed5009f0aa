import { expect, test } from 'vitest';
import { asRestored } from '../../../src/schedules/due.ts';
import { type PlannedRun, runOf, type Schedule, type When } from '../../../src/schedules/schedule.ts';

const WALL = Date.parse('2026-11-21T12:00:00Z');
const daily: When = {
  start: '2026-11-19T09:00',
  zone: 'UTC',
  repeat: 'daily',
  until: null,
  times: null,
  skipsHolidays: false,
} as When;
const once: When = { ...daily, repeat: null };

const at = (index: number): PlannedRun => runOf(daily, index) as PlannedRun;

const scheduleWith = (fields: Partial<Schedule>): Schedule => ({
  id: 's',
  workspace: 'T1',
  by: 'U1',
  content: {} as Schedule['content'],
  when: daily,
  next: null,
  missedRun: null,
  runInProgress: null,
  lookedAhead: null,
  notices: [],
  madeAt: WALL,
  ...fields,
});
const asSeen = ({ next, missedRun, runInProgress, notices }: Schedule) => ({
  next: next?.local ?? null,
  asks: missedRun?.mayHaveGone ? missedRun.local : null,
  begins: runInProgress !== null,
  notices: notices.map(({ kind, local }) => `${kind} ${local}`),
});

test('a run that was due since the backup was made is asked about, never sent by itself', () => {
  const overdue = scheduleWith({ next: runOf(daily, 0) });
  expect(asSeen(asRestored(overdue, WALL))).toEqual({
    next: '2026-11-22T09:00',
    asks: '2026-11-21T09:00',
    begins: false,
    notices: ['late 2026-11-21T09:00'],
  });
  expect(asSeen(asRestored(scheduleWith({ when: once, next: runOf(once, 0) }), WALL))).toEqual({
    next: null,
    asks: '2026-11-19T09:00',
    begins: false,
    notices: ['late 2026-11-19T09:00'],
  });
});

test('so is one that was being made, or asked about', () => {
  const runInProgress = { ...at(2), broadcast: 'b', isGathered: false, owner: 'o' };
  const begun = scheduleWith({ next: runOf(daily, 3), runInProgress });
  expect(asSeen(asRestored(begun, WALL))).toEqual({
    next: '2026-11-22T09:00',
    asks: '2026-11-21T09:00',
    begins: false,
    notices: ['late 2026-11-21T09:00'],
  });
  const missedRun = { ...at(1), from: 0 };
  expect(asSeen(asRestored(scheduleWith({ missedRun }), WALL)).asks).toBe('2026-11-20T09:00');
});

test('what is still to come stays as it is', () => {
  const runInProgress = { ...at(3), broadcast: 'b', isGathered: false, owner: 'o' };
  const ahead = scheduleWith({ next: runOf(daily, 4), runInProgress });
  expect(asRestored(ahead, WALL), 'made ahead of its time').toBe(ahead);
  const coming = scheduleWith({ next: runOf(daily, 3) });
  expect(asRestored(coming, WALL)).toBe(coming);
});
