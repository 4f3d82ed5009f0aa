/*
 * How many SMS a message is, by the rules of GSM 03.38 and 03.40: counted here on its own, and not by the
 * app's counter, so that one mistake cannot pass on both sides.
 */

const GSM_BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§' +
    '¿abcdefghijklmnopqrstuvwxyzäöñüà',
);
/** Reached through an escape: two septets each. */
const GSM_EXTENSION = new Set('\f^{}\\[~]|€');

const GSM = { alone: 160, joined: 153 };
const UCS2 = { alone: 70, joined: 67 };

/** How many parts a message is charged as: at least one. */
export function countParts(message: string): number {
  const characters = [...message];
  const gsm = characters.every(it => GSM_BASIC.has(it) || GSM_EXTENSION.has(it));
  const widths = characters.map(it => (gsm ? (GSM_EXTENSION.has(it) ? 2 : 1) : it.length));
  return pack(widths, gsm ? GSM : UCS2);
}

/** One part when all fits; else parts that leave room for the joining header and split no character. */
function pack(widths: number[], room: { alone: number; joined: number }): number {
  const total = widths.reduce((sum, width) => sum + width, 0);
  if (total <= room.alone) return 1;
  let parts = 1;
  let used = 0;
  for (const width of widths) {
    if (used + width > room.joined) {
      parts++;
      used = 0;
    }
    used += width;
  }
  return parts;
}
