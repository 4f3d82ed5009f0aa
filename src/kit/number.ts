import { parsePhoneNumberFromString } from 'libphonenumber-js/mobile';
import { UNSEEN, withoutUnseen } from './unseen.ts';

/*
 * The characters with which people and phones write numbers, by Unicode 16's general categories: Nd (digits), Pd (dashes),
 * Zs (spaces) and Me (enclosing marks, such as the cap of an emoji key).
 */

const ENCLOSING = /\p{Me}/gu;
/** Also tabs, no-break spaces and separators that no keyboard has. Not `\n` and `\r`, which end a number. */
const SPACE = /[\p{Zs}\t\u0085\u2028\u2029]/gu;
/** U+2212 is the minus sign, which Unicode doesn't class as a dash. */
const DASH = /[\p{Pd}\u2212]/gu;
/** The full stop of CJK keyboards, and middle dots. */
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

/** The number of UTF-16 units at the start of `text` that could be part of a number. */
export function numberCharactersAtStart(text: string): number {
  return NUMBER_CHARACTERS.exec(text)?.[0].length ?? 0;
}

/** Writes a number with ASCII digits, signs and spaces, without invisible characters, trimmed. Linear time. */
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
 * A digit's value is its distance from the start of its run, because Unicode has the digits of every script in order, zero
 * to nine (mathematical digits: five sets of ten in one run).
 */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start--;
  return (code - start) % 10;
}

/** Eleven ASCII digits, 01[3-9]xxxxxxxx, as the SMS service takes them. */
export type LocalNumber = string & { readonly __brand: 'LocalNumber' };

/**
 * Why an input is not a number that we can text:
 * - `too_short`, `too_long`: begins like a Bangladesh mobile number, but has too few or too many digits
 * - `not_mobile`: a Bangladesh number that doesn't begin with 01, such as a landline
 * - `no_operator`: 010 and 012, which no operator has
 * - `dead_network`: 011, Citycell, switched off in 2016; libphonenumber still calls it valid
 * - `foreign`: another country's number
 * - `extension`: a number with an extension, which no SMS reaches
 * - `short_code`: of an emergency line or a company, such as 999 or 16123
 * - `letter_o`: a number with a letter O in place of a zero
 * - `glued`: a number directly followed by a word
 * - `not_a_number`: anything else
 */
export const NUMBER_FAULTS = [
  ...['too_short', 'too_long', 'not_mobile', 'no_operator', 'foreign', 'dead_network'],
  ...['extension', 'short_code', 'letter_o', 'glued', 'not_a_number'],
] as const;
export type NumberFault = (typeof NUMBER_FAULTS)[number];

type ParsedNumber = { ok: true; number: LocalNumber } | { ok: false; why: NumberFault };

/** Emergency and state help lines have three digits; companies have five, beginning with 16. */
const SHORT_CODE = /^(?:1\d\d|333|999|16\d{3})$/;
/** The most digits of any number, with its country code: ITU-T E.164. */
const MAX_DIGITS = 15;

/**
 * Reads one number without words beside it: local, with +880, 880 or 00880, with or without the leading 0, grouped in any
 * way, in the digits of any script, with the signs around it that copying leaves.
 *
 * The grouping is checked here, because libphonenumber accepts any. The library interprets the digits (country code,
 * prefixes, extensions). The networks are checked here again, because the library calls 011 and some 066 numbers mobile.
 * Linear time.
 */
export function parseNumber(typed: string): ParsedNumber {
  if (isLocalNumber(typed)) return { ok: true, number: typed }; // The usual case, without the library's cost.
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

/** True for a number such as 999 that can be called in Bangladesh but not texted. */
export function isShortCode(typed: string): boolean {
  return SHORT_CODE.test(toAscii(typed).trim());
}

export function isLocalNumber(value: string): value is LocalNumber {
  return /^01[3-9][0-9]{8}$/.test(value);
}

/** Replaces the number of an erased person. Shown unchanged; never texted. */
export const ERASED_NUMBER = '•••••••••••' as LocalNumber;

/** True for a local number or the mark of an erased one. */
export function isStoredNumber(value: unknown): value is LocalNumber {
  return value === ERASED_NUMBER || (typeof value === 'string' && isLocalNumber(value));
}

/** `+880 1712-345678`, the international form. */
export function internationalNumber(number: LocalNumber): string {
  return `+880 ${number.slice(1, 5)}-${number.slice(5)}`;
}

/** `017••••5678`: the first three and last four digits. */
export function maskNumber(number: LocalNumber): string {
  return `${number.slice(0, 3)}••••${number.slice(-4)}`;
}

/** Masks text typed in place of a number: keeps at most its first three and last four digits. */
export function maskTyped(typed: string): string {
  const count = typed.match(/\p{Nd}/gu)?.length ?? 0;
  let position = 0;
  return typed.replaceAll(/\p{Nd}/gu, digit => {
    position += 1;
    return position <= 3 || position > count - 4 ? digit : '•';
  });
}

/**
 * The digits of a typed number as people count them when told that there are too few or too many: after a country code
 * (`after880`) without the 0 that it replaces, otherwise all.
 */
export function typedDigits(typed: string): { digits: string; after880: boolean } {
  const digits = toAscii(typed).replace(/[^0-9]/g, '');
  const [, national = ''] = /^(?:00)?8800?([0-9]+)$/.exec(digits) ?? [];
  return national === '' ? { digits, after880: false } : { digits: national, after880: true };
}

/** The prefix of a typed number that no network has, such as `010`. */
export function typedCode(typed: string): string {
  const { digits } = typedDigits(typed);
  return `0${digits.replace(/^0/, '').slice(0, 2)}`;
}

/** Shows a number, whole or masked. */
export type ShowNumber = (number: LocalNumber) => string;

/** A text in brackets, in quotes, or between Slack's signs for bold, italic, struck or code. */
const IN_PAIR =
  /^(?:\((?![^()]+\).)(.+)\)|\[(.+)\]|\{(.+)\}|<(.+)>|\*(.+)\*|_(.+)_|~(.+)~|`(.+)`|["'“”„«»‹›](.+)["'“”„«»‹›])$/s;
/** A text before a sign that ends a sentence, an enumeration or a bracket. */
const BEFORE_SIGN = /^(.+)[.,;:!?।…)-]$/s;
/** A text after a spreadsheet's apostrophe, or after a sign that begins a list, a quotation or a tag. */
const AFTER_SIGN = /^['#>*\u2022](.+)$/s;
/** At most this many signs, or pairs of them, are removed: `_*01712345678*_.` */
const MAX_SIGNS = 4;
/** Longer than any written number, with its signs. */
const MAX_CHARACTERS = 100;

/** Removes the signs around a number; any other text stays unchanged. */
function withoutSigns(written: string): string {
  let inner = written;
  for (let count = 0; count <= MAX_SIGNS && inner.length <= MAX_CHARACTERS; count++) {
    if (digitsAsDialled(inner) !== null) return inner;
    const inside =
      IN_PAIR.exec(inner)?.slice(1).find(Boolean) ??
      BEFORE_SIGN.exec(inner)?.[1] ??
      AFTER_SIGN.exec(inner)?.[1];
    if (inside === undefined) break;
    inner = inside.trim();
  }
  return written;
}

/**
 * Digits grouped by commas or apostrophes in twos and threes, like amounts, with or without lakhs. The last group must have
 * three digits, so a list of days such as `10,11,12` doesn't match.
 */
const GROUPED = /^\+?[0-9]{1,3}(?:,(?:[0-9]{2,3},)*|'(?:[0-9]{2,3}')*)[0-9]{3}$/;

/** Digits with commas or apostrophes between them, within a text. */
const GROUPED_RUN =
  /(?<![\p{L}\p{Nd},])[+\uff0b]?\p{Nd}{1,3}(?:[,'’\u060c\u066c\uff0c]\p{Nd}{2,3}){1,6}(?![\p{L}\p{Nd}])/gu;

/** Removes the commas within each grouped number, so that the remaining commas separate a list. */
export function withoutGrouping(text: string, isMeant: (digits: string) => boolean = () => true): string {
  return text.replace(GROUPED_RUN, run => {
    const read = parseNumber(run);
    return read.ok && isMeant(toAscii(run).replace(/[^0-9]/g, '')) ? read.number : run;
  });
}

/** The digits, and the `+` before them if there is one; null if `written` has anything but groups of digits. */
function digitsAsDialled(written: string): string | null {
  if (GROUPED.test(written)) return written.replace(/[,']/g, '');
  const flat = written.replace(/\((\+?[ .-]*[0-9][0-9 .-]*)\)/g, '$1').trim();
  if (!/^(?:\+ *)?[0-9](?:[0-9 .-]*[0-9])?$/.test(flat)) return null;
  return flat.replace(/[ .-]/g, '');
}

function hasExtension(written: string): boolean {
  return parsePhoneNumberFromString(written, { defaultCountry: 'BD', extract: false })?.ext !== undefined;
}

/** The fault of a text that isn't groups of digits. */
function faultOfLetters(written: string): NumberFault {
  if (hasExtension(written)) return 'extension';
  const isNumber = (some: string) => digitsAsDialled(withoutSigns(some)) !== null && parseNumber(some).ok;
  if (isNumber(written.replace(/o/gi, '0'))) return 'letter_o';
  const [, number = ''] = /^([^\p{L}]{9,40}\p{Nd})\p{L}{2}/u.exec(written) ?? [];
  return isNumber(number) ? 'glued' : 'not_a_number';
}

/** The fault of digits that aren't a number we can text. */
function fault(dialled: string): NumberFault {
  const international = /^(?:\+|00)(.*)$/.exec(dialled)?.[1];
  if (international !== undefined && !international.startsWith('880')) {
    if (international.length > MAX_DIGITS) return 'too_long';
    if ('880'.startsWith(international)) return 'too_short';
    return international.startsWith('0') ? 'not_a_number' : 'foreign';
  }
  const digits = international ?? dialled;
  const national = digits.replace(/^880/, '').replace(/^0/, '');
  if (national.length < 10 && (national.length < 6 || national.startsWith('1'))) return 'too_short';
  if (national.length > 10) return isForeignWithoutPlus(digits) ? 'foreign' : 'too_long';
  if (national.startsWith('11')) return 'dead_network';
  // Ten digits without a leading zero are more likely a mobile number without its 01 than a landline.
  if (international === undefined && national === digits && !digits.startsWith('1')) return 'too_short';
  return national.startsWith('1') ? 'no_operator' : 'not_mobile';
}

/** Another country's number without its +, such as `919876543210`. Digits that begin with 1 are more likely a typo. */
function isForeignWithoutPlus(digits: string): boolean {
  return /^(?!880)[2-9]/.test(digits) && parsePhoneNumberFromString(`+${digits}`)?.isValid() === true;
}

function refused(why: NumberFault): ParsedNumber {
  return { ok: false, why };
}
