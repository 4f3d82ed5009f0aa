import { DAY_MS } from '../../../kit/day.ts';
import { MAX_FILE_COLUMNS } from '../../imported.ts';
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

/** A workbook: where its sheets are, and what they share. */
type Workbook = { sheets: { name: string; isHidden: boolean; part: string }[]; shared: Shared };

/** Nobody wants to choose among more. */
const MAX_SHEETS = 100;
const MAX_FORMATS = 70_000;
const MAX_RELATIONS = 5_000;

/**
 * Reads what stands around a workbook's sheets.
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

/** What a part of the archive refers to. */
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

/** The texts that cells refer to by their place; rich ones without their formats, and without how they are pronounced. */
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

/** How each cell format shows numbers. */
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

type CellFormat = { isDate: boolean; show: ReturnType<typeof numberFormat> };

/** What a workbook's sheets refer to. */
type Shared = {
  strings: readonly string[];
  formats: readonly CellFormat[];
  is1904: boolean;
};

/** Excel's last row; nobody's row has a higher number. */
const LAST_ROW = 1_048_576;

/** What a sheet says of its cells beside them. */
type Beyond = { merged: MergedCells[]; hiddenColumns: number[] };

/**
 * Collects the rows of a sheet as it is read. Where a cell says that it stands is only looked at: a sheet of one far cell is
 * as small as any other.
 */
function sheetListener(shared: Shared, rows: RowCollector, beyond: Beyond): XmlListener {
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
        const written = Number(attribute('r'));
        line = Number.isInteger(written) && written > line && written <= LAST_ROW ? written : line + 1;
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
          if (beyond.hiddenColumns.length < MAX_FILE_COLUMNS) beyond.hiddenColumns.push(hiddenColumn - 1);
      } else if (name === 'mergeCell') {
        const merged = mergedIn(attribute('ref') ?? '', columnIn);
        if (merged) beyond.merged.push(merged);
        if (beyond.merged.length > MAX_MERGED) throw new UnreadableFile('swells');
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

/** From 1: `AB12` is in the 28th. */
function columnIn(reference: string | undefined): number | undefined {
  const [, letters] = /^([A-Z]{1,3})[0-9]+$/i.exec(reference ?? '') ?? [];
  if (letters === undefined) return undefined;
  return [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
}

function textOf(value: string, { type, style }: { type: string; style: number }, shared: Shared): string {
  switch (type) {
    case 's':
      return shared.strings[Number(value)] ?? '';
    case 'b':
      return value.trim() === '1' ? 'TRUE' : 'FALSE';
    case 'd':
      return isoText(value);
    case 'n':
      return shownNumber(value, shared.formats[style], shared.is1904);
    // A formula's text, a text of its own, an error such as #REF!.
    default:
      return unescapedText(value);
  }
}

function shownNumber(value: string, format: CellFormat | undefined, is1904: boolean): string {
  if (value.trim() === '' || !format) return numberText(value);
  return format.isDate ? dateText(value, is1904) : (format.show(Number(value)) ?? numberText(value));
}

/*
 * What a workbook's cell says, as a person reads it in the sheet. A date is a number of days there, and only the cell's format
 * tells that it is a date.
 */

/** Formats without a code of their own that mean a date or a time (ECMA-376, 18.8.30; the later ones in East Asia). */
const BUILT_IN: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 45],
  [47, 47],
  [50, 58],
];
/** 31 December 9999: what is beyond is no date. */
const LAST_DAY = 2_958_465;

/** Whether a number format shows dates or times. `code`: if the workbook says it. */
function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.some(([from, to]) => id >= from && id <= to);
  const [first = ''] = code.split(';', 1);
  const bare = first.replace(/"[^"]*"|\\.|_.|\*./g, '').replace(/\[[^\][]*\]/g, '');
  // `[h]:mm` is a length of time, not a time.
  return !/\[(?:h+|m+|s+)\]/i.test(first) && /[dmyhs]/i.test(bare) && !/general/i.test(bare);
}

/** `2026-03-01`, with a time of day if there is one, or only that; a number that is no date as it is. */
function dateText(written: string, is1904: boolean): string {
  const serial = Number(written);
  const last = LAST_DAY - (is1904 ? 1462 : 0);
  if (written.trim() === '' || !(serial >= 0 && serial < last + 1)) return numberText(written);
  // Seconds, so that no fraction of a day makes it 11:59:59.
  const seconds = Math.round(serial * 86_400);
  const whole = Math.floor(seconds / 86_400);
  const time = clockText(seconds - whole * 86_400);
  if (whole === 0 && (time !== '' || !is1904)) return time || '00:00';
  const day = new Date(firstDay(whole, is1904) + whole * DAY_MS).toISOString().slice(0, 10);
  return time === '' ? day : `${day} ${time}`;
}

/** What day 0 is. Excel has a 29 February 1900, so before March of that year it is one day later. */
function firstDay(serial: number, is1904: boolean): number {
  if (is1904) return Date.UTC(1904, 0, 1);
  return Date.UTC(1899, 11, serial < 60 ? 31 : 30);
}

function clockText(seconds: number): string {
  if (seconds === 0) return '';
  const text = new Date(seconds * 1000).toISOString().slice(11, 19);
  return text.endsWith(':00') ? text.slice(0, 5) : text;
}

/** `1712345678`, not `1.712345678E9`; and 2.3, not 2.2999999999999998: a spreadsheet shows 15 digits. */
function numberText(written: string): string {
  const number = Number(written);
  if (written.trim() === '' || !Number.isFinite(number)) return written;
  if (Number.isSafeInteger(number)) return String(number);
  return Math.abs(number) < 1e15 ? String(Number(number.toPrecision(15))) : written;
}

/** A date as ISO 8601 has it (`t="d"`): without a time that says nothing, and without a fraction of a second. */
function isoText(written: string): string {
  return written
    .replace(/(\d)T(\d)/, '$1 $2')
    .replace(/(?:\.\d+)?Z?$/, '')
    .replace(/ 00:00(?::00)?$/, '');
}

/** Characters that XML can't have are written like `_x000D_`. */
function unescapedText(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** Whoever hides the first row for its looks doesn't mean that its headings say nothing. */
function showHeadings({ rows: [first] }: RowCollector): void {
  if (first?.isHidden && first.cells.length > 1 && !/\p{Nd}/u.test(first.cells.join('')))
    delete first.isHidden;
}

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
      const beyond: Beyond = { merged: [], hiddenColumns: [] };
      await readXml(archive.pieces(part), sheetListener(shared, rows, beyond));
      fillMerged(beyond.merged, rows);
      showHeadings(rows);
      const { hiddenColumns } = beyond;
      const sheet = rows.sheet(name, isHidden);
      read.push(hiddenColumns.length > 0 ? { ...sheet, hiddenColumns } : sheet);
    } catch (error) {
      if (!(error instanceof UnreadableFile)) throw error;
      read.push({ name, isHidden, rows: [], fault: error.fault });
    }
  }
  return read;
}
