import {
  isShortCode,
  type LocalNumber,
  type NumberFault,
  numberCharactersAtStart,
  parseNumber,
  toAscii,
} from '../../kit/number.ts';
import { shortened } from '../../kit/slack-text.ts';
import { UNSEEN } from '../../kit/unseen.ts';

/** The number at the start of a text, if there is one. `end`: the UTF-16 index behind it. */
export type LeadingNumber =
  | { kind: 'number'; number: LocalNumber; end: number }
  | { kind: 'invalid'; typed: string; why: NumberFault }
  | { kind: 'none' };

/** Signs that end a number without white space, as in a list. They belong to neither the number nor the message. */
const SEPARATORS = ',;:/&\u060c\u061b।';
const GROUP = new RegExp(`[^\\s${SEPARATORS}]+`, 'gu');
const SEPARATED = new RegExp(`^[${SEPARATORS}]+`, 'u');
/** Signs that end a number before white space. They belong to neither the number nor the message. */
const SIGNS = '.!?…)';
const ONLY_SIGNS = new RegExp(`^[${SIGNS}]{0,3}$`, 'u');
const END = String.raw`(?:[${SEPARATORS}]+|[${SIGNS}${SEPARATORS}]{0,3}(?=\s|$))`;
/** Signs that people put around a number. */
const OPENING = '(\\[{<*_~`"\'“”„‘’«»‹›';
const CLOSING = ')\\]}>*_~`"\'“”„‘’«»‹›';
const IN_SIGNS = new RegExp(
  String.raw`^[${OPENING}${UNSEEN}]{1,8}[^\p{L}\r\n]{3,60}?[${CLOSING}][${CLOSING}${UNSEEN}]{0,8}${END}`,
  'u',
);
/** A single sign before a number, left by a spreadsheet, a list, a quotation or a tag. */
const LEAD = /^(?:['‘’#>•]|[-–—]\s)\s?/u;
/** Digits between commas or apostrophes. */
const GROUPED = new RegExp(
  String.raw`^[+\uff0b${UNSEEN}]{0,4}(?:\p{Nd}{1,3}[${UNSEEN}]?[,'’\u060c\u066c\uff0c]){2,6}\p{Nd}{3}(?![\p{L}\p{N}])[${UNSEEN}]?${END}(?!\p{Nd})`,
  'u',
);
const JOINED = /^(?:[,;:&/\u060c\u061b\s]|(?:and|or|ও|এবং|আর|বা)(?=\s))+/iu;

/** In UTF-16 units: longer than any spelling of a number. */
const MAX_NUMBER_LENGTH = 100;
/** Code points of an invalid number that an error quotes. */
const MAX_QUOTED = 40;
/** A whole number's digits. What follows them is the message. The leading 0 may be missing. */
const WHOLE_DIGITS = 11;
const MIN_DIGITS = WHOLE_DIGITS - 1;
/**
 * A start with this many digits is meant as a number, and so is a group with somewhat fewer. Still fewer may be "5 boxes" or
 * "2026 was".
 */
const MIN_MEANT_DIGITS = 7;
const MIN_MEANT_DIGITS_IN_GROUP = 5;

/**
 * The shortest prefix of `text` (trimmed), cut at white space or a sign such as a comma, that is a whole number with the
 * signs around it; otherwise one grouped by commas. No number written in several groups starts with another whole number,
 * so the shortest is the only one. A number doesn't continue over a line break. If there is none, says whether the start
 * was meant as one.
 */
export function leadingNumber(text: string): LeadingNumber {
  const number = numberInGroups(text);
  if (number.kind === 'number') return number;
  const [signed] = IN_SIGNS.exec(text) ?? GROUPED.exec(text) ?? [];
  if (signed === undefined) return behindLead(text) ?? number;
  const read = parseNumber(signed);
  if (read.ok) return { kind: 'number', number: read.number, end: signed.length };
  return digits(signed) >= MIN_MEANT_DIGITS ? invalid(signed, read.why) : number;
}

/** A number behind a single sign; null if there is none. */
function behindLead(text: string): LeadingNumber | null {
  const [lead = ''] = LEAD.exec(text) ?? [];
  const start = lead === '' ? null : numberInGroups(text.slice(lead.length));
  return start?.kind === 'number' ? { ...start, end: start.end + lead.length } : null;
}

/** A number without signs around it, in groups separated by white space. */
function numberInGroups(text: string): LeadingNumber {
  let typed = '';
  let end = 0;
  for (const { 0: group, index } of text.matchAll(GROUP)) {
    if (/[^\p{Zs}\t]/u.test(text.slice(end, index))) break;
    const numeric = group.slice(0, numberCharactersAtStart(group));
    end = index + group.length;
    const prefix = text.slice(0, end);
    if (numeric === '' || !ONLY_SIGNS.test(group.slice(numeric.length)) || end > MAX_NUMBER_LENGTH) {
      if (isContinued(typed, numeric)) typed = prefix;
      break;
    }
    const parsed = digits(prefix) < MIN_DIGITS ? null : parseNumber(prefix);
    if (parsed?.ok) {
      const [behind = ''] = SEPARATED.exec(text.slice(end)) ?? [];
      return { kind: 'number', number: parsed.number, end: end + behind.length };
    }
    if (digits(typed) < WHOLE_DIGITS) typed = prefix;
  }
  if (!isMeant(typed, text)) return { kind: 'none' };
  const parsed = parseNumber(typed);
  return parsed.ok ? { kind: 'none' } : invalid(typed, parsed.why);
}

const invalid = (typed: string, why: NumberFault): LeadingNumber => ({
  kind: 'invalid',
  typed: shortened(typed, MAX_QUOTED),
  why,
});

/**
 * The numbers at the start of a message that already has a recipient, and the remaining message. They may be further
 * recipients or part of the message.
 */
export function furtherNumbers(message: string): { numbers: LocalNumber[]; message: string } {
  const numbers: LocalNumber[] = [];
  let remaining = message.trim();
  for (;;) {
    const start = leadingNumber(remaining.replace(JOINED, ''));
    if (start.kind !== 'number') return { numbers: [...new Set(numbers)], message: remaining };
    numbers.push(start.number);
    remaining = remaining.replace(JOINED, '').slice(start.end).trim();
  }
}

/** True if a group such as `1712345678x` belongs to a mistyped number. */
function isContinued(typed: string, numeric: string): boolean {
  return digits(typed) < WHOLE_DIGITS && digits(numeric) >= 4 && digits(typed + numeric) >= MIN_MEANT_DIGITS;
}

function isMeant(start: string, text: string): boolean {
  const count = digits(start);
  if (isShortCode(start)) return true;
  if (/^\(?[+0]/.test(toAscii(start)) && count >= 3) return true;
  const [first = ''] = /^\S+/.exec(start) ?? [];
  return (
    count >= MIN_MEANT_DIGITS || digits(first) >= MIN_MEANT_DIGITS_IN_GROUP || (count > 0 && start === text)
  );
}

function digits(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0;
}
