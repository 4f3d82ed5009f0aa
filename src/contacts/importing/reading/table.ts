import { type FileFault, MAX_FILE_COLUMNS, MAX_FILE_ROWS } from '../../imported.ts';

/** A row with something in it. `line`: its number as a spreadsheet shows it, from 1; `isHidden`: a filter or a person hid it. */
export type FileRow = { line: number; cells: string[]; isHidden?: true };
/**
 * A sheet of a workbook, or all of another file. `fault`: why it can’t be read, and has no rows. `hiddenColumns`: the places of
 * those that somebody hid, from 0.
 */
export type Sheet = {
  name: string;
  isHidden: boolean;
  rows: FileRow[];
  fault: FileFault | null;
  hiddenColumns?: readonly number[];
};
/** A file's content; every cell is text. */
export type FileTable = { format: FileFormat; sheets: Sheet[] };
/** The kind of file; for text, also how it is delimited. */
export type FileFormat = 'xlsx' | 'vcard' | 'csv' | 'tsv' | 'text';

/** A file that can't be read, for a reason that people can do something about. */
export class UnreadableFile extends Error {
  override name = 'UnreadableFile';
  readonly fault: FileFault;

  constructor(fault: FileFault, options?: { cause: unknown }) {
    super(`The file can’t be read: ${fault}`, options);
    this.fault = fault;
  }
}

/** Nobody writes more into a cell of such a list. */
export const MOST_CELL = 2000;
/** How much of a file is kept, in characters; 50,000 rows of 20 ordinary cells are fewer. */
export const MOST_KEPT = 32_000_000;
/** What a cell takes beside its characters, counted as such. */
const CELL = 12;

/** How much of a file was unpacked, in bytes, and kept; whoever reads adds to it, and stops in time. */
export type FileCounts = { unpacked: number; kept: number };

export const weightOf = (cells: readonly string[]): number =>
  cells.reduce((sum, cell) => sum + CELL + cell.length, 0);

/**
 * Collects the rows of a sheet.
 *
 * @param spent shared by all sheets of a file
 */
export class RowCollector {
  readonly rows: FileRow[] = [];
  readonly #spent: FileCounts;

  constructor(spent: FileCounts) {
    this.#spent = spent;
  }

  /**
   * Keeps a row, unless nothing is in it.
   *
   * @throws UnreadableFile if there are too many rows, columns or characters
   */
  add(line: number, row: readonly string[], isHidden = false): void {
    const filled = row.findLastIndex(cell => cell.trim() !== '') + 1;
    if (filled === 0) return;
    if (filled > MAX_FILE_COLUMNS) throw new UnreadableFile('too_many_columns');
    // One more, which may be the heading.
    if (this.rows.length > MAX_FILE_ROWS) throw new UnreadableFile('too_many_rows');
    const cells = row.slice(0, filled).map(cell => cell.slice(0, MOST_CELL).toWellFormed());
    this.#spent.kept += weightOf(cells);
    if (this.#spent.kept > MOST_KEPT) throw new UnreadableFile('swells');
    this.rows.push(isHidden ? { line, cells, isHidden } : { line, cells });
  }

  /**
   * Gives a row's empty cell a value.
   *
   * @throws UnreadableFile if there are too many characters
   */
  fill({ cells }: FileRow, column: number, value: string): void {
    if (column >= MAX_FILE_COLUMNS || cells[column]?.trim()) return;
    while (cells.length <= column) cells.push('');
    cells[column] = value;
    this.#spent.kept += CELL * (column + 1) + value.length;
    if (this.#spent.kept > MOST_KEPT) throw new UnreadableFile('swells');
  }
}

/** A text's lines, one at a time: a file may have millions, and an array of them would be larger than the file. */
export function* linesIn(text: string): Generator<string> {
  const end = /\r\n|\r|\n/g;
  let from = 0;
  for (let found = end.exec(text); found; found = end.exec(text)) {
    yield text.slice(from, found.index);
    from = end.lastIndex;
  }
  yield text.slice(from);
}
