import { MAX_FILE_BYTES, MAX_FILE_COLUMNS, MAX_FILE_ROWS } from '../../domain/imported.ts';
import { readDelimited } from './csv.ts';
import { type FileTable, UnreadableFile } from './table.ts';
import { decodeText } from './text.ts';
import { readVcards } from './vcard.ts';
import { readXlsx } from './xlsx.ts';

/** Nobody writes more into a cell of such a list. */
const MOST_CELL = 2000;
/** Nor into a line with a name and a number. */
const MOST_LINE = 300;

/**
 * The rows of a file, going by its content: its name doesn't matter.
 *
 * @throws UnreadableFile
 */
export async function readTable(bytes: Buffer): Promise<FileTable> {
  if (bytes.length > MAX_FILE_BYTES) throw new UnreadableFile('too_large');
  const table = await tableOf(bytes);
  const rows = table.rows.filter(row => row.some(cell => cell.trim() !== ''));
  if (rows.length === 0) throw new UnreadableFile('empty');
  // One more, which may be the heading.
  if (rows.length > MAX_FILE_ROWS + 1) throw new UnreadableFile('too_many_rows');
  const cut = rows.map(row => {
    const filled = row.findLastIndex(cell => cell.trim() !== '') + 1;
    if (filled > MAX_FILE_COLUMNS) throw new UnreadableFile('too_many_columns');
    return row.slice(0, filled).map(cell => cell.slice(0, MOST_CELL));
  });
  return { ...table, rows: cut };
}

async function tableOf(bytes: Buffer): Promise<FileTable> {
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return { format: 'xlsx', rows: await readXlsx(bytes) };
  if (startsWith(bytes, [0xd0, 0xcf, 0x11, 0xe0])) throw new UnreadableFile('old_excel');
  if (startsWith(bytes, [...Buffer.from('%PDF')])) throw new UnreadableFile('not_a_table');
  const text = decodeText(bytes);
  if (/^\s*BEGIN:VCARD/i.test(text)) return { format: 'vcard', rows: readVcards(text) };
  if (/^\s*(?:<!doctype|<html|<\?xml|\{\\rtf)/i.test(text)) throw new UnreadableFile('not_a_table');
  const { rows, delimiter } = readDelimited(text);
  if (isWithoutLetters(rows)) throw new UnreadableFile('letters_lost');
  if (rows.every(row => row.length <= 1)) return { format: 'text', rows: rows.map(asNameAndNumber) };
  return { format: delimiter === '\t' ? 'tsv' : 'csv', rows };
}

/** Excel's plain CSV has a question mark for each letter that Windows-1252 lacks, so for all of Bangla. */
function isWithoutLetters(rows: readonly (readonly string[])[]): boolean {
  const lost = rows.filter(row => row.some(cell => /^\?[?\s]*\?$/.test(cell.trim()) && cell.includes('??')));
  return lost.length > 0 && lost.length * 5 >= rows.length;
}

/** A line from a chat or a note: `Ranu Begum 01712345678`, or the number first. */
function asNameAndNumber([whole = '']: readonly string[]): string[] {
  const line = whole.slice(0, MOST_LINE);
  const [, name, number] =
    /^(.*?\p{L}[^\p{Nd}+(]*?)[\s,:;=\-–—]*([\p{Nd}+(][\p{Nd}\s().+-]{6,}.*)$/u.exec(line) ?? [];
  if (name !== undefined && number !== undefined) return [name.trim(), number.trim()];
  const [, first, behind] =
    /^([\p{Nd}+(][\p{Nd}().+\s-]{6,}?\p{Nd})[\s,:;=\-–—]+(\p{L}.*)$/u.exec(line) ?? [];
  if (first !== undefined && behind !== undefined) return [behind.trim(), first.trim()];
  return /\p{Nd}/u.test(line) ? ['', line.trim()] : [line.trim(), ''];
}

function startsWith(bytes: Buffer, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
