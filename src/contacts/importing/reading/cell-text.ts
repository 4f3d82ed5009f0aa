import { DAY_MS } from '../../../kit/day.ts';
import type { numberFormat } from './number-format.ts';

export type CellFormat = { isDate: boolean; show: ReturnType<typeof numberFormat> };

/** Data that all sheets of a workbook share. */
export type Shared = {
  strings: readonly string[];
  formats: readonly CellFormat[];
  is1904: boolean;
};

export function textOf(
  value: string,
  { type, style }: { type: string; style: number },
  shared: Shared,
): string {
  switch (type) {
    case 's':
      return shared.strings[Number(value)] ?? '';
    case 'b':
      return value.trim() === '1' ? 'TRUE' : 'FALSE';
    case 'd':
      return isoText(value);
    case 'n':
      return shownNumber(value, shared.formats[style], shared.is1904);
    // The text of a formula, an inline text, or an error such as #REF!.
    default:
      return unescapedText(value);
  }
}

function shownNumber(value: string, format: CellFormat | undefined, is1904: boolean): string {
  if (value.trim() === '' || !format) return numberText(value);
  return format.isDate ? dateText(value, is1904) : (format.show(Number(value)) ?? numberText(value));
}

/* A date is stored as a number of days; only the cell's format says that the number is a date. */

/** Built-in formats for dates and times (ECMA-376, 18.8.30; the later ones in East Asia). */
const BUILT_IN: readonly (readonly [number, number])[] = [
  [14, 22],
  [27, 36],
  [45, 45],
  [47, 47],
  [50, 58],
];
/** 31 December 9999: larger numbers are no dates. */
const LAST_DAY = 2_958_465;

/** True if a number format shows dates or times. `code`: undefined for a built-in format. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return BUILT_IN.some(([from, to]) => id >= from && id <= to);
  const [first = ''] = code.split(';', 1);
  const bare = first.replace(/"[^"]*"|\\.|_.|\*./g, '').replace(/\[[^\][]*\]/g, '');
  // `[h]:mm` shows a duration.
  return !/\[(?:h+|m+|s+)\]/i.test(first) && /[dmyhs]/i.test(bare) && !/general/i.test(bare);
}

/** `2026-03-01`, `2026-03-01 14:30`, or only a time. Numbers outside the calendar stay numbers. */
function dateText(written: string, is1904: boolean): string {
  const serial = Number(written);
  const last = LAST_DAY - (is1904 ? 1462 : 0);
  if (written.trim() === '' || !(serial >= 0 && serial < last + 1)) return numberText(written);
  // Rounds to seconds, because a fraction of a day is inexact: 12:00 would become 11:59:59.
  const seconds = Math.round(serial * 86_400);
  const whole = Math.floor(seconds / 86_400);
  const time = clockText(seconds - whole * 86_400);
  if (whole === 0 && (time !== '' || !is1904)) return time || '00:00';
  const day = new Date(firstDay(whole, is1904) + whole * DAY_MS).toISOString().slice(0, 10);
  return time === '' ? day : `${day} ${time}`;
}

/** The date of day 0. Excel has a 29 February 1900, so before March of that year it is one day later. */
function firstDay(serial: number, is1904: boolean): number {
  if (is1904) return Date.UTC(1904, 0, 1);
  return Date.UTC(1899, 11, serial < 60 ? 31 : 30);
}

function clockText(seconds: number): string {
  if (seconds === 0) return '';
  const text = new Date(seconds * 1000).toISOString().slice(11, 19);
  return text.endsWith(':00') ? text.slice(0, 5) : text;
}

/** `1712345678`, not `1.712345678E9`; and 2.3, not 2.2999999999999998, because a spreadsheet shows 15 digits. */
function numberText(written: string): string {
  const number = Number(written);
  if (written.trim() === '' || !Number.isFinite(number)) return written;
  if (Number.isSafeInteger(number)) return String(number);
  return Math.abs(number) < 1e15 ? String(Number(number.toPrecision(15))) : written;
}

/** An ISO 8601 date (`t="d"`), without midnight and fractions of a second. */
function isoText(written: string): string {
  return written
    .replace(/(\d)T(\d)/, '$1 $2')
    .replace(/(?:\.\d+)?Z?$/, '')
    .replace(/ 00:00(?::00)?$/, '');
}

/** XML can't contain some characters, so Excel writes them like `_x000D_`. */
export function unescapedText(text: string): string {
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}
