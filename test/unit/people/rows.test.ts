import { describe, expect, test } from 'vitest';
import type { ColumnRole } from '../../../src/domain/imported.ts';
import { atOnce } from '../../../src/domain/in-turns.ts';
import { recogniseColumns } from '../../../src/people/rules/columns.ts';
import { isOldFont } from '../../../src/people/rules/old-font.ts';
import { readRows } from '../../../src/people/rules/rows.ts';

const rolesOf = (...rows: string[][]) => recogniseColumns(rows).roles.join(' ');

describe('columns are recognised', () => {
  test.each<[string, string[][], string, boolean]>([
    [
      'in English',
      [
        ['SL', 'Name', 'Mobile No.', 'Village'],
        ['1', 'Ranu', '01712345678', 'A'],
      ],
      'own name number own',
      true,
    ],
    [
      'in Bangla',
      [
        ['ক্রমিক নং', 'কৃষকের নাম', 'পিতার নাম', 'জাতীয় পরিচয়পত্র নম্বর', 'মোবাইল নম্বর', 'মন্তব্য', 'ভাষা'],
        ['১', 'রানু', 'করিম', '1234567890123', '01712345678', '', 'বাংলা'],
      ],
      'own name own own number note language',
      true,
    ],
    [
      'in Google’s export: the value, not the label',
      [
        [
          'First Name',
          'Middle Name',
          'Last Name',
          'Notes',
          'Labels',
          'E-mail 1 - Label',
          'E-mail 1 - Value',
          'Phone 1 - Label',
          'Phone 1 - Value',
          'Phone 2 - Label',
          'Phone 2 - Value',
        ],
        ['Ranu', '', 'Begum', '', '* myContacts', '', '', 'Mobile', '+880 1712-345678', 'Home', '029551234'],
      ],
      'name name name note none none none none number none number',
      true,
    ],
    [
      'in Outlook’s export',
      [
        [
          'First Name',
          'Last Name',
          'Company',
          'Business Phone',
          'Mobile Phone',
          'Home Fax',
          'E-mail Address',
          'Notes',
        ],
        ['Ranu', 'Begum', 'BADC', '029551234', '01712345678', '', 'r@example.com', ''],
      ],
      'name name none number number none none note',
      true,
    ],
    [
      'where the whole name has a column',
      [
        ['Name', 'Given Name', 'Family Name', 'Phone'],
        ['Ranu B', 'Ranu', 'B', '01712345678'],
      ],
      'name own own number',
      true,
    ],
    [
      'by what stands in them',
      [
        ['01712345678', 'Ranu Begum', '12'],
        ['1812345678', 'Shirin', '13'],
      ],
      'number name none',
      false,
    ],
    [
      'by what stands in them, in Bangla',
      [
        ['রানু', '০১৭১২৩৪৫৬৭৮'],
        ['শিরিন', '1812345678'],
      ],
      'name number',
      false,
    ],
    [
      'below headings that say nothing',
      [
        ['A', 'B', 'C'],
        ['x1', 'Ranu', '01712345678'],
        ['x2', 'Shirin', '01812345678'],
      ],
      'own name number',
      true,
    ],
    [
      'with who is not to be texted',
      [
        ['Name', 'Phone', 'Do not text'],
        ['Ranu', '01712345678', 'yes'],
      ],
      'name number never',
      true,
    ],
    ['of nothing', [['a'], ['b']], 'none', false],
  ])('%s', (_, rows, roles, heading) => {
    expect(rolesOf(...rows)).toBe(roles);
    expect(recogniseColumns(rows).heading).toBe(heading);
  });
});

describe('a row is read', () => {
  const roles: ColumnRole[] = ['name', 'number', 'number', 'note', 'language', 'never', 'own'];
  const heading = ['Name', 'Mobile', 'Other', 'Note', 'Language', 'Stop', ' Village '];
  function read(row: string[], inGroup = false) {
    return atOnce(readRows([heading, row], { heading: true, roles, inGroup }))[0];
  }

  test('with all that it says', () => {
    expect(read([' Ranu  Begum ', '', '1712345678', 'n', 'Bangla', 'Yes', ' Char  Fasson'])).toEqual({
      line: 2,
      typed: '1712345678',
      ok: true,
      repair: 'zero',
      person: {
        number: '01712345678',
        name: 'Ranu Begum',
        note: 'n',
        language: 'bn',
        never: true,
        columns: { Village: 'Char Fasson' },
      },
    });
  });

  test('the first of its numbers that can be texted is taken', () => {
    expect(read(['Ranu', '02-9551234', '01712345678'])).toMatchObject({ ok: true, repair: null });
    expect(read(['Ranu', '02-9551234', ''])).toMatchObject({
      ok: false,
      fault: 'not_mobile',
      typed: '02-9551234',
    });
  });

  test.each([
    [['†gvt Avãyj Kwig', '01712345678'], 'old_font'],
    [['ivbv †eMg', '01712345678'], 'old_font'],
    [['Balance', '01712345678'], 'name'],
    [['n'.repeat(41), '01712345678'], 'name'],
    [['', '01712345678'], 'no_name'],
    [['Ranu', ''], 'no_number'],
  ])('or refused: %j', (row, fault) => {
    expect(read(row)).toMatchObject({ ok: false, fault });
  });

  test('a number alone is somebody of a group', () => {
    expect(read(['', '01712345678'], true)).toMatchObject({ ok: true, person: { name: '' } });
  });

  test('what stands between names in a list is no part of a name', () => {
    expect(read(['(Late) Ranu, Begum', '01712345678'])).toMatchObject({
      person: { name: 'Late) Ranu Begum' },
    });
  });
});

test('names for an old Bangla font are known from names in Latin letters', () => {
  for (const old of ['†gvnv¤§` ingvb', 'ivbv †eMg', 'Rvjvj DwÏb', 'Kvjvg', '‡mv‡nj ivbv', 'bvRgyj nvmvb'])
    expect(isOldFont(old), old).toBe(true);
  for (const name of [
    'Ranu Begum',
    'Vivek Sharma',
    'Olav Svensson',
    'José Ávila',
    'Søren Ørsted',
    'Dev',
    'রানু',
    'Niloy Das',
    'Savvas',
    'O’Brien',
    'Ivy Vance',
    'Md. Abdul Karim',
  ])
    expect(isOldFont(name), name).toBe(false);
});
