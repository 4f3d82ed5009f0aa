import { type FileFault, MAX_FILE_BYTES } from '../../imported.ts';
import { delimitedIn, readDelimited } from './delimited.ts';
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
import { decodeText } from './text.ts';
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
  const fault = faultOf(text.slice(0, LOOKED_AT));
  if (fault) throw new UnreadableFile(fault);
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

/** How much of a text says that it is something else. */
const LOOKED_AT = 64 * 1024;
const WEB_PAGE =
  /^\s*<(?:!|\/?(?:html|head|body|table|br|b|i|p|div|tr|th|td|style|script|meta|span|center|font|pre|form|h[1-6])[\s/>])|<t[rdh](?: [^<>\n]{0,200})?>/i;
const JSON_TEXT = /^\s*(?:\[\s*[[{"]|\[\s*\]|\{\s*["}])/;
const SQL =
  /^[ \t]{0,20}(?:insert|replace) (?:ignore )?into [`"'[\w]|^[ \t]{0,20}create table [`"'[\w]|^copy \S{1,100} .{0,999}from stdin/im;

/** What programs write that isn't a list; null: it may be one. */
function faultOf(text: string): FileFault | null {
  if (WEB_PAGE.test(text)) return 'web_page';
  if (/^\s*(?:<\?xml|\{\\rtf)/i.test(text)) return 'not_a_table';
  if (JSON_TEXT.test(text)) return 'json';
  return SQL.test(text) ? 'sql' : null;
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
