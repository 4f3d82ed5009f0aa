/**
 * Converts the characters people and phones write numbers with to ASCII. Facts: Unicode 16 general categories Nd (digits),
 * Pd (dashes), Zs (spaces) and the Bidi_Control property.
 */

/**
 * What phones paste invisibly around and inside numbers: marks of writing direction, zero-width joiners and spaces, soft
 * hyphens, byte order marks.
 */
const INVISIBLE = /[\p{Bidi_Control}\u00ad\u200b-\u200d\u2060\ufeff]/gu;

/** Tabs and no-break spaces too; not line breaks, which end a number. */
const SPACE = /[\p{Zs}\t]/gu;
/** U+2212 is the minus sign, which Unicode doesn't count as a dash. */
const DASH = /[\p{Pd}\u2212]/gu;
/** Full stops from CJK keyboards, and the middle dot. */
const DOT = /[\uff0e\u00b7\u2024]/gu;
const PLUS = /[\uff0b\ufe62]/gu;

/** A character that may appear in a number as people write it. */
const NUMBER_CHARACTERS =
  /^[\p{Nd}\p{Bidi_Control}\u00ad\u200b-\u200d\u2060\ufeff\p{Zs}\t\p{Pd}\u2212.\uff0e\u00b7\u2024+\uff0b\ufe62()\uff08\uff09]+/u;

/** How many UTF-16 units at the start of `text` could be part of a written number. */
export function numberCharactersAtStart(text: string): number {
  return NUMBER_CHARACTERS.exec(text)?.[0].length ?? 0;
}

/** The same number with ASCII digits, `+`, `-`, `.`, `(`, `)` and spaces, nothing invisible, trimmed. Linear time. */
export function toAscii(written: string): string {
  return written
    .replace(INVISIBLE, '')
    .replace(/\P{ASCII}/gu, character =>
      /\p{Nd}/u.test(character) ? String(digitValue(character)) : character,
    )
    .replace(SPACE, ' ')
    .replace(DASH, '-')
    .replace(DOT, '.')
    .replace(PLUS, '+')
    .replaceAll('\uff08', '(')
    .replaceAll('\uff09', ')')
    .trim();
}

/**
 * Unicode keeps the decimal digits of every script together, zero to nine, so a digit's value is its distance from the start
 * of its run (mathematical digits: five sets of ten in one run).
 */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start--;
  return (code - start) % 10;
}
