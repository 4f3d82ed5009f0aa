import { expect, test } from 'vitest';
import type { RequestOutcome } from '../../../src/texts/gateway/reply.ts';
import { createCircuitBreaker } from '../../../src/texts/sending/circuit-breaker.ts';

const KEY = 'key-1';
const TIMEOUT: RequestOutcome = { kind: 'uncertain', why: 'timeout', cause: null };
const RESET: RequestOutcome = { kind: 'uncertain', why: 'connection', cause: null };
const UNREACHABLE: RequestOutcome = { kind: 'not_sent', why: 'unreachable', cause: null };
const SENT: RequestOutcome = { kind: 'sent', logId: '1', cost: null, balance: null };

/** Makes requests one after the other, with these outcomes. */
function rig(...outcomes: RequestOutcome[]) {
  const breaker = createCircuitBreaker();
  for (const outcome of outcomes) breaker.turnOf(KEY)?.ended(outcome);
  return breaker;
}

/** How many of five requests may be in flight together. */
const together = (breaker: ReturnType<typeof rig>, key = KEY): number =>
  Array.from({ length: 5 }, () => breaker.turnOf(key)).filter(turn => turn !== null).length;

test.each<[string, RequestOutcome[], number]>([
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

test('the next request may try when the one before has ended, and other keys have their own breakers', () => {
  const breaker = rig(TIMEOUT, TIMEOUT, TIMEOUT);
  const trying = breaker.turnOf(KEY);
  expect(breaker.turnOf(KEY)).toBeNull();
  expect(together(breaker, 'key-2')).toBe(5);
  trying?.ended(TIMEOUT);
  breaker.turnOf(KEY)?.ended(UNREACHABLE);
  expect(together(breaker)).toBe(1);
});

test('a request from before the breaker opened may close it', () => {
  const breaker = createCircuitBreaker();
  const turns = Array.from({ length: 4 }, () => breaker.turnOf(KEY));
  for (const turn of turns.slice(1)) turn?.ended(TIMEOUT);
  expect(together(breaker)).toBe(1);
  turns[0]?.ended(SENT);
  expect(together(breaker)).toBe(5);
});
