import { linesIn, type RowCollector, UnreadableFile } from './table.ts';

/* Text whose cells are divided by a sign, as programs write it and people mend it by hand. */

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** How much of a text decides its delimiter. */
const LOOKED_AT = 64 * 1024;
const ROWS = 200;
/** No row in a list of people is longer; an unclosed quote makes one. */
const MAX_ROW = 256 * 1024;
/** Excel's widest row has as many, and writes the empty ones, too. */
const MAX_ROW_CELLS = 16_384;

/** A text, and what its cells are delimited by: said in its first line as Excel does, or detected. */
export type Delimited = { body: string; delimiter: string };

export function delimitedIn(text: string): Delimited {
  const [whole = '', said] = /^"?sep=(.)"?(?:\r\n|\r|\n)/i.exec(text) ?? [];
  const body = text.slice(whole.length);
  return { body, delimiter: said ?? delimiterOf(body) };
}

/**
 * Collects a delimited text's rows. Empty ones count for the numbers of those below. Where the lines of one row are rows by
 * themselves, a quote was left open: each is a row.
 *
 * @throws UnreadableFile
 */
export function readDelimited({ body, delimiter }: Delimited, rows: RowCollector): void {
  let line = 0;
  let columns: number | null = null;
  const add = (cells: readonly string[]): void => {
    line += 1;
    columns ??= cells.length;
    rows.add(line, cells);
  };
  for (const record of recordsIn(body, delimiter)) {
    if (record.cells.length > MAX_ROW_CELLS) throw new UnreadableFile('too_many_columns');
    const swallowed = record.isOverLines ? rowsAlone(record.raw, delimiter, columns) : null;
    if (swallowed) swallowed.forEach(add);
    else if (record.isOpen || record.raw.length > MAX_ROW) throw new UnreadableFile('quotes');
    else add(record.cells);
  }
}

/** The rows that a record's lines are by themselves; null: they are no rows of people. */
function rowsAlone(raw: string, delimiter: string, columns: number | null): string[][] | null {
  if (columns === null || columns < 2) return null;
  const rows: string[][] = [];
  for (const line of linesIn(raw)) {
    if (line.trim() === '') continue;
    const { cells } = recordAt(line, 0, delimiter, true);
    if (cells.length !== columns || !cells.some(isNumber)) return null;
    rows.push(cells);
  }
  return rows.length > 1 ? rows : null;
}

/** Whether all of a cell is a number that is long enough for a phone's; commas may divide it, or several. */
const isNumber = (cell: string): boolean =>
  cell.length < 60 && !/[\p{L}";|\t]/u.test(cell) && cell.replace(/\P{Nd}/gu, '').length >= 9;

/** Whether the first number of a row stands in a cell by itself. */
function hasNumberAlone(cells: readonly string[]): boolean {
  const first = cells.find(cell => cell.slice(0, 200).replace(/\P{Nd}/gu, '').length >= 9);
  return first !== undefined && cells.length > 1 && isNumber(first);
}

/**
 * What a text is delimited by: each sign is tried on whole rows. The best has most rows with a number in a cell of its own;
 * then most that are equally long, and the longest.
 */
function delimiterOf(text: string): string {
  const start = text.slice(0, LOOKED_AT);
  const ranked = DELIMITERS.map(delimiter => {
    const rows: string[][] = [];
    for (const { cells, isOpen } of recordsIn(start, delimiter)) {
      if (rows.length >= ROWS || (isOpen && rows.length > 0)) break;
      if (cells.length > 1) rows.push(cells);
    }
    const usual = mostFrequent(rows.map(({ length }) => length));
    return {
      delimiter,
      usual,
      numbers: rows.filter(hasNumberAlone).length,
      same: rows.filter(({ length }) => length === usual).length,
    };
  });
  const [best] = ranked.sort(
    (one, other) => other.numbers - one.numbers || other.same - one.same || other.usual - one.usual,
  );
  return best && best.same > 0 ? best.delimiter : ',';
}

function mostFrequent(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  const [most] = [...times].sort((one, other) => other[1] - one[1] || other[0] - one[0]);
  return most?.[0] ?? 0;
}

/** `end`: where the next one starts; `isOpen`: its last quote is never closed; `isOverLines`: it has line ends in quotes. */
type RawRecord = { cells: string[]; end: number; isOpen: boolean; isOverLines: boolean };

function* recordsIn(text: string, delimiter: string): Generator<RawRecord & { raw: string }> {
  for (let at = 0; at < text.length; ) {
    const record = recordAt(text, at, delimiter);
    yield { ...record, raw: text.slice(at, record.end) };
    at = record.end;
  }
}

/**
 * The record that starts at `from`. Each character is looked at a few times at most.
 *
 * @param isLine the text is one line by itself, so a quote that isn't closed there means nothing
 */
function recordAt(text: string, from: number, delimiter: string, isLine = false): RawRecord {
  const cells: string[] = [];
  let [at, isOpen, isOverLines] = [from, false, false];
  for (;;) {
    const cell = cellAt(text, at, delimiter, isLine);
    cells.push(cell.value);
    isOpen ||= cell.isOpen;
    isOverLines ||= cell.isOverLines;
    at = cell.end;
    if (text[at] === delimiter && cells.length <= MAX_ROW_CELLS) at += 1;
    else return { cells, end: at + lineEndAt(text, at), isOpen, isOverLines };
  }
}

/** How long a line end of any kind is. */
function lineEndAt(text: string, at: number): number {
  if (text[at] === '\r' && text[at + 1] === '\n') return 2;
  return text[at] === undefined ? 0 : 1;
}

type RawCell = { value: string; end: number; isOpen: boolean; isOverLines: boolean };

/**
 * A cell, and where it ends: at a delimiter, a line end, or the text's. A quote only counts if it is the first character; if
 * more follows the quote that closes it (`"2" pipe`), all of it is text.
 */
function cellAt(text: string, from: number, delimiter: string, isLine: boolean): RawCell {
  const plainFrom = (start: number): RawCell => {
    const end = endOfPlain(text, start, delimiter);
    return { value: text.slice(start, end), end, isOpen: false, isOverLines: false };
  };
  if (text[from] !== '"') return plainFrom(from);
  let at = from + 1;
  for (;;) {
    at = text.indexOf('"', at);
    if (at < 0) {
      if (isLine) return plainFrom(from + 1);
      const value = text.slice(from + 1);
      return { value, end: text.length, isOpen: true, isOverLines: /[\r\n]/.test(value) };
    }
    if (text[at + 1] !== '"') break;
    at += 2;
  }
  const quoted = text.slice(from + 1, at);
  const end = endOfPlain(text, at + 1, delimiter);
  const isWhole = text.slice(at + 1, end).trim() === '';
  const value = isWhole ? quoted.replaceAll('""', '"') : text.slice(from, end);
  return { value, end, isOpen: false, isOverLines: /[\r\n]/.test(quoted) };
}

function endOfPlain(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}
