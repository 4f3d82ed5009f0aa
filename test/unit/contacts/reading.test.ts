import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { MAX_FILE_BYTES } from '../../../src/contacts/imported.ts';
import { readTable } from '../../../src/contacts/importing/reading/read.ts';
import { type FileCounts, MAX_KEPT_CHARACTERS } from '../../../src/contacts/importing/reading/table.ts';
import { MAX_UNPACKED_BYTES } from '../../../src/contacts/importing/reading/xml.ts';
import {
  chooseSheet,
  notRead,
  recogniseSheet,
  rowsOf,
  rowsUnaccounted,
} from '../../../src/contacts/importing/rules/sheets.ts';
import { farmers, farmersText, farmersXlsx, HEADINGS, type SavedAs } from '../../support/farmers.ts';
import {
  asExcelWrites,
  asGoogleWrites,
  bombs,
  sheetOf,
  withOneFarCell,
  workbookOf,
} from '../../support/workbooks.ts';
import { makeXlsx, makeZip } from '../../support/xlsx.ts';

async function sheetsOf(text: string | Buffer) {
  const table = await readTable(Buffer.from(text));
  if (typeof table === 'string') throw new Error(table);
  return table.sheets;
}
const read = async (text: string | Buffer) =>
  (await sheetsOf(text)).flatMap(({ rows }) => rows.map(({ cells }) => cells));
const linesOf = async (text: string | Buffer) =>
  (await sheetsOf(text)).flatMap(({ rows }) => rows.map(({ line }) => line));
const sample = (name: string) => readFileSync(new URL(`../../samples/people/${name}`, import.meta.url));
const RANU = [
  ['Name', 'Mobile'],
  ['রানু, বেগম', '01712345678'],
  ['Karim', '01812345678'],
];

describe('a text is read', () => {
  const csv = 'Name,Mobile\r\n"রানু, বেগম",01712345678\r\n\r\nKarim,01812345678\r\n';
  test.each([
    ['UTF-8', Buffer.from(csv)],
    ['UTF-8 with its mark', Buffer.from(`\ufeff${csv}`)],
    ['UTF-16 with its mark', Buffer.from(`\ufeff${csv}`, 'utf16le')],
    ['UTF-16 without', Buffer.from(csv, 'utf16le')],
    ['UTF-16 the other way round', Buffer.from(`\ufeff${csv}`, 'utf16le').swap16()],
    ['the same without a mark', Buffer.from(csv, 'utf16le').swap16()],
    ['semicolons', Buffer.from(csv.replace(/,(?!\s)/g, ';'))],
    ['tabs', Buffer.from(csv.replace(/,(?!\s)/g, '\t'))],
    ['a line that says the delimiter', Buffer.from(`sep=|\r\n${csv.replace(/,(?!\s)/g, '|')}`)],
    ['old line ends', Buffer.from(csv.replaceAll('\r\n', '\r'))],
  ])('%s', async (_, bytes) => {
    expect(await read(bytes)).toEqual(RANU);
  });

  test('Windows-1252', async () => {
    const bytes = Buffer.from('Name;Mobile\nJos\u00e9 \u0086;01712345678\n', 'latin1');
    expect(await read(bytes)).toEqual([
      ['Name', 'Mobile'],
      ['José †', '01712345678'],
    ]);
  });

  test('names and numbers in lines, as people write them, with a comma here and there', async () => {
    expect(await read('Ranu Begum: 01712345678\n০১৮১২৩৪৫৬৭৮ শিরিন\n+880 1912-345678\nKarim')).toEqual([
      ['Ranu Begum', '01712345678'],
      ['শিরিন', '০১৮১২৩৪৫৬৭৮'],
      ['', '+880 1912-345678'],
      ['Karim'],
    ]);
    for (const list of [
      'Sohel 01612000001\nMitu Apa 01612000002\nKhokon, 01612000004',
      'Sohel, 01612000001\nMitu Apa 01612000002\nKhokon, 01612000004',
    ])
      expect(await read(list)).toEqual([
        ['Sohel', '01612000001'],
        ['Mitu Apa', '01612000002'],
        ['Khokon', '01612000004'],
      ]);
  });

  test.each(['<Ranu>,01712345678', 'Ranu <01712345678>', '[Ranu],01712345678', 'Insert into,01712345678'])(
    'a list that only begins like something else: %s',
    async list => {
      expect((await read(list)).length).toBe(1);
    },
  );

  test('with as many empty cells to the right as a spreadsheet is wide', async () => {
    expect(await read(`Name,Mobile${','.repeat(16_382)}\nRanu,01712345678\n`)).toEqual([
      ['Name', 'Mobile'],
      ['Ranu', '01712345678'],
    ]);
  });

  test('with the numbers that its rows have in a spreadsheet', async () => {
    expect(await linesOf('Name,Mobile\n\n"a\nb",01712345678\n,\nc,01812345678\n')).toEqual([1, 3, 5]);
    expect(await linesOf('\nSohel 01612000001\n\nMitu 01612000002')).toEqual([2, 4]);
  });
});

describe('the encoding is chosen by the result, so no person in the text is lost', () => {
  const ranu = 'Ranu,01712345678';
  const karim = 'Karim,01812345678';
  const both = [
    ['Name', 'Phone'],
    ['Ranu', '01712345678'],
    ['Karim', '01812345678'],
  ];
  test.each([
    ['CRLF, then LF', `Name,Phone\r\n${ranu}\n${karim}\n`],
    ['LF, then CRLF', `Name,Phone\n${ranu}\r\n${karim}\r\n`],
    ['CR, then LF', `Name,Phone\r${ranu}\n${karim}`],
    ['all three', `Name,Phone\r\n${ranu}\r${karim}\n`],
    ['an open quote before a name', `Name,Phone\n"${ranu}\n${karim}\n`],
    ['one that the next quote closes', `Name,Phone\n"${ranu}\n"Karim",01812345678\n`],
    ['an open quote in the last row', `Name,Phone\n${ranu}\n"${karim}`],
    ['an open quote before a number', `Name,Phone\nRanu,"01712345678\n${karim}\n`],
    ['a line separator, as notes have it', `Name,Phone\u2028${ranu}\u2028${karim}`],
    ['a vertical tab, as documents have it', `Name,Phone\v${ranu}\v${karim}`],
    ['carets', `Name^Phone\n${ranu.replace(',', '^')}\n${karim.replace(',', '^')}`],
    ['an Arabic comma', `Name،Phone\n${ranu.replace(',', '،')}\n${karim.replace(',', '،')}`],
    ['columns that spaces align', 'Name    Phone\nRanu    01712345678\nKarim   01812345678\n'],
    ['each line in quotes', `"Name,Phone"\n"${ranu}"\n"${karim}"\n`],
    ['single quotes', "'Name','Phone'\n'Ranu','01712345678'\n'Karim','01812345678'\n"],
    ['spaces before quotes', 'Name, "Phone"\n"Ranu", "01712345678"\n"Karim" , "01812345678"'],
    ['a character that is none', `Name,Phone\n${ranu}\0\n${karim}\n`],
    ['a file filled up with those', `Name,Phone\n${ranu}\n${karim}\n${'\0'.repeat(500)}`],
    ['guards of leading zeros', 'Name,Phone\n="Ranu",="01712345678"\n"=""Karim""","=""01812345678"""\n'],
  ])('%s', async (_, text) => {
    const rows = await read(text);
    expect(rows.map(row => row.map(cell => cell.replaceAll('"', '')))).toEqual(both);
  });

  const note = '"rice; jute;\nfish; eggs, 01912345678"';
  test.each([
    ['commas, and a number in a note', `Name,Phone,Note\nRanu,01712345678,${note}\n${karim},\n`, ','],
    [
      'commas, and semicolons in each note',
      `Name,Phone,Note\nRanu,01712345678,"rice; jute;\nfish; eggs; milk"\n${karim},"rice; jute;\nfish; eggs; milk"\n`,
      ',',
    ],
    [
      'semicolons, and commas over lines',
      'Name;Address;Phone\nRanu;"House 5, Road 2,\nDhanmondi, Dhaka, 1209";01712345678\nKarim;"House 7, Lane 1,\nMirpur, Dhaka, 1216";01812345678\n',
      ';',
    ],
    [
      'tabs, and addresses with commas',
      'Name\tAddress\tPhone\nRanu\t"House 5, Road 2,\nDhaka, 1209"\t01712345678\nKarim\t"a, b,\nc"\t01812345678',
      '\t',
    ],
    [
      'semicolons below a heading of another length',
      'Name;Phone\nRanu;01712345678;a, b\nKarim;01812345678;c, d;',
      ';',
    ],
    [
      'semicolons, and two numbers in a cell',
      'Name;Phone\nRanu;01712345678,01912345678\nKarim;01812345678',
      ';',
    ],
  ])('its delimiter: %s', async (_, text, delimiter) => {
    const rows = await read(text);
    expect(rows.map(row => row[0])).toEqual(['Name', 'Ranu', 'Karim']);
    const [heading = ''] = text.split('\n');
    expect(rows[0]).toEqual(heading.split(delimiter));
    const phone = rows[0]?.indexOf('Phone') ?? -1;
    expect(rows.slice(1).map(row => row[phone]?.slice(0, 11))).toEqual(['01712345678', '01812345678']);
  });

  test.each([
    ['a quote that a note opens', '"two\nlines, 01912345678"', 'two\nlines, 01912345678'],
    ['inch marks', '"2" pipe"', '"2" pipe"'],
    ['a doubled quote', '"2"" pipe"', '2" pipe'],
    ['a quote behind a backslash', '"a \\"2, 3\\" pipe"', 'a "2, 3" pipe'],
    ['a backslash at the end', '"C:\\"', 'C:\\'],
  ])('quoted text stays whole: %s', async (_, written, cell) => {
    expect(await read(`Name,Phone,Note\nRanu,01712345678,${written}\n${karim},\n`)).toEqual([
      ['Name', 'Phone', 'Note'],
      ['Ranu', '01712345678', cell],
      ['Karim', '01812345678'],
    ]);
  });

  test('an open quote in rows of any length loses nobody', async () => {
    expect(await read(`Name,Phone,Note\nRanu,01712345678,"hi\n${karim}\nRina,01912345678,"y"\n`)).toEqual([
      ['Name', 'Phone', 'Note'],
      ['Ranu', '01712345678', 'hi'],
      ['Karim', '01812345678'],
      ['Rina', '01912345678', 'y'],
    ]);
  });

  test.each<[string, string[][]]>([
    [
      '01712345678, 01812345678; 01912345678\n',
      [
        ['', '01712345678'],
        ['', '01812345678'],
        ['', '01912345678'],
      ],
    ],
    [
      'Phone\n01712345678,01812345678,\n01912345678',
      [
        ['', 'Phone'],
        ['', '01712345678'],
        ['', '01812345678'],
        ['', '01912345678'],
      ],
    ],
    [
      'Ranu 01712345678, Karim 01812345678, 0191234567',
      [
        ['Ranu', '01712345678'],
        ['Karim', '01812345678'],
        ['', '0191234567'],
      ],
    ],
    [
      'Ranu 01712345678, Karim 01812345678\nRina 01912345678',
      [
        ['Ranu', '01712345678'],
        ['Karim', '01812345678'],
        ['Rina', '01912345678'],
      ],
    ],
    // One person with two numbers.
    [
      'Ranu 01712345678, 01812345678\nRina 01912345678',
      [
        ['Ranu', '01712345678, 01812345678'],
        ['Rina', '01912345678'],
      ],
    ],
    // An identity card's number can't be texted.
    [
      '01712345678,1990123456789\n01812345678,1990123456780',
      [
        ['01712345678', '1990123456789'],
        ['01812345678', '1990123456780'],
      ],
    ],
    [
      'Phone,Phone 2\n01712345678,01812345678',
      [
        ['Phone', 'Phone 2'],
        ['01712345678', '01812345678'],
      ],
    ],
  ])('a person who shares a line with others is read, too: %j', async (list, rows) => {
    expect(await read(list)).toEqual(rows);
  });

  test('numbers alone below a heading are a column of numbers', async () => {
    expect(await read('Phone\n01712345678\n01812345678')).toEqual([
      ['Phone'],
      ['01712345678'],
      ['01812345678'],
    ]);
  });

  test.each([
    ['Name Phone', ['Name', 'Phone']],
    ['Phone numbers', ['', 'Phone numbers']],
    ['নাম  মোবাইল নম্বর', ['নাম', 'মোবাইল নম্বর']],
  ])('a heading above names and numbers in lines: %s', async (heading, cells) => {
    expect(await read(`${heading}\nRanu Begum 01712345678\nKarim 01812345678`)).toEqual([
      cells,
      ['Ranu Begum', '01712345678'],
      ['Karim', '01812345678'],
    ]);
  });

  test('a label of a number is nobody’s name', async () => {
    expect(await read('Ranu\nMobile: 01712345678\nKarim: 01812345678')).toEqual([
      ['Ranu'],
      ['', '01712345678'],
      ['Karim', '01812345678'],
    ]);
  });

  const bangla = 'নাম,ফোন,গ্রাম\nরানা,01712345678,সাভার\nকরিম,01812345678,ভোলা\n';
  const damaged = (at: string, bytes: number[]): Buffer => {
    const whole = Buffer.from(bangla);
    const from = whole.indexOf(at);
    return Buffer.concat([whole.subarray(0, from), Buffer.from(bytes), whole.subarray(from + 3)]);
  };
  test.each<[string, Buffer, RegExp]>([
    ['a letter that was cut', damaged('র\n', [0xe0, 0xa6]), /^সাভা\ufffd+$/],
    ['a byte of another encoding', damaged('র\n', [0xe9]), /^সাভা\ufffd$/],
    ['a mark of damage', Buffer.from(bangla.replace('সাভার', 'সাভা\ufffd')), /^সাভা\ufffd$/],
    [
      'a cell encoded twice',
      Buffer.from(bangla.replace('সাভার', Buffer.from('সাভার').toString('latin1'))),
      /^সাভার$/,
    ],
    ['all of it encoded twice', Buffer.from(Buffer.from(bangla).toString('latin1')), /^সাভার$/],
  ])('only the damaged rows are damaged: %s', async (_, bytes, village) => {
    const [heading, ranu, karim] = await read(bytes);
    expect(heading).toEqual(['নাম', 'ফোন', 'গ্রাম']);
    expect(ranu).toEqual(['রানা', '01712345678', expect.stringMatching(village)]);
    expect(karim).toEqual(['করিম', '01812345678', 'ভোলা']);
  });
});

describe('a workbook is read', () => {
  test('numbers as they are, formulas as their results', async () => {
    const rows = await read(
      makeXlsx([
        ['Name', 'Mobile', 'Sum'],
        ['রানু', 1712345678, { formula: 'CONCAT("017",A1)', result: '01712345678' }],
        ['', 8801712345678, '#REF!'],
      ]),
    );
    expect(rows).toEqual([
      ['Name', 'Mobile', 'Sum'],
      ['রানু', '1712345678', '01712345678'],
      ['', '8801712345678', '#REF!'],
    ]);
  });

  test('as Excel writes it', async () => {
    const [sheet, old] = await sheetsOf(asExcelWrites());
    expect(sheet?.rows).toEqual([
      { line: 2, cells: ['রানু ', '', 'b'] },
      {
        line: 5,
        cells: [
          ...['1984-02-29', '2026-03-01 14:30', '2.3', 'TRUE', '#REF!', 'a\r&', 'inline'],
          ...['2026-03-01', 'day 7', '1900-02-28'],
        ],
      },
    ]);
    expect(old).toMatchObject({ name: 'Old', isHidden: true });
    const later = await read(asExcelWrites('<workbookPr date1904="1"/>'));
    expect(later[1]?.slice(0, 2)).toEqual(['1988-03-01', '2030-03-02 14:30']);
  });

  const row = (line: number, cells: Record<string, string>, more = ''): string =>
    `<row r="${line}"${more}>${Object.entries(cells)
      .map(([column, text]) => `<c r="${column}${line}" t="inlineStr"><is><t>${text}</t></is></c>`)
      .join('')}</row>`;

  test('merged cells give their value to all the rows that they cover', async () => {
    const rows =
      row(1, { A: 'Group', B: 'Name', C: 'Phone' }) +
      row(2, { A: 'Boatmen', B: 'Ranu', C: '01712345678' }) +
      row(3, { B: 'Karim', C: '01812345678' }) +
      row(5, { B: 'Salma', C: '01912345678' }) +
      row(6, { A: 'Drivers', B: 'Rina' });
    const merges = ['A2:A5', 'C5:C6', 'B1:C1', 'A7:A1048576', 'D1:D9', 'x', 'A9:A1']
      .map(ref => `<mergeCell ref="${ref}"/>`)
      .join('');
    const sheet = sheetOf(rows).replace('</worksheet>', `<mergeCells>${merges}</mergeCells></worksheet>`);
    expect((await sheetsOf(workbookOf({ S: sheet })))[0]?.rows).toEqual([
      { line: 1, cells: ['Group', 'Name', 'Phone'] },
      { line: 2, cells: ['Boatmen', 'Ranu', '01712345678'] },
      { line: 3, cells: ['Boatmen', 'Karim', '01812345678'] },
      { line: 5, cells: ['Boatmen', 'Salma', '01912345678'] },
      { line: 6, cells: ['Drivers', 'Rina', '01912345678'] },
    ]);
  });

  test('hidden rows are left out unless they are requested, and are reported', async () => {
    const rows =
      row(1, { A: 'Name', B: 'Phone', C: 'Mobile (old)' }) +
      row(2, { A: 'Ranu', B: '01712345678', C: '01312345678' }) +
      row(3, { A: 'Karim', B: '01812345678' }, ' hidden="1"') +
      row(4, { A: 'Salma', B: '01912345678' }, ' hidden="true"') +
      row(5, { A: 'Rina', B: '01612345678' }, ' ht="0" customHeight="1"');
    const table = await readTable(
      workbookOf({
        S: sheetOf(rows).replace(
          '<sheetData>',
          '<cols><col min="3" max="16384" hidden="1"/></cols><sheetData>',
        ),
      }),
    );
    if (typeof table === 'string') throw new Error(table);
    const chosen = chooseSheet(table);
    expect(chosen.roles).toEqual(['name', 'number', 'none']);
    expect(rowsOf(table, 0).map(({ line }) => line)).toEqual([1, 2]);
    expect(notRead(table, chosen)).toMatchObject({ hidden: 3, hiddenColumns: ['Mobile (old)'] });
    expect(rowsOf(table, 0, true).map(({ line }) => line)).toEqual([1, 2, 3, 4, 5]);
    const all = recogniseSheet(table, 0, undefined, true);
    expect(notRead(table, all).hidden).toBe(0);
    // Every row is accounted for.
    expect([rowsUnaccounted(table, chosen, 1), rowsUnaccounted(table, all, 4)]).toEqual([0, 0]);
    expect(rowsUnaccounted(table, all, 3)).toBe(1);
  });

  test('a hidden heading still names the columns', async () => {
    const rows =
      row(1, { A: 'Name', B: 'Phone', C: 'Never text' }, ' hidden="1"') +
      row(2, { A: 'Ranu', B: '01712345678', C: 'yes' });
    const table = await readTable(workbookOf({ S: sheetOf(rows) }));
    if (typeof table === 'string') throw new Error(table);
    const chosen = chooseSheet(table);
    expect(chosen).toMatchObject({ heading: 1, roles: ['name', 'number', 'doNotText'] });
    expect([notRead(table, chosen).hidden, rowsUnaccounted(table, chosen, 1)]).toEqual([0, 0]);
  });

  test('a sheet with people wins over a cover with a number of the office', async () => {
    const table = await readTable(
      workbookOf({
        Cover: sheetOf(row(1, { A: 'Contact', B: '029551234' })),
        List: sheetOf(row(1, { A: 'Ranu', B: '01712345678' })),
      }),
    );
    expect(typeof table !== 'string' && chooseSheet(table).sheet).toBe(1);
  });

  test('a column without width is hidden, too', async () => {
    const sheet = sheetOf(row(1, { A: 'Name', B: 'Phone' })).replace(
      '<sheetData>',
      '<cols><col min="2" max="2" width="0"/></cols><sheetData>',
    );
    expect((await sheetsOf(workbookOf({ S: sheet })))[0]?.hiddenColumns).toEqual([1]);
  });

  test('a stray cell far to the right is left out and reported with its place', async () => {
    const far = (line: number, ...columns: string[]): string =>
      columns.map(column => `<c r="${column}${line}"><v>1</v></c>`).join('');
    const sheet = (cells: string): Buffer =>
      workbookOf({
        S: sheetOf(
          row(1, { A: 'Name', B: 'Phone' }) +
            row(2, { A: 'Ranu', B: '01712345678' }).replace('</row>', `${cells}</row>`) +
            `<row r="7">${far(7, 'XFD')}</row>`,
        ),
      });
    const table = await readTable(sheet(far(2, 'GS', 'XFD')));
    if (typeof table === 'string') throw new Error(table);
    expect(table.sheets[0]?.rows.map(({ cells }) => cells)).toEqual([
      ['Name', 'Phone'],
      ['Ranu', '01712345678'],
    ]);
    expect(notRead(table, chooseSheet(table)).farCells).toEqual(['GS2', 'XFD2']);
    expect(await readTable(sheet(far(2, 'GS', 'GT', 'GU', 'GV', 'GW')))).toBe('too_many_columns');
    const text = await readTable(Buffer.from(`Name,Phone\nRanu,01712345678${','.repeat(300)}x\n`));
    expect(text).toMatchObject({ sheets: [{ farCells: ['KP2'] }] });
  });

  test.each<[string, string | number, string]>([
    // The file's own format or a built-in one, a number, and its text in the sheet.
    ['000000', 123, '000123'],
    ['"017"00000000', 12345678, '01712345678'],
    ['00000000000', 1712345678, '01712345678'],
    ['00000-000000', 1712345678, '01712-345678'],
    ['\\+000\\ 0000\\ 000000', 8801712345678, '+880 1712 345678'],
    ['#,##0', 1712345678, '1712345678'],
    ['0.00E+00', 1712345678, '1712345678'],
    ['@', 1712345678, '1712345678'],
    ['9', 0.09, '9%'],
    ['10', 0.0925, '9.25%'],
    ['4', 1250.5, '1,250.50'],
    ['#,##,##0.00', 1234567.5, '12,34,567.50'],
    ['[$৳-845]#,##0', 45000, '৳45,000'],
    ['[$-5000845]#,##,##0', 1234567, '১২,৩৪,৫৬৭'],
    ['#,##0.00_);[Red]\\(#,##0.00\\)', -1250.5, '(1,250.50)'],
    ['0.0##', 2.5, '2.5'],
    ['#,##0,"k"', 45000, '45k'],
    ['[h]:mm', 1.2604166666666667, '30:15'],
    ['46', 1.2604166666666667, '30:15'],
    ['h:mm', 0.2604166666666667, '06:15'],
    ['[>100]0;0.00', 7, '7'],
    ['# ?/?', 0.5, '0.5'],
    ['"Yes";;"No"', 1, 'Yes'],
    ['"Yes";;"No"', 0, 'No'],
    ['#,##0;-#,##0;"-"', 0, '-'],
    // A number whose last digits are lost, and a complete one.
    ['11', 1.71235e9, '1.71235E+9'],
    ['0.00E+00', 8.80171235e12, '8.80171235E+12'],
    ['11', 1712345678, '1712345678'],
    ['0', 'x', 'x'],
  ])('a number as the sheet shows it: %s of %s', async (format, value, shown) => {
    const id = /^[0-9]{1,2}$/.test(format) && format !== '0' ? format : '170';
    const code = format.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('>', '&gt;');
    const styles = `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="${code}"/></numFmts><cellXfs><xf numFmtId="${id}"/></cellXfs></styleSheet>`;
    const sheet = sheetOf(`<row r="1"><c r="A1" s="0"><v>${value}</v></c></row>`);
    expect(await read(workbookOf({ S: sheet }, { styles }))).toEqual([[shown]]);
  });

  test('as Google writes it', async () => {
    expect((await sheetsOf(asGoogleWrites()))[0]).toMatchObject({
      name: 'কৃষক',
      rows: [
        { line: 1, cells: ['1712345678', 'a<b'] },
        { line: 3, cells: ['2024-01-01'] },
      ],
    });
  });

  test.each(['libreoffice.xlsx', 'libreoffice-1904.xlsx'])('as LibreOffice wrote it: %s', async name => {
    const sheets = await sheetsOf(sample(name));
    expect(sheets.map(sheet => [sheet.name, sheet.isHidden])).toEqual([
      ['Cover', false],
      ['কৃষক', false],
      ['Old', true],
    ]);
    expect(sheets[1]?.rows.slice(2)).toEqual([
      {
        line: 4,
        cells: [
          ...['রানু বেগম', '1712345678', '1984-02-29', '2026-03-01 14:30', '09:15', 'TRUE'],
          ...['1234.56', '2469.12'],
        ],
      },
      {
        line: 9,
        cells: ['Karim & sons', '01812345678', '1961-12-31', '', '', 'FALSE', '0.1', 'aKarim & sons'],
      },
    ]);
  });

  test('the farmers are the same in every format that Excel saves', async () => {
    const [heading, ...book] = await read(farmersXlsx(200));
    expect(heading).toEqual(HEADINGS);
    expect(book.map(row => row[1])).toEqual(farmers(200).map(({ name }) => name));
    for (const as of ['csv-utf8', 'unicode-text'] satisfies SavedAs[]) {
      const text = await read(farmersText(as, 200));
      const differ = text.slice(1).filter((row, index) => row[2] !== book[index]?.[2]);
      expect(new Set(differ.map(row => row[2])), as).toEqual(new Set(['8.80E+12']));
    }
    expect(await readTable(farmersText('csv-windows', 200))).toBe('letters_lost');
  });
});

describe('address cards are read', () => {
  test('2.1, 3.0 and 4.0, in one file', async () => {
    const cards = [
      'BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E0=A6=AC=E0=A7=87=E0=A6=97=E0=A6=AE;=\n=E0=A6=B0=E0=A6=BE=E0=A6=A8=E0=A7=81;;;\nTEL;CELL;PREF:01712345678\nPHOTO;ENCODING=BASE64;JPEG:/9j/4AA\n AAAA\n\nEND:VCARD',
      'BEGIN:VCARD\nVERSION:3.0\nFN:Ranu\\, Begum\nN:Begum;Ranu;;;\nitem1.TEL;type=HOME:02-9551234\nTEL;type=CELL;type=VOICE:+880 1812-345678\nNOTE:one\\ntwo\nCATEGORIES:myContacts,Farmers\nEND:VCARD',
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A very long\r\n  name\r\nTEL;VALUE=uri;TYPE="voice,cell":tel:+8801912345678\r\nEND:VCARD',
      'BEGIN:VCARD\nVERSION:3.0\nEMAIL:a@b\nEND:VCARD',
    ].join('\n');
    expect(await read(cards)).toEqual([
      ['Name', 'Mobile', 'Phone', 'Note', 'Groups'],
      ['রানু বেগম', '01712345678'],
      ['Ranu, Begum', '+880 1812-345678', '02-9551234', 'one\ntwo', 'myContacts,Farmers'],
      ['A very long name', '+8801912345678'],
      ['?'],
    ]);
  });

  const person = (...lines: string[]): string => ['BEGIN:VCARD', ...lines, 'END:VCARD'].join('\r\n');
  const ranu = person('VERSION:2.1', 'FN:Ranu', 'TEL:01712345678');
  const karim = person('VERSION:3.0', 'FN:Karim', 'TEL:01812345678');
  const moni = ['VERSION:2.1', 'FN:Moni', 'TEL:01912345678'];
  const withAgent = (...agent: string[]): string =>
    person('VERSION:2.1', 'FN:Ranu', ...agent, 'TEL:01712345678');
  test.each([
    ['an agent’s card inside', `${withAgent('AGENT:', person(...moni))}\r\n${karim}`],
    [
      'an agent’s card that begins in its line',
      `${withAgent('AGENT:BEGIN:VCARD', ...moni, 'END:VCARD')}\n${karim}`,
    ],
    ['an agent’s agent', `${withAgent('AGENT:', person(...moni, 'AGENT:', person(...moni)))}\n${karim}`],
    ['an agent in a line', `${withAgent('AGENT:BEGIN:VCARD\\nFN:Moni\\nTEL:019\\nEND:VCARD\\n')}\n${karim}`],
    ['no end', `${ranu.replace('END:VCARD', '')}\n${karim}`],
    [
      'no end of an agent’s card either',
      `${withAgent('AGENT:', 'BEGIN:VCARD').replace(/AGENT.*BEGIN:VCARD/s, '')}\n${karim}`,
    ],
    ['the file’s end', `${ranu}\n${karim.replace('END:VCARD', '')}`],
    ['no start', `${ranu}\n${karim.replace('BEGIN:VCARD', '')}`],
    ['something above', `Exported\n${ranu}\n${karim}`],
    ['spaces before each line', `${ranu}\n${karim}`.replace(/^/gm, '  ')],
    ['a value that runs to the end', `${ranu.replace('END', 'NOTE;QUOTED-PRINTABLE:a=\r\nEND')}\n${karim}`],
  ])('nobody is lost at %s', async (_, cards) => {
    const [, ...people] = await read(cards);
    expect(people.map(([name, mobile]) => [name, mobile])).toEqual([
      ['Ranu', '01712345678'],
      ['Karim', '01812345678'],
    ]);
  });

  test.each([
    ['N', ['FN:', 'N:Mia;Karim;;;', 'ORG:Padma'], 'Karim Mia'],
    ['a firm', ['N:;;;;', 'ORG:Padma Traders;Sales'], 'Padma Traders'],
    ['a firm in 2.1', ['ORG:Meghna\\, Store'], 'Meghna, Store'],
    ['a nickname', ['FN: ', 'N:;;;;', 'NICKNAME:Rinku'], 'Rinku'],
    ['none', ['N:;;;;'], ''],
  ])('a name in %s', async (_, lines, name) => {
    expect((await read(person(...lines, 'TEL:01712345678')))[1]?.slice(0, 2)).toEqual([name, '01712345678']);
  });

  const QP = 'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:';
  const RANA = '=E0=A6=B0=E0=A6=BE=E0=A6=A8=E0=A6=BE=20';
  test.each([
    ['a soft break', `${QP}${RANA}=E0=A6=AC=\r\n=E0=A7=87=E0=A6=97=E0=A6=AE`],
    ['a soft break that is folded', `${QP}${RANA}=E0=A6=AC=\r\n =E0=A7=87=E0=A6=97=E0=A6=AE`],
    ['a fold without one', `${QP}${RANA}=E0=A6=AC\r\n =E0=A7=87=E0=A6=97=E0=A6=AE`],
    ['a fold in an escape', `${QP}${RANA}=\r\n E0=A6=AC=E0=A7=87=E0=A6=97=E0=A6=AE`],
    ['a fold between its digits', `${QP}${RANA}=E\r\n 0=A6=AC=E0=A7=87=E0=A6=97=E0=A6=AE`],
    ['a break in a letter', `${QP}${RANA}=E0=\r\n=A6=AC=E0=A7=87=E0=\r\n =A6=97=E0=A6=AE`],
    ['a space behind a break', `${QP}${RANA.replace('=20', '=')}\r\n =E0=A6=AC=E0=A7=87=E0=A6=97=E0=A6=AE`],
  ])('quoted-printable with %s', async (_, name) => {
    expect((await read(person('VERSION:2.1', name, 'TEL:01712345678')))[1]?.[0]).toBe('রানা বেগম');
  });

  test.each(['CHARSET=UTF-8;ENCODING=BASE64', 'ENCODING=b', 'BASE64'])('base64: %s', async encoding => {
    const name = Buffer.from('রানা বেগম').toString('base64');
    const card = person('VERSION:2.1', `FN;${encoding}:${name}`, 'TEL:01712345678');
    expect((await read(card))[1]?.[0]).toBe('রানা বেগম');
  });

  test('a folded line of 2.1 continues after a space, which stays', async () => {
    expect((await read(person('VERSION:2.1', 'FN:Ranu', ' Begum', 'TEL:01712345678')))[1]?.[0]).toBe(
      'Ranu Begum',
    );
    expect((await read(person('VERSION:3.0', 'FN:Ra', ' nu', 'TEL:01712345678')))[1]?.[0]).toBe('Ranu');
  });

  test('a line of millions of characters is kept up to its limit, and the next one is read', async () => {
    const folded = (first: string, next: string) => first + next.repeat(1_000_000);
    const cards = [
      'BEGIN:VCARD',
      'VERSION:2.1',
      folded('NOTE:a', '\n b'),
      `${folded('N;ENCODING=QUOTED-PRINTABLE:=', '\nc=')}\n`,
      'TEL;CELL:01712345678',
      'END:VCARD',
    ].join('\n');
    const [, [name = '', mobile, , note = ''] = []] = await read(cards);
    expect([mobile, note.length, name.length]).toEqual(['01712345678', 2000, 2000]);
  });
});

describe('an unreadable file is refused in words, within bounds', () => {
  const whole = makeXlsx([['x']], { 'xl/worksheets/sheet2.xml': 'x' });
  const wide = (columns: number) => Array.from({ length: columns }, (_, n) => `c${n}`);
  const bomb = bombs(200);
  test.each<[string, Buffer, string]>([
    ['nothing', Buffer.from(' \n,,\n'), 'empty'],
    ['too large', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'too_large'],
    ['too many rows', Buffer.from('01712345678\n'.repeat(50_002)), 'too_many_rows'],
    ['10,000 columns', Buffer.from(wide(10_000).join(',')), 'too_many_columns'],
    ['as many empty columns as a file has room for', Buffer.alloc(MAX_FILE_BYTES, ','), 'too_many_columns'],
    ['the same below a heading', Buffer.from(`Name,Mobile\n${','.repeat(1_000_000)}`), 'too_many_columns'],
    ['the same in quotes', Buffer.from('"",'.repeat(1_000_000)), 'too_many_columns'],
    [
      'the same with line ends between',
      Buffer.from(`${','.repeat(10_000)}"\n"`.repeat(100)),
      'too_many_columns',
    ],
    ['10,000 columns of a workbook', makeXlsx([wide(10_000)]), 'too_many_columns'],
    ['one far cell', withOneFarCell('XFD1048576'), 'too_many_columns'],
    ['millions of cells', Buffer.from(`${'a,'.repeat(150)}\n`.repeat(34_000)), 'swells'],
    ['a quote that never ends', Buffer.from(`name,"mobile\n${'a,b\n'.repeat(100_000)}`), 'quotes'],
    ['an old workbook, or one with a password', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old_excel'],
    ['an .ods', sample('libreoffice.ods'), 'open_document'],
    ['macros', makeXlsx([['x']], { 'xl/vbaProject.bin': 'x' }), 'macros'],
    ['half a workbook', whole.subarray(0, whole.length / 2), 'broken'],
    ['an archive of something else', makeZip({ 'word/document.xml': '<x/>' }), 'not_a_table'],
    ['a workbook without a sheet', makeZip({ 'xl/workbook.xml': '<workbook/>' }), 'broken'],
    [
      'a card with a line that could be read in many ways',
      Buffer.from(`BEGIN:VCARD\nTEL${';a'.repeat(5000)}\n`),
      'broken',
    ],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'not_a_table'],
    ...[
      '<html><table>',
      '\n<table border="1"><tr><td>Ranu</td><td>01712345678</td></tr></table>',
      '<!-- report -->\n<html>',
      '<br />\n<b>Warning</b>: date()\nName,Phone\nRanu,01712345678\n',
      'Members\n<tr><td class="a">Ranu</td></tr>',
      '<ul>\n<li>Ranu 01712345678</li>\n</ul>',
    ].map((text): [string, Buffer, string] => [`a web page: ${text}`, Buffer.from(text), 'web_page']),
    ...[
      '[{"name":"Ranu","phone":"01712345678"}]',
      '{"people": [\n{"name":"Ranu"}]}',
      '{"name":"Ranu"}\n{"name":"Karim"}',
      '{name: "Ranu", phone: "01712345678"}',
      'var people = [{name: "Ranu", phone: "01712345678"}];',
      'callback([{"name":"Ranu","phone":"01712345678"}])',
    ].map((text): [string, Buffer, string] => [`JSON: ${text}`, Buffer.from(text), 'json']),
    ...[
      "INSERT INTO `members` (`name`) VALUES\n('Ranu Begum', '01712345678');",
      "-- dump\nCREATE TABLE people (name text);\nINSERT INTO people VALUES ('Ranu');",
      'COPY public.people (name, phone) FROM stdin;\nRanu\t01712345678',
      "INSERT INTO\n  members (name)\nVALUES ('Ranu', '01712345678')",
      "('Ranu','01712345678'),\n('Karim','01812345678');",
      "(1, 'Ranu', '01712345678'),\n(2, 'Karim', '01812345678');",
      "UPDATE members SET phone='01712345678' WHERE name='Ranu';",
    ].map((text): [string, Buffer, string] => [`SQL: ${text}`, Buffer.from(text), 'sql']),
    ...[
      '<people><person><name>Ranu</name><phone>01712345678</phone></person></people>',
      "<?php $people = [['Ranu', '01712345678']];",
      'BEGIN:VCALENDAR\nVERSION:2.0\n',
    ].map((text): [string, Buffer, string] => [`something else: ${text}`, Buffer.from(text), 'not_a_table']),
    ['a zip bomb', bomb.honest, 'swells'],
    ['a zip bomb that lies about its size', bomb.lying, 'broken'],
    [
      'a text that is shared by a million cells',
      workbookOf(
        { S: sheetOf(`<row>${'<c t="s"><v>0</v></c>'.repeat(150)}</row>`.repeat(2000)) },
        { strings: `<si><t>${'a'.repeat(2000)}</t></si>` },
      ),
      'swells',
    ],
    [
      'merged cells that cover everything, over and over',
      workbookOf({
        S: sheetOf('<row><c><v>1</v></c></row>'.repeat(5000)).replace(
          '</worksheet>',
          `${'<mergeCell ref="A1:A9999"/>'.repeat(5000)}</worksheet>`,
        ),
      }),
      'swells',
    ],
    ['elements in elements', workbookOf({ S: '<a>'.repeat(100_000) }), 'broken'],
    [
      'an element with a million attributes',
      workbookOf({ S: `<a ${Array.from({ length: 9_999 }, (_, n) => `a${n}="1"`).join(' ')}/>` }),
      'broken',
    ],
    [
      'an entity that swells, and one from elsewhere',
      makeXlsx([['x']], {
        'xl/sharedStrings.xml': `<!DOCTYPE s [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY e SYSTEM "file:///etc/passwd">]><sst><si><t>&e;${'&a;'.repeat(1000)}</t></si></sst>`,
      }),
      'broken',
    ],
  ])('%s', async (_, bytes, fault) => {
    const spent: FileCounts = { unpacked: 0, kept: 0 };
    expect(await readTable(bytes, spent)).toBe(fault);
    // The reading may pass the limit by one piece or row, with which it stops.
    expect(spent.unpacked).toBeLessThanOrEqual(MAX_UNPACKED_BYTES + 64 * 1024);
    expect(spent.kept).toBeLessThanOrEqual(MAX_KEPT_CHARACTERS + 200 * 2012);
  });

  test('what an archive’s directory doesn’t list is never unpacked', async () => {
    const spent: FileCounts = { unpacked: 0, kept: 0 };
    expect(await readTable(bomb.unlisted, spent)).toMatchObject({ format: 'xlsx' });
    expect(spent.unpacked).toBeLessThan(10_000);
  });

  test('a row far down costs nothing, and keeps its number', async () => {
    expect(await linesOf(withOneFarCell('A1048576'))).toEqual([1_048_576]);
    expect(await linesOf(withOneFarCell('A9007199254740992'))).toEqual([1]);
  });

  test('one unreadable sheet doesn’t hide the others', async () => {
    const sheets = await sheetsOf(
      workbookOf({
        Far: sheetOf('<row r="1"><c r="XFD1"><v>1</v></c></row>'),
        Near: sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>'),
      }),
    );
    expect(sheets.map(({ fault, rows }) => [fault, rows.length])).toEqual([
      ['too_many_columns', 0],
      [null, 1],
    ]);
  });

  test('a card’s endless line is read in one pass', async () => {
    const card = `BEGIN:VCARD\nVERSION:2.1\nFN;ENCODING=QUOTED-PRINTABLE:=41=\n${'=41=\n'.repeat(600_000)}\nTEL:01712345678\nEND:VCARD\n`;
    const rows = await read(card);
    expect(rows[1]?.[1]).toBe('01712345678');
    expect(rows[1]?.[0]).toMatch(/^A{1000}/);
  });
});
