import { type FileFault, MAX_FILE_COLUMNS, MAX_FILE_ROWS } from '../../imported.ts';

/** A row that isn't empty. `line`: its number in a spreadsheet, from 1. `isHidden`: a filter or a person hid it. */
export type FileRow = { line: number; cells: string[]; isHidden?: true };
/**
 * A sheet of a workbook, or the whole of another file. `fault`: why it has no rows. `hiddenColumns`: indexes from
 * 0. `farCells`: the first cell of each column too far right to be read (`XFD3`).
 */
export type Sheet = {
  name: string;
  isHidden: boolean;
  rows: FileRow[];
  fault: FileFault | null;
  hiddenColumns?: readonly number[];
  farCells?: readonly string[];
};
/** A file's content. Every cell is text. */
export type FileTable = { format: FileFormat; sheets: Sheet[] };
export type FileFormat = 'xlsx' | 'vcard' | 'csv' | 'tsv' | 'text';

/** A file that can't be read, for a reason that its owner can fix. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
  readonly fault: FileFault;

  constructor(fault: FileFault, options?: { cause: unknown }) {
    super(`The file can’t be read: ${fault}`, options);
    this.fault = fault;
  }
}

/** Longer than any cell of a list. */
export const MAX_CELL_CHARACTERS = 2000;
/** Characters kept of a file: more than 50,000 rows of 20 ordinary cells. */
export const MAX_KEPT_CHARACTERS = 32_000_000;
/** A cell's overhead, in characters. */
const CELL_WEIGHT = 12;

/** Bytes unpacked and characters kept of a file. Readers add to it, and stop at the limits. */
export type FileCounts = { unpacked: number; kept: number };

/** People fill a few far columns by mistake; more are a real part of the table. */
const MAX_FAR_COLUMNS = 5;

/** A column's name, from 1: the 28th is `AB`. */
function lettersOf(column: number): string {
  const higher = Math.floor((column - 1) / 26);
  return (higher > 0 ? lettersOf(higher) : '') + String.fromCharCode(65 + ((column - 1) % 26));
}

export const weightOf = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + CELL_WEIGHT + cell.length, 0);

/**
 * Collects the rows of a sheet.
 *
 * @param spent shared by all sheets of a file
 */
export class RowCollector {
  readonly rows: FileRow[] = [];
  readonly #spent: FileCounts;
  readonly #far = new Map<number, string>();

  constructor(spent: FileCounts) {
    this.#spent = spent;
  }

  /**
   * Keeps a row, unless it is empty.
   *
   * @throws UnreadableFile if there are too many rows, columns or characters
   */
  add(line: number, row: readonly string[], isHidden = false): void {
    const last = row.findLastIndex(cell => cell.trim() !== '') + 1;
    for (let column = MAX_FILE_COLUMNS + 1; column <= last; column++)
      if (row[column - 1]?.trim()) this.leaveOut(line, column);
    const filled = row.findLastIndex((cell, index) => index < MAX_FILE_COLUMNS && cell.trim() !== '') + 1;
    if (filled === 0) return;
    // Allows one more row for the headings.
    if (this.rows.length > MAX_FILE_ROWS) throw new UnreadableFile('too_many_rows');
    const cells = row.slice(0, filled).map(cell => cell.slice(0, MAX_CELL_CHARACTERS).toWellFormed());
    this.#spent.kept += weightOf(cells);
    if (this.#spent.kept > MAX_KEPT_CHARACTERS) throw new UnreadableFile('swells');
    this.rows.push(isHidden ? { line, cells, isHidden } : { line, cells });
  }

  /**
   * Notes a cell beyond the columns that we read, from 1: people type into a far cell by mistake and don't see it
   * again.
   *
   * @throws UnreadableFile if there are too many such columns
   */
  leaveOut(line: number, column: number): void {
    if (!this.#far.has(column)) this.#far.set(column, `${lettersOf(column)}${line}`);
    if (this.#far.size > MAX_FAR_COLUMNS) throw new UnreadableFile('too_many_columns');
  }

  sheet(name: string, isHidden: boolean): Sheet {
    const farCells = [...this.#far.values()];
    const fault = this.rows.length === 0 && farCells.length > 0 ? 'too_many_columns' : null;
    const sheet: Sheet = { name, isHidden, rows: this.rows, fault };
    return farCells.length > 0 ? { ...sheet, farCells } : sheet;
  }

  /**
   * Fills a row's cell if it is empty.
   *
   * @throws UnreadableFile if there are too many characters
   */
  fill({ cells }: FileRow, column: number, value: string): void {
    if (column >= MAX_FILE_COLUMNS || cells[column]?.trim()) return;
    while (cells.length <= column) cells.push('');
    cells[column] = value;
    this.#spent.kept += CELL_WEIGHT * (column + 1) + value.length;
    if (this.#spent.kept > MAX_KEPT_CHARACTERS) throw new UnreadableFile('swells');
  }
}

/** Yields a text's lines. An array of millions of them would be larger than the file. */
export function* linesIn(text: string): Generator<string> {
  const end = /\r\n|\r|\n/g;
  let from = 0;
  for (let match = end.exec(text); match; match = end.exec(text)) {
    yield text.slice(from, match.index);
    from = end.lastIndex;
  }
  yield text.slice(from);
}
