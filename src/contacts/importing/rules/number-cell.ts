import { type LocalNumber, type NumberFault, parseNumber, toAscii } from '../../../kit/number.ts';
import { onlyNumber } from '../../../texts/parse/only-number.ts';
import type { NumberRepair, RowFault } from '../../imported.ts';

export type ReadCell =
  | { ok: true; number: LocalNumber; repair: NumberRepair | null }
  | { ok: false; why: RowFault };

/** Longer than any number, and than most lists of numbers. */
const MAX_CELL_CHARACTERS = 200;
/** Excel writes one before text; people also type curly ones. */
const APOSTROPHE = /^['’‘`´]+/u;
/** A spreadsheet's form of a long number: 8.80E+12. */
const SCIENTIFIC = /^\+?([0-9])(?:[.,]([0-9]*))?e\+?([0-9]{1,2})$/i;
const ROUNDED_AMONG_WORDS = /(?:^|\s)[0-9][.,][0-9]+e\+[0-9]/i;
const BETWEEN = /[/,;|،؛&\n\r]|:::|\b(?:or|and)\b|(?<!\p{L})(?:অথবা|বা|ও|এবং)(?!\p{L})/iu;

/**
 * Reads the number in a cell, and how it was repaired. Of several, takes the first that can be texted. Linear
 * time: reads only the first `MAX_CELL_CHARACTERS` characters.
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

/** `1.71234567E9` is complete; `8.80E+12` has lost digits. */
function readScientific([, first = '', more = '', power = '']: RegExpExecArray): ReadCell {
  const zeros = Number(power) - more.length;
  if (zeros > 0) return { ok: false, why: 'rounded' };
  const read = parseNumber((first + more).slice(0, Number(power) + 1));
  return read.ok ? { ...read, repair: 'decimal' } : read;
}

/** The first of several numbers, or the only one among other words; null if there is none. */
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

/** Complete numbers divided only by white space. */
function longParts(written: string): string[] {
  const words = written.split(/\s+/);
  return words.length > 1 && words.every(word => word.replace(/\P{Nd}/gu, '').length >= 10) ? words : [];
}

/** True if the cell is a number, or nearly one; finds the column of numbers. */
export function looksLikeNumber(cell: string): boolean {
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
