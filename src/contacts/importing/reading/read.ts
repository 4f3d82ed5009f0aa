import { CsvError, parse } from 'csv-parse/sync';
import { type FileFault, MAX_FILE_BYTES } from '../../imported.ts';
import {
  type FileCounts,
  type FileFormat,
  type FileRow,
  type FileTable,
  linesIn,
  RowCollector,
  type Sheet,
  UnreadableFile,
} from './table.ts';
import { readVcards } from './vcard.ts';
import { readXlsx } from './workbook.ts';

/**
 * What is in a file, going by its content: its name doesn't matter. Takes as long as it takes, on the caller’s thread.
 *
 * @param spent counts what was unpacked and kept
 */
export async function readTable(
  bytes: Uint8Array,
  spent: FileCounts = { unpacked: 0, kept: 0 },
): Promise<FileTable | FileFault> {
  if (bytes.length > MAX_FILE_BYTES) return 'too_large';
  try {
    const table = await tableOf(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), spent);
    if (table.sheets.some(({ rows }) => rows.length > 0)) return table;
    return table.sheets.find(({ fault }) => fault !== null)?.fault ?? 'empty';
  } catch (error) {
    if (!(error instanceof UnreadableFile)) throw error;
    return error.fault;
  }
}

async function tableOf(bytes: Buffer, spent: FileCounts): Promise<FileTable> {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04]))
    return { format: 'xlsx', sheets: await readXlsx(bytes, spent) };
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new UnreadableFile('old_excel');
  if (startsWith(bytes, [...Buffer.from('%PDF')])) throw new UnreadableFile('not_a_table');
  const text = decodeText(bytes);
  let rows = new RowCollector(spent);
  if (/^\s*BEGIN:VCARD/i.test(text)) {
    readVcards(text, rows);
    return { format: 'vcard', sheets: [only(rows)] };
  }
  if (/^\s*(?:<!doctype|<html|<\?xml|\{\\rtf)/i.test(text)) throw new UnreadableFile('not_a_table');
  const delimited = delimitedIn(text);
  readDelimited(delimited, rows);
  let format: FileFormat = delimited.delimiter === '\t' ? 'tsv' : 'csv';
  if (isNameLines(rows.rows)) {
    rows = new RowCollector(spent);
    format = 'text';
    readNameLines(delimited.body, rows);
  }
  if (isWithoutLetters(rows.rows)) throw new UnreadableFile('letters_lost');
  return { format, sheets: [only(rows)] };
}

const only = ({ rows }: RowCollector): Sheet => ({ name: '', isHidden: false, rows, fault: null });

/** Excel's plain CSV has a question mark for each letter that Windows-1252 lacks, so for all of Bangla. */
function isWithoutLetters(rows: readonly FileRow[]): boolean {
  const isLost = (cell: string): boolean => /^\?[?\s]*\?$/.test(cell.trim()) && cell.includes('??');
  const lost = rows.filter(({ cells }) => cells.some(isLost));
  return lost.length > 0 && lost.length * 5 >= rows.length;
}

function startsWith(bytes: Buffer, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** How many lines decide the delimiter. */
const LINES = 50;
/** No row in a list of people is longer; an unclosed quote makes one. */
const MAX_ROW = 256 * 1024;
/** The parser doesn't count empty cells into that. Excel's widest row has as many, and writes the empty ones, too. */
const MAX_ROW_CELLS = 16_384;

/** A text, and what its cells are delimited by: said in its first line as Excel does, or detected. */
type Delimited = { body: string; delimiter: string };

function delimitedIn(text: string): Delimited {
  const [, said, behind] = /^sep=(.)\r?\n([\s\S]*)$/i.exec(text) ?? [];
  const body = behind ?? text;
  return { body, delimiter: said ?? delimiterOf(body) };
}

/**
 * Collects a delimited text's rows. Empty ones count for the numbers of those below.
 *
 * @throws UnreadableFile
 */
function readDelimited({ body, delimiter }: Delimited, rows: RowCollector): void {
  let line = 0;
  try {
    parse(body, {
      delimiter,
      relaxColumnCount: true,
      relaxQuotes: true,
      maxRecordSize: MAX_ROW,
      cast(cell, { index }) {
        if (index >= MAX_ROW_CELLS) throw new UnreadableFile('too_many_columns');
        return cell;
      },
      onRecord(record: string[]) {
        line += 1;
        rows.add(line, record);
        return undefined;
      },
    });
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    const isQuote = error instanceof CsvError && /QUOTE|MAX_RECORD_SIZE/.test(error.code);
    throw new UnreadableFile(isQuote ? 'quotes' : 'broken', { cause: error });
  }
}

/** The delimiter that splits most of the first lines, and most of them into the same number of cells. */
function delimiterOf(text: string): string {
  const lines = [...linesIn(text.slice(0, 64 * 1024))].filter(line => line.trim() !== '').slice(0, LINES);
  const ranked = DELIMITERS.map(delimiter => {
    const counts = lines.map(line => outsideQuotes(line).split(delimiter).length - 1);
    const split = counts.filter(count => count > 0);
    const usual = mostFrequent(split);
    return { delimiter, same: split.filter(count => count === usual).length, usual };
  });
  const [best] = ranked.sort((one, other) => other.same - one.same || other.usual - one.usual);
  return best && best.same > 0 ? best.delimiter : ',';
}

const outsideQuotes = (line: string): string => line.replace(/"(?:[^"]|"")*"/g, '');

function mostFrequent(counts: readonly number[]): number {
  const times = new Map<number, number>();
  for (const count of counts) times.set(count, (times.get(count) ?? 0) + 1);
  const [most] = [...times].sort((one, other) => other[1] - one[1] || other[0] - one[0]);
  return most?.[0] ?? 0;
}

/* Names and numbers in lines, as people write them in a chat or a note. */

/** Nobody writes more into a line with a name and a number. */
const MOST_LINE = 300;

/**
 * Whether a text that was read as delimited is in truth such a list, in which somebody has put a comma into a line or two.
 */
function isNameLines(rows: readonly FileRow[]): boolean {
  const single = rows.filter(({ cells }) => cells.length === 1);
  const [first] = rows;
  if (!first || single.length === 0) return false;
  // A heading says that there are columns.
  if (first.cells.length > 1 && !first.cells.some(cell => /\p{Nd}{6}/u.test(cell))) return false;
  if (single.length * 2 >= rows.length) return true;
  const isPair = rows.every(({ cells }) => cells.length <= 2);
  return isPair && single.some(({ cells }) => nameAndNumber(cells[0] ?? '').every(part => part !== ''));
}

function readNameLines(text: string, rows: RowCollector): void {
  let line = 0;
  for (const written of linesIn(text)) {
    line += 1;
    if (written.trim() !== '') rows.add(line, nameAndNumber(written.replace(/^\s*"(.*)"\s*$/, '$1')));
  }
}

const NUMBER_BEHIND_NAME = /[\p{Nd}+(](?<=\p{L}[^\p{Nd}+(]*[\p{Nd}+(])[\p{Nd}\s().+-]{6,}/u;
/** What people put between the two. */
const BETWEEN = /(?<![\s,:;=\-–—])[\s,:;=\-–—]+$/u;

/** A line such as `Ranu Begum 01712345678`, or the number first. */
function nameAndNumber(whole: string): [name: string, number: string] {
  const line = whole.slice(0, MOST_LINE);
  const start = NUMBER_BEHIND_NAME.exec(line)?.index;
  if (start !== undefined)
    return [line.slice(0, start).replace(BETWEEN, '').trim(), line.slice(start).trim()];
  const [, first, behind] =
    /^([\p{Nd}+(][\p{Nd}().+\s-]{6,}?\p{Nd})[\s,:;=\-–—]+(\p{L}.*)$/u.exec(line) ?? [];
  if (first !== undefined && behind !== undefined) return [behind.trim(), first.trim()];
  return /\p{Nd}/u.test(line) ? ['', line.trim()] : [line.trim(), ''];
}

const LOOKED_AT = 4096;

/**
 * The text in a file in any encoding: UTF-8, UTF-16 in either byte order, with or without a byte order mark, otherwise
 * Windows-1252, as Excel writes it in the West.
 *
 * @throws UnreadableFile if it isn't text
 */
function decodeText(bytes: Uint8Array): string {
  const text = decoderFor(bytes)
    .decode(bytes)
    .replace(/^\ufeff/, '');
  // Text has no such characters; a picture or a program has many.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  if (/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text.slice(0, LOOKED_AT))) {
    throw new UnreadableFile('not_a_table');
  }
  return text;
}

function decoderFor(bytes: Uint8Array): Pick<typeof TextDecoder.prototype, 'decode'> {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  const wide = wideEncoding(bytes.subarray(0, LOOKED_AT));
  if (wide) return new TextDecoder(wide);
  try {
    const strict = new TextDecoder('utf-8', { fatal: true });
    strict.decode(bytes);
    return new TextDecoder('utf-8');
  } catch {
    return new TextDecoder('windows-1252');
  }
}

/**
 * Decides by the half of each unit that hardly changes: 0x00 in Latin letters, digits and line ends, 0x09 in Bangla.
 */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (!bytes.includes(0) || bytes.length < 4) return null;
  const highs = [0, 0];
  for (const [index, byte] of bytes.entries()) {
    if (byte === 0 || byte === 0x09) highs[index % 2] = (highs[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = highs.map(count => count / (bytes.length / 2));
  if (odd > 0.7 && even < 0.4) return 'utf-16le';
  return even > 0.7 && odd < 0.4 ? 'utf-16be' : null;
}
