import { isUnseen, withoutUnseen } from '../kit/unseen.ts';
import { countParts } from './parts.ts';

/** What keyboards, word processors and programs prettify, by what people write for it on a phone. */
const PRETTIFIED: Readonly<Record<string, string>> = {
  "'": '‘’‚‛′‹›`´ʼ',
  '"': '“”„‟″«»',
  '-': '‐‑‒–—―−•‣∙·▪●',
  '->': '→➔➜➝➞➡⟶',
  '<-': '←⬅⟵',
  '<->': '↔⟷',
  '=>': '⇒⟹',
  '>=': '≥⩾',
  '<=': '≤⩽',
  '!=': '≠',
  '~': '≈∼～',
  '+/-': '±',
  x: '×✕✖',
  '/': '÷⁄∕',
  '|': '¦│┃',
  '...': '…⋯',
  ' deg': '°',
  u: 'µμ',
  '(c)': '©',
  '(R)': '®',
  '(TM)': '™',
  'No.': '№',
  ',': '،',
  ';': '؛',
  '.': '।',
  ff: 'ﬀ',
  fi: 'ﬁ',
  fl: 'ﬂ',
  ffi: 'ﬃ',
  ffl: 'ﬄ',
  '1/2': '½',
  '1/4': '¼',
  '3/4': '¾',
};
const PLAIN: ReadonlyMap<string, string> = new Map(
  Object.entries(PRETTIFIED).flatMap(([plain, all]) => [...all].map(one => [one, plain] as const)),
);

/** What looks like a space, and what breaks a line. */
const BLANK = /[\p{Zs}\t\v\u2800]/gu;
const LINE_BREAK = /[\u0085\u2028\u2029]/gu;

/** What people don’t see that their text has instead of, or beside, plain letters. */
export type UnseenKind = 'tab' | 'no_break_space' | 'space' | 'line_break' | 'soft_hyphen' | 'invisible';

/** A sign that hardly differs from a plain one. */
export type SignKind = 'curly_quote' | 'long_dash';

/** What an unseen character is; null: it can be seen. */
export function unseenKind(character: string): UnseenKind | null {
  if (character === '\t') return 'tab';
  if (character === '\u00a0' || character === '\u202f') return 'no_break_space';
  if (character === '\u00ad') return 'soft_hyphen';
  if (character.search(LINE_BREAK) === 0) return 'line_break';
  if (character.search(BLANK) === 0) return 'space';
  return isUnseen(character) ? 'invisible' : null;
}

/** What keyboards and word processors put for plain quotes and dashes, and people take for those; null: it is something else. */
export function signKind(character: string): SignKind | null {
  if (/[‘’‚‛‹›“”„‟«»]/u.test(character)) return 'curly_quote';
  return /[‐‑‒–—―−]/u.test(character) ? 'long_dash' : null;
}

/** A text that looks the same, with nothing in it that isn’t seen, for where that makes it plain. */
export const withoutHidden = (text: string): string =>
  withoutUnseen(text.normalize('NFC')).replace(BLANK, ' ').replace(LINE_BREAK, '\n');

const unprettified = (text: string): string =>
  [...withoutHidden(text)].map(character => PLAIN.get(character) ?? character).join('');

/** What makes a text Unicode: the first character that stays when all others are written plainly; or else the first. Null: nothing. */
export const forcesUnicode = (text: string): string | null =>
  (countParts(unprettified(text)).forcedBy ?? countParts(text).forcedBy)?.character ?? null;

/**
 * `text` in the letters of GSM-7, with plain quotes, dashes, arrows and spaces for what only looks nicer. As it is where that
 * isn't enough, as in Bangla, or where it would take more parts. Doing it again changes nothing.
 */
export function plainLetters(text: string): string {
  const before = countParts(text);
  if (before.encoding === 'GSM-7') return text;
  const plain = unprettified(text);
  const after = countParts(plain);
  return after.encoding === 'GSM-7' && after.parts <= before.parts ? plain : text;
}
