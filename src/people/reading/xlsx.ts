import readWorkbook from 'read-excel-file/node';
import { UnreadableFile } from './table.ts';
import { namesInZip } from './zip.ts';

/**
 * The rows of a workbook's first sheet that has any; for formulas, their last results.
 *
 * @throws UnreadableFile
 */
export async function readXlsx(bytes: Buffer): Promise<string[][]> {
  const names = namesInZip(bytes);
  if (!names.includes('xl/workbook.xml')) throw new UnreadableFile('not_a_table');
  if (names.some(name => name.endsWith('vbaProject.bin'))) throw new UnreadableFile('macros');
  const sheets = await readWorkbook<string>(bytes, { parseNumber: asWritten }).catch((cause: unknown) => {
    throw new UnreadableFile('broken', { cause });
  });
  const filled = sheets.find(({ data }) => data.length > 0);
  return (filled?.data ?? []).map(row => row.map(textOf));
}

/** A number as a person would write it: `1712345678`, not `1.712345678E9`. */
function asWritten(written: string): string {
  const number = Number(written);
  return Number.isSafeInteger(number) ? String(number) : written;
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return '';
  return cell instanceof Date ? cell.toISOString().slice(0, 10) : String(cell);
}
