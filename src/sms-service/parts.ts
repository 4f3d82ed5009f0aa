/*
 * How many SMS a message is, by the rules of GSM 03.38 and 03.40. Counted here independently of the app's counter, so
 * that one mistake can't go unnoticed on both sides.
 */

const GSM_BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
    '¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Reached through an escape: two septets each. */
const GSM_EXTENSION = new Set('\f^{}\\[~]|€');

const GSM = { alone: 160, joined: 153 };
const UCS2 = { alone: 70, joined: 67 };

/** How many parts a message is charged as; at least one. */
export function countParts(message: string): number {
  return splitParts(message).length;
}

/** The message as it goes over the air, part by part; at least one. No character is cut in two. */
export function splitParts(message: string): string[] {
  const characters = [...message];
  const gsm = characters.every(it => GSM_BASIC.has(it) || GSM_EXTENSION.has(it));
  const widthOf = (it: string) => (gsm ? (GSM_EXTENSION.has(it) ? 2 : 1) : it.length);
  const room = gsm ? GSM : UCS2;
  const total = characters.reduce((sum, it) => sum + widthOf(it), 0);
  return total <= room.alone ? [message] : pack(characters, widthOf, room.joined);
}

/** Parts that leave room for the header that joins them. */
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
