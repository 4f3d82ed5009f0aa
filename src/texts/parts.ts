/**
 * The GSM 7-bit default alphabet and its extension table: 3GPP TS 23.038, sections 6.2.1 and 6.2.1.1. There is a national
 * language table for Bengali, but the networks here don't use it: Bangla goes as UCS-2.
 */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Characters sent as an escape and a second septet. */
const EXTENSION = '\f^{}\\[~]|€';

const SEPTETS: ReadonlyMap<string, 1 | 2> = new Map([
  ...[...BASIC].map(character => [character, 1] as const),
  ...[...EXTENSION].map(character => [character, 2] as const),
]);

/** The septets of a character: 1, or 2 if it is in the extension table; null if GSM-7 doesn't have it. */
function septets(character: string): 1 | 2 | null {
  return SEPTETS.get(character) ?? null;
}

export type Encoding = 'GSM-7' | 'UCS-2';

type Parts = {
  encoding: Encoding;
  parts: number;
  /** Code points. */
  characters: number;
  /** Septets in GSM-7, UTF-16 code units in UCS-2. */
  units: number;
  /** The capacity of each part, in units. */
  perPart: number;
  /** The first character outside GSM-7, and its index in code points; null in GSM-7. */
  forcedBy: { character: string; index: number } | null;
};

/** The SMS service's limit. It doesn't say in which unit; we use code points. */
export const MAX_CHARACTERS = 1600;

/** 140 octets a part, less the 6 of the header that joins several: 3GPP TS 23.040, section 9.2.3.24. */
const CAPACITY = { 'GSM-7': { alone: 160, joined: 153 }, 'UCS-2': { alone: 70, joined: 67 } } as const;

/**
 * Counts the parts of a message exactly as it is. A character of two units (in GSM-7 an extension character, in UCS-2 a
 * surrogate pair) is never split between two parts. The empty message has 0 parts. Linear time.
 */
export function countParts(message: string): Parts {
  const forcedBy = firstBeyondGsm7(message);
  const encoding: Encoding = forcedBy === null ? 'GSM-7' : 'UCS-2';
  const capacity = CAPACITY[encoding];
  let characters = 0;
  let units = 0;
  let joined = 0;
  let used: number = capacity.joined;
  for (const character of message) {
    const size = forcedBy === null ? (septets(character) ?? 1) : character.length;
    characters += 1;
    units += size;
    if (used + size > capacity.joined) {
      joined += 1;
      used = 0;
    }
    used += size;
  }
  const alone = units <= capacity.alone;
  return {
    encoding,
    parts: alone ? Math.min(units, 1) : joined,
    characters,
    units,
    perPart: alone ? capacity.alone : capacity.joined,
    forcedBy,
  };
}

function firstBeyondGsm7(message: string): Parts['forcedBy'] {
  let index = 0;
  for (const character of message) {
    if (septets(character) === null) return { character, index };
    index += 1;
  }
  return null;
}
