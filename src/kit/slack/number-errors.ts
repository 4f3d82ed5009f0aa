import { harmless } from '../slack-text.ts';
import type { Wording } from '../words/wording.ts';
import { readNumbers } from '../written-values.ts';

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
