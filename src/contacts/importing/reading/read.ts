import { type FileFault, MAX_FILE_BYTES } from '../../imported.ts';
import { delimitedIn, readDelimited } from './csv.ts';
import { isNameLines, readNameLines } from './name-lines.ts';
import {
  type FileCounts,
  type FileFormat,
  type FileRow,
  type FileTable,
  RowCollector,
  type Sheet,
  UnreadableFile,
} from './table.ts';
import { decodeText } from './text.ts';
import { readVcards } from './vcard.ts';
import { readXlsx } from './xlsx.ts';

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
