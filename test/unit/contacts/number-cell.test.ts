import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readNumberCell } from '../../../src/contacts/importing/rules/number-cell.ts';
import { isLocalNumber } from '../../../src/kit/number.ts';

const NUMBER = '01712345678';

describe('a cell with a number', () => {
  test.each([
    [NUMBER, null],
    ['01712-345 678', null],
    ['+880 1712-345678', null],
    ['8801712345678', null],
    ['1712345678', 'zero'],
    ['০১৭১২৩৪৫৬৭৮', 'digits'],
    ["'01712345678", 'apostrophe'],
    ['’01712345678', 'apostrophe'],
    ['1712345678.0', 'decimal'],
    // Shown as amounts, in English and lakh grouping.
    ['1,712,345,678', 'zero'],
    ['1,71,23,45,678', 'zero'],
    ['8,801,712,345,678', null],
    ['01,712,345,678', null],
    ['১,৭১,২৩,৪৫,৬৭৮', 'digits'],
    ['1’712’345’678', 'zero'],
    ['1,712,345,678.00', 'decimal'],
    // With invisible characters.
    ['+880\ufe0d1712345678', null],
    ['0\ufe0f\u20e31712345678', null],
    ['01712\u3164345678', null],
    ['01712\u0085345678', null],
    ['01712\u2028345678', null],
    ['1.712345678E9', 'decimal'],
    ['8.801712345678E+12', 'decimal'],
    ['01712-345678 / 01812345679', 'several'],
    ['01712345678, 01812345679', 'several'],
    ['01712345678 01812345679', 'several'],
    ['02-9551234 / 01712345678', 'several'],
    ['01712345678 বা 01812345679', 'several'],
    ['+880 1712-345678 ::: 01812345679', 'several'],
    ['Mob: 01712345678', 'around'],
    ['01712345678 (office)', 'around'],
  ])('%j is read', (cell, repair) => {
    expect(readNumberCell(cell)).toEqual({ ok: true, number: NUMBER, repair });
  });

  test.each([
    ['', 'no_number'],
    [' - ', 'not_a_number'],
    ["'", 'no_number'],
    ['8.80E+12', 'rounded'],
    ['8,80E+12', 'rounded'],
    ['1.71E+09', 'rounded'],
    ['Karim 8.80E+12', 'rounded'],
    ['02-9551234', 'not_mobile'],
    ['+91 98765 43210', 'foreign'],
    ['017123456', 'too_short'],
    ['01112345678', 'dead_network'],
    ['n/a', 'not_a_number'],
    ['#N/A', 'not_a_number'],
  ])('%j is refused: %s', (cell, why) => {
    expect(readNumberCell(cell)).toEqual({ ok: false, why });
  });

  test('any cell is a number that can be texted, or refused, quickly', () => {
    const cells = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom(...'017+8 -/E.,;()১২৩’\'"e'), maxLength: 400 }),
    );
    fc.assert(
      fc.property(cells, cell => {
        const read = readNumberCell(cell);
        if (read.ok) expect(isLocalNumber(read.number)).toBe(true);
      }),
    );
  });

  test('a number stays the same, however a spreadsheet has changed its writing', () => {
    const digits = fc.tuple(fc.constantFrom(...'3456789'), fc.integer({ min: 0, max: 99_999_999 }));
    fc.assert(
      fc.property(digits, ([operator, serial]) => {
        const number = `01${operator}${String(serial).padStart(8, '0')}`;
        const spoilt = [number.slice(1), `880${number.slice(1)}`, `'${number}`, `${number.slice(1)}.0`];
        for (const cell of spoilt) expect(readNumberCell(cell)).toMatchObject({ ok: true, number });
      }),
    );
  });
});
