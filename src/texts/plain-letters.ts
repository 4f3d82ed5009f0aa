import { isUnseen, withoutUnseen } from '../kit/unseen.ts';
import { countParts } from './parts.ts';

/** Characters that keyboards and word processors insert, by what people type for them on a phone. */
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
  Object.entries(PRETTIFIED).flatMap(([plain, all]) =>
    [...all].map(character => [character, plain] as const),
  ),
);

const BLANK = /[\p{Zs}\t\v\u2800]/gu;
const LINE_BREAK = /[\u0085\u2028\u2029]/gu;

/** Invisible characters instead of, or beside, plain letters. */
export type UnseenKind = 'tab' | 'no_break_space' | 'space' | 'line_break' | 'soft_hyphen' | 'invisible';

export type SignKind = 'curly_quote' | 'long_dash';

/** The kind of an invisible character; null if the character is visible. */
export function unseenKind(character: string): UnseenKind | null {
  if (character === '\t') return 'tab';
  if (character === '\u00a0' || character === '\u202f') return 'no_break_space';
  if (character === '\u00ad') return 'soft_hyphen';
  if (character.search(LINE_BREAK) === 0) return 'line_break';
  if (character.search(BLANK) === 0) return 'space';
  return isUnseen(character) ? 'invisible' : null;
}

/** The kind of a sign that keyboards and word processors insert for a plain quote or dash; null for other characters. */
export function signKind(character: string): SignKind | null {
  if (/[‘’‚‛‹›“”„‟«»]/u.test(character)) return 'curly_quote';
  return /[‐‑‒–—―−]/u.test(character) ? 'long_dash' : null;
}

/** Returns a text that looks the same, without invisible characters. */
export const withoutHidden = (text: string): string =>
  withoutUnseen(text.normalize('NFC')).replace(BLANK, ' ').replace(LINE_BREAK, '\n');

const unprettified = (text: string): string =>
  [...withoutHidden(text)].map(character => PLAIN.get(character) ?? character).join('');

/**
 * The character that makes a text Unicode: the first one without a plain form; if all have one, the first. Null if the text
 * is GSM-7.
 */
export const forcesUnicode = (text: string): string | null =>
  (countParts(unprettified(text)).forcedBy ?? countParts(text).forcedBy)?.character ?? null;

/**
 * `text` in GSM-7, with plain quotes, dashes, arrows and spaces. Unchanged if it still needs Unicode, as Bangla does, or
 * would take more parts. Idempotent.
 */
export function plainLetters(text: string): string {
  const before = countParts(text);
  if (before.encoding === 'GSM-7') return text;
  const plain = unprettified(text);
  const after = countParts(plain);
  return after.encoding === 'GSM-7' && after.parts <= before.parts ? plain : text;
}
