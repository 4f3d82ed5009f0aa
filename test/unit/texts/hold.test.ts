import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onTrialFirst, releaseHold, unusedKey } from '../../../src/texts/store/key.ts';
import { NOW } from './samples.ts';

const text = (id: string, parts: number, notBefore = NOW) => ({ id, parts, notBefore });

test('a key on trial is tried with the shortest text; of the same length, with whichever came first', () => {
  const waiting = [text('long', 5), text('first', 1), text('middle', 2), text('second', 1)];
  expect(onTrialFirst(waiting, NOW).map(({ id }) => id)).toEqual(['first', 'second', 'middle', 'long']);
});

test('a short text that may not go yet waits behind a long one that may', () => {
  const waiting = [text('long', 5), text('short', 1, NOW + 1)];
  expect(onTrialFirst(waiting, NOW).map(({ id }) => id)).toEqual(['long', 'short']);
});

test('nobody is left out', () => {
  const some = fc.array(
    fc.record({ parts: fc.nat(9), notBefore: fc.integer({ min: NOW - 9, max: NOW + 9 }) }),
  );
  fc.assert(
    fc.property(some, waiting => {
      expect(new Set(onTrialFirst(waiting, NOW))).toEqual(new Set(waiting));
    }),
  );
});

test('a key on trial stays so since its release, however often somebody presses', () => {
  const held = { ...unusedKey('key'), held: 'ACCOUNT_SUSPENDED' as const };
  const once = releaseHold(held, NOW);
  expect(once).toMatchObject({ held: null, trial: NOW });
  expect(releaseHold(once, NOW + 80)).toEqual(once);
});
