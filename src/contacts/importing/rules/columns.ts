import { withoutUnseen } from '../../../kit/unseen.ts';
import { tidyName } from '../../../texts/parse/name.ts';
import type { ColumnRole } from '../../imported.ts';
import type { FileRow } from '../reading/table.ts';
import { isOptedOut, isYesOrNo } from './consent.ts';
import { looksLikeNumber } from './number-cell.ts';

/** The number of the row with the headings, and each column's role. */
export type Recognised = { heading: number | null; roles: ColumnRole[] };

/** The first rows decide. The headings are among the first of these, above all numbers. */
const SAMPLE_ROWS = 200;
const MAX_ROWS_ABOVE = 20;
/** Other columns that are kept unless the user wants more. */
const MAX_OWN_COLUMNS = 20;

/** Headings of other people's names and numbers, or of other kinds of numbers. */
const SOMEBODY_ELSE =
  /manager|assistant|secretary|supervisor|emergency|referred|nominee|ব্যবস্থাপক|সহকারী|নমিনি|জরুরি/;
const RELATIVE =
  /father|mother|husband|wife|spouse|guardian|child|son\b|daughter|পিতা|মাতা|স্বামী|স্ত্রী|বাবা|মা[’'র]|অভিভাবক|সন্তান/;
const OTHER_NUMBER =
  /nid|national|account|serial|bank|roll|passport|birth|fax|pager|extension|house|holding|company main|callback|telex|tty|isdn|radio|\bsl\b|\bs\/n|\bid\b|ক্রমিক|জাতীয়|হিসাব|একাউন্ট|অ্যাকাউন্ট|কার্ড|রোল|হোল্ডিং|আইডি|জন্ম/;
const OTHER_NAME =
  /village|district|upazila|union|company|organi[sz]ation|file as|phonetic|yomi|maiden|e-?mail|user ?name|nick|prefix|suffix|bank|group|গ্রাম|জেলা|উপজেলা|ইউনিয়ন|প্রতিষ্ঠান|ব্যাংক|গ্রুপ/;
/** Address books name the kind of the value in the next column. */
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
/** Mailing tools export each person's unsubscribe link. */
const LINK = /\b(?:link|url|token)\b|লিংক/;
const DO_NOT_TEXT =
  /never text|do ?n[o']?t (?:text|sms|contact|call|disturb)|^dnd$|^dnc$|opt(?:ed|s)?[ -]?out|unsubscri|^never$|^(?:stop|block|suppress|blacklist)(?:p?ed|ion)?(?: (?:at|on|date|sms|texts?))?$/;
/** A heading about texts with a negation: a value there is a refusal. */
const ABOUT_TEXTS =
  /sms|\btext|messag|consent|opt(?:ed|s)?[ -]?in\b|subscri|permission|marketing|এসএমএস|মেসেজ|বার্তা|সম্মতি|পাঠা/;
const SAYS_NO =
  /\b(?:not|never|without|doesn't|don't|won't|can't|cannot|withdr[ae]w\w*|revoked?|refuse[sd]?|declined?|denied|rejected|blocked|stopped|suppressed|excluded?)\b|\bno (?:more )?(?:sms|texts?\b|messag|consent|permission|marketing)|(?<!\p{L})(?:না|নেই|নয়|নিষেধ|নিষিদ্ধ|বন্ধ|প্রত্যাহার)(?!\p{L}|\p{M})|(?:দেয়|দেন|করে|করেন)নি$/u;
/** Headings that say who may be texted. */
const MAY_TEXT =
  /\bconsent|\bopt(?:ed|s)?[ -]?in\b|^(?:sms |text )?subscri(?:bed|ption)$|\b(?:may|can|ok to|okay to|allowed to|allow|allows|accepts?|receives?|wants?|agree[sd]? to) (?:we )?(?:be )?(?:text|sms|message|marketing)|\b(?:sms|text(?:s|ing)?) (?:ok|okay|allowed|permission|permitted|accepted|enabled|agreed)\b|\bpermission to\b|^(?:textable|contactable)$|^send (?:sms|texts?)$|সম্মতি|এসএমএস (?:পেতে )?চা[নই]|এসএমএস পাবেন|পাঠানো যাবে/;
/** Headings about other channels. */
const OTHER_CHANNEL = /e-?mail|newsletter|whats ?app|\bpost(?:al)?\b/;
/** A status column, which in some lists also says who wants no texts. */
const STATUS = /(?:^|\s)(?:status|state)$|(?:^|\s)(?:অবস্থা|স্ট্যাটাস)$/;
/** Exports from Google and Outlook have at least two of these, and dozens of unneeded columns. */
const ADDRESS_BOOK =
  /^(?:phone 1 - (?:label|type|value)|e-mail 1 - value|(?:primary|mobile|business|home|other) phone|e-mail address)$/;

/**
 * Recognises columns by headings and content.
 *
 * @param chosenHeading the number of the row with the headings, or null for none; undefined if the user hasn't
 *   chosen
 * @param hidden indexes of columns to leave out
 */
export function recogniseColumns(
  rows: readonly FileRow[],
  chosenHeading?: number | null,
  hidden: ReadonlySet<number> = new Set(),
): Recognised {
  const sample = rows.slice(0, SAMPLE_ROWS);
  const at =
    chosenHeading === undefined ? headingAmong(sample) : rows.findIndex(({ line }) => line === chosenHeading);
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
    // All rows count here, not only the sample.
    if (isStatus && rows.slice(at + 1).some(({ cells }) => isOptedOut(cells[index] ?? '')))
      roles[index] = 'mayText';
  }
  return { heading: rows[at]?.line ?? null, roles: withOwnColumns(roles, headings, at >= 0) };
}

/**
 * The index of the row with the headings: one above all numbers that names a column of numbers; else the first
 * row, or the last above the numbers, if it reads like headings. -1 if there is none.
 */
function headingAmong(rows: readonly FileRow[]): number {
  const firstNumber = rows.findIndex(({ cells }) => cells.some(looksLikeNumber));
  const above = rows
    .slice(0, firstNumber < 0 ? 1 : Math.min(firstNumber, MAX_ROWS_ABOVE))
    .map(({ cells }) => cells);
  const rolesAbove = above.map(cells => rolesByHeading(cells.map(headingOf)));
  const filled = (index: number): number => above[index]?.filter(cell => cell !== '').length ?? 0;
  // Of several rows with a column of numbers, the one with the most known headings wins.
  const [best] = rolesAbove
    .flatMap((roles, index) => (roles.includes('number') && filled(index) > 1 ? [{ roles, index }] : []))
    .sort((one, other) => countRoles(other.roles) - countRoles(one.roles));
  if (best) return best.index;
  if (rolesAbove[0]?.some(role => role !== null)) return 0;
  const last = above.length - 1;
  const below = rows.slice(above.length).map(({ cells }) => cells);
  return last >= 0 && isAbove(above[last] ?? [], below) ? last : -1;
}

const countRoles = (roles: readonly (ColumnRole | null)[]): number =>
  roles.filter(role => role !== null).length;

/** A heading in the form used for comparing: lower case, without punctuation. */
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

/** Drops parts of a name if another column has the full name. Of several full names, only the first stays. */
function withoutPartsBesideWhole(
  roles: (ColumnRole | null)[],
  headings: readonly string[],
): (ColumnRole | null)[] {
  const isName = (index: number): boolean => roles[index] === 'name';
  const whole = headings.findIndex((heading, index) => isName(index) && !PART_OF_NAME.test(heading));
  return roles.map((role, index) => (whole >= 0 && role === 'name' && index !== whole ? null : role));
}

/** True if a row reads like headings: no digits above a column of numbers. */
function isAbove(first: readonly string[], more: readonly (readonly string[])[]): boolean {
  return first.some((cell, index) => {
    if (cell.trim() === '' || /\p{Nd}/u.test(cell)) return false;
    const below = more.map(row => row[index] ?? '').filter(text => text.trim() !== '');
    return below.length > 0 && below.filter(looksLikeNumber).length * 2 > below.length;
  });
}

/** Finds the columns of numbers and names by content where headings don't say. */
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
    // Such a column says whether a person has a number, or may get texts.
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

/** Keeps other columns under their headings, except those of an address book. */
function withOwnColumns(
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
 * The order in which a person's numbers are tried: mobile first, work last. Google names the kind of each number
 * in the column before it.
 */
export function numberRank(heading: string, headingBefore: string, cellBefore: string): number {
  const label = LABEL.test(headingOf(headingBefore)) ? cellBefore.toLowerCase() : headingOf(heading);
  if (MOBILE.test(label)) return 0;
  return WORK.test(label) ? 2 : 1;
}
