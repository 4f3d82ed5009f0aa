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
  '1/2': '½',
  '1/4': '¼',
  '3/4': '¾',
  ' ': '\t\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000',
  '\n': '\u0085\u2028\u2029',
  // Nobody sees these.
  '': '\u00ad\u200b\u200c\u200d\u200e\u200f\u2060\ufe0e\ufe0f\ufeff',
};
const PLAIN: ReadonlyMap<string, string> = new Map(
  Object.entries(PRETTIFIED).flatMap(([plain, all]) => [...all].map(one => [one, plain] as const)),
);

/**
 * `text` in the letters of GSM-7, with plain quotes, dashes, arrows and spaces for what only looks nicer. As it is where that
 * isn't enough, as in Bangla, or where it would take more parts. Doing it again changes nothing.
 */
export function plainLetters(text: string): string {
  const before = countParts(text);
  if (before.encoding === 'GSM-7') return text;
  const plain = [...text].map(character => PLAIN.get(character) ?? character).join('');
  const after = countParts(plain);
  return after.encoding === 'GSM-7' && after.parts <= before.parts ? plain : text;
}
