import { expect, test } from 'vitest';
import { tally } from '../../../src/texts/tally.ts';
import type { Text, TextState } from '../../../src/texts/text.ts';

const texts = (...states: TextState[]): Text[] =>
  states.map(
    (state, index) =>
      ({ state, parts: 2, settledAt: index, cost: null, balance: null, logId: null }) as never,
  );
const omitted = [
  { recipient: { kind: 'named', name: 'x' }, problem: { kind: 'NAME_UNKNOWN', label: 'x', nearest: null } },
] as const;
const stateOf = (settled: boolean, states: TextState[], leftOut: typeof omitted | [] = []) =>
  tally(
    { settled, problem: null, texts: texts(...states), omitted: leftOut, unreadable: [] },
    states.length + leftOut.length,
  ).state;

test.each<[TextState[], string]>([
  [['sent', 'sent'], 'sent'],
  [['sent', 'refused'], 'partly_sent'],
  [['sent', 'uncertain'], 'partly_sent'],
  [['refused', 'uncertain', 'cancelled'], 'uncertain'],
  [['refused', 'cancelled'], 'refused'],
])('%j is %s', (states, state) => {
  expect(stateOf(true, states)).toBe(state);
  expect(stateOf(false, states)).toBe('queued');
});

test('a text marked as sent by a person has a count of its own, without cost, and no log id', () => {
  const [first, second] = texts('sent', 'sent') as [Text, Text];
  const some = [
    { ...first, cost: '0.1', logId: '4' },
    { ...second, byWord: { by: 'U1', at: 0 } },
  ] as never;
  expect(tally({ settled: true, problem: null, texts: some, omitted: [], unreadable: [] }, 2)).toMatchObject({
    state: 'sent',
    sent: 1,
    byWord: 1,
    uncertain: 0,
    cost: '0.1',
    logIds: ['4'],
  });
});

test('counts people who were left out', () => {
  expect(stateOf(true, ['sent'], omitted)).toBe('partly_sent');
  expect(stateOf(true, [], omitted)).toBe('refused');
});

test('an unreadable text may or may not have gone out', () => {
  const outcome = { settled: true, problem: null, texts: texts('sent'), omitted: [], unreadable: ['text-1'] };
  expect(tally(outcome, 2)).toMatchObject({
    state: 'partly_sent',
    recipients: 2,
    sent: 1,
    uncertain: 1,
    refused: 0,
  });
  expect(tally({ ...outcome, texts: [] }, 1)).toMatchObject({ state: 'uncertain', recipients: 1 });
});

test('costs add up exactly, the balance is the latest, and texts without an outcome wait', () => {
  const [first, second, third] = texts('sent', 'sent', 'queued') as [Text, Text, Text];
  const some = [
    { ...first, settledAt: 9, cost: '0.1', balance: '9.7', logId: '4' },
    { ...second, settledAt: 5, cost: '0.2', balance: '9.8', logId: '3' },
    third,
  ] as never;
  expect(tally({ settled: false, problem: null, texts: some, omitted, unreadable: [] }, 6)).toEqual({
    state: 'queued',
    recipients: 6,
    sent: 2,
    byWord: 0,
    uncertain: 0,
    waiting: 3,
    texts: 5,
    refused: 0,
    cancelled: 0,
    leftOut: 1,
    parts: 6,
    cost: '0.30',
    balance: '9.7',
    logIds: ['4', '3'],
  });
});
