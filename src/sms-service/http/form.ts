import { TextDecoder } from 'node:util';
import type { SendFields } from '../sending.ts';

const FIELDS = new Map<string, keyof SendFields>([
  ['api_key', 'apiKey'],
  ['number', 'number'],
  ['message', 'message'],
]);

/**
 * Reads a form body. Null if it is malformed: broken percent-encoding, bytes that aren't UTF-8, or one of the three
 * fields twice (it isn't for us to guess which of two numbers to charge for). Other fields are ignored.
 */
export function parseForm(body: Buffer): SendFields | null {
  const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  const fields: SendFields = { apiKey: null, number: null, message: null };
  try {
    for (const pair of body.toString('latin1').split('&')) {
      const equals = pair.indexOf('=');
      const name = decode(equals < 0 ? pair : pair.slice(0, equals), utf8);
      const value = decode(equals < 0 ? '' : pair.slice(equals + 1), utf8);
      const field = FIELDS.get(name);
      if (field === undefined) continue;
      if (fields[field] !== null) return null;
      fields[field] = value;
    }
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
  return fields;
}

/** `written` has one byte in each character. Throws a TypeError if it is malformed. */
function decode(written: string, utf8: TextDecoder): string {
  if (/%(?![0-9A-Fa-f]{2})/.test(written)) throw new TypeError('a broken percent-encoding');
  const bytes = written
    .replaceAll('+', ' ')
    .replaceAll(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  return utf8.decode(Buffer.from(bytes, 'latin1'));
}
