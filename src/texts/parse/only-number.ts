import { type LocalNumber, parseNumber, toAscii, withoutGrouping } from '../../kit/number.ts';

/** A number starts outside words. An underscore may be formatting. */
const START = /(?<![\p{L}\p{N}]_{0,3})\+?\p{Nd}/gu;
/** Digits and what may be between them, roughly: `parseNumber` is strict. */
const RUN = /^\(?\+?(?:\p{Nd}|[^\p{L}\p{N}\n,;:!?"'/|])+/u;
const MAX_NUMBER_LENGTH = 60;
const DIGITS = /^(?:(?:00)?880)?0?1[3-9][0-9]{8}/;

/**
 * The only number in a text, to offer it as the recipient; null if there is none or several. The same number written twice
 * counts once. Linear time: reads at most `MAX_NUMBER_LENGTH` characters from each digit.
 */
export function onlyNumber(written: string): LocalNumber | null {
  // Digits with commas are an amount, unless they begin like a mobile number.
  const text = withoutGrouping(written, digits => /^(?:0|880)/.test(digits));
  const numbers = new Set<LocalNumber>();
  let end = 0;
  for (const { index } of text.matchAll(START)) {
    if (index < end) continue;
    // In `(017) 1234…` the bracket belongs to the number, in `(01712345678)` it doesn't.
    const read = numberAt(text, index) ?? (text[index - 1] === '(' ? numberAt(text, index - 1) : null);
    if (!read) continue;
    numbers.add(read.number);
    if (numbers.size > 1) return null;
    end = read.end;
  }
  const [number] = numbers;
  return number ?? null;
}

function numberAt(text: string, start: number): { number: LocalNumber; end: number } | null {
  const run = RUN.exec(text.slice(start, start + MAX_NUMBER_LENGTH))?.[0] ?? '';
  const digits = [...run.matchAll(/\p{Nd}/gu)];
  const count = DIGITS.exec(toAscii(run).replace(/[^0-9]/g, ''))?.[0].length;
  const last = count === undefined ? undefined : digits[count - 1];
  if (!last) return null;
  const length = last.index + last[0].length;
  // Not a number: part of a word such as `01712345678x`, or of a longer number. A Bangla ending may follow directly.
  if (/^(?:[\p{Nd}a-z@]|_+[\p{L}\p{N}])/iu.test(text.slice(start + length, start + length + 4))) return null;
  const parsed = parseNumber(run.slice(0, length));
  return parsed.ok ? { number: parsed.number, end: start + length } : null;
}
