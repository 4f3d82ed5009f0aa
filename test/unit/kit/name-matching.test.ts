import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../../src/kit/name-matching.ts';

const letters = fc.constantFrom(
  ...'abXYé İßΣক খতবরডঢযড়ঢ়য়োৌৎ'.split(''),
  '\u09bc',
  '\u09cd',
  '\u09c7',
  '\u09be',
  '\u0307',
  '\t',
);
const names = fc.oneof(fc.string({ unit: letters }), fc.string({ unit: 'binary' }));
const unseen = fc.constantFrom('\u200b', '\u2060', '\ufeff');

test('folding twice is folding once', () => {
  fc.assert(
    fc.property(names, name => {
      expect(fold(fold(name))).toBe(fold(name));
    }),
  );
});

test('how a name is composed makes no difference', () => {
  fc.assert(
    fc.property(names, name => {
      expect(fold(name.normalize('NFC'))).toBe(fold(name.normalize('NFD')));
    }),
  );
});

test('invisible characters make no difference', () => {
  fc.assert(
    fc.property(fc.array(letters), unseen, (parts, separator) => {
      expect(fold(parts.join(separator))).toBe(fold(parts.join('')));
    }),
  );
});

test.each([
  ['Ranu BEGUM', ' ranu\u00a0 begum\t'],
  ['বড়ুয়া', 'ব\u09dcু\u09dfা'],
  ['বড়ুয়া', 'বডুযা'],
  ['রানু', 'ব\u09bcানু'],
  ['উৎপল', 'উত্\u200dপল'],
  ['র\u200d্যাব', 'র্যাব'],
  ['কোহিনূর', 'ক\u09c7\u09beহিনূর'],
  ['José', 'JOSE\u0301'],
])('%j equals %j', (one, other) => {
  expect(fold(one)).toBe(fold(other));
});

test('other names stay apart', () => {
  expect(fold('রানু')).not.toBe(fold('রানা'));
  expect(fold('Rana')).not.toBe(fold('Ranu'));
});
