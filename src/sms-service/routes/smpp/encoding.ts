import { splitParts } from '../../parts.ts';

/*
 * We encode bytes ourselves and mark them with their alphabet: the package would guess an encoding (a ç makes it
 * Latin-1, which is neither what we charged for nor what every phone shows).
 */

const ESCAPE = 0x1b;
const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞ\x1bÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿' +
  'abcdefghijklmnopqrstuvwxyzäöñüà';
const EXTENSION: Record<string, number> = {
  '\f': 0x0a,
  '^': 0x14,
  '{': 0x28,
  '}': 0x29,
  '\\': 0x2f,
  '[': 0x3c,
  '~': 0x3d,
  ']': 0x3e,
  '|': 0x40,
  '€': 0x65,
};
const CODES = new Map<string, number[]>([
  ...[...GSM].map((character, code): [string, number[]] => [character, [code]]),
  ...Object.entries(EXTENSION).map(([character, code]): [string, number[]] => [character, [ESCAPE, code]]),
]);
CODES.delete('\x1b');

/** SMPP's numbers for the two alphabets: the carrier's default, which is GSM 03.38, and UCS-2. */
const DATA_CODING = { gsm: 0, ucs2: 8 };

export interface Encoded {
  dataCoding: number;
  bytes: Buffer;
}

/** A whole message, one octet for each GSM septet. */
export function encode(message: string): Encoded {
  return [...message].every(it => CODES.has(it)) ? gsm(message) : ucs2(message);
}

/**
 * One part of a message. If there are several, it has the header that joins them: their number, and a reference that
 * tells this text's parts from another's. All parts have the alphabet of the whole.
 */
export function encodePart(message: string, nth: number, reference: number): Encoded & { joined: boolean } {
  const parts = splitParts(message);
  const { dataCoding } = encode(message);
  const part = parts[nth - 1] ?? '';
  const { bytes } = dataCoding === DATA_CODING.gsm ? gsm(part) : ucs2(part);
  if (parts.length === 1) return { dataCoding, bytes, joined: false };
  const header = Buffer.from([5, 0, 3, reference & 0xff, parts.length, nth]);
  return { dataCoding, bytes: Buffer.concat([header, bytes]), joined: true };
}

function gsm(text: string): Encoded {
  return { dataCoding: DATA_CODING.gsm, bytes: Buffer.from([...text].flatMap(it => CODES.get(it) ?? [])) };
}

function ucs2(text: string): Encoded {
  return { dataCoding: DATA_CODING.ucs2, bytes: Buffer.from(text, 'utf16le').swap16() };
}
