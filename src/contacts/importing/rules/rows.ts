import type { CooperativeTask } from '../../../kit/fair-scheduler.ts';
import { parseNumber } from '../../../kit/number.ts';
import { withoutMarks } from '../../../kit/pages/file-pages.ts';
import type { Language } from '../../../kit/words/languages.ts';
import { tidyName } from '../../../texts/parse/name.ts';
import { isGroupName, MAX_COLUMN_NAME, MAX_COLUMN_VALUE, MAX_NAME, MAX_NOTE } from '../../contact.ts';
import type { ColumnRole, ImportedPerson, ReadRow, RowRepair } from '../../imported.ts';
import type { FileRow } from '../reading/table.ts';
import { numberRank } from './columns.ts';
import { readConsentCell, readRefusalCell } from './consent.ts';
import { type ReadCell, readNumberCell } from './number-cell.ts';

/**
 * Instructions for reading a table: the row with the headings (null: none), the columns' roles, and whether a
 * group was chosen for all people.
 */
export type Reading = { heading: number | null; roles: readonly ColumnRole[]; inGroup: boolean };

const MAX_WRITTEN = 60;
const ENGLISH = /^(?:en\b|eng|ইংরেজি|ইংলিশ)/u;
const BANGLA = /^(?:bn\b|ban|ben|বাংলা)/u;
const BETWEEN_GROUPS = /:::|[,;\n]/;
/** Groups that Google creates itself. */
const SYSTEM_GROUP = /^(?:\* .*|mycontacts|starred)$/i;

/** A table's headings, by column; empty if it has none. */
export function headingsOf(rows: readonly FileRow[], heading: number | null): readonly string[] {
  return rows.find(({ line }) => line === heading)?.cells ?? [];
}

/** Reads all rows below the headings; can pause after each. */
export function* readRows(rows: readonly FileRow[], reading: Reading): CooperativeTask<ReadRow[]> {
  const headings = headingsOf(rows, reading.heading);
  const keys = columnKeys(headings, reading.roles);
  const read: ReadRow[] = [];
  for (const row of rows) {
    if (row.line <= (reading.heading ?? -1)) continue;
    read.push(readRow(row, headings, keys, reading));
    yield;
  }
  return read;
}

/** Reads one row: the person, or why it is refused. */
function readRow(
  { line, cells }: FileRow,
  headings: readonly string[],
  keys: readonly string[],
  { roles, inGroup }: Reading,
): ReadRow {
  const cellsOf = (columnRole: ColumnRole): string[] =>
    roles.flatMap((role, index) => (role === columnRole ? [plain(cells[index] ?? '')] : [])).filter(Boolean);
  const { cell, typed: typedNumber } = bestOf(numbersIn(cells, headings, roles));
  const typed = typedNumber.slice(0, MAX_WRITTEN);
  // A phone exports a number as the name of a nameless contact.
  const named = cellsOf('name').filter(text => !parseNumber(text).ok);
  const whole = named.join(' ') || cellsOf('firm').join(' ');
  const inCells = roles.flatMap((role, index) => (role === 'name' ? [cells[index] ?? ''] : []));
  const written = tidyName(whole || inCells.join(' ')).slice(0, MAX_WRITTEN);
  if (!cell.ok) return { line, typed, written, ok: false, fault: cell.why };
  const name = personName(whole);
  const groups = groupsIn(cellsOf('groups'));
  const answers = [
    ...cellsOf('doNotText').map(text => ({ cell: text, ...readRefusalCell(text) })),
    ...cellsOf('mayText').map(text => ({ cell: text, ...readConsentCell(text) })),
  ];
  const doNotText = answers.some(({ marks }) => marks);
  const isNameless = isOldFont(whole) || (name === '' && whole !== '');
  const person: ImportedPerson = {
    number: cell.number,
    name: isNameless ? '' : name,
    note: cellsOf('note').join('\n').slice(0, MAX_NOTE),
    language: languageOf(cellsOf('language')[0] ?? ''),
    doNotText,
    columns: ownColumns(cells, keys),
    groups: groups.filter(isGroupName),
  };
  if (isOverRows(whole)) return { line, typed, written, ok: false, fault: 'open_quote' };
  // A mark counts for the number even if the name beside it is wrong.
  if (isNameless && !doNotText)
    return { line, typed, written, ok: false, fault: isOldFont(whole) ? 'old_font' : 'name' };
  const isAnybody = person.note !== '' || doNotText || inGroup || person.groups.length > 0;
  if (name === '' && !isAnybody) return { line, typed, written, ok: false, fault: 'no_name' };
  const repairs: RowRepair[] = [];
  if (cell.repair !== null) repairs.push(cell.repair);
  if (person.name !== tidyName(whole)) repairs.push('name');
  if (person.groups.length < groups.length) repairs.push('group');
  if (cells.some((text, index) => roles[index] !== 'none' && text.includes('\ufffd'))) repairs.push('letter');
  const unclear = answers.find(answer => answer.unclear)?.cell.slice(0, MAX_WRITTEN) ?? null;
  return { line, typed, written, ok: true, person, repairs, unclear };
}

/** Programs' words for an error or for no value. */
const NOTHING =
  /^(?:#[¡¿]?[\p{L}/0]{1,30}[!?]|#(?:n\/[ad]|nv|getting_data)|err:[0-9]{3}|n\/a|n\.a\.?|(?:null|nan|nat|none|undefined)(?: (?:null|nan|nat|none|undefined)){0,3}|[(<[](?:null|nil|none|na|blank|empty|n\/a|no name|unknown|object object)[)>\]]|\\n)$/iu;
/** R's word for no value, in capitals only: Na is a name. */
const NA = 'NA';

/** A cell's text, without the mark that exports put before formulas; empty for programs' words for no value. */
function plain(cell: string): string {
  const text = withoutMarks(cell).trim();
  return NOTHING.test(text) || text === NA ? '' : text;
}

/** A row's numbers, with the person's own mobile first. */
function numbersIn(
  cells: readonly string[],
  headings: readonly string[],
  roles: readonly ColumnRole[],
): string[] {
  const numbers = roles.flatMap((role, index) => {
    const text = withoutMarks(cells[index] ?? '').trim();
    if (role !== 'number' || text === '') return [];
    const rank = numberRank(headings[index] ?? '', headings[index - 1] ?? '', cells[index - 1] ?? '');
    return [{ text, rank }];
  });
  return numbers.sort((one, other) => one.rank - other.rank).map(({ text }) => text);
}

/** The first number that can be texted; else the first with its fault. */
function bestOf(numbers: readonly string[]): { cell: ReadCell; typed: string } {
  const read = numbers.map(typed => ({ cell: readNumberCell(typed), typed }));
  return read.find(({ cell }) => cell.ok) ?? read[0] ?? { cell: { ok: false, why: 'no_number' }, typed: '' };
}

/** True if a name contains other rows' numbers, because of an unclosed quote. */
const isOverRows = (name: string): boolean =>
  /[\r\n]/.test(name) && name.split(/[,;\t|\r\n]/).some(part => readNumberCell(part).ok);

/** A name that can be typed where recipients are; empty if that isn't possible. */
function personName(written: string): string {
  const tidy = tidyName(written.replace(/[,;،؛、，；।<>"“”\p{Cc}]+/gu, ' ').replace(/^[^\p{L}]+/u, ''));
  return tidy.length <= MAX_NAME && isGroupName(tidy) ? tidy : '';
}

/** The group names in some cells, without repetitions. */
function groupsIn(cells: readonly string[]): string[] {
  const named = cells.flatMap(cell => cell.split(BETWEEN_GROUPS)).map(tidyName);
  return [...new Set(named.filter(name => name !== '' && !SYSTEM_GROUP.test(name)))];
}

function languageOf(written: string): Language | null {
  const lower = written.toLowerCase();
  if (ENGLISH.test(lower)) return 'en';
  return BANGLA.test(lower) ? 'bn' : null;
}

/** The key for each column that is kept under its heading; empty for other columns. */
function columnKeys(headings: readonly string[], roles: readonly ColumnRole[]): string[] {
  const usedKeys = new Set<string>();
  return roles.map((role, index) => {
    if (role !== 'own') return '';
    const name = tidyName(headings[index] ?? '').slice(0, MAX_COLUMN_NAME);
    const key =
      name === '' || usedKeys.has(name) ? `${name || 'column'} ${index + 1}`.slice(-MAX_COLUMN_NAME) : name;
    usedKeys.add(key);
    return key;
  });
}

function ownColumns(cells: readonly string[], keys: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    keys.flatMap((key, index) => {
      const value = tidyName(plain(cells[index] ?? '')).slice(0, MAX_COLUMN_VALUE);
      return key === '' || value === '' ? [] : [[key, value]];
    }),
  );
}

/*
 * Bijoy: before Unicode, Bangla was typed in Latin characters that a font such as SutonnyMJ drew as Bangla: রানা
 * is `ivbv`, মোঃ is `†gvt`. v is আ-কার, w ই-কার, † and ‡ এ-কার, © রেফ, ¨ য-ফলা, and joined letters are in Latin-1.
 */

/** Rare in a name in Latin letters, frequent beside a letter in Bijoy. */
const SIGN = /[†‡ˆ‰Š‹Œ©¨ªœŸ¤¯¶¸»½¾¿×¢¡£¥§®°±²³´µ¹º¦¬]/u;
const SIGN_AT_LETTER = new RegExp(`${SIGN.source}\\p{Script=Latin}|\\p{Script=Latin}${SIGN.source}`, 'u');

/** True if a text seems to be written for a Bijoy font: a guess from its letters. */
export function isOldFont(text: string): boolean {
  if (/\p{Script=Bengali}/u.test(text)) return false;
  if (SIGN_AT_LETTER.test(text)) return true;
  const letters = text.replace(/[^A-Za-z]/g, '');
  if (letters.length < 4) return false;
  const many = (of: RegExp): number => letters.match(of)?.length ?? 0;
  const signs = many(/v/g);
  return signs >= 2 && signs / letters.length >= 0.18 && many(/[aeouAEOU]/g) / letters.length <= 0.2;
}
