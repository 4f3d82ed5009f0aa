import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WindowState } from '../../../src/sms-service/accept/rate-limit.ts';
import { daysUpTo, lowCredit } from '../../../src/sms-service/dashboard/account/overview.ts';
import { tryAgain, type WrongTries } from '../../../src/sms-service/people/sign-in.ts';
import { type WindowKind, windowKinds, windows } from '../../../src/sms-service/testing/windows.ts';
import { dayOf, parseDay, startOfDay, writeDay } from '../../../src/sms-service/time.ts';

const MINUTE_MS = 60_000;

it('allows at most five wrong tries in any fifteen minutes, and says exactly how long to wait', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 8 * MINUTE_MS }), { maxLength: 60 }), pauses => {
      let wrong: WrongTries = [];
      let now = 0;
      const allowed: number[] = [];
      for (const pause of pauses) {
        now += pause;
        const tried = tryAgain(wrong, now);
        if (tried.allowed) allowed.push(now);
        else {
          expect(tryAgain(tried.wrong, now + tried.waitMs - 1).allowed).toBe(false);
          expect(tryAgain(tried.wrong, now + tried.waitMs).allowed).toBe(true);
        }
        wrong = tried.wrong;
      }
      for (const [at, time] of allowed.entries()) {
        expect((allowed[at + 5] ?? Number.POSITIVE_INFINITY) - time).toBeGreaterThanOrEqual(15 * MINUTE_MS);
      }
    }),
  );
  // Setting the clock back by a day locks nobody out for a day.
  const future = [5, 5, 5, 5, 5].map(it => it * 1440 * MINUTE_MS);
  expect(tryAgain(future, 0).waitMs).toBe(15 * MINUTE_MS);
});

it.each(windowKinds)('counts what a %s window has used, as it allows', (kind: WindowKind) => {
  let state: WindowState = [];
  const start = 1_800_000 * 1000;
  for (let used = 0; used < 60; used++) {
    expect(windows[kind].used(state, start)).toBe(used);
    const result = windows[kind].take(state, start);
    expect(result.allowed).toBe(true);
    state = result.state;
  }
  expect(windows[kind].used(state, start)).toBe(60);
  expect(windows[kind].used(state, start + MINUTE_MS)).toBe(0);
});

it('starts days at midnight in Bangladesh', () => {
  const day = dayOf(Date.UTC(2026, 10, 21, 18));
  expect(writeDay(day)).toBe('2026-11-22');
  expect(dayOf(Date.UTC(2026, 10, 21, 18) - 1)).toBe(day - 1);
  expect(startOfDay(day)).toBe(Date.UTC(2026, 10, 21, 18));
  fc.assert(fc.property(fc.integer({ min: 0, max: 100_000 }), it => parseDay(writeDay(it)) === it));
  for (const none of ['2026-02-30', '2026-13-01', '2026-1-1', 'today', '', '2026-11-22T00:00']) {
    expect(parseDay(none)).toBeNull();
  }
});

it('warns if the credits last less than three days at last week’s pace, not counting today', () => {
  const today = 20_000;
  const spend = (day: number, amount: bigint) => ({
    day,
    kind: 'send' as const,
    entries: 1,
    amount: -amount,
  });
  const week = Array.from({ length: 7 }, (_, at) => spend(today - 1 - at, 100n));
  const days = daysUpTo(today, [...week, spend(today, 9_000n)]);
  expect(days).toHaveLength(30);
  expect(days.at(-1)).toEqual({ day: today, texts: 1, spent: 9_000n });
  expect(lowCredit(300n, 10n, days)).toBeNull();
  expect(lowCredit(299n, 10n, days)).toBe(2);
  expect(lowCredit(99n, 10n, days)).toBe(0);
  expect(lowCredit(9n, 10n, days)).toBe('out');
  expect(lowCredit(10n, 10n, daysUpTo(today, []))).toBeNull();
  const back = { day: today, kind: 'credit back' as const, entries: 1, amount: 9_000n };
  expect(daysUpTo(today, [spend(today, 9_000n), back]).at(-1)).toMatchObject({ texts: 1, spent: 0n });
});
