import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvLine } from '../../src/pages/csv.ts';

test('what is exported reads as it was, but for an apostrophe before what would be a formula', () => {
  const cells = fc.array(fc.string({ unit: fc.constantFrom(...'=+-@\t\r\n",;aক') }), { minLength: 2 });
  fc.assert(
    fc.property(cells, row => {
      const [read] = parse(csvLine(row)) as string[][];
      expect(read).toEqual(row.map(cell => (/^[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell)));
    }),
  );
});
