import type { IncomingMessage } from 'node:http';
import { TextDecoder } from 'node:util';
import { type ErrorCode, MAX_BODY_BYTES, MAX_DISCARDED_BYTES, SEND_PATH } from '../decisions.ts';

/** The form fields; null if absent. */
export interface SendFields {
  apiKey: string | null;
  number: string | null;
  message: string | null;
}

/** A form, the code of an error in it, or null if the caller disconnected before the end. */
export type Posted = SendFields | ErrorCode | null;

const FIELDS = new Map<string, keyof SendFields>([
  ['api_key', 'apiKey'],
  ['number', 'number'],
  ['message', 'message'],
]);
const FORM = 'application/x-www-form-urlencoded';

/** Reads a whole request, and checks it in the order of decisions.ts. */
export async function readPosted(request: IncomingMessage): Promise<Posted> {
  const body = await readBody(request);
  if (body === 'aborted') return null;
  const { url = '', method, headers } = request;
  if (url.split('?')[0] !== SEND_PATH) return 'NOT_FOUND';
  if (method !== 'POST') return 'METHOD_NOT_ALLOWED';
  const [type = ''] = (headers['content-type'] ?? (body.length === 0 ? FORM : '')).split(';');
  const encoding = headers['content-encoding'] ?? 'identity';
  if (type.trim().toLowerCase() !== FORM || encoding !== 'identity') return 'UNSUPPORTED_MEDIA_TYPE';
  if (body === 'too-large') return 'MESSAGE_TOO_LONG';
  return parseForm(body) ?? 'MALFORMED_BODY';
}

/**
 * Reads a request's body to its end. `too-large`: over 64 KiB (the excess is read and discarded, up to a limit).
 * `aborted`: the caller disconnected before the end.
 */
export async function readBody(request: IncomingMessage): Promise<Buffer | 'too-large' | 'aborted'> {
  let chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size <= MAX_BODY_BYTES) chunks.push(chunk);
      else chunks = [];
      if (size > MAX_DISCARDED_BYTES) break;
    }
  } catch {
    return 'aborted';
  }
  return size > MAX_BODY_BYTES ? 'too-large' : Buffer.concat(chunks);
}

/**
 * Returns null for a malformed body: broken percent-encoding, bytes that aren't UTF-8, or one of the three fields
 * twice, because we must not guess which of two numbers to charge for. Other fields are ignored.
 */
function parseForm(body: Buffer): SendFields | null {
  const fields: SendFields = { apiKey: null, number: null, message: null };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
    for (const pair of text.replaceAll('+', ' ').split('&')) {
      const [name = '', ...value] = pair.split('=');
      const field = FIELDS.get(decodeURIComponent(name));
      const decoded = decodeURIComponent(value.join('='));
      if (field === undefined) continue;
      if (fields[field] !== null) return null;
      fields[field] = decoded;
    }
  } catch (error) {
    if (error instanceof TypeError || error instanceof URIError) return null;
    throw error;
  }
  return fields;
}
