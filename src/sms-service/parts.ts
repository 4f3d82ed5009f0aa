/*
 * The number of SMS in a message, by GSM 03.38 and 03.40. Counted independently of the app's counter, so that a bug
 * on one side shows as a difference.
 */

/** The default alphabet, each character at its code. 0x1b holds the escape, which is no character. */
export const GSM_BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
  'abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION = '\f^{}\\[~]|€';
const EXTENSION_CODES = [0x0a, 0x14, 0x28, 0x29, 0x2f, 0x3c, 0x3d, 0x3e, 0x40, 0x65];
/** Characters that take two septets: an escape, then this code. */
export const GSM_EXTENSION = new Map([...EXTENSION].map((it, at) => [it, EXTENSION_CODES[at] ?? 0]));
const WIDTHS = new Map<string, number>([
  ...[...GSM_BASIC].filter(it => it !== '\x1b').map((it): [string, number] => [it, 1]),
  ...[...EXTENSION].map((it): [string, number] => [it, 2]),
]);

const GSM = { single: 160, perPart: 153 };
const UCS2 = { single: 70, perPart: 67 };

/** The number of parts that a message is charged for; at least one. */
export function countParts(message: string): number {
  return splitParts(message).length;
}

/** Splits a message into the parts that go over the air; at least one. Never cuts a character in two. */
export function splitParts(message: string): string[] {
  const characters = [...message];
  const gsm = characters.every(it => WIDTHS.has(it));
  const widthOf = (it: string) => (gsm ? (WIDTHS.get(it) ?? 1) : it.length);
  const room = gsm ? GSM : UCS2;
  const total = characters.reduce((sum, it) => sum + widthOf(it), 0);
  return total <= room.single ? [message] : pack(characters, widthOf, room.perPart);
}

/** Packs characters into parts that leave room for the header that joins them. */
function pack(characters: string[], widthOf: (character: string) => number, room: number): string[] {
  const parts: string[] = [];
  let part = '';
  let used = 0;
  for (const character of characters) {
    const width = widthOf(character);
    if (used + width > room) {
      parts.push(part);
      part = '';
      used = 0;
    }
    part += character;
    used += width;
  }
  return [...parts, part];
}
