import { parseNumber } from '../../../kit/number.ts';
import { type FileFault, MAX_FILE_BYTES } from '../../imported.ts';
import { delimitedIn, readDelimited } from './delimited.ts';
import {
  type FileCounts,
  type FileFormat,
  type FileRow,
  type FileTable,
  linesIn,
  RowCollector,
  UnreadableFile,
} from './table.ts';
import { decodeText } from './text.ts';
import { readVcards } from './vcard.ts';
import { readXlsx } from './workbook.ts';

/**
 * Reads a file of any format that we know, by its content and not its name. Has no time limit, and occupies the
 * caller's thread.
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
  const text = decodeText(bytes);
  let rows = new RowCollector(spent);
  if (VCARD.test(text.slice(0, SAMPLE_CHARACTERS))) {
    readVcards(text, rows);
    return { format: 'vcard', sheets: [rows.sheet('', false)] };
  }
  const fault = faultOf(text.slice(0, SAMPLE_CHARACTERS));
  if (fault) throw new UnreadableFile(fault);
  const delimited = delimitedIn(text);
  const isSure = readDelimited(delimited, rows);
  let format: FileFormat = delimited.dialect.delimiter === '\t' ? 'tsv' : 'csv';
  const listed = listedInLines(rows.rows);
  if (listed) {
    rows = new RowCollector(spent);
    format = 'text';
    for (const { line, cells } of listed) rows.add(line, cells);
  } else if (!isSure && isNameLines(rows.rows)) {
    rows = new RowCollector(spent);
    format = 'text';
    readNameLines(delimited.body, rows);
  }
  if (isWithoutLetters(rows.rows)) throw new UnreadableFile('letters_lost');
  return { format, sheets: [rows.sheet('', false)] };
}

/** A card at the start, or after other text. */
const VCARD = /^\s*BEGIN:VCARD|[\r\n][ \t]*BEGIN:VCARD[ \t]*[\r\n]/i;
const SAMPLE_CHARACTERS = 64 * 1024;
const WEB_PAGE =
  /^\s*<(?:!|\/?(?:html|head|body|table|br|b|i|p|div|tr|th|td|ul|ol|li|style|script|meta|span|center|font|pre|form|h[1-6])[\s/>])|<t[rdh](?: [^<>\n]{0,200})?>/i;
const CODE = /^\s*(?:<[?%]|\{\\rtf|BEGIN:VCALENDAR|MIME-Version:|ID;P|%PDF)/i;
const XML = /^\s*<[A-Za-z][\w:.-]{0,60}(?:\s[^<>]{0,1000})?>/;
const JSON_TEXT =
  /^\s*(?:(?:(?:export default|return|(?:var|let|const) [\w$]+ ?=|[\w$.]{1,60} ?[=(])\s*)?(?:\[\s*(?:[[{"']|\])|\{\s*(?:["'}]|[\w$]{1,60}\s*:)))/;
const SQL =
  /^[ \t]{0,20}(?:insert|replace)\s+(?:ignore\s+)?into\s+[`"'[\w]|^[ \t]{0,20}create table [`"'[\w]|^copy \S{1,100} .{0,999}from stdin|^[ \t]{0,20}(?:update \S{1,100} set |select .{1,999} from )|^\s{0,20}\(\s?(?:(?:\d{1,20}|null|default)\s?,.{0,200})?['"].{0,999}\)[,;]?$/im;

/** Recognises data and pages that aren't lists of people; null if the text may be a list. */
function faultOf(text: string): FileFault | null {
  if (WEB_PAGE.test(text)) return 'web_page';
  if (CODE.test(text) || (XML.test(text) && text.includes('</'))) return 'not_a_table';
  if (JSON_TEXT.test(text)) return 'json';
  return SQL.test(text) ? 'sql' : null;
}

/**
 * True if the rows lost their Bangla letters: Excel's plain CSV has a question mark for each letter that Windows-1252
 * lacks.
 */
function isWithoutLetters(rows: readonly FileRow[]): boolean {
  const isLost = (cell: string): boolean => /^\?[?\s]*\?$/.test(cell.trim()) && cell.includes('??');
  const lost = rows.filter(({ cells }) => cells.some(isLost));
  return lost.length > 0 && lost.length * 5 >= rows.length;
}

function startsWith(bytes: Buffer, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}

/* Names and numbers in lines, as people write them in a chat or a note. */

/** Longer than any line with a name and a number. */
const MAX_LINE_CHARACTERS = 300;

/** True if a text read as delimited is a list of lines in which a comma occurs here and there. */
function isNameLines(rows: readonly FileRow[]): boolean {
  const single = rows.filter(({ cells }) => cells.length === 1);
  const [first] = rows;
  if (!first || single.length === 0) return false;
  // A heading with several cells shows that there are columns.
  if (first.cells.length > 1 && !first.cells.some(cell => /\p{Nd}{6}/u.test(cell))) return false;
  // Bare numbers, maybe below a heading.
  if (single.length === rows.length && !rows.some(({ cells }) => isPerson(cells[0] ?? ''))) return false;
  if (single.length * 2 >= rows.length) return true;
  const isPair = rows.every(({ cells }) => cells.length <= 2);
  return isPair && single.some(({ cells }) => isPerson(cells[0] ?? ''));
}

/** A row for each number of a list in which several people share a line; null if the rows aren't such a list. */
function listedInLines(rows: readonly FileRow[]): FileRow[] | null {
  const lines: { line: number; entries: string[] }[] = [];
  let beside = 0;
  let mobiles = 0;
  for (const { line, cells } of rows) {
    const entries = cells.flatMap(cell => cell.split(/[;,|]/)).filter(entry => entry.trim() !== '');
    // A heading of several cells shows that there are columns.
    const isHeading = lines.length === 0 && entries.length === 1 && !hasWholeNumber(entries.join());
    if (!isHeading && !isOfSeveral(entries)) return null;
    lines.push({ line, entries });
    for (const entry of entries.slice(1)) {
      beside += 1;
      if (parseNumber(nameAndNumber(entry)[1]).ok) mobiles += 1;
    }
  }
  if (beside === 0 || mobiles * 2 < beside) return null;
  return lines.flatMap(({ line, entries }) => entries.map(entry => ({ line, cells: nameAndNumber(entry) })));
}

/** True if every entry of a line has a number. One name with two numbers is one person. */
function isOfSeveral(entries: readonly string[]): boolean {
  if (!entries.every(hasWholeNumber)) return false;
  const named = entries.filter(entry => nameAndNumber(entry)[0] !== '').length;
  return named !== 1 || entries.length === 1;
}

const hasWholeNumber = (cell: string): boolean => (cell.match(/\p{Nd}/gu) ?? []).length >= 10;

const isPerson = (line: string): boolean => nameAndNumber(line).every(part => part !== '');

function readNameLines(text: string, rows: RowCollector): void {
  let line = 0;
  for (const written of linesIn(text)) {
    line += 1;
    if (written.trim() !== '') rows.add(line, nameAndNumber(written.replace(/^\s*"(.*)"\s*$/, '$1')));
  }
}

const NUMBER_BEHIND_NAME = /[\p{Nd}+(](?<=\p{L}[^\p{Nd}+(]*[\p{Nd}+(])[\p{Nd}\s().+-]{6,}/u;
/** Separators between name and number. */
const BETWEEN = /(?<![\s,:;=\-–—])[\s,:;=\-–—]+$/u;

/** Words for a number, in a heading or before the number. They are never a name. */
const NUMBER_WORDS =
  '(?:mobile|cell|phone|telephone|tel|contact|msisdn|whats ?app|number|মোবাইল|ফোন|নম্বর|নাম্বার)(?: ?(?:no|numbers?|num|phone|নম্বর|নাম্বার|নং))?s?[\\s.:="\'#-]*$';
const LABEL = new RegExp(`^(?:my |his |her )?${NUMBER_WORDS}`, 'iu');
const HEADING = new RegExp(`^(?:([^\\p{Nd}]*?[^\\p{Nd}\\s,:;|])[\\s,:;|]+)??(${NUMBER_WORDS})`, 'iu');

/**
 * Reads a line such as `Ranu Begum 01712345678`, or with the number first, or a heading above such lines (`Name
 * Phone`).
 */
function nameAndNumber(whole: string): [name: string, number: string] {
  const line = whole.slice(0, MAX_LINE_CHARACTERS);
  const start = NUMBER_BEHIND_NAME.exec(line)?.index;
  if (start !== undefined) {
    const name = line.slice(0, start).replace(BETWEEN, '').trim();
    return [LABEL.test(name) ? '' : name, line.slice(start).trim()];
  }
  const [, before = '', label] = HEADING.exec(line) ?? [];
  if (label !== undefined) return [before.trim(), label.trim()];
  const [, first, behind] =
    /^([\p{Nd}+(][\p{Nd}().+\s-]{6,}?\p{Nd})[\s,:;=\-–—]+(\p{L}.*)$/u.exec(line) ?? [];
  if (first !== undefined && behind !== undefined) return [behind.trim(), first.trim()];
  return /\p{Nd}/u.test(line) ? ['', line.trim()] : [line.trim(), ''];
}
