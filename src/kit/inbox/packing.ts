import { deflateRawSync, inflateRawSync } from 'node:zlib';

/* What we keep about many alerts repeats itself: compressed it is a tenth, and so is what the store has to write. */

/** Anything shorter is stored as it is. */
const LONG = 8 * 1024;
/** No JSON starts with this. */
const PACKED = 'deflate ';
/** Far more than we ever pack. */
const MAX_BYTES = 64 * 1024 * 1024;

export function pack(json: string): string {
  if (json.length < LONG) return json;
  return PACKED + deflateRawSync(json, { level: 1 }).toString('base64');
}

/** Throws if `stored` isn't something that `pack` made. */
export function unpack(stored: string): string {
  if (!stored.startsWith(PACKED)) return stored;
  const packed = Buffer.from(stored.slice(PACKED.length), 'base64');
  return inflateRawSync(packed, { maxOutputLength: MAX_BYTES }).toString();
}
