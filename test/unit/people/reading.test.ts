import { describe, expect, test, vi } from 'vitest';
import { readTable } from '../../../src/people/reading/read.ts';
import { createReadFile } from '../../../src/people/reading/thread.ts';
import { farmers, farmersText, farmersXlsx, HEADINGS, type SavedAs } from '../../support/farmers.ts';
import { makeXlsx, makeZip } from '../../support/xlsx.ts';

const read = async (text: string | Buffer) => (await readTable(Buffer.from(text))).rows;
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

  test('names and numbers in lines, as people note them', async () => {
    expect(await read('Ranu Begum: 01712345678\n০১৮১২৩৪৫৬৭৮ শিরিন\n+880 1912-345678\nKarim')).toEqual([
      ['Ranu Begum', '01712345678'],
      ['শিরিন', '০১৮১২৩৪৫৬৭৮'],
      ['', '+880 1912-345678'],
      ['Karim'],
    ]);
  });
});

describe('a workbook is read', () => {
  test('numbers as they are, formulas as they came out', async () => {
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

  test('the farmers are the same however Excel saved them', async () => {
    const [heading, ...book] = await read(farmersXlsx(200));
    expect(heading).toEqual(HEADINGS);
    expect(book.map(row => row[1])).toEqual(farmers(200).map(({ name }) => name));
    for (const as of ['csv-utf8', 'unicode-text'] satisfies SavedAs[]) {
      const text = await read(farmersText(as, 200));
      const differ = text.slice(1).filter((row, index) => row[2] !== book[index]?.[2]);
      expect(new Set(differ.map(row => row[2])), as).toEqual(new Set(['8.80E+12']));
    }
    await expect(readTable(farmersText('csv-windows', 200))).rejects.toMatchObject({ fault: 'letters_lost' });
  });
});

describe('address cards are read', () => {
  test('2.1, 3.0 and 4.0, in one file', async () => {
    const cards = [
      'BEGIN:VCARD\nVERSION:2.1\nN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=E0=A6=AC=E0=A7=87=E0=A6=97=E0=A6=AE;=\n=E0=A6=B0=E0=A6=BE=E0=A6=A8=E0=A7=81;;;\nTEL;CELL;PREF:01712345678\nPHOTO;ENCODING=BASE64;JPEG:/9j/4AA\n AAAA\n\nEND:VCARD',
      'BEGIN:VCARD\nVERSION:3.0\nFN:Ranu\\, Begum\nN:Begum;Ranu;;;\nitem1.TEL;type=HOME:02-9551234\nTEL;type=CELL;type=VOICE:+880 1812-345678\nNOTE:one\\ntwo\nEND:VCARD',
      'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:A very long\r\n  name\r\nTEL;VALUE=uri;TYPE="voice,cell":tel:+8801912345678\r\nEND:VCARD',
      'BEGIN:VCARD\nVERSION:3.0\nEMAIL:a@b\nEND:VCARD',
    ].join('\n');
    expect(await read(cards)).toEqual([
      ['Name', 'Mobile', 'Phone', 'Note'],
      ['রানু বেগম', '01712345678'],
      ['Ranu, Begum', '+880 1812-345678', '02-9551234', 'one\ntwo'],
      ['A very long name', '+8801912345678'],
      ['?'],
    ]);
  });
});

describe('what can’t be read is said in words, within bounds', () => {
  const readFile = createReadFile(vi.fn());
  const spaces = (bytes: number) => Buffer.alloc(bytes, ' ');
  const bomb = makeXlsx([['x']], { 'xl/worksheets/sheet2.xml': 'x' });
  const wide = (columns: number) => Array.from({ length: columns }, (_, n) => `c${n}`);
  test.each<[string, Buffer, string]>([
    ['nothing', Buffer.from(' \n,,\n'), 'empty'],
    ['too large', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'too_large'],
    ['too many rows', Buffer.from('01712345678\n'.repeat(50_002)), 'too_many_rows'],
    ['10,000 columns', Buffer.from(wide(10_000).join(',')), 'too_many_columns'],
    ['10,000 columns of a workbook', makeXlsx([wide(10_000)]), 'too_many_columns'],
    ['a quote that never ends', Buffer.from(`name,"mobile\n${'a,b\n'.repeat(100_000)}`), 'quotes'],
    ['an old workbook, or one with a password', Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'old_excel'],
    ['macros', makeXlsx([['x']], { 'xl/vbaProject.bin': 'x' }), 'macros'],
    ['half a workbook', bomb.subarray(0, bomb.length / 2), 'broken'],
    ['an archive of something else', makeZip({ 'word/document.xml': '<x/>' }), 'not_a_table'],
    ['a workbook without a sheet', makeZip({ 'xl/workbook.xml': '<x/>' }), 'broken'],
    [
      'a card with a line that could be read in many ways',
      Buffer.from(`BEGIN:VCARD\nTEL${';a'.repeat(5000)}\n`),
      'broken',
    ],
    ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'), 'not_a_table'],
    ['a web page', Buffer.from('<html><table>'), 'not_a_table'],
    [
      'a zip bomb',
      makeXlsx([['x']], { 'xl/worksheets/sheet2.xml': spaces(200 * 1024 * 1024) as never }),
      'swells',
    ],
    [
      'a zip bomb that lies about its size',
      makeZip({ 'xl/workbook.xml': '<x/>', 'xl/a.xml': spaces(200 * 1024 * 1024) }, { 'xl/a.xml': 10 }),
      'swells',
    ],
    [
      'an entity that swells, and one from elsewhere',
      makeXlsx([['x']], {
        'xl/sharedStrings.xml': `<!DOCTYPE s [<!ENTITY a "${'a'.repeat(1000)}"><!ENTITY e SYSTEM "file:///etc/passwd">]><sst><si><t>&e;${'&a;'.repeat(1000)}</t></si></sst>`,
      }),
      'none of it',
    ],
  ])('%s', async (_, bytes, fault) => {
    const said = await readFile(bytes);
    if (fault !== 'none of it') expect(said).toBe(fault);
    else expect(JSON.stringify(said)).not.toMatch(/root:|aaaa/);
  });

  test('what takes too long is ended', async () => {
    expect(await createReadFile(vi.fn(), 1)(farmersXlsx())).toBe('too_slow');
  });
});
