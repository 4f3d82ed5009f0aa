import { MAX_FILE_COLUMNS } from '../../imported.ts';
import { type CellFormat, isDateFormat, type Shared, textOf, unescapedText } from './cell-text.ts';
import { fillMerged, MAX_MERGED, type MergedCells, mergedIn } from './merged.ts';
import { numberFormat } from './number-format.ts';
import {
  type FileCounts,
  MAX_CELL_CHARACTERS,
  MAX_KEPT_CHARACTERS,
  RowCollector,
  type Sheet,
  UnreadableFile,
  weightOf,
} from './table.ts';
import { type Archive, openArchive, readXml, type XmlListener } from './xml.ts';

type Workbook = { sheets: { name: string; isHidden: boolean; part: string }[]; shared: Shared };

/** More would be unusable in the choice of a sheet. */
const MAX_SHEETS = 100;
const MAX_FORMATS = 70_000;
const MAX_RELATIONS = 5_000;

/**
 * Reads the list of sheets and the data they share.
 *
 * @throws UnreadableFile
 */
async function readWorkbook(archive: Archive): Promise<Workbook> {
  const main = (await relationsOf(archive, '_rels/.rels', '')).find(({ kind }) => kind === 'officeDocument');
  const part = main?.part ?? 'xl/workbook.xml';
  const folder = part.slice(0, Math.max(0, part.lastIndexOf('/')));
  const sheets: { name: string; isHidden: boolean; id: string }[] = [];
  let isWorkbook = false;
  let is1904 = false;
  await readXml(archive.pieces(part), {
    open(name, attribute) {
      if (name === 'workbook') isWorkbook = true;
      if (name === 'workbookPr') is1904 = isTrue(attribute('date1904'));
      if (name !== 'sheet') return;
      const isHidden = /hidden/i.test(attribute('state') ?? '');
      sheets.push({ name: (attribute('name') ?? '').slice(0, 60), isHidden, id: attribute('id') ?? '' });
      if (sheets.length > MAX_SHEETS) throw new UnreadableFile('swells');
    },
  });
  if (!isWorkbook) throw new UnreadableFile('not_a_table');
  const relations = await relationsOf(
    archive,
    `${folder}/_rels/${part.slice(folder.length + 1)}.rels`,
    folder,
  );
  const partOf = (relationKind: string): string | undefined =>
    relations.find(({ kind }) => kind === relationKind)?.part;
  const worksheets = relations.filter(({ kind }) => kind === 'worksheet');
  const parts = new Map(worksheets.map(relation => [relation.id, relation.part]));
  return {
    sheets: sheets.flatMap(({ name, isHidden, id }) => {
      const sheetPart = parts.get(id);
      return sheetPart === undefined ? [] : [{ name, isHidden, part: sheetPart }];
    }),
    shared: {
      strings: await readStrings(archive, partOf('sharedStrings') ?? ''),
      formats: await readStyles(archive, partOf('styles') ?? ''),
      is1904,
    },
  };
}

type Relation = { id: string; kind: string; part: string };

/** The parts that a part of the archive refers to. */
async function relationsOf(archive: Archive, name: string, folder: string): Promise<Relation[]> {
  const relations: Relation[] = [];
  await readXml(archive.pieces(resolved('', name)), {
    open(element, attribute) {
      if (element !== 'Relationship') return;
      const kind = attribute('Type')?.split('/').at(-1) ?? '';
      relations.push({ id: attribute('Id') ?? '', kind, part: resolved(folder, attribute('Target') ?? '') });
      if (relations.length > MAX_RELATIONS) throw new UnreadableFile('swells');
    },
  });
  return relations;
}

function resolved(folder: string, target: string): string {
  const path = target.startsWith('/') ? target : `/${folder}/${target}`;
  const steps: string[] = [];
  for (const step of path.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '' && step !== '.') steps.push(step);
  }
  return steps.join('/');
}

/** The shared strings, which cells refer to by index. Rich texts lose their formatting and phonetic hints. */
async function readStrings(archive: Archive, part: string): Promise<string[]> {
  const strings: string[] = [];
  let keptCharacters = 0;
  let text = '';
  let isText = false;
  let phonetic = 0;
  await readXml(archive.pieces(part), {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') phonetic += 1;
      else if (name === 't') isText = phonetic === 0;
    },
    text(piece) {
      if (isText && text.length < MAX_CELL_CHARACTERS) text += piece;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'si') {
        const cut = unescapedText(text).slice(0, MAX_CELL_CHARACTERS);
        keptCharacters += weightOf([cut]);
        if (keptCharacters > MAX_KEPT_CHARACTERS) throw new UnreadableFile('swells');
        strings.push(cut);
      }
    },
  });
  return strings;
}

/** The cell formats, by index. */
async function readStyles(archive: Archive, part: string): Promise<CellFormat[]> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isOfCells = false;
  await readXml(archive.pieces(part), {
    open(name, attribute) {
      if (name === 'numFmt')
        codes.set(Number(attribute('numFmtId')), (attribute('formatCode') ?? '').slice(0, 255));
      else if (name === 'cellXfs') isOfCells = true;
      else if (name === 'xf' && isOfCells) formats.push(Number(attribute('numFmtId') ?? 0));
      if (formats.length + codes.size > MAX_FORMATS) throw new UnreadableFile('swells');
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  const byId = new Map<number, CellFormat>();
  return formats.map(id => {
    const format = byId.get(id) ?? {
      isDate: isDateFormat(id, codes.get(id)),
      show: numberFormat(id, codes.get(id)),
    };
    byId.set(id, format);
    return format;
  });
}

/** The number of Excel's last row. */
const LAST_ROW = 1_048_576;

/** Declarations of a sheet besides its cells. */
type SheetMarks = { merged: MergedCells[]; hiddenColumns: number[] };

/**
 * Collects a sheet's rows while it is parsed. A row keeps its number instead of its place in an array, so a sheet
 * with one far cell takes no more memory.
 */
function sheetListener(shared: Shared, rows: RowCollector, marks: SheetMarks): XmlListener {
  let line = 0;
  let isHidden = false;
  let cells: string[] = [];
  let column = 0;
  let cell: { type: string; style: number } | null = null;
  let value = '';
  let isValue = false;
  let phonetic = 0;

  return {
    open(name, attribute) {
      if (name === 'row') {
        const lineNumber = Number(attribute('r'));
        line =
          Number.isInteger(lineNumber) && lineNumber > line && lineNumber <= LAST_ROW ? lineNumber : line + 1;
        cells = [];
        column = 0;
        isHidden = isTrue(attribute('hidden')) || Number(attribute('ht') ?? 1) === 0;
      } else if (name === 'c') {
        column = columnIn(attribute('r')) ?? column + 1;
        cell = { type: attribute('t') ?? 'n', style: Number(attribute('s') ?? 0) };
        value = '';
      } else if (name === 'rPh') phonetic += 1;
      else if ((name === 'v' || name === 't') && cell && phonetic === 0) isValue = true;
      else if (name === 'col') {
        if (!isTrue(attribute('hidden')) && Number(attribute('width') ?? 1) !== 0) return;
        const last = Math.min(Number(attribute('max')), MAX_FILE_COLUMNS);
        for (
          let hiddenColumn = Number(attribute('min'));
          hiddenColumn >= 1 && hiddenColumn <= last;
          hiddenColumn += 1
        )
          if (marks.hiddenColumns.length < MAX_FILE_COLUMNS) marks.hiddenColumns.push(hiddenColumn - 1);
      } else if (name === 'mergeCell') {
        const merged = mergedIn(attribute('ref') ?? '', columnIn);
        if (merged) marks.merged.push(merged);
        if (marks.merged.length > MAX_MERGED) throw new UnreadableFile('swells');
      }
    },
    text(piece) {
      if (isValue && value.length < MAX_CELL_CHARACTERS) value += piece;
    },
    close(name) {
      if (name === 'v' || name === 't') isValue = false;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'row') rows.add(line, cells, isHidden);
      else if (name === 'c' && cell) {
        const text = textOf(value, cell, shared);
        cell = null;
        if (text.trim() === '') return;
        if (column > MAX_FILE_COLUMNS) return rows.leaveOut(line, column);
        while (cells.length < column) cells.push('');
        cells[column - 1] = text;
      }
    },
  };
}

const isTrue = (value: string | undefined): boolean => /^(?:1|true)$/.test(value ?? '');

/** The column of a reference, from 1: `AB12` is in the 28th. */
function columnIn(reference: string | undefined): number | undefined {
  const [, letters] = /^([A-Z]{1,3})[0-9]+$/i.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

/** Shows a hidden first row if it has headings, because people hide that row only for its looks. */
function showHeadings({ rows: [first] }: RowCollector): void {
  if (first?.isHidden && first.cells.length > 1 && !/\p{Nd}/u.test(first.cells.join('')))
    delete first.isHidden;
}

const OPEN_DOCUMENT = Buffer.from('mimetypeapplication/vnd.oasis.opendocument');

/**
 * The sheets of a workbook, hidden ones too; formulas have their last results. A sheet that can't be read has a
 * fault, and doesn't stop the others.
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
      const marks: SheetMarks = { merged: [], hiddenColumns: [] };
      await readXml(archive.pieces(part), sheetListener(shared, rows, marks));
      fillMerged(marks.merged, rows);
      showHeadings(rows);
      const { hiddenColumns } = marks;
      const sheet = rows.sheet(name, isHidden);
      read.push(hiddenColumns.length > 0 ? { ...sheet, hiddenColumns } : sheet);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      read.push({ name, isHidden, rows: [], fault: error.fault });
    }
  }
  return read;
}
