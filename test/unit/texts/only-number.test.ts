import fc from 'fast-check';
import { expect, test } from 'vitest';
import { onlyNumber } from '../../../src/texts/parse/only-number.ts';

test.each([
  ['Call 01712345678 please', '01712345678'],
  ['Call 01712345678, please.', '01712345678'],
  ['Karim: +880 1712-345678 (office)', '01712345678'],
  ['(01712345678)', '01712345678'],
  ['(017) 1234 5678 is hers', '01712345678'],
  ['*01712345678*', '01712345678'],
  ['তার নম্বর ০১৭১২৩৪৫৬৭৮।', '01712345678'],
  ['০১৭১২৩৪৫৬৭৮এ ফোন করুন', '01712345678'],
  ['5 boxes to 01712345678 by 6', '01712345678'],
  ['on 2026-11-21 01712345678 called', '01712345678'],
  ['01712345678 and again +8801712345678', '01712345678'],
  ['01712345678\n5 boxes', '01712345678'],
  ['_01712345678_', '01712345678'],
  ['call __01712345678__, ~or not~', '01712345678'],
  ['`01712345678`', '01712345678'],
  ['0\ufe0f\u20e31712345678', '01712345678'],
  ['01,712,345,678 is hers, of 1,812,345,678 taka', '01712345678'],
])('%j names one number', (text, number) => {
  expect(onlyNumber(text)).toBe(number);
});

test.each([
  '',
  'no number',
  'order A01712345678',
  'order 01712345678x',
  'ref_01712345678',
  '01712345678_old',
  '01712345678 or 01812345678',
  '01712345678/01812345678',
  '0171234567 is too short',
  'a total of 1,712,345,678',
  'landline 02-9123456',
])('%j names none, or more than one', text => {
  expect(onlyNumber(text)).toBeNull();
});

test('a number among any words is found', () => {
  const words = fc.string({ unit: fc.constantFrom(...'abc কখ.,!?\n'), maxLength: 30 });
  fc.assert(
    fc.property(words, words, (before, after) => {
      expect(onlyNumber(`${before} 01712345678 ${after}`)).toBe('01712345678');
    }),
  );
});
