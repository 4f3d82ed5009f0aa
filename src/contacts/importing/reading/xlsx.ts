import { sheetListener } from './sheet.ts';
import { type FileCounts, RowCollector, type Sheet, UnreadableFile } from './table.ts';
import { readWorkbook } from './workbook.ts';
import { readXml } from './xml.ts';
import { openArchive } from './zip.ts';

const OPEN_DOCUMENT = Buffer.from('mimetypeapplication/vnd.oasis.opendocument');

/**
 * The sheets of a workbook, also the hidden ones; for formulas, their last results. A sheet that can't be read says why,
 * and the others are read all the same.
 *
 * @throws UnreadableFile
 */
export async function readXlsx(bytes: Buffer, spent: FileCounts): Promise<Sheet[]> {
  if (bytes.subarray(0, 200).includes(OPEN_DOCUMENT)) throw new UnreadableFile('open_document');
  const archive = await openArchive(bytes, spent);
  if (archive.names.some(name => name.endsWith('vbaProject.bin'))) throw new UnreadableFile('macros');
  const { sheets, shared } = await readWorkbook(archive);
  if (sheets.length === 0) throw new UnreadableFile('broken');
  const read: Sheet[] = [];
  for (const { name, isHidden, part } of sheets) {
    const rows = new RowCollector(spent);
    try {
      await readXml(archive.pieces(part), sheetListener(shared, rows));
      read.push({ name, isHidden, rows: rows.rows, fault: null });
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      read.push({ name, isHidden, rows: [], fault: error.fault });
    }
  }
  return read;
}
