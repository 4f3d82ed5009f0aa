import fc from 'fast-check';
import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { expect, it } from 'vitest';
import { isLocalNumber, type LocalNumber, maskNumber, parseNumber } from '../../../src/kit/number.ts';
import { withoutUnseen } from '../../../src/kit/unseen.ts';

const digit = fc.integer({ min: 0, max: 9 }).map(String);
const digitsOf = (length: { minLength: number; maxLength: number }) =>
  fc.array(digit, length).map(digits => digits.join(''));
/** The digits after the 0: 1[3-9] and eight more. */
const national = fc
  .tuple(fc.constantFrom(...'3456789'), digitsOf({ minLength: 8, maxLength: 8 }))
  .map(([network, subscriber]) => `1${network}${subscriber}`);

const PREFIXES = [
  '',
  '0',
  '(0)',
  '+880',
  '+ 880',
  '(+880)',
  '+880 (0) ',
  '+8800',
  '880',
  '880(0)',
  '00880',
  '00880 0',
  '+88 0',
];
/** Code points of the zeros of ASCII, Bengali, Devanagari, Arabic-Indic, Persian, fullwidth and Adlam digits. */
const ZEROS = [0x30, 0x9e6, 0x966, 0x660, 0x6f0, 0xff10, 0x1e950];
const SEPARATORS = [
  '',
  '',
  '',
  ' ',
  '-',
  '.',
  '\u00a0',
  '\u202f',
  '\u3000',
  '\t',
  ' - ',
  '·',
  '．',
  '\u2010',
  '\u2011',
  '\u2013',
  '\u2212',
];
/** Every tenth invisible character: Unicode has 4,174, most of them in one range. */
const UNSEEN = Array.from({ length: 0xe1000 }, (_, code) => code)
  .filter(code => code < 0xd800 || code > 0xdfff)
  .map(code => String.fromCodePoint(code))
  .filter(character => /[\p{Default_Ignorable_Code_Point}\p{Me}]/u.test(character));
const unseen = fc.oneof(
  { weight: 4, arbitrary: fc.constant('') },
  { weight: 1, arbitrary: fc.constantFrom(...UNSEEN.slice(0, 150)) },
  { weight: 1, arbitrary: fc.constantFrom(...UNSEEN) },
);

const inScript = (text: string, zero: number) =>
  text.replace(/[0-9]/g, value => String.fromCodePoint(zero + Number(value)));
const widened = (text: string) => text.replaceAll('+', '＋').replaceAll('(', '（').replaceAll(')', '）');

/** A number in one of its written forms, and the eleven digits it stands for. */
const written = fc
  .record({
    national,
    prefix: fc.constantFrom(...PREFIXES),
    zero: fc.constantFrom(...ZEROS),
    wide: fc.boolean(),
    gaps: fc.array(fc.constantFrom(...SEPARATORS), { minLength: 10, maxLength: 10 }),
    marks: fc.array(unseen, { minLength: 27, maxLength: 27 }),
  })
  .map(({ national, prefix, zero, wide, gaps, marks }) => {
    const grouped = [...national].map((value, place) => (gaps[place] ?? '') + value).join('');
    // A separator directly before bare digits belongs to no number.
    const plain = prefix === '' ? grouped.replace(/^[^0-9]+/, '') : prefix + grouped;
    const marked = [...inScript(plain, zero)]
      .map((value, place) => (marks[place % 27] ?? '') + value)
      .join('');
    return { typed: ` ${wide ? widened(marked) : marked}${marks[0] ?? ''}\n`, expected: `0${national}` };
  });

it('reads a number in any of its written forms as the same eleven digits', () => {
  fc.assert(
    fc.property(written, ({ typed, expected }) => {
      expect(parseNumber(typed)).toEqual({ ok: true, number: expected });
    }),
    { numRuns: 2000 },
  );
});

/** Grouped as amounts are, in English, in lakh, or half one and half the other: three digits at the end, two or three each before. */
const grouped = fc
  .record({
    national,
    prefix: fc.constantFrom('', '0', '880', '+880'),
    sizes: fc.array(fc.constantFrom(2, 3), { minLength: 6, maxLength: 6 }),
    comma: fc.constantFrom(',', ',', "'", '’', '،', '٬', '，'),
    zero: fc.constantFrom(...ZEROS),
  })
  .map(({ national, prefix, sizes, comma, zero }) => {
    let [digits, typed] = [`${prefix}${national}`.replace('+', ''), ''];
    for (const size of [3, ...sizes]) {
      const head = digits.length <= 3 && typed !== '' ? 0 : digits.length - size;
      typed = digits.slice(head) + (typed === '' ? '' : comma + typed);
      digits = digits.slice(0, head);
      if (digits === '') break;
    }
    return { typed: (prefix === '+880' ? '+' : '') + inScript(typed, zero), expected: `0${national}` };
  });

const AROUND: [string, string][] = [
  ...['()', '[]', '<>', '{}', '""', "''", '“”', '‘’', '«»', '**', '__', '~~', '``'].map(
    ([opening = '', closing = '']): [string, string] => [opening, closing],
  ),
  ...['.', ',', ';', ':', ')', '!', '?', '।', '-', '…', ' .', '...'].map((sign): [string, string] => [
    '',
    sign,
  ]),
];

it('reads a number with signs around it, and grouped by commas, as the same eleven digits', () => {
  const around = fc.constantFrom(...AROUND, ['', ''] as [string, string]);
  fc.assert(
    fc.property(fc.oneof(written, grouped), around, around, ({ typed, expected }, inner, outer) => {
      fc.pre((inner[1] + outer[1]).length <= 4);
      const signed = `${outer[0]}${inner[0]}${typed.trim()}${inner[1]}${outer[1]}`;
      expect(parseNumber(signed), signed).toEqual({ ok: true, number: expected });
    }),
    { numRuns: 2000 },
  );
});

it('reads the digits of every script that this runtime can write', () => {
  const systems = Intl.supportedValuesOf('numberingSystem');
  const scripts = systems
    .map(system => new Intl.NumberFormat(`en-u-nu-${system}`, { useGrouping: false }).format(9876543210))
    .filter(digits => /^\p{Nd}{10}$/u.test(digits));
  expect(scripts.length).toBeGreaterThan(40);
  for (const script of scripts) {
    const digits = [...script].reverse();
    const typed = [...'01798765432'].map(value => digits[Number(value)]).join('');
    expect(parseNumber(typed), typed).toEqual({ ok: true, number: '01798765432' });
  }
});

it('accepts only mobile numbers in those forms, and no near misses', () => {
  const nearMiss = fc
    .tuple(
      fc.constantFrom(
        '',
        '0',
        '00',
        '+',
        '+0',
        '+880',
        '+8800',
        '+88000',
        '880',
        '8800',
        '00880',
        '008800',
        '0880',
        '+88',
        '88',
        '+1',
        '001',
        '+880880',
      ),
      fc.constantFrom('', '1', '17', '10', '11', '12', '2', '9', '017'),
      digitsOf({ minLength: 6, maxLength: 10 }),
    )
    .map(([prefix, network, subscriber]) => prefix + network + subscriber);
  fc.assert(
    fc.property(nearMiss, typed => {
      const expected = /^(?:(?:\+|00)?880)?0?(1[3-9][0-9]{8})$/.exec(typed)?.[1];
      const read = parseNumber(typed);
      expect(read.ok ? read.number : null).toBe(expected === undefined ? null : `0${expected}`);
    }),
    { numRuns: 5000 },
  );
});

it('never throws, and never makes up a digit', () => {
  const pieces = fc.array(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 5 }),
      written.map(({ typed }) => typed.trim()),
    ),
    { maxLength: 4 },
  );
  fc.assert(
    fc.property(pieces, all => {
      const typed = all.join('');
      const read = parseNumber(typed);
      if (!read.ok) return;
      expect(isLocalNumber(read.number)).toBe(true);
      expect(typed.match(/\p{Nd}/gu)?.length).toBeLessThanOrEqual('008800'.length + 10);
      expect(withoutUnseen(typed)).not.toMatch(/\p{L}/u);
    }),
  );
});

it.each([
  ['', 'not_a_number'],
  ['hello', 'not_a_number'],
  ['01712345678 hello', 'not_a_number'],
  ['hello 01712345678', 'not_a_number'],
  ['0171234567O', 'letter_o'],
  ['<tel:+8801712345678|01712345678>', 'not_a_number'],
  ['01712345678/01812345678', 'not_a_number'],
  // Grouping that libphonenumber forgives.
  ['((017) 12345678', 'not_a_number'],
  ['() 01712345678', 'not_a_number'],
  ['++8801712345678', 'not_a_number'],
  ['+880 +1712345678', 'not_a_number'],
  ['-01712345678', 'not_a_number'],
  // Signs on one side, too many, or around other things as well.
  ['"01712345678', 'not_a_number'],
  ['*01712345678_', 'not_a_number'],
  ['01712345678.......', 'not_a_number'],
  ['[01712345678, hello]', 'not_a_number'],
  ['"01012345678".', 'no_operator'],
  // Commas between what is several: days, short codes, numbers.
  ['15,16,17,18,19', 'not_a_number'],
  ['999,333,16123', 'not_a_number'],
  ['01712345678,01812345678', 'not_a_number'],
  ['1,712,345,678,1,812,345,678', 'not_a_number'],
  ["1,712'345,678", 'not_a_number'],
  ['1,712,345,67', 'not_a_number'],
  ['1,712,345', 'too_short'],
  ['01712\n345678', 'not_a_number'],
  // No country code starts with 0.
  ['+01712345678', 'not_a_number'],
  // Superscript digits are no decimal digits.
  ['0171234567⁸', 'not_a_number'],
  ['0171234567', 'too_short'],
  ['+880 171234567', 'too_short'],
  ['+88', 'too_short'],
  ['999', 'short_code'],
  ['017123456789', 'too_long'],
  ['17123456789', 'too_long'],
  ['01712345678 01812345678', 'too_long'],
  ['910000000000', 'too_long'],
  ['+1234567890123456', 'too_long'],
  ['01012345678', 'no_operator'],
  ['01212345678', 'no_operator'],
  ['02 9876 543', 'not_mobile'],
  ['+880 2 9876 5432', 'not_mobile'],
  // Mobile to libphonenumber.
  ['06699 123456', 'not_mobile'],
  ['01112345678', 'dead_network'],
  ['+880 11 1234 5678', 'dead_network'],
  ['+1 202 555 0123', 'foreign'],
  ['0044 7911 123456', 'foreign'],
  ['919876543210', 'foreign'],
  ['01712345678 ext 4', 'extension'],
  ['01712345678x4', 'extension'],
  ['+8801712345678;ext=4', 'extension'],
])('refuses %j: %s', (typed, why) => {
  expect(parseNumber(typed)).toEqual({ ok: false, why });
});

it('refuses input that is far too long', () => {
  expect(parseNumber('9'.repeat(10_000))).toEqual({ ok: false, why: 'too_long' });
  expect(parseNumber(`01712345678${' '.repeat(10_000)}x`)).toEqual({ ok: false, why: 'not_a_number' });
});

it('holds stored numbers to the exact shape', () => {
  expect(isLocalNumber('01312345678')).toBe(true);
  for (const invalid of [
    '01212345678',
    '0171234567',
    '017123456789',
    '+8801712345678',
    '০১৭১২৩৪৫৬৭৮',
    '01712345678\n',
  ]) {
    expect(isLocalNumber(invalid), invalid).toBe(false);
  }
});

it('masks all but the first three digits and the last four', () => {
  expect(maskNumber('01712345678' as LocalNumber)).toBe('017••••5678');
});

it('reads the plain form as libphonenumber does', () => {
  fc.assert(
    fc.property(national, digits => {
      const read = parsePhoneNumberFromString(`0${digits}`, { defaultCountry: 'BD', extract: false });
      expect([read?.countryCallingCode, read?.nationalNumber]).toEqual(['880', digits]);
      expect(parseNumber(`0${digits}`)).toEqual({ ok: true, number: `0${digits}` });
    }),
    { numRuns: 1000 },
  );
});
