import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { UNSEEN, withoutUnseen } from './unseen.ts';

/**
 * Converts the characters people and phones write numbers with to ASCII. Facts: Unicode 16 general categories Nd (digits),
 * Pd (dashes), Zs (spaces) and Me (what encloses a character, such as the cap of an emoji key).
 */
const ENCLOSING = /\p{Me}/gu;
/** Tabs and no-break spaces too, and what no keyboard has; not line breaks as people type them, which end a number. */
const SPACE = /[\p{Zs}\t\u0085\u2028\u2029]/gu;
/** U+2212 is the minus sign, which Unicode doesn't count as a dash. */
const DASH = /[\p{Pd}\u2212]/gu;
/** Full stops from CJK keyboards, and the middle dot. */
const DOT = /[\uff0e\u00b7\u2024]/gu;
const PLUS = /[\uff0b\ufe62]/gu;
/** Commas and apostrophes of other keyboards. */
const COMMA = /[\uff0c\u060c\u066c]/gu;
const APOSTROPHE = /[\u2018\u2019\u02bc\uff07]/gu;

/** A character that may appear in a number as people write it. */
const NUMBER_CHARACTERS = new RegExp(
  String.raw`^[\p{Nd}\p{Me}${UNSEEN}\p{Zs}\t\p{Pd}\u2212.\uff0e\u00b7\u2024+\uff0b\ufe62()\uff08\uff09]+`,
  'u',
);

/** How many UTF-16 units at the start of `text` could be part of a written number. */
export function numberCharactersAtStart(text: string): number {
  return NUMBER_CHARACTERS.exec(text)?.[0].length ?? 0;
}

/** The same number with ASCII digits, `+`, `-`, `.`, `,`, `'`, `(`, `)` and spaces, nothing invisible, trimmed. Linear time. */
export function toAscii(written: string): string {
  return withoutUnseen(written)
    .replace(ENCLOSING, '')
    .replace(/\P{ASCII}/gu, character =>
      /\p{Nd}/u.test(character) ? String(digitValue(character)) : character,
    )
    .replace(SPACE, ' ')
    .replace(DASH, '-')
    .replace(DOT, '.')
    .replace(PLUS, '+')
    .replace(COMMA, ',')
    .replace(APOSTROPHE, "'")
    .replaceAll('\uff08', '(')
    .replaceAll('\uff09', ')')
    .trim();
}

/**
 * Unicode keeps the decimal digits of every script together, zero to nine, so a digit's value is its distance from the start
 * of its run (mathematical digits: five sets of ten in one run).
 */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start--;
  return (code - start) % 10;
}

/** Eleven ASCII digits, 01[3-9]xxxxxxxx: the form in which the SMS service gets numbers. */
export type LocalNumber = string & { readonly __brand: 'LocalNumber' };

/**
 * Why something is not a number we can text:
 * - `too_short`, `too_long`: it begins like a Bangladesh mobile number, but has too few or too many digits
 * - `not_mobile`: a Bangladesh number that doesn't begin with 01, such as a landline
 * - `no_operator`: 010 and 012, which no operator has
 * - `dead_network`: 011, Citycell, switched off in 2016; libphonenumber still calls it valid
 * - `foreign`: another country's number
 * - `extension`: a number with an extension, which no SMS reaches
 * - `short_code`: of an emergency line or a company, such as 999 or 16123
 * - `letter_o`: a number, but for a letter O where a zero belongs
 * - `glued`: a number, and words right behind it
 * - `not_a_number`: anything else
 */
export const NUMBER_FAULTS = [
  ...['too_short', 'too_long', 'not_mobile', 'no_operator', 'foreign', 'dead_network'],
  ...['extension', 'short_code', 'letter_o', 'glued', 'not_a_number'],
] as const;
export type NumberFault = (typeof NUMBER_FAULTS)[number];

type ParsedNumber = { ok: true; number: LocalNumber } | { ok: false; why: NumberFault };

/** Emergency and state help lines have three digits; banks and companies have five, which begin with 16. */
const SHORT_CODE = /^(?:1\d\d|333|999|16\d{3})$/;
/** ITU-T E.164: no country's numbers have more digits, country code included. */
const E164_DIGITS = 15;

/**
 * Reads one number, however it is written, and no words beside it: local, with +880, 880 or 00880, with or without the
 * leading 0, grouped in any way, in the digits of any script, with the signs around it that copying leaves.
 *
 * We check the grouping ourselves, because libphonenumber accepts any. The library decides what the digits mean (country
 * code, international and national prefixes, extensions). We decide again which networks can be texted, because the library
 * calls 011 and some 066 numbers mobile. Linear time.
 */
export function parseNumber(typed: string): ParsedNumber {
  if (isLocalNumber(typed)) return { ok: true, number: typed }; // Most are like this, and the library agrees.
  const written = withoutSigns(toAscii(typed));
  if (isShortCode(written)) return refused('short_code');
  const dialled = digitsAsDialled(written);
  if (dialled === null) return refused(faultOfLetters(written));
  const read = parsePhoneNumberFromString(dialled, { defaultCountry: 'BD', extract: false });
  if (read?.countryCallingCode === '880') {
    const local = `0${read.nationalNumber}`;
    if (isLocalNumber(local)) return { ok: true, number: local };
  }
  return refused(fault(dialled));
}

/** Whether it is a number that can be called in Bangladesh, and has too few digits to be anybody’s. */
export function isShortCode(typed: string): boolean {
  return SHORT_CODE.test(toAscii(typed).trim());
}

/** Whether `value` has the exact shape of a local number; for stored values. */
export function isLocalNumber(value: string): value is LocalNumber {
  return /^01[3-9][0-9]{8}$/.test(value);
}

/** Replaces a number of which nothing is stored any more. It is shown as it is, and nothing is sent to it. */
export const ERASED_NUMBER = '•••••••••••' as LocalNumber;

/** Whether `value` may be stored as a number: a local number, or the mark of a forgotten one. */
export function isStoredNumber(value: unknown): value is LocalNumber {
  return value === ERASED_NUMBER || (typeof value === 'string' && isLocalNumber(value));
}

/** `+880 1712-345678`, the international form. */
export function internationalNumber(number: LocalNumber): string {
  return `+880 ${number.slice(1, 5)}-${number.slice(5)}`;
}

/** `017••••5678`: first three, last four. */
export function maskNumber(number: LocalNumber): string {
  return `${number.slice(0, 3)}••••${number.slice(-4)}`;
}

/** What somebody typed where a number belongs, for others to see: at most its first three and last four digits. */
export function maskTyped(typed: string): string {
  const count = typed.match(/\p{Nd}/gu)?.length ?? 0;
  let seen = 0;
  return typed.replaceAll(/\p{Nd}/gu, digit => {
    seen += 1;
    return seen <= 3 || seen > count - 4 ? digit : '•';
  });
}

/**
 * The digits of a typed number, counted the way people do when they hear that there are too few or too many: those after
 * the country code, without the 0 that it replaces (`after880`), or otherwise all.
 */
export function typedDigits(typed: string): { digits: string; after880: boolean } {
  const digits = toAscii(typed).replace(/[^0-9]/g, '');
  const [, national = ''] = /^(?:00)?8800?([0-9]+)$/.exec(digits) ?? [];
  return national === '' ? { digits, after880: false } : { digits: national, after880: true };
}

/** `010`, a prefix that shows that a typed number belongs to nobody, however it was written. */
export function typedCode(typed: string): string {
  const { digits } = typedDigits(typed);
  return `0${digits.replace(/^0/, '').slice(0, 2)}`;
}

/** How a workspace shows numbers to people in Slack. The program's log always masks them. */
export type ShowNumber = (number: LocalNumber) => string;

export function showingNumbers(isMasked: boolean): ShowNumber {
  return isMasked ? maskNumber : number => number;
}

/** Brackets, quotes, and what Slack writes around bold, italic, struck and code, with what they are around. */
const IN_PAIR =
  /^(?:\((?![^()]+\).)(.+)\)|\[(.+)\]|\{(.+)\}|<(.+)>|\*(.+)\*|_(.+)_|~(.+)~|`(.+)`|["'“”„«»‹›](.+)["'“”„«»‹›])$/s;
/** A sign that ends a sentence, an enumeration or a bracket, and what stands before it. */
const BEFORE_SIGN = /^(.+)[.,;:!?।…)-]$/s;
/** An apostrophe of a spreadsheet, or what begins a list, a quotation or a tag. */
const BEHIND_SIGN = /^['#>*\u2022](.+)$/s;
/** How many signs, or pairs of them, we take off: `_*01712345678*_.` */
const MAX_SIGNS = 4;
/** No number is written longer, signs included. */
const MAX_WRITTEN = 100;

/** A number without signs around it; what isn't a number stays as it is. */
function withoutSigns(written: string): string {
  let rest = written;
  for (let count = 0; count <= MAX_SIGNS && rest.length <= MAX_WRITTEN; count++) {
    if (digitsAsDialled(rest) !== null) return rest;
    const inside =
      IN_PAIR.exec(rest)?.slice(1).find(Boolean) ??
      BEFORE_SIGN.exec(rest)?.[1] ??
      BEHIND_SIGN.exec(rest)?.[1];
    if (inside === undefined) break;
    rest = inside.trim();
  }
  return written;
}

/**
 * Digits grouped by commas or apostrophes, in twos and threes as amounts are, also as lakh. The last group has three: a list of
 * days has not.
 */
const GROUPED = /^\+?[0-9]{1,3}(?:,(?:[0-9]{2,3},)*|'(?:[0-9]{2,3}')*)[0-9]{3}$/;

/** Digits with commas or apostrophes between them, within a text. */
const GROUPED_RUN =
  /(?<![\p{L}\p{Nd},])[+\uff0b]?\p{Nd}{1,3}(?:[,'’\u060c\u066c\uff0c]\p{Nd}{2,3}){1,6}(?![\p{L}\p{Nd}])/gu;

/** A text in which a number that is grouped by commas stands without them, so that they can separate what is in a list. */
export function withoutGrouping(text: string, which: (digits: string) => boolean = () => true): string {
  return text.replace(GROUPED_RUN, run => {
    const read = parseNumber(run);
    return read.ok && which(toAscii(run).replace(/[^0-9]/g, '')) ? read.number : run;
  });
}

/** `+8801…` or bare digits, if `written` is digits in groups: at most one `+`, before them; brackets in pairs. */
function digitsAsDialled(written: string): string | null {
  if (GROUPED.test(written)) return written.replace(/[,']/g, '');
  const flat = written.replace(/\((\+?[ .-]*[0-9][0-9 .-]*)\)/g, '$1').trim();
  if (!/^(?:\+ *)?[0-9](?:[0-9 .-]*[0-9])?$/.test(flat)) return null;
  return flat.replace(/[ .-]/g, '');
}

function hasExtension(written: string): boolean {
  return parsePhoneNumberFromString(written, { defaultCountry: 'BD', extract: false })?.ext !== undefined;
}

/** Says what is wrong with what isn't digits in groups. */
function faultOfLetters(written: string): NumberFault {
  if (hasExtension(written)) return 'extension';
  const isNumber = (some: string) => digitsAsDialled(withoutSigns(some)) !== null && parseNumber(some).ok;
  if (isNumber(written.replace(/o/gi, '0'))) return 'letter_o';
  const [, number = ''] = /^([^\p{L}]{9,40}\p{Nd})\p{L}{2}/u.exec(written) ?? [];
  return isNumber(number) ? 'glued' : 'not_a_number';
}

/** Says what is wrong with digits that aren't a number we can text, by how far they are right. */
function fault(dialled: string): NumberFault {
  const international = /^(?:\+|00)(.*)$/.exec(dialled)?.[1];
  if (international !== undefined && !international.startsWith('880')) {
    if (international.length > E164_DIGITS) return 'too_long';
    if ('880'.startsWith(international)) return 'too_short';
    return international.startsWith('0') ? 'not_a_number' : 'foreign';
  }
  const digits = international ?? dialled;
  const national = digits.replace(/^880/, '').replace(/^0/, '');
  if (national.length < 10 && (national.length < 6 || national.startsWith('1'))) return 'too_short';
  if (national.length > 10) return isForeignWithoutPlus(digits) ? 'foreign' : 'too_long';
  if (national.startsWith('11')) return 'dead_network';
  // Ten digits without a zero are a mobile number without its 01 sooner than a landline.
  if (international === undefined && national === digits && !digits.startsWith('1')) return 'too_short';
  return national.startsWith('1') ? 'no_operator' : 'not_mobile';
}

/** `919876543210`: another country's mobile number without its +. One digit too many after 1… is more likely a typo. */
function isForeignWithoutPlus(digits: string): boolean {
  return /^(?!880)[2-9]/.test(digits) && parsePhoneNumberFromString(`+${digits}`)?.isValid() === true;
}

function refused(why: NumberFault): ParsedNumber {
  return { ok: false, why };
}
