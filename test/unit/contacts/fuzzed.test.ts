import fc from 'fast-check';
import { expect, test } from 'vitest';
import { FILE_FAULTS, MAX_FILE_COLUMNS, MAX_FILE_ROWS } from '../../../src/contacts/imported.ts';
import { readTable } from '../../../src/contacts/importing/reading/read.ts';
import { chooseSheet, rowsOf } from '../../../src/contacts/importing/rules/columns.ts';
import { readRows } from '../../../src/contacts/importing/rules/rows.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import { fuzzedFiles } from '../../support/fuzzed-files.ts';

test('whatever is in a file, it is read within bounds or refused in a sentence', async () => {
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
      return read.length <= MAX_FILE_ROWS + 1;
    }),
    { numRuns: 100 },
  );
});
