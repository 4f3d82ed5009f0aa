import { type LocalNumber, type NumberFault, parseNumber, toAscii } from '../../../kit/number.ts';
import { withoutUnseen } from '../../../kit/unseen.ts';
import { tidyName } from '../../../texts/parse/name.ts';
import { onlyNumber } from '../../../texts/parse/only-number.ts';
import type { ColumnRole, NumberRepair, RowFault } from '../../imported.ts';
import type { FileRow, FileTable, Sheet } from '../reading/table.ts';
import { isOptedOut, isYesOrNo } from './consent.ts';

/** What we think a table contains: the row with its headings, by its number, and what each column is. */
type Recognised = { heading: number | null; roles: ColumnRole[] };

/** How many rows we look at, and how many of them may stand above the headings. */
const SAMPLE_ROWS = 200;
const MAX_ROWS_ABOVE = 20;
/** How many columns we keep beside the known ones, unless somebody wants more. */
const MAX_OWN_COLUMNS = 20;

/** Words that mean it is a number of something else, or somebody else's name or number. */
const SOMEBODY_ELSE =
  /manager|assistant|secretary|supervisor|emergency|referred|nominee|ব্যবস্থাপক|সহকারী|নমিনি|জরুরি/;
const RELATIVE =
  /father|mother|husband|wife|spouse|guardian|child|son\b|daughter|পিতা|মাতা|স্বামী|স্ত্রী|বাবা|মা[’'র]|অভিভাবক|সন্তান/;
const OTHER_NUMBER =
  /nid|national|account|serial|bank|roll|passport|birth|fax|pager|extension|house|holding|company main|callback|telex|tty|isdn|radio|\bsl\b|\bs\/n|\bid\b|ক্রমিক|জাতীয়|হিসাব|একাউন্ট|অ্যাকাউন্ট|কার্ড|রোল|হোল্ডিং|আইডি|জন্ম/;
const OTHER_NAME =
  /village|district|upazila|union|company|organi[sz]ation|file as|phonetic|yomi|maiden|e-?mail|user ?name|nick|prefix|suffix|bank|group|গ্রাম|জেলা|উপজেলা|ইউনিয়ন|প্রতিষ্ঠান|ব্যাংক|গ্রুপ/;
/** What a value beside it is, as address books say. */
const LABEL = /(?:label|type)$/;
const GROUPS = /^(?:groups?|labels|group membership|গ্রুপ|দল|দলের নাম)$/;
const CATEGORIES = /^categories$/;
const MOBILE = /mobile|cell|msisdn|whats ?app|মোবাইল|মুঠোফোন/;
const PHONE = /phone(?!tic)|tel\b|telephone|contact no|contact num|^contact$|ফোন|যোগাযোগ/;
const NUMBER = /^(?:number|no|numbers|sms|নম্বর|নাম্বার|নং)$/;
const WORK = /business|company|work|office|অফিস/;
const WHOLE_NAME = /(?:^|\s)name$|^name\b|নাম/;
const PART_OF_NAME = /^(?:first|given|middle|additional|last|family) name$|^surname$/;
const FIRM = /^(?:company|organi[sz]ation name|organi[sz]ation 1 - name)$/;
const NOTE = /^(?:notes?|remarks?|comments?|মন্তব্য|নোট|বিবরণ)$/;
const LANGUAGE = /^(?:language|lang|ভাষা)$/;
/** Mailing tools put a link beside everybody with which they could unsubscribe. */
const LINK = /\b(?:link|url|token)\b|লিংক/;
const DO_NOT_TEXT =
  /never text|do ?n[o']?t (?:text|sms|contact|call|disturb)|^dnd$|^dnc$|opt(?:ed|s)?[ -]?out|unsubscri|^never$|^(?:stop|block|suppress|blacklist)(?:p?ed|ion)?(?: (?:at|on|date|sms|texts?))?$/;
/** A heading about texts that says no: whoever has something there has refused. */
const ABOUT_TEXTS =
  /sms|\btext|messag|consent|opt(?:ed|s)?[ -]?in\b|subscri|permission|marketing|এসএমএস|মেসেজ|বার্তা|সম্মতি|পাঠা/;
const SAYS_NO =
  /\b(?:not|never|without|doesn't|don't|won't|can't|cannot|withdr[ae]w\w*|revoked?|refuse[sd]?|declined?|denied|rejected|blocked|stopped|suppressed|excluded?)\b|\bno (?:more )?(?:sms|texts?\b|messag|consent|permission|marketing)|(?<!\p{L})(?:না|নেই|নয়|নিষেধ|নিষিদ্ধ|বন্ধ|প্রত্যাহার)(?!\p{L}|\p{M})|(?:দেয়|দেন|করে|করেন)নি$/u;
/** The other way round: who may be texted. */
const MAY_TEXT =
  /\bconsent|\bopt(?:ed|s)?[ -]?in\b|^(?:sms |text )?subscri(?:bed|ption)$|\b(?:may|can|ok to|okay to|allowed to|allow|allows|accepts?|receives?|wants?|agree[sd]? to) (?:we )?(?:be )?(?:text|sms|message|marketing)|\b(?:sms|text(?:s|ing)?) (?:ok|okay|allowed|permission|permitted|accepted|enabled|agreed)\b|\bpermission to\b|^(?:textable|contactable)$|^send (?:sms|texts?)$|সম্মতি|এসএমএস (?:পেতে )?চা[নই]|এসএমএস পাবেন|পাঠানো যাবে/;
/** Not about texts. */
const OTHER_CHANNEL = /e-?mail|newsletter|whats ?app|\bpost(?:al)?\b/;
/** It says what somebody is, and in some lists also that they want no texts. */
const STATUS = /(?:^|\s)(?:status|state)$|(?:^|\s)(?:অবস্থা|স্ট্যাটাস)$/;
/** Exports from Google and Outlook, with dozens of columns that nobody asked for, have at least two of these. */
const ADDRESS_BOOK =
  /^(?:phone 1 - (?:label|type|value)|e-mail 1 - value|(?:primary|mobile|business|home|other) phone|e-mail address)$/;

/**
 * Recognises columns, by their headings and their content.
 *
 * @param said the number of the row with the headings, or null for none, if somebody has said so
 * @param hidden the places of columns that are left out
 */
export function recogniseColumns(
  rows: readonly FileRow[],
  chosenHeading?: number | null,
  hidden: ReadonlySet<number> = new Set(),
): Recognised {
  const some = rows.slice(0, SAMPLE_ROWS);
  const at =
    chosenHeading === undefined ? headingAmong(some) : rows.findIndex(({ line }) => line === chosenHeading);
  const first = rows[at]?.cells ?? [];
  const body = rows.slice(at + 1, at + 1 + SAMPLE_ROWS).map(({ cells }) => cells);
  const count = Math.max(first.length, 0, ...body.map(row => row.length));
  const headings = Array.from({ length: count }, (_, index) =>
    hidden.has(index) ? '' : headingOf(first[index] ?? ''),
  );
  const roles = rolesByHeading(headings).map((role, index) => (hidden.has(index) ? 'none' : role));
  byContent(roles, headings, body);
  for (const [index, heading] of headings.entries()) {
    const isStatus = roles[index] === null && STATUS.test(heading) && !OTHER_CHANNEL.test(heading);
    // Somebody far below counts, too.
    if (isStatus && rows.slice(at + 1).some(({ cells }) => isOptedOut(cells[index] ?? '')))
      roles[index] = 'mayText';
  }
  return { heading: rows[at]?.line ?? null, roles: rest(roles, headings, at >= 0) };
}

/**
 * Which row has the headings: one that names a column of numbers, above all numbers; otherwise the first row of all
 * or the last above the numbers, if it reads like one. -1: none.
 */
function headingAmong(rows: readonly FileRow[]): number {
  const firstNumber = rows.findIndex(({ cells }) => cells.some(looksLikeNumber));
  const above = rows
    .slice(0, firstNumber < 0 ? 1 : Math.min(firstNumber, MAX_ROWS_ABOVE))
    .map(({ cells }) => cells);
  const named = above.map(cells => rolesByHeading(cells.map(headingOf)));
  const filled = (index: number): number => above[index]?.filter(cell => cell !== '').length ?? 0;
  // Of two rows of headings, the one that says more.
  const [most] = named
    .flatMap((roles, index) => (roles.includes('number') && filled(index) > 1 ? [{ roles, index }] : []))
    .sort((one, other) => saidBy(other.roles) - saidBy(one.roles));
  if (most) return most.index;
  if (named[0]?.some(role => role !== null)) return 0;
  const last = above.length - 1;
  const below = rows.slice(above.length).map(({ cells }) => cells);
  return last >= 0 && isAbove(above[last] ?? [], below) ? last : -1;
}

const saidBy = (roles: readonly (ColumnRole | null)[]): number => roles.filter(role => role !== null).length;

/** A heading in the form used for comparing: folded, without what surrounds the words. */
function headingOf(cell: string): string {
  return tidyName(withoutUnseen(cell))
    .toLowerCase()
    .replace(/[_*:।.?"()]+/gu, ' ')
    .replace(/’/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}

function rolesByHeading(headings: readonly string[]): (ColumnRole | null)[] {
  const isBook = isAddressBook(headings);
  const hasOwnNumber = headings.some(heading => isNumberHeading(heading) && !RELATIVE.test(heading));
  const roles = headings.map((heading): ColumnRole | null => {
    if (heading === '') return null;
    if (GROUPS.test(heading) || (isBook && CATEGORIES.test(heading))) return 'groups';
    if (LABEL.test(heading)) return 'none';
    if (isDoNotText(heading)) return 'doNotText';
    if (isMayText(heading)) return 'mayText';
    if (NOTE.test(heading)) return 'note';
    if (LANGUAGE.test(heading)) return 'language';
    if (isBook && FIRM.test(heading)) return 'firm';
    if (isNumberHeading(heading)) return hasOwnNumber && RELATIVE.test(heading) ? null : 'number';
    return isNameHeading(heading) ? 'name' : null;
  });
  return withoutPartsBesideWhole(roles, headings);
}

const isDoNotText = (heading: string): boolean =>
  !LINK.test(heading) &&
  (DO_NOT_TEXT.test(heading) || (ABOUT_TEXTS.test(heading) && SAYS_NO.test(heading) && !isOfMail(heading)));

const isOfMail = (heading: string): boolean => OTHER_CHANNEL.test(heading) && !/sms|text/.test(heading);

const isMayText = (heading: string): boolean =>
  MAY_TEXT.test(heading) && !LINK.test(heading) && !isOfMail(heading);

function isNumberHeading(heading: string): boolean {
  if (OTHER_NUMBER.test(heading) || SOMEBODY_ELSE.test(heading)) return false;
  return MOBILE.test(heading) || PHONE.test(heading) || NUMBER.test(heading);
}

function isNameHeading(heading: string): boolean {
  return !isOtherName(heading) && (WHOLE_NAME.test(heading) || PART_OF_NAME.test(heading));
}

const isOtherName = (heading: string): boolean =>
  OTHER_NAME.test(heading) || SOMEBODY_ELSE.test(heading) || RELATIVE.test(heading);

const isAddressBook = (headings: readonly string[]): boolean =>
  headings.filter(heading => ADDRESS_BOOK.test(heading)).length > 1;

/** If there is a column for the full name, its parts aren't added to it; of two full names the first is used. */
function withoutPartsBesideWhole(
  roles: (ColumnRole | null)[],
  headings: readonly string[],
): (ColumnRole | null)[] {
  const isName = (index: number): boolean => roles[index] === 'name';
  const whole = headings.findIndex((heading, index) => isName(index) && !PART_OF_NAME.test(heading));
  return roles.map((role, index) => (whole >= 0 && role === 'name' && index !== whole ? null : role));
}

/** Whether a row differs from all rows below as a heading does: no digits above a column of numbers. */
function isAbove(first: readonly string[], more: readonly (readonly string[])[]): boolean {
  return first.some((cell, index) => {
    if (cell.trim() === '' || /\p{Nd}/u.test(cell)) return false;
    const below = more.map(row => row[index] ?? '').filter(text => text.trim() !== '');
    return below.length > 0 && below.filter(looksLikeNumber).length * 2 > below.length;
  });
}

/** What the headings don't say, the content does: numbers, and names beside them. */
function byContent(
  roles: (ColumnRole | null)[],
  headings: readonly string[],
  body: readonly (readonly string[])[],
): void {
  const share = (index: number, is: (cell: string) => boolean): number => {
    const cells = body.map(row => row[index] ?? '').filter(cell => cell.trim() !== '');
    return cells.length === 0 ? 0 : cells.filter(is).length / cells.length;
  };
  const open = (isNot: (heading: string) => boolean): number[] =>
    headings.flatMap((heading, index) => (roles[index] === null && !isNot(heading) ? [index] : []));
  for (const [index, heading] of headings.entries()) {
    if (roles[index] !== 'number' || share(index, isYesOrNo) < 1) continue;
    // It says whether somebody has a number, or may get texts there.
    roles[index] = /sms|text|এসএমএস/.test(heading) ? 'mayText' : null;
  }
  if (!roles.includes('number')) {
    const [best] = open(heading => OTHER_NUMBER.test(heading) || SOMEBODY_ELSE.test(heading))
      .map(index => ({ index, share: share(index, looksLikeNumber) }))
      .sort((one, other) => other.share - one.share);
    if (best && best.share >= 0.3) roles[best.index] = 'number';
  }
  if (!roles.includes('name')) {
    const isWord = (cell: string): boolean => /\p{L}[\p{L}\p{M}]/u.test(cell) && !/\p{Nd}{3}|@/u.test(cell);
    const name = open(isOtherName).find(index => share(index, isWord) >= 0.6);
    if (name !== undefined) roles[name] = 'name';
  }
}

/** Other columns are kept under their headings, except those of an address book. */
function rest(
  roles: readonly (ColumnRole | null)[],
  headings: readonly string[],
  hasHeading: boolean,
): ColumnRole[] {
  const isBook = isAddressBook(headings);
  let own = 0;
  return roles.map((role, index) => {
    if (role !== null) return role;
    if (!hasHeading || isBook || headings[index] === '' || own >= MAX_OWN_COLUMNS) return 'none';
    own += 1;
    return 'own';
  });
}

/**
 * In which order somebody's numbers are tried: their mobile first, one at work last. Google says beside each number of
 * each person what it is.
 */
export function numberRank(heading: string, headingBefore: string, cellBefore: string): number {
  const label = LABEL.test(headingOf(headingBefore)) ? cellBefore.toLowerCase() : headingOf(heading);
  if (MOBILE.test(label)) return 0;
  return WORK.test(label) ? 2 : 1;
}

/** A sheet, by its place, and what we think it contains; `withHidden`: also in the rows that somebody hid. */
export type ChosenSheet = Recognised & { sheet: number; withHidden: boolean };

/**
 * What is in a file, but isn't read: other sheets with something in them, how many rows stand above the headings, how many
 * are hidden, the headings of hidden columns, and cells too far to the right.
 */
type NotRead = {
  sheets: Pick<Sheet, 'name' | 'isHidden' | 'fault'>[];
  above: number;
  hidden: number;
  hiddenColumns: string[];
  farCells: readonly string[];
};

/**
 * The first sheet with somebody who can be texted; if none has, the first that has a column of numbers, or anything. Hidden ones
 * come last.
 */
export function chooseSheet(table: FileTable): ChosenSheet {
  const filled = table.sheets.flatMap(({ isHidden, rows }, sheet) =>
    rows.length > 0 ? [{ isHidden, sheet }] : [],
  );
  const shown = filled.filter(({ isHidden }) => !isHidden);
  const read = (shown.length > 0 ? shown : filled).map(({ sheet }) => recogniseSheet(table, sheet));
  return (
    read.find(choice => hasPeople(table, choice)) ??
    read.find(({ roles }) => roles.includes('number')) ??
    read[0] ??
    recogniseSheet(table, 0)
  );
}

/** Whether a column of numbers has one that can be texted; on a cover, there may be the office's. */
const hasPeople = (table: FileTable, { sheet, roles }: ChosenSheet): boolean =>
  rowsOf(table, sheet).some(({ cells }) =>
    roles.some((role, index) => role === 'number' && readNumberCell(cells[index] ?? '').ok),
  );

/**
 * Recognises a sheet's columns. What somebody hid is left out: its rows, and its columns unless they are chosen.
 *
 * @param said see `recogniseColumns`
 * @param withHidden whether the hidden rows are asked for
 */
export function recogniseSheet(
  table: FileTable,
  sheet: number,
  chosenHeading?: number | null,
  withHidden = false,
): ChosenSheet {
  const hidden = new Set(table.sheets[sheet]?.hiddenColumns);
  const rows = rowsOf(table, sheet, withHidden);
  const { heading, roles } = recogniseColumns(rows, chosenHeading, hidden);
  return { sheet, withHidden, heading, roles };
}

/** A sheet's rows; those that somebody hid, or filtered out, only where they are asked for. */
export function rowsOf({ sheets }: FileTable, sheet: number, withHidden = false): readonly FileRow[] {
  const rows = sheets[sheet]?.rows ?? [];
  return withHidden ? rows : rows.filter(({ isHidden }) => !isHidden);
}

export function notRead(table: FileTable, { sheet, withHidden, heading, roles }: ChosenSheet): NotRead {
  const otherSheets = table.sheets.filter(
    (candidate, index) => index !== sheet && (candidate.rows.length > 0 || candidate.fault !== null),
  );
  const rows = rowsOf(table, sheet, withHidden);
  const above = rows.filter(({ line }) => line < (heading ?? 0) && line > 0);
  const headings = rows.find(({ line }) => line === heading)?.cells ?? [];
  const columns = table.sheets[sheet]?.hiddenColumns ?? [];
  return {
    sheets: otherSheets,
    above: above.length,
    hidden: (table.sheets[sheet]?.rows.length ?? 0) - rows.length,
    hiddenColumns: columns.flatMap(index => (roles[index] === 'none' ? [headings[index] ?? ''] : [])),
    farCells: table.sheets[sheet]?.farCells ?? [],
  };
}

/** How many of a sheet's rows are neither told as not read nor among those that were sorted; 0 unless we lost some. */
export function rowsUnaccounted(table: FileTable, chosen: ChosenSheet, listed: number): number {
  const { above, hidden } = notRead(table, chosen);
  const rows = rowsOf(table, chosen.sheet, chosen.withHidden);
  const headings = rows.some(({ line }) => line === chosen.heading) ? 1 : 0;
  return (table.sheets[chosen.sheet]?.rows.length ?? 0) - hidden - above - headings - listed;
}

export type ReadCell =
  | { ok: true; number: LocalNumber; repair: NumberRepair | null }
  | { ok: false; why: RowFault };

/** No number is written this long, and hardly several. */
const MAX_CELL_CHARACTERS = 200;
/** Excel writes one before text; people also type the curly ones. */
const APOSTROPHE = /^['’‘`´]+/u;
/** What a spreadsheet makes of a long number: 8.80E+12. */
const SCIENTIFIC = /^\+?([0-9])(?:[.,]([0-9]*))?e\+?([0-9]{1,2})$/i;
const ROUNDED_AMONG_WORDS = /(?:^|\s)[0-9][.,][0-9]+e\+[0-9]/i;
const BETWEEN = /[/,;|،؛&\n\r]|:::|\b(?:or|and)\b|(?<!\p{L})(?:অথবা|বা|ও|এবং)(?!\p{L})/iu;

/**
 * The number in a cell of somebody's list, and how it was repaired. Of several, the first that can be texted is used.
 * Linear time: only the first `MAX_CELL_CHARACTERS` characters are read.
 */
export function readNumberCell(cell: string): ReadCell {
  const trimmed = cell.slice(0, MAX_CELL_CHARACTERS).trim();
  const written = trimmed.replace(APOSTROPHE, '').trim();
  if (!/\p{Nd}/u.test(written)) return { ok: false, why: written === '' ? 'no_number' : 'not_a_number' };
  const ascii = toAscii(written);
  const scientific = SCIENTIFIC.exec(ascii);
  if (scientific) return readScientific(scientific);
  const whole = /^\+?[0-9][0-9,]{6,}[.,]0{1,2}$/.test(ascii) ? ascii.replace(/[.,]0+$/, '') : null;
  const read = parseNumber(whole ?? written);
  if (read.ok) return { ok: true, number: read.number, repair: repairOf(trimmed, written, ascii, whole) };
  return readOneOf(written) ?? { ok: false, why: ROUNDED_AMONG_WORDS.test(ascii) ? 'rounded' : read.why };
}

function repairOf(
  trimmed: string,
  written: string,
  ascii: string,
  whole: string | null,
): NumberRepair | null {
  if (whole !== null) return 'decimal';
  if (trimmed !== written) return 'apostrophe';
  if (/(?![0-9])\p{Nd}/u.test(written)) return 'digits';
  return /^1[3-9]/.test(ascii.replace(/[^0-9]/g, '')) ? 'zero' : null;
}

/** `1.71234567E9` has lost nothing, `8.80E+12` has. */
function readScientific([, first = '', more = '', power = '']: RegExpExecArray): ReadCell {
  const zeros = Number(power) - more.length;
  if (zeros > 0) return { ok: false, why: 'rounded' };
  const read = parseNumber((first + more).slice(0, Number(power) + 1));
  return read.ok ? { ...read, repair: 'decimal' } : read;
}

/** The first of several numbers, or the only one among words; null: there is none. */
function readOneOf(written: string): ReadCell | null {
  const parts = written
    .split(BETWEEN)
    .map(part => part.trim())
    .filter(part => /\p{Nd}/u.test(part));
  const byWords = parts.length > 1 ? parts : longParts(written);
  for (const part of byWords) {
    const read = parseNumber(part.replace(APOSTROPHE, '').trim());
    if (read.ok) return { ok: true, number: read.number, repair: 'several' };
  }
  const [first = written] = parts;
  const around = onlyNumber(written) ?? onlyNumber(first);
  return around && { ok: true, number: around, repair: parts.length > 1 ? 'several' : 'around' };
}

/** Two complete numbers with only white space between them. */
function longParts(written: string): string[] {
  const words = written.split(/\s+/);
  return words.length > 1 && words.every(word => word.replace(/\P{Nd}/gu, '').length >= 10) ? words : [];
}

/** Whether it reads as a number, or nearly; for finding the number column. */
function looksLikeNumber(cell: string): boolean {
  const read = readNumberCell(cell);
  return read.ok || NEARLY.has(read.why);
}

const NEARLY: ReadonlySet<RowFault> = new Set<NumberFault | 'rounded'>([
  'rounded',
  'foreign',
  'not_mobile',
  'dead_network',
  'no_operator',
]);
