import { type Credits, parseCredits } from './credits.ts';
import { type LocalNumber, type NumberFault, parseNumber, toAscii, withoutGrouping } from './number.ts';
import { harmless } from './slack-text.ts';
import type { Wording } from './words/wording.ts';

/* What people type into a form's fields. */

type ReadNumbers = {
  /** In the order they were written, each once. */
  numbers: LocalNumber[];
  bad: { typed: string; why: NumberFault }[];
};

/** Reads a list of numbers: one a line, or separated by commas or semicolons, each written in any way. */
export function readNumbers(typed: string): ReadNumbers {
  const numbers = new Set<LocalNumber>();
  const bad: ReadNumbers['bad'] = [];
  for (const one of withoutGrouping(typed).split(/[\n\r,;،]/)) {
    const line = one.trim();
    if (line === '') continue;
    const parsed = parseNumber(line);
    if (parsed.ok) numbers.add(parsed.number);
    else bad.push({ typed: line, why: parsed.why });
  }
  return { numbers: [...numbers], bad };
}

const MAX_COUNT = 1_000_000;

/** Reads a whole number from `least` on, in the digits of any script. Null: nothing was typed. */
export function readCount(typed: string, least = 1): number | null | 'bad' {
  const written = toAscii(typed).replace(/(?<=\d),(?=\d)/g, '');
  if (written === '') return null;
  const count = /^\d{1,9}$/.test(written) ? Number(written) : -1;
  return count >= least && count <= MAX_COUNT ? count : 'bad';
}

/** Reads an amount of credits above zero, in the digits of any script. Null: nothing was typed. */
export function readCredits(typed: string): Credits | null | 'bad' {
  const written = toAscii(typed);
  if (written === '') return null;
  const credits = parseCredits(written);
  return credits !== null && Number(credits) > 0 ? credits : 'bad';
}

/** How many bad lines are named under a field; the others are counted. */
const NAMED = 5;
const SHOWN_CHARACTERS = 24;

/** What we can't text in fields of numbers: one sentence for each field, by block id. */
export function numberErrors(
  { wrong }: Wording['settings'],
  fields: { block: string; text: string }[],
): Record<string, string> {
  const errors: Record<string, string> = {};
  for (const { block, text } of fields) {
    const { bad } = readNumbers(text);
    if (bad.length === 0) continue;
    const named = bad
      .slice(0, NAMED)
      .map(({ typed, why }) => ({ typed: harmless(typed, SHOWN_CHARACTERS), why }));
    errors[block] = wrong.numbers(named, bad.length - named.length);
  }
  return errors;
}
