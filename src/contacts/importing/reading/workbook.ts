import { isDateFormat, unescapedText } from './cell-value.ts';
import type { Shared } from './sheet.ts';
import { MOST_CELL, MOST_KEPT, UnreadableFile, weightOf } from './table.ts';
import { readXml } from './xml.ts';
import type { Archive } from './zip.ts';

/** A workbook: where its sheets are, and what they share. */
export type Workbook = { sheets: { name: string; isHidden: boolean; part: string }[]; shared: Shared };

/** Nobody wants to choose among more. */
const MOST_SHEETS = 100;
const MOST_FORMATS = 70_000;
const MOST_RELATIONS = 5_000;

/**
 * Reads what stands around a workbook's sheets.
 *
 * @throws UnreadableFile
 */
export async function readWorkbook(archive: Archive): Promise<Workbook> {
  const main = (await relationsOf(archive, '_rels/.rels', '')).find(({ kind }) => kind === 'officeDocument');
  const part = main?.part ?? 'xl/workbook.xml';
  const folder = part.slice(0, Math.max(0, part.lastIndexOf('/')));
  const sheets: { name: string; isHidden: boolean; id: string }[] = [];
  let isWorkbook = false;
  let is1904 = false;
  await readXml(archive.pieces(part), {
    open(name, attribute) {
      if (name === 'workbook') isWorkbook = true;
      if (name === 'workbookPr') is1904 = /^(?:1|true)$/.test(attribute('date1904') ?? '');
      if (name !== 'sheet') return;
      const isHidden = /hidden/i.test(attribute('state') ?? '');
      sheets.push({ name: (attribute('name') ?? '').slice(0, 60), isHidden, id: attribute('id') ?? '' });
      if (sheets.length > MOST_SHEETS) throw new UnreadableFile('swells');
    },
  });
  if (!isWorkbook) throw new UnreadableFile('not_a_table');
  const relations = await relationsOf(
    archive,
    `${folder}/_rels/${part.slice(folder.length + 1)}.rels`,
    folder,
  );
  const partOf = (wanted: string): string | undefined => relations.find(({ kind }) => kind === wanted)?.part;
  const worksheets = relations.filter(({ kind }) => kind === 'worksheet');
  const parts = new Map(worksheets.map(one => [one.id, one.part]));
  return {
    sheets: sheets.flatMap(({ name, isHidden, id }) => {
      const its = parts.get(id);
      return its === undefined ? [] : [{ name, isHidden, part: its }];
    }),
    shared: {
      strings: await readStrings(archive, partOf('sharedStrings') ?? ''),
      dates: await readStyles(archive, partOf('styles') ?? ''),
      is1904,
    },
  };
}

type Relation = { id: string; kind: string; part: string };

/** What a part of the archive refers to. */
async function relationsOf(archive: Archive, name: string, folder: string): Promise<Relation[]> {
  const found: Relation[] = [];
  await readXml(archive.pieces(resolved('', name)), {
    open(element, attribute) {
      if (element !== 'Relationship') return;
      const kind = /[^/]*$/.exec(attribute('Type') ?? '')?.[0] ?? '';
      found.push({ id: attribute('Id') ?? '', kind, part: resolved(folder, attribute('Target') ?? '') });
      if (found.length > MOST_RELATIONS) throw new UnreadableFile('swells');
    },
  });
  return found;
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
  let kept = 0;
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
      if (isText && text.length < MOST_CELL) text += piece;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') phonetic -= 1;
      else if (name === 'si') {
        const cut = unescapedText(text).slice(0, MOST_CELL);
        kept += weightOf([cut]);
        if (kept > MOST_KEPT) throw new UnreadableFile('swells');
        strings.push(cut);
      }
    },
  });
  return strings;
}

/** Whether each cell format shows dates. */
async function readStyles(archive: Archive, part: string): Promise<boolean[]> {
  const codes = new Map<number, string>();
  const formats: number[] = [];
  let isOfCells = false;
  await readXml(archive.pieces(part), {
    open(name, attribute) {
      if (name === 'numFmt')
        codes.set(Number(attribute('numFmtId')), (attribute('formatCode') ?? '').slice(0, 255));
      else if (name === 'cellXfs') isOfCells = true;
      else if (name === 'xf' && isOfCells) formats.push(Number(attribute('numFmtId') ?? 0));
      if (formats.length + codes.size > MOST_FORMATS) throw new UnreadableFile('swells');
    },
    close(name) {
      if (name === 'cellXfs') isOfCells = false;
    },
  });
  return formats.map(id => isDateFormat(id, codes.get(id)));
}
