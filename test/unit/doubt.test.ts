import { expect, test } from 'vitest';
import type { Outcome } from '../../src/gateway/outcome.ts';
import { createDoubt } from '../../src/sending/doubt.ts';

const KEY = 'key-1';
const TIMEOUT: Outcome = { kind: 'uncertain', why: 'timeout', cause: null };
const RESET: Outcome = { kind: 'uncertain', why: 'connection', cause: null };
const UNREACHABLE: Outcome = { kind: 'not_sent', why: 'unreachable', cause: null };
const SENT: Outcome = { kind: 'sent', logId: '1', cost: null, balance: null };

/** As many requests one after the other, each with this outcome. */
function rig(...outcomes: Outcome[]) {
  const doubt = createDoubt();
  for (const outcome of outcomes) doubt.turnOf(KEY)?.ended(outcome);
  return doubt;
}

/** How many of five may be under way at the same time. */
const together = (doubt: ReturnType<typeof rig>, key = KEY): number =>
  Array.from({ length: 5 }, () => doubt.turnOf(key)).filter(turn => turn !== null).length;

test.each<[string, Outcome[], number]>([
  ['nothing was asked yet', [], 5],
  ['two had no answer', [TIMEOUT, TIMEOUT], 5],
  ['three in a row had none', [TIMEOUT, TIMEOUT, TIMEOUT], 1],
  ['one in between had one', [TIMEOUT, TIMEOUT, SENT, TIMEOUT], 5],
  ['a broken connection is an answer of a kind', [TIMEOUT, TIMEOUT, RESET, TIMEOUT], 5],
  ['what never left says nothing', [TIMEOUT, TIMEOUT, UNREACHABLE, TIMEOUT], 1],
  ['one had an answer at last', [TIMEOUT, TIMEOUT, TIMEOUT, TIMEOUT, SENT], 5],
])('%s', (_name, outcomes, expected) => {
  expect(together(rig(...outcomes))).toBe(expected);
});

test('the next may try when the one that tried is over, and other keys are not doubted', () => {
  const doubt = rig(TIMEOUT, TIMEOUT, TIMEOUT);
  const trying = doubt.turnOf(KEY);
  expect(doubt.turnOf(KEY)).toBeNull();
  expect(together(doubt, 'key-2')).toBe(5);
  trying?.ended(TIMEOUT);
  doubt.turnOf(KEY)?.ended(UNREACHABLE);
  expect(together(doubt)).toBe(1);
});

test('what was under way before the doubt came may bring the answer', () => {
  const doubt = createDoubt();
  const turns = Array.from({ length: 4 }, () => doubt.turnOf(KEY));
  for (const turn of turns.slice(1)) turn?.ended(TIMEOUT);
  expect(together(doubt)).toBe(1);
  turns[0]?.ended(SENT);
  expect(together(doubt)).toBe(5);
});
