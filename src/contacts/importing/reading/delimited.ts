import { linesIn, type RowCollector, UnreadableFile } from './table.ts';

/* Delimited text, as programs write it and people edit it by hand. */

const DELIMITERS = [',', ';', '\t', '|', '^', '~', '#', '،', '，'] as const;
/** The part of a text that decides its dialect. */
const SAMPLE_CHARACTERS = 64 * 1024;
const SAMPLE_ROWS = 200;
/** Longer than any row of a list, except one with an unclosed quote. */
const MAX_ROW_CHARACTERS = 256 * 1024;
/** Excel's widest row, which may be written with its empty cells. */
const MAX_ROW_CELLS = 16_384;

/** The delimiter, the quote, and whether a backslash escapes a quote. */
type Dialect = { delimiter: string; quote: '"' | "'"; isBackslashed: boolean };

/** A text with its dialect. Excel's files may declare the delimiter in their first line. */
export type Delimited = { body: string; dialect: Dialect };

export function delimitedIn(text: string): Delimited {
  const [whole = '', declared] = /^"?sep=(.)"?(?:\r\n|\r|\n)/i.exec(text) ?? [];
  const body = withoutOuterQuotes(withLineEnds(text.slice(whole.length)));
  const read = dialectOf(body, declared === undefined ? DELIMITERS : [declared]);
  const start = body.slice(0, SAMPLE_CHARACTERS);
  const tabs = start.replace(ALIGNED, '\t');
  const aligned = tabs === start ? read : dialectOf(tabs, ['\t']);
  if (aligned.numbers <= read.numbers) return { body, dialect: read.dialect };
  return { body: body.replace(ALIGNED, '\t'), dialect: aligned.dialect };
}

/** The gap between columns that are aligned by spaces. */
const ALIGNED = /(?<=\S) {2,}(?=\S)/g;

/** Replaces the line ends of notes and documents, if the text has no ordinary line end. */
const withLineEnds = (text: string): string =>
  /[\r\n]/.test(text) ? text : text.replace(/[\v\f\u0085\u2028\u2029]/g, '\n');

/** Unwraps lines that a program quoted as a whole, with the delimiters inside. */
function withoutOuterQuotes(text: string): string {
  const lines = [...linesIn(text.slice(0, SAMPLE_CHARACTERS))]
    .slice(0, SAMPLE_ROWS)
    .filter(line => line.trim() !== '');
  const isOuter = (line: string): boolean => /^"(?:[^"]|"")*"$/.test(line) && /[,;\t|]/.test(line);
  if (lines.length < 2 || !lines.slice(0, -1).every(isOuter)) return text;
  return text.replace(/^"((?:[^"\r\n]|"")*)"$/gm, (_, line: string) => line.replaceAll('""', '"'));
}

/**
 * Collects a delimited text's rows. Empty ones count in the line numbers. If the lines of one row are rows by
 * themselves, a quote was left open, and each line becomes a row; so do all lines after a quote that is never
 * closed.
 *
 * @returns true if it is surely delimited, because rows have quoted cells
 * @throws UnreadableFile
 */
export function readDelimited({ body, dialect }: Delimited, rows: RowCollector): boolean {
  let line = 0;
  let columns: number | null = null;
  let isSure = false;
  const add = (cells: readonly string[]): void => {
    line += 1;
    columns ??= cells.length;
    rows.add(line, cells.map(withoutGuard));
  };
  for (const record of recordsIn(body, dialect)) {
    if (record.cells.length > MAX_ROW_CELLS) throw new UnreadableFile('too_many_columns');
    const swallowed = record.isOverLines ? rowsAlone(record, dialect, columns) : null;
    if (swallowed) swallowed.forEach(add);
    else if (record.isOpen && hasPeopleBelow(record, dialect))
      for (const alone of linesIn(record.raw)) add(recordAt(alone, 0, dialect, true).cells);
    else if (record.isOpen || record.raw.length > MAX_ROW_CHARACTERS) throw new UnreadableFile('quotes');
    else {
      isSure ||= record.cells.length > 1 && record.raw.includes(dialect.quote);
      add(record.cells);
    }
  }
  return isSure;
}

/** Removes the guard from `="0171"`, which keeps zeros in a spreadsheet. */
function withoutGuard(cell: string): string {
  const [, guarded] = /^\s*="((?:[^"]|"")*)"\s*$/.exec(cell) ?? [];
  return guarded === undefined ? cell : guarded.replaceAll('""', '"');
}

/**
 * A record's lines as rows; null if they aren't rows of people. If the record's quotes are in order, each line must
 * also have as many cells as other rows, and no quote.
 */
function rowsAlone(record: WrittenRecord, dialect: Dialect, columns: number | null): string[][] | null {
  if (columns === null || columns < 2) return null;
  const isLost = record.isOpen || record.isTorn;
  const rows: string[][] = [];
  for (const line of linesIn(record.raw)) {
    if (line.trim() === '') continue;
    const { cells } = recordAt(line, 0, dialect, true);
    const isWhole = cells.length === columns && !cells.some(cell => cell.includes(dialect.quote));
    const isRow = isLost ? cells.length > 1 : isWhole;
    if (!isRow || !cells.some(isNumber)) return null;
    rows.push(cells);
  }
  return rows.length > 1 ? rows : null;
}

/** True if a line of a record that never ends has a number. */
function hasPeopleBelow({ raw }: WrittenRecord, dialect: Dialect): boolean {
  for (const line of linesIn(raw)) if (recordAt(line, 0, dialect, true).cells.some(isNumber)) return true;
  return false;
}

/** True if the cell is a number, long enough for a phone's, maybe with commas in it. */
const isNumber = (cell: string): boolean =>
  cell.length < 60 && !/[\p{L}";|\t]/u.test(cell) && cell.replace(/\P{Nd}/gu, '').length >= 9;

/** True if the first number of a row has a cell of its own. */
function hasNumberAlone(cells: readonly string[]): boolean {
  const first = cells.find(cell => cell.slice(0, 200).replace(/\P{Nd}/gu, '').length >= 9);
  return first !== undefined && cells.length > 1 && isNumber(first);
}

/** A dialect's result: the numbers of rows with a phone number and of rows of the usual length, and that length. */
type Tried = { dialect: Dialect; numbers: number; same: number; usual: number };

/**
 * Tries each dialect on whole rows. The best has most rows with a number in a cell of its own; then most rows of
 * equal length; then the longest. Also returns how many rows have a number.
 */
function dialectOf(text: string, delimiters: readonly string[]): Pick<Tried, 'dialect' | 'numbers'> {
  const start = text.slice(0, SAMPLE_CHARACTERS);
  const quote = SINGLE_QUOTES.test(start) ? "'" : '"';
  const best = (isBackslashed: boolean): Tried[] =>
    delimiters
      .map(delimiter => triedOn(start, { delimiter, quote, isBackslashed }))
      .sort(byWhatCameOut)
      .slice(0, 1);
  const [plain] = best(false);
  const [first = ','] = delimiters;
  if (!plain || plain.same === 0)
    return { dialect: { delimiter: first, quote: '"', isBackslashed: false }, numbers: 0 };
  if (!BACKSLASHES[quote].test(start)) return plain;
  return [plain, ...best(true)].sort(byWhatCameOut)[0] ?? plain;
}

const byWhatCameOut = (one: Tried, other: Tried): number =>
  other.numbers - one.numbers || other.same - one.same || other.usual - one.usual;

function triedOn(text: string, dialect: Dialect): Tried {
  const rows: string[][] = [];
  for (const { cells, isOpen } of recordsIn(text, dialect)) {
    if (rows.length >= SAMPLE_ROWS || (isOpen && rows.length > 0)) break;
    if (cells.length > 1) rows.push(cells);
  }
  const usual = mostFrequent(rows.map(({ length }) => length));
  const same = rows.filter(({ length }) => length === usual).length;
  return { dialect, numbers: rows.filter(hasNumberAlone).length, same, usual };
}

/**
 * A quote after a backslash that is neither doubled nor at the end of its cell, so the backslash is an escape. Where
 * backslashes mean nothing, every quote in a cell is doubled or ends it.
 */
const BACKSLASHES = { '"': /\\"(?! *(?:[",;\t|^~#،，\r\n]|$))/, "'": /\\'(?! *(?:[',;\t|^~#،，\r\n]|$))/ };

/** A first line in which every cell has single quotes. */
const SINGLE_QUOTES = /^\s*'[^'\r\n]*'(?:[,;\t|]'[^'\r\n]*')+\s*[\r\n]/;

function mostFrequent(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  const [mostFrequentCount] = [...times].sort((one, other) => other[1] - one[1] || other[0] - one[0]);
  return mostFrequentCount?.[0] ?? 0;
}

/**
 * `end`: where the next record starts. `isOpen`: its last quote is never closed. `isTorn`: text follows a closing
 * quote. `isOverLines`: it has line ends inside quotes.
 */
type ReadRecord = { cells: string[]; end: number; isOpen: boolean; isTorn: boolean; isOverLines: boolean };
type WrittenRecord = ReadRecord & { raw: string };

function* recordsIn(text: string, dialect: Dialect): Generator<WrittenRecord> {
  for (let at = 0; at < text.length; ) {
    const record = recordAt(text, at, dialect);
    yield { ...record, raw: text.slice(at, record.end) };
    at = record.end;
  }
}

/**
 * The record that starts at `from`. Visits each character only a few times.
 *
 * @param isLine the text is one line, in which an unclosed quote means nothing
 */
function recordAt(text: string, from: number, dialect: Dialect, isLine = false): ReadRecord {
  const cells: string[] = [];
  let [at, isOpen, isTorn, isOverLines] = [from, false, false, false];
  for (;;) {
    const cell = cellAt(text, at, dialect, isLine);
    cells.push(cell.value);
    isOpen ||= cell.isOpen;
    isTorn ||= cell.isTorn;
    isOverLines ||= cell.isOverLines;
    at = cell.end;
    if (text[at] === dialect.delimiter && cells.length <= MAX_ROW_CELLS) at += 1;
    else return { cells, end: at + lineEndAt(text, at), isOpen, isTorn, isOverLines };
  }
}

/** The length of a line end of any kind. */
function lineEndAt(text: string, at: number): number {
  if (text[at] === '\r' && text[at + 1] === '\n') return 2;
  return text[at] === undefined ? 0 : 1;
}

type RawCell = { value: string; end: number; isOpen: boolean; isTorn: boolean; isOverLines: boolean };
const PLAIN = { isOpen: false, isTorn: false, isOverLines: false };

/**
 * A cell, and where it ends: at a delimiter, a line end or the end of the text. A quote counts only after nothing
 * but spaces. If text follows the closing quote (`"2" pipe`), the cell is plain text.
 */
function cellAt(text: string, from: number, dialect: Dialect, isLine: boolean): RawCell {
  const { delimiter, quote } = dialect;
  const plainFrom = (start: number): RawCell => {
    const end = endOfPlain(text, start, delimiter);
    return { value: text.slice(start, end), end, ...PLAIN };
  };
  let start = from;
  while (text[start] === ' ') start += 1;
  if (text[start] !== quote) return plainFrom(from);
  const at = closingQuote(text, start + 1, dialect);
  if (at < 0) {
    if (isLine) return plainFrom(start + 1);
    const value = text.slice(start + 1);
    return { value, end: text.length, ...PLAIN, isOpen: true, isOverLines: hasLineEnd(value) };
  }
  const quoted = text.slice(start + 1, at);
  const end = endOfPlain(text, at + 1, delimiter);
  const isTorn = text.slice(at + 1, end).trim() !== '';
  const value = isTorn ? text.slice(from, end) : unquoted(quoted, dialect);
  return { value, end, ...PLAIN, isTorn, isOverLines: hasLineEnd(quoted) };
}

const hasLineEnd = (text: string): boolean => /[\r\n]/.test(text);

/**
 * The index of the closing quote; -1 if there is none. A doubled quote is part of the text, and so is an escaped
 * one unless the cell ends there.
 */
function closingQuote(text: string, from: number, { delimiter, quote, isBackslashed }: Dialect): number {
  const ends = (at: number): boolean => [delimiter, '\n', '\r', undefined].includes(text[at]);
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at)) {
    if (isBackslashed && text[at - 1] === '\\' && at > from && !ends(at + 1)) at += 1;
    else if (text[at + 1] === quote) at += 2;
    else return at;
  }
  return -1;
}

const unquoted = (quoted: string, { quote, isBackslashed }: Dialect): string =>
  (isBackslashed ? quoted.replaceAll(`\\${quote}`, quote) : quoted).replaceAll(quote + quote, quote);

function endOfPlain(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}
