import { withFormulasMarked } from '../formula.ts';

/** A line of a CSV file. No cell of it is a formula to a spreadsheet, whichever delimiter that expects. */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/** Tells Excel that a file is in UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

function quoted(cell: string): string {
  const safe = withFormulasMarked(cell);
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
