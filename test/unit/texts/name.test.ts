import { expect, test } from 'vitest';
import { columnLines, readColumns } from '../../../src/contacts/contact.ts';
import { nameFault } from '../../../src/texts/parse/name.ts';

test.each([
  ['Ranu Begum', null],
  ['মোঃ রহিম', null],
  ['Md. Rahim (Dhaka)', null],
  ['', 'empty'],
  ['R'.repeat(61), 'too_long'],
  ['Log', 'command'],
  ['সাহায্য', 'command'],
  ['2nd shift', 'no_letter'],
  ['০১৭১২', 'no_letter'],
  ['Begum, Ranu', 'sign'],
  ['রানু। বেগম', 'sign'],
  ['Ranu "the boss"', 'sign'],
  ['WAREHOUSE', 'slack_id'],
])('“%s” as a name: %s', (name, fault) => {
  expect(nameFault(name, 60)).toBe(fault);
});

test('columns are read a line each, and written the same way', () => {
  const typed = ' Village :  Char Kukri \n\nফসল： ধান\r\nLink: https://example.com\nNothing:';
  const columns = { Village: 'Char Kukri', ফসল: 'ধান', Link: 'https://example.com' };
  expect(readColumns(typed)).toEqual({ ok: true, columns });
  expect(readColumns(columnLines(columns))).toEqual({ ok: true, columns });
  expect(readColumns('Village: a\nVillage: b')).toEqual({ ok: false, typed: 'Village: b', why: 'twice' });
  expect(readColumns(': nameless')).toMatchObject({ why: 'no_colon' });
  expect(readColumns(`${'n'.repeat(41)}: x`)).toMatchObject({ why: 'too_long' });
  const many = Array.from({ length: 21 }, (_, n) => `column ${n}: x`).join('\n');
  expect(readColumns(many)).toMatchObject({ typed: 'column 20: x', why: 'too_many' });
});
