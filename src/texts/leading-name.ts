import { tidyName } from './kept-name.ts';

/** A name that a text may begin with, and what follows it. */
export type LeadingName = { name: string; rest: string };

/** The longest name, in code units, and the most words that one has. */
const REACH = 60;
const MOST_WORDS = 8;

/** Quotes end a name, wherever they stand on a keyboard. */
const QUOTED = /^["“”]([^"“”\r\n]{1,60})["“”](.*)$/su;

/**
 * The names that a text may start with, the longest first: what is in quotes, or otherwise each prefix cut at white
 * space. A colon or comma after a name isn't part of it, and no name continues across a line break.
 */
export function leadingNames(text: string): LeadingName[] {
  const [, quoted, behind = ''] = QUOTED.exec(text) ?? [];
  if (quoted !== undefined) return [{ name: tidyName(quoted), rest: behind.trim() }];
  const [line = ''] = text.split(/[\r\n]/, 1);
  const ends = [...line.slice(0, REACH + 1).matchAll(/\S+/gu)].map(word => word.index + word[0].length);
  return ends
    .filter(end => end <= REACH && /^(?:\s|$)/u.test(text.slice(end)))
    .slice(0, MOST_WORDS)
    .toReversed()
    .map(end => ({
      name: tidyName(text.slice(0, end)).replace(/[:,،]+$/u, ''),
      rest: text.slice(end).trim(),
    }));
}
