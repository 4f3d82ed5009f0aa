import { deflateRawSync, inflateRawSync } from 'node:zlib';

/* What is kept of many alerts says the same again and again: packed it is a tenth, and so is what the store has to write. */

/** What is shorter is stored as it is, and so was all in earlier versions. */
const LONG = 8 * 1024;
/** No JSON begins like this. */
const PACKED = 'deflate ';
/** Far more than is ever packed. */
const MAX_BYTES = 64 * 1024 * 1024;

export function pack(json: string): string {
  if (json.length < LONG) return json;
  return PACKED + deflateRawSync(json, { level: 1 }).toString('base64');
}

/** Throws where it is none of what `pack` makes. */
export function unpack(stored: string): string {
  if (!stored.startsWith(PACKED)) return stored;
  const packed = Buffer.from(stored.slice(PACKED.length), 'base64');
  return inflateRawSync(packed, { maxOutputLength: MAX_BYTES }).toString();
}
