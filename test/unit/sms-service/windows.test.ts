import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { WindowState } from '../../../src/sms-service/accept/rate-limit.ts';
import { type WindowKind, windowKinds, windows } from '../../../src/sms-service/testing/windows.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
/** The middle of a clock minute. */
const START = Date.UTC(2026, 10, 21, 9, 0, 30);

/** A window with its state; takes times in milliseconds after START. */
function remembering(kind: WindowKind) {
  let state: WindowState = [];
  return (atMs: number) => {
    const result = windows[kind].take(state, START + atMs);
    state = result.state;
    return result;
  };
}

/** How many of `requests` at one moment are allowed. */
function burst(take: ReturnType<typeof remembering>, atMs: number, requests = 100): number {
  return Array.from({ length: requests }, () => take(atMs)).filter(it => it.allowed).length;
}

it.each([
  // 60, and room again when the oldest is a minute old.
  {
    kind: 'sliding',
    bursts: [
      [0, 60],
      [30 * SECOND, 0],
      [MINUTE - 1, 0],
      [MINUTE, 60],
    ],
  },
  // 60 before the clock minute changes and 60 after.
  {
    kind: 'fixed',
    bursts: [
      [0, 60],
      [30 * SECOND - 1, 0],
      [30 * SECOND, 60],
      [MINUTE, 0],
    ],
  },
  // 60, and then one a second.
  {
    kind: 'token-bucket',
    bursts: [
      [0, 60],
      [999, 0],
      [SECOND, 1],
      [11 * SECOND, 10],
      [MINUTE * 9, 60],
    ],
  },
] as const)('$kind allows its limit', ({ kind, bursts }) => {
  const take = remembering(kind);
  expect(bursts.map(([at]) => [at, burst(take, at)])).toEqual(bursts);
});

it('slides: sixty spread over a minute make room one by one', () => {
  const take = remembering('sliding');
  for (let at = 0; at < MINUTE; at += SECOND) expect(take(at).allowed).toBe(true);
  expect(take(MINUTE - 1)).toMatchObject({ allowed: false, retryAfterMs: 1 });
  expect(burst(take, MINUTE)).toBe(1);
});

it.each(windowKinds)('%s says exactly when there is room again, not a millisecond before', kind => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 3000 }), { minLength: 61, maxLength: 200 }), gaps => {
      let state: WindowState = [];
      let now = START;
      for (const gap of gaps) {
        now += gap;
        const result = windows[kind].take(state, now);
        state = result.state;
        if (result.allowed) continue;
        expect(windows[kind].take(state, now + result.retryAfterMs - 1).allowed).toBe(false);
        expect(windows[kind].take(state, now + result.retryAfterMs).allowed).toBe(true);
      }
    }),
  );
});

it.each(windowKinds)('%s locks nobody out for longer than a minute if the clock is set back', kind => {
  const take = remembering(kind);
  burst(take, 0);
  const anHourAgo = -60 * MINUTE;
  take(anHourAgo);
  expect(take(anHourAgo + MINUTE).allowed).toBe(true);
});
