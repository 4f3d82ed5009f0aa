import { type FileFault, MAX_FILE_COLUMNS, MAX_FILE_ROWS } from '../../imported.ts';

/** A row with something in it. `line`: its number as a spreadsheet shows it, from 1; `isHidden`: a filter or a person hid it. */
export type FileRow = { line: number; cells: string[]; isHidden?: true };
/**
 * A sheet of a workbook, or all of another file. `fault`: why it can’t be read, and has no rows. `hiddenColumns`: the places of
 * those that somebody hid, from 0. `farCells`: where something stands too far right to be read (`XFD3`), the first of each
 * column.
 */
export type Sheet = {
  name: string;
  isHidden: boolean;
  rows: FileRow[];
  fault: FileFault | null;
  hiddenColumns?: readonly number[];
  farCells?: readonly string[];
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
export const MAX_CELL_CHARACTERS = 2000;
/** How much of a file is kept, in characters; 50,000 rows of 20 ordinary cells are fewer. */
export const MAX_KEPT_CHARACTERS = 32_000_000;
/** What a cell takes beside its characters, counted as such. */
const CELL_WEIGHT = 12;

/** How much of a file was unpacked, in bytes, and kept; whoever reads adds to it, and stops in time. */
export type FileCounts = { unpacked: number; kept: number };

/** In so many columns beyond those that we read, something may stand by mistake. */
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
   * Keeps a row, unless nothing is in it.
   *
   * @throws UnreadableFile if there are too many rows, columns or characters
   */
  add(line: number, row: readonly string[], isHidden = false): void {
    const last = row.findLastIndex(cell => cell.trim() !== '') + 1;
    for (let column = MAX_FILE_COLUMNS + 1; column <= last; column++)
      if (row[column - 1]?.trim()) this.leaveOut(line, column);
    const filled = row.findLastIndex((cell, index) => index < MAX_FILE_COLUMNS && cell.trim() !== '') + 1;
    if (filled === 0) return;
    // One more, which may be the heading.
    if (this.rows.length > MAX_FILE_ROWS) throw new UnreadableFile('too_many_rows');
    const cells = row.slice(0, filled).map(cell => cell.slice(0, MAX_CELL_CHARACTERS).toWellFormed());
    this.#spent.kept += weightOf(cells);
    if (this.#spent.kept > MAX_KEPT_CHARACTERS) throw new UnreadableFile('swells');
    this.rows.push(isHidden ? { line, cells, isHidden } : { line, cells });
  }

  /**
   * Notes that something stands in a column beyond those that we read, from 1: in a large sheet somebody has typed into a cell
   * that they no longer see.
   *
   * @throws UnreadableFile if it is in many columns, so that they are no slip
   */
  leaveOut(line: number, column: number): void {
    if (!this.#far.has(column)) this.#far.set(column, `${lettersOf(column)}${line}`);
    if (this.#far.size > MAX_FAR_COLUMNS) throw new UnreadableFile('too_many_columns');
  }

  /** The sheet that was collected. */
  sheet(name: string, isHidden: boolean): Sheet {
    const farCells = [...this.#far.values()];
    const fault = this.rows.length === 0 && farCells.length > 0 ? 'too_many_columns' : null;
    const sheet: Sheet = { name, isHidden, rows: this.rows, fault };
    return farCells.length > 0 ? { ...sheet, farCells } : sheet;
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
    this.#spent.kept += CELL_WEIGHT * (column + 1) + value.length;
    if (this.#spent.kept > MAX_KEPT_CHARACTERS) throw new UnreadableFile('swells');
  }
}

/** A text's lines, one at a time: a file may have millions, and an array of them would be larger than the file. */
export function* linesIn(text: string): Generator<string> {
  const end = /\r\n|\r|\n/g;
  let from = 0;
  for (let match = end.exec(text); match; match = end.exec(text)) {
    yield text.slice(from, match.index);
    from = end.lastIndex;
  }
  yield text.slice(from);
}
