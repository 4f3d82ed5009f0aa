import { type Credits, parseCredits } from './credits.ts';
import { type LocalNumber, type NumberFault, parseNumber, toAscii, withoutGrouping } from './number.ts';
import { harmless } from './slack-text.ts';
import type { Wording } from './words/wording.ts';

/* Reads the input of a form's fields. */

type ReadNumbers = {
  /** In the order of the input, without repeats. */
  numbers: LocalNumber[];
  bad: { typed: string; why: NumberFault }[];
};

/** Reads a list of numbers, one a line or separated by commas or semicolons. */
export function readNumbers(typed: string): ReadNumbers {
  const numbers = new Set<LocalNumber>();
  const bad: ReadNumbers['bad'] = [];
  for (const entry of withoutGrouping(typed).split(/[\n\r,;،]/)) {
    const line = entry.trim();
    if (line === '') continue;
    const parsed = parseNumber(line);
    if (parsed.ok) numbers.add(parsed.number);
    else bad.push({ typed: line, why: parsed.why });
  }
  return { numbers: [...numbers], bad };
}

const MAX_COUNT = 1_000_000;

/** Reads a whole number of at least `least`, in the digits of any script; null for an empty input. */
export function readCount(typed: string, least = 1): number | null | 'bad' {
  const written = toAscii(typed).replace(/(?<=\d),(?=\d)/g, '');
  if (written === '') return null;
  const count = /^\d{1,9}$/.test(written) ? Number(written) : -1;
  return count >= least && count <= MAX_COUNT ? count : 'bad';
}

/** Reads an amount of credits above zero, in the digits of any script; null for an empty input. */
export function readCredits(typed: string): Credits | null | 'bad' {
  const written = toAscii(typed);
  if (written === '') return null;
  const credits = parseCredits(written);
  return credits !== null && Number(credits) > 0 ? credits : 'bad';
}

/** Further bad lines are only counted. */
const MAX_NAMED = 5;
const MAX_SHOWN_CHARACTERS = 24;

/** The errors of fields with numbers that we can't text: a sentence by block id. */
export function numberErrors(
  { wrong }: Wording['settings'],
  fields: { block: string; text: string }[],
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { block, text } of fields) {
    const { bad } = readNumbers(text);
    if (bad.length === 0) continue;
    const named = bad
      .slice(0, MAX_NAMED)
      .map(({ typed, why }) => ({ typed: harmless(typed, MAX_SHOWN_CHARACTERS), why }));
    errors[block] = wrong.numbers(named, bad.length - named.length);
  }
  return errors;
}
