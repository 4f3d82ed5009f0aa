import { tidyName } from '../../domain/contact.ts';
import type { ColumnRole } from '../../domain/imported.ts';
import { looksLikeNumber } from './number-cell.ts';

/** What we think a table contains: whether its first row is a heading, and what each column is. */
export type Recognised = { heading: boolean; roles: ColumnRole[] };

/** How many rows we look at. */
const LOOKED_AT = 200;
/** How many columns we keep beside the known ones, unless somebody wants more. */
const MOST_OWN = 20;

/** Words that mean it is a number of something else, or somebody else's name. */
const OTHER_NUMBER =
  /nid|national|account|serial|bank|roll|passport|birth|fax|pager|extension|house|holding|\bsl\b|\bs\/n|\bid\b|ক্রমিক|জাতীয়|হিসাব|একাউন্ট|অ্যাকাউন্ট|কার্ড|রোল|হোল্ডিং|আইডি|জন্ম/;
const OTHER_NAME =
  /father|mother|husband|spouse|guardian|village|district|upazila|union|company|organi[sz]ation|file as|phonetic|user ?name|nick|prefix|suffix|bank|group|পিতা|মাতা|স্বামী|বাবা|মা[’'র]|অভিভাবক|গ্রাম|জেলা|উপজেলা|ইউনিয়ন|প্রতিষ্ঠান|ব্যাংক|গ্রুপ/;
/** Labels beside a value, or the groups in one of our exports. */
const LABEL = /(?:label|type)$|^(?:groups?|labels|গ্রুপ)$/;
const MOBILE = /mobile|cell|msisdn|whats ?app|মোবাইল|মুঠোফোন/;
const PHONE = /phone|tel\b|telephone|contact no|contact num|^contact$|ফোন|যোগাযোগ/;
const NUMBER = /^(?:number|no|numbers|sms|নম্বর|নাম্বার|নং)$/;
const WHOLE_NAME = /(?:^|\s)name$|^name\b|নাম/;
const PART_OF_NAME = /^(?:first|given|middle|additional|last|family) name$|^surname$/;
const NOTE = /^(?:notes?|remarks?|comments?|মন্তব্য|নোট|বিবরণ)$/;
const LANGUAGE = /^(?:language|lang|ভাষা)$/;
const NEVER =
  /never text|do ?n[o']?t (?:text|sms|contact|call)|^dnd$|^dnc$|opt(?:ed)?[ -]?out|unsubscribe|এসএমএস নয়|পাঠাবেন না|এসএমএস বন্ধ/;
/** Exports from Google and Outlook, with dozens of columns that nobody asked for. */
const ADDRESS_BOOK = /^(?:phone 1 - value|e-mail address|e-mail 1 - value|primary phone|mobile phone)$/;

/** Recognises columns, by their headings and their content. */
export function recogniseColumns(rows: readonly (readonly string[])[]): Recognised {
  const [first = [], ...more] = rows.slice(0, LOOKED_AT);
  const count = Math.max(0, ...rows.slice(0, LOOKED_AT).map(row => row.length));
  const headings = Array.from({ length: count }, (_, index) => headingOf(first[index] ?? ''));
  const byName = rolesByHeading(headings);
  const isKnown = byName.some(role => role !== null);
  const heading = !first.some(cell => looksLikeNumber(cell)) && (isKnown || isAbove(first, more));
  const roles: (ColumnRole | null)[] = heading ? byName : headings.map(() => null);
  const body = heading ? more : [first, ...more];
  byContent(roles, body, count);
  return { heading, roles: rest(roles, headings, heading) };
}

/** A heading in the form used for comparing: folded, without what surrounds the words. */
function headingOf(cell: string): string {
  return tidyName(cell)
    .toLowerCase()
    .replace(/[\u200b-\u200d\ufeff]/gu, '')
    .replace(/[_*:।.?"()]+/gu, ' ')
    .replace(/’/g, "'")
    .replace(/\s+/g, ' ')
    .trim()
    .normalize('NFC');
}

function rolesByHeading(headings: readonly string[]): (ColumnRole | null)[] {
  const roles = headings.map((heading): ColumnRole | null => {
    if (heading === '') return null;
    if (LABEL.test(heading)) return 'none';
    if (NEVER.test(heading)) return 'never';
    if (NOTE.test(heading)) return 'note';
    if (LANGUAGE.test(heading)) return 'language';
    if (isNumberHeading(heading)) return 'number';
    return isNameHeading(heading) ? 'name' : null;
  });
  return withoutPartsBesideWhole(roles, headings);
}

function isNumberHeading(heading: string): boolean {
  if (OTHER_NUMBER.test(heading)) return false;
  return MOBILE.test(heading) || PHONE.test(heading) || NUMBER.test(heading);
}

function isNameHeading(heading: string): boolean {
  return !OTHER_NAME.test(heading) && (WHOLE_NAME.test(heading) || PART_OF_NAME.test(heading));
}

/** If there is a column for the full name, its parts aren't added to it; of two full names the first is used. */
function withoutPartsBesideWhole(
  roles: (ColumnRole | null)[],
  headings: readonly string[],
): (ColumnRole | null)[] {
  const isName = (index: number): boolean => roles[index] === 'name';
  const whole = headings.findIndex((heading, index) => isName(index) && !PART_OF_NAME.test(heading));
  return roles.map((role, index) => (whole >= 0 && role === 'name' && index !== whole ? null : role));
}

/** Whether the first row differs from all rows below as a heading does: no digits above a column of numbers. */
function isAbove(first: readonly string[], more: readonly (readonly string[])[]): boolean {
  return first.some((cell, index) => {
    if (cell.trim() === '' || /\p{Nd}/u.test(cell)) return false;
    const below = more.map(row => row[index] ?? '').filter(one => one.trim() !== '');
    return below.length > 0 && below.filter(looksLikeNumber).length * 2 > below.length;
  });
}

/** What the headings don't say, the content does: numbers, and names beside them. */
function byContent(roles: (ColumnRole | null)[], body: readonly (readonly string[])[], count: number): void {
  const share = (index: number, is: (cell: string) => boolean): number => {
    const cells = body.map(row => row[index] ?? '').filter(cell => cell.trim() !== '');
    return cells.length === 0 ? 0 : cells.filter(is).length / cells.length;
  };
  const open = (): number[] => Array.from({ length: count }, (_, i) => i).filter(i => roles[i] == null);
  if (!roles.includes('number')) {
    const [best] = open()
      .map(index => ({ index, share: share(index, looksLikeNumber) }))
      .sort((one, other) => other.share - one.share);
    if (best && best.share >= 0.3) roles[best.index] = 'number';
  }
  if (!roles.includes('name')) {
    const isWord = (cell: string): boolean => /\p{L}[\p{L}\p{M}]/u.test(cell) && !/\p{Nd}{3}|@/u.test(cell);
    const name = open().find(index => share(index, isWord) >= 0.6);
    if (name !== undefined) roles[name] = 'name';
  }
}

/** Other columns are kept under their headings, except those of an address book. */
function rest(
  roles: readonly (ColumnRole | null)[],
  headings: readonly string[],
  heading: boolean,
): ColumnRole[] {
  const isAddressBook = headings.some(one => ADDRESS_BOOK.test(one));
  let own = 0;
  return roles.map((role, index) => {
    if (role !== null) return role;
    if (!heading || isAddressBook || headings[index] === '' || own >= MOST_OWN) return 'none';
    own += 1;
    return 'own';
  });
}
