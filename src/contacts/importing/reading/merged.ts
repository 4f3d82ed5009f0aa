import { type RowCollector, UnreadableFile } from './table.ts';

/* Cells merged over rows: they show one value, which only the first of them stores. */

/** Merged cells: their first column, from 0, and the numbers of their rows. */
export type MergedCells = { column: number; from: number; to: number };

/** Limits of merged cells, and of rows visited for all of them. */
export const MAX_MERGED = 50_000;
const MAX_ROW_VISITS = 1_000_000;

/** The cells that a reference such as `A2:B4` covers; null if it covers no more than one row. */
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
 * Copies the value of merged cells to all rows they cover. Empty rows stay empty.
 *
 * @throws UnreadableFile if it visits too many rows
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

/** The index of the first row with this number or a higher one. */
function indexOf({ rows }: RowCollector, line: number): number {
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((rows[middle]?.line ?? 0) < line) low = middle + 1;
    else high = middle;
  }
  return low;
}
