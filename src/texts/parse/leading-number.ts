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

/** What a text starts with; `end` is the UTF-16 index behind the number. */
export type LeadingNumber =
  | { kind: 'number'; number: LocalNumber; end: number }
  | { kind: 'invalid'; typed: string; why: NumberFault }
  | { kind: 'none' };

/** What ends a number without white space, as in a list: it belongs to neither the number nor the message. */
const SEPARATORS = ',;:/&\u060c\u061b।';
const GROUP = new RegExp(`[^\\s${SEPARATORS}]+`, 'gu');
const SEPARATED = new RegExp(`^[${SEPARATORS}]+`, 'u');
/** What ends a number before white space, and belongs to neither it nor the message. */
const SIGNS = '.!?…)';
const ONLY_SIGNS = new RegExp(`^[${SIGNS}]{0,3}$`, 'u');
const END = String.raw`(?:[${SEPARATORS}]+|[${SIGNS}${SEPARATORS}]{0,3}(?=\s|$))`;
/** What stands around a number in pairs, before and behind it. */
const OPENING = '(\\[{<*_~`"\'“”„‘’«»‹›';
const CLOSING = ')\\]}>*_~`"\'“”„‘’«»‹›';
/** Something without letters between such signs. */
const IN_SIGNS = new RegExp(
  String.raw`^[${OPENING}${UNSEEN}]{1,8}[^\p{L}\r\n]{3,60}?[${CLOSING}][${CLOSING}${UNSEEN}]{0,8}${END}`,
  'u',
);
/** What a spreadsheet, a list, a quotation or a tag leaves before a number. */
const LEAD = /^(?:['‘’#>•]|[-–—]\s)\s?/u;
/** Digits between commas or apostrophes. */
const GROUPED = new RegExp(
  String.raw`^[+\uff0b${UNSEEN}]{0,4}(?:\p{Nd}{1,3}[${UNSEEN}]?[,'’\u060c\u066c\uff0c]){2,6}\p{Nd}{3}(?![\p{L}\p{N}])[${UNSEEN}]?${END}(?!\p{Nd})`,
  'u',
);
/** What people put between numbers. */
const JOINED = /^(?:[,;:&/\u060c\u061b\s]|(?:and|or|ও|এবং|আর|বা)(?=\s))+/iu;

/** How far we look for a whole number, in UTF-16 units: nobody writes a longer one. */
const REACH = 100;
/** How much of something invalid an error quotes, in code points. */
const QUOTED = 40;
/** The digits of a whole number: once there are this many, the rest is the message. The leading 0 may be missing. */
const WHOLE = 11;
const FEWEST = WHOLE - 1;
/** This many digits at the start are meant as a number, and fewer in one group are too; still fewer may be "5 boxes" or "2026 was". */
const MEANT = 7;
const MEANT_IN_ONE = 5;

/**
 * The shortest prefix of `text` (trimmed), cut at white space, a comma or a colon, that is a whole number, with the signs around
 * it; or otherwise one that is grouped by commas. No number written in
 * several groups starts with another whole number, so the shortest is the only one. A number doesn't continue over a line break.
 * If there is none, says whether the start was meant as one.
 */
export function leadingNumber(text: string): LeadingNumber {
  const start = numberInGroups(text);
  if (start.kind === 'number') return start;
  const [signed] = IN_SIGNS.exec(text) ?? GROUPED.exec(text) ?? [];
  if (signed === undefined) return behindLead(text) ?? start;
  const read = parseNumber(signed);
  if (read.ok) return { kind: 'number', number: read.number, end: signed.length };
  return digits(signed) >= MEANT ? invalid(signed, read.why) : start;
}

/** A number with one sign before it that has no pair; null: there is none. */
function behindLead(text: string): LeadingNumber | null {
  const [lead = ''] = LEAD.exec(text) ?? [];
  const start = lead === '' ? null : numberInGroups(text.slice(lead.length));
  return start?.kind === 'number' ? { ...start, end: start.end + lead.length } : null;
}

/** The same of a number without signs around it, in groups with white space between them. */
function numberInGroups(text: string): LeadingNumber {
  let meant = '';
  let end = 0;
  for (const { 0: group, index } of text.matchAll(GROUP)) {
    if (/[^\p{Zs}\t]/u.test(text.slice(end, index))) break;
    const numeric = group.slice(0, numberCharactersAtStart(group));
    end = index + group.length;
    const prefix = text.slice(0, end);
    if (numeric === '' || !ONLY_SIGNS.test(group.slice(numeric.length)) || end > REACH) {
      if (goesOn(meant, numeric)) meant = prefix;
      break;
    }
    const parsed = digits(prefix) < FEWEST ? null : parseNumber(prefix);
    if (parsed?.ok) {
      const [behind = ''] = SEPARATED.exec(text.slice(end)) ?? [];
      return { kind: 'number', number: parsed.number, end: end + behind.length };
    }
    if (digits(meant) < WHOLE) meant = prefix;
  }
  if (!isMeant(meant, text)) return { kind: 'none' };
  const parsed = parseNumber(meant);
  return parsed.ok ? { kind: 'none' } : invalid(meant, parsed.why);
}

const invalid = (typed: string, why: NumberFault): LeadingNumber => ({
  kind: 'invalid',
  typed: shortened(typed, QUOTED),
  why,
});

/** The numbers that follow the one a text was addressed to, and what is left as its message. Nobody knows whether they are recipients. */
export function furtherNumbers(message: string): { numbers: LocalNumber[]; rest: string } {
  const numbers: LocalNumber[] = [];
  let rest = message.trim();
  for (;;) {
    const start = leadingNumber(rest.replace(JOINED, ''));
    if (start.kind !== 'number') return { numbers: [...new Set(numbers)], rest };
    numbers.push(start.number);
    rest = rest.replace(JOINED, '').slice(start.end).trim();
  }
}

/** Whether a group such as `1712345678x` belongs to the number that somebody meant to write. */
function goesOn(meant: string, numeric: string): boolean {
  return digits(meant) < WHOLE && digits(numeric) >= 4 && digits(meant + numeric) >= MEANT;
}

function isMeant(start: string, text: string): boolean {
  const count = digits(start);
  if (isShortCode(start)) return true;
  if (/^\(?[+0]/.test(toAscii(start)) && count >= 3) return true;
  const [first = ''] = /^\S+/.exec(start) ?? [];
  return count >= MEANT || digits(first) >= MEANT_IN_ONE || (count > 0 && start === text);
}

function digits(text: string): number {
  return text.match(/\p{Nd}/gu)?.length ?? 0;
}
