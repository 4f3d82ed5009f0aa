import { expect, test } from 'vitest';
import { decisionMs } from '../../../src/broadcasts/approval.ts';
import { APPROVAL_MS } from '../../../src/broadcasts/broadcast.ts';
import { HOUR_MS } from '../../../src/kit/day.ts';
import { lookedAhead } from '../../../src/schedules/due.ts';
import { ASK_AHEAD_MS, runOf, type Schedule, type When } from '../../../src/schedules/schedule.ts';

/* A broadcast's run is looked at ahead of its time, because a second person may have to approve it. */

const WHEN: When = {
  start: '2026-11-22T17:00',
  zone: 'Asia/Dhaka',
  repeat: 'daily',
  until: null,
  times: null,
  skipsHolidays: true,
};
const FIRST = runOf(WHEN, 0);
const AT = FIRST?.at ?? 0;
const DAYS = { holidays: new Set<number>(), workingDays: [0, 1, 2, 3, 4] };
const schedule = (changes: Partial<Schedule> = {}): Schedule =>
  ({
    content: { kind: 'broadcast' },
    when: WHEN,
    next: FIRST,
    lookedAhead: null,
    runInProgress: null,
    ...changes,
  }) as Schedule;
const ahead = AT - ASK_AHEAD_MS;

test('is gathered four hours ahead where an approval may be needed, once', () => {
  const looked = lookedAhead(schedule(), ahead, true, DAYS);
  expect(looked?.run).toEqual(FIRST);
  expect(looked?.schedule).toMatchObject({ lookedAhead: FIRST?.local, next: { index: 1 } });
  const untouched = lookedAhead(schedule(), ahead, false, DAYS);
  expect(untouched?.run).toBeNull();
  expect(lookedAhead(untouched?.schedule ?? schedule(), ahead, true, DAYS)).toBeNull();
});

test.each<[string, Schedule, number]>([
  ['earlier', schedule(), ahead - 1],
  ['at its time', schedule(), AT],
  ['for a single text', schedule({ content: { kind: 'text' } as Schedule['content'] }), ahead],
  ['while a run is in progress', schedule({ runInProgress: {} as Schedule['runInProgress'] }), ahead],
  ['without a run', schedule({ next: null }), ahead],
])('is not looked at %s', (_, before, wall) => {
  expect(lookedAhead(before, wall, true, DAYS)).toBeNull();
});

test('is left alone on a day off', () => {
  const holidays = { ...DAYS, holidays: { has: () => true } };
  expect(lookedAhead(schedule(), ahead, true, holidays)?.run).toBeNull();
});

test('has to be approved before it is missed; an hour is the least, and others have a day', () => {
  expect(decisionMs(AT, HOUR_MS, ahead)).toBe(ASK_AHEAD_MS + HOUR_MS);
  expect(decisionMs(AT, 0, AT - 60_000)).toBe(HOUR_MS);
  expect(decisionMs(null, 0, AT)).toBe(APPROVAL_MS);
});
