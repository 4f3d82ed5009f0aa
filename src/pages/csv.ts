/** A cell that starts like this is a formula to a spreadsheet. */
const FORMULA = /^[=+\-@\t\r]/;

/**
 * A line of a CSV file. A cell that a spreadsheet would take for a formula gets an apostrophe in front, since the
 * person who opens the file didn't write it.
 */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(quoted).join(',')}\r\n`;
}

/** Tells Excel that a file is in UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

function quoted(cell: string): string {
  const safe = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n;\t]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
