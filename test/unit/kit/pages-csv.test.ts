import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLines, withoutMarks } from '../../../src/kit/pages/file-pages.ts';

test('an exported value is never a formula, whichever delimiter a spreadsheet expects, and imports unchanged', () => {
  const cells = fc.array(fc.string({ unit: fc.constantFrom(...'=+-@＝＋\t\r\n",; \'aক') }), { minLength: 2 });
  fc.assert(
    fc.property(cells, row => {
      const [read = []] = parse(csvLines([row])) as string[][];
      for (const cell of read)
        for (const piece of cell.split(/[;\t\r\n]/))
          expect(piece.trimStart()).not.toMatch(/^[=+\-@＝＋－＠]/);
      expect(read.map(withoutMarks)).toEqual(row);
    }),
  );
});
