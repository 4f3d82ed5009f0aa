import { type RowCollector, UnreadableFile } from './table.ts';

/* Cells of a sheet that somebody merged over rows: they show one value, which is only stored in the first of them. */

/** Where merged cells are: their first column, from 0, and their rows, by number. */
export type MergedCells = { column: number; from: number; to: number };

/** Nobody's list has more, and no rows are looked at more often for all of them. */
export const MAX_MERGED = 50_000;
const MAX_ROW_VISITS = 1_000_000;

/** What a reference such as `A2:B4` covers; null: no more than one row. */
export function mergedIn(
  reference: string,
  columnOf: (cell: string) => number | undefined,
): MergedCells | null {
  const [first = '', last = ''] = reference.split(':');
  const column = columnOf(first);
  const [from, to] = [first, last].map(cell => Number(cell.replace(/^[A-Z]+/i, '')));
  if (column === undefined || !from || !to || to <= from) return null;
  return { column: column - 1, from, to };
}

/**
 * Gives merged cells' value to all rows that they cover. Rows with nothing in them stay so.
 *
 * @throws UnreadableFile if that is too much
 */
export function fillMerged(merged: readonly MergedCells[], rows: RowCollector): void {
  let looks = 0;
  for (const { column, from, to } of merged) {
    let at = indexOf(rows, from);
    const top = rows.rows[at];
    const value = top?.line === from ? (top.cells[column] ?? '') : '';
    if (value.trim() === '') continue;
    for (let row = rows.rows[++at]; row && row.line <= to; row = rows.rows[++at]) {
      looks += 1;
      if (looks > MAX_ROW_VISITS) throw new UnreadableFile('swells');
      rows.fill(row, column, value);
    }
  }
}

/** The place of the first row with this number or a higher one. */
function indexOf({ rows }: RowCollector, line: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
