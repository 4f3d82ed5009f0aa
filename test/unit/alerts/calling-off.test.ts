import { expect, test } from 'vitest';
import { createCallingOff } from '../../../src/alerts/calling-off.ts';
import type { AlertState } from '../../../src/alerts/deciding/state.ts';

const NUMBER = '01712345678';

/** An intent that was cancelled before it became a text. */
const cancelledAsIntent = createCallingOff({
  intents: {
    // Whoever cancelled it died before noting what followed.
    plan: async () => 'stale',
    intent: async () => ({ to: [{ kind: 'number', number: NUMBER }] }) as never,
  },
  queue: { cancelAll: async () => 0 as never },
  history: { outcome: async () => ({ problem: { kind: 'CANCELLED' }, texts: [] }) as never },
  clock: { now: () => 0, wall: () => 0, after: () => () => undefined },
});

test('who an intent was for gets no text of it, also if the process died right after cancelling it', async () => {
  const state = { incidents: [{ texts: [{ intent: 'i1' }] }] } as unknown as AlertState;
  expect(await cancelledAsIntent.callOff('T1', state, ['i1'])).toEqual(new Map([['i1', [NUMBER]]]));
});
