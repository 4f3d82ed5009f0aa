import fc from 'fast-check';
import splitSms from 'split-sms';
import { expect, it } from 'vitest';
import { countParts, splitParts } from '../../../src/sms-service/parts.ts';

const ALPHABETS = ['aZ09@£\n\r è_Δ', '^{}\\[~]|€\f', 'কখা্\u200c।', '😀🎉', 'çâ“’…'].map(it => [...it]);

it('counts and cuts as split-sms does, near every boundary', () => {
  const run = fc.tuple(
    fc.constantFrom(...ALPHABETS).chain(alphabet => fc.constantFrom(...alphabet)),
    fc.oneof(fc.constant(1), fc.integer({ min: 60, max: 160 })),
  );
  const message = fc
    .array(run, { minLength: 1, maxLength: 12 })
    .map(runs => runs.map(([character, times]) => character.repeat(times)).join(''));
  fc.assert(
    fc.property(message, text => {
      const { parts } = splitSms.split(text);
      expect(countParts(text)).toBe(parts.length);
      expect(splitParts(text)).toEqual(parts.map(part => part.content));
    }),
    { numRuns: 1000 },
  );
});

it.each([
  ['a', 160, 1],
  ['a', 161, 2],
  ['a', 306, 2],
  ['a', 307, 3],
  ['€', 80, 1],
  // 76 in a part of 153: the 77th would straddle.
  ['€', 153, 3],
  ['ক', 70, 1],
  ['ক', 71, 2],
  ['ক', 134, 2],
  ['😀', 35, 1],
  // 33 in a part of 67.
  ['😀', 67, 3],
  ['ç', 71, 2],
])('counts %j × %i as %i', (character, times, parts) => {
  expect(countParts(character.repeat(times))).toBe(parts);
});
