import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FILE_FAULTS, MAX_FILE_COLUMNS, MAX_FILE_ROWS } from '../../../src/contacts/imported.ts';
import { readTable } from '../../../src/contacts/importing/reading/read.ts';
import { readRows } from '../../../src/contacts/importing/rules/rows.ts';
import { chooseSheet, rowsOf, rowsUnaccounted } from '../../../src/contacts/importing/rules/sheets.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import { fuzzedFiles } from '../../support/fuzzed-files.ts';

test('any file is read within bounds, or refused with a sentence', async () => {
  await fc.assert(
    fc.asyncProperty(fuzzedFiles(), async file => {
      const table = await readTable(file);
      if (typeof table === 'string') return FILE_FAULTS.includes(table);
      for (const { rows } of table.sheets) {
        expect(rows.length).toBeLessThanOrEqual(MAX_FILE_ROWS + 1);
        for (const { cells } of rows) expect(cells.length).toBeLessThanOrEqual(MAX_FILE_COLUMNS);
      }
      const chosen = chooseSheet(table);
      const read = runToEnd(readRows(rowsOf(table, chosen.sheet), { ...chosen, inGroup: true }));
      expect(rowsUnaccounted(table, chosen, read.length)).toBe(0);
      return read.length <= MAX_FILE_ROWS + 1;
    }),
    { numRuns: 100 },
  );
});

const cell = fc.oneof(
  fc.constantFrom(
    '',
    'Name',
    'Phone',
    'Ranu',
    'yes',
    'N/A',
    '01712345678',
    '০১৮১২৩৪৫৬৭৮',
    '8.80E+12',
    'a "b"',
    ' "',
    "'",
  ),
  fc.string({ maxLength: 12 }),
  fc.string({ unit: fc.constantFrom(',', ';', '\t', '"', "'", '\\', '\n', '\r', 'a', '1'), maxLength: 8 }),
);
const rows = fc.array(fc.array(cell, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 12 });

/** CSV as programs write it, with all cells in quotes. */
const asCsv = (sheet: readonly string[][], delimiter: string, end: string): string =>
  sheet.map(row => row.map(cell => `"${cell.replaceAll('"', '""')}"`).join(delimiter) + end).join('');

test('each row of a list is reported as read, refused, above the headings or hidden; none is lost', async () => {
  const numbered = rows.map(sheet => sheet.map((row, n) => [`017${String(n).padStart(8, '0')}`, ...row]));
  await fc.assert(
    fc.asyncProperty(
      numbered,
      fc.constantFrom(',', ';', '\t', '|'),
      fc.constantFrom('\n', '\r\n'),
      async (sheet, delimiter, end) => {
        const table = await readTable(Buffer.from(asCsv(sheet, delimiter, end)));
        if (typeof table === 'string') return FILE_FAULTS.includes(table);
        const chosen = chooseSheet(table);
        const read = runToEnd(readRows(rowsOf(table, chosen.sheet), { ...chosen, inGroup: true }));
        expect(rowsUnaccounted(table, chosen, read.length)).toBe(0);
        // Each row has a number, so none is a heading or empty, and all can be texted.
        expect(read.flatMap(row => (row.ok ? [row.person.number] : [row.typed]))).toEqual(
          sheet.map(([number]) => number),
        );
        return true;
      },
    ),
    { numRuns: 300 },
  );
});
