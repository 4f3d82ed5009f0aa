import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { readJson } from '../../kit/json.ts';
import { cut } from '../../kit/slack-text.ts';
import type { RefusalReason } from '../recent-calls.ts';
import { looseValues } from './loose-json.ts';
import { plain, withoutJson } from './plain.ts';

/*
 * Reads a body of any form: JSON (however declared, quoted, packed or broken), the fields of a form, or words. The headers are only a
 * hint, because senders' templates seldom get them right.
 */

/** A call's values, which are read one by one. `start`: the first characters of its text. `status`: the HTTP status of the answer. */
export type SentForm =
  | { kind: 'values'; values: unknown[]; start: string }
  | (UnreadableForm & { start: string });
type UnreadableForm = { kind: 'unreadable'; status: 400 | 413 | 415; refusal: RefusalReason; error: string };

export type FormHeaders = { type: string; encoding: string };

const STATUSES = { empty: 400, wordless: 400, too_large: 413, binary: 415, packed: 415 } as const;

const unreadable = (refusal: keyof typeof STATUSES, error: string): UnreadableForm => ({
  kind: 'unreadable',
  status: STATUSES[refusal],
  refusal,
  error,
});

/** Length of `start`: more than admins see of a refused call. */
const START_CHARACTERS = 1000;

/** @param limit maximum size of the unpacked body, in bytes */
export function* readForm(body: Buffer, headers: FormHeaders, limit: number): CooperativeTask<SentForm> {
  const unpacked = unpack(body, headers.encoding, limit);
  if (!Buffer.isBuffer(unpacked)) return { ...unpacked, start: '' };
  yield;
  const text = decoded(unpacked, headers.type);
  yield;
  const start = cut(text ?? '', START_CHARACTERS);
  if (text === null)
    return {
      ...unreadable('binary', 'The body is neither JSON, nor a form, nor text, but something binary.'),
      start,
    };
  if (text.trim() === '') return { ...unreadable('empty', 'The body is empty.'), start };
  const values = yield* valuesIn(text, headers.type);
  return values.length > 0
    ? { kind: 'values', values, start }
    : { ...unreadable('wordless', 'The body has no word in it that could be texted.'), start };
}

const PACKED = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
};

function unpack(body: Buffer, encoding: string, limit: number): Buffer | UnreadableForm {
  // Some senders pack the body and don't declare it.
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  const packing = isGzip ? 'gzip' : encoding.trim().toLowerCase();
  if (['', 'identity', 'utf-8', 'none'].includes(packing)) return body;
  if (!Object.hasOwn(PACKED, packing))
    return unreadable('packed', 'Content-Encoding should be gzip, deflate, br or zstd, or missing.');
  const options = { maxOutputLength: limit };
  try {
    return PACKED[packing as keyof typeof PACKED](body, options);
  } catch (error) {
    if (error instanceof RangeError)
      return unreadable('too_large', `Unpacked, the body should have ${limit} bytes at most.`);
  }
  try {
    if (packing === 'deflate') return inflateRawSync(body, options);
  } catch {
    // The body is declared as packed, but isn't.
  }
  return body;
}

/** The body's text; null if the body is binary. */
function decoded(body: Buffer, type: string): string | null {
  const [, charset = ''] = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(type) ?? [];
  for (const encoding of [wideEncodingOf(body), 'utf-8', charset, 'windows-1252']) {
    const text = encoding && decodedAs(body, encoding);
    if (typeof text === 'string' && text !== '') return isText(text) ? text : null;
  }
  return body.length === 0 ? '' : null;
}

/** The name of the UTF-16 encoding, recognised by its mark, or by a zero in every other byte; empty for any other encoding. */
function wideEncodingOf(body: Buffer): string {
  if (body[0] === 0xff && body[1] === 0xfe) return 'utf-16le';
  if (body[0] === 0xfe && body[1] === 0xff) return 'utf-16be';
  if (body.length < 4 || body.length % 2 > 0) return '';
  if (body[1] === 0 && body[3] === 0 && body[0] !== 0) return 'utf-16le';
  return body[0] === 0 && body[2] === 0 && body[1] !== 0 ? 'utf-16be' : '';
}

function decodedAs(body: Buffer, encoding: string): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(body);
  } catch {
    return null;
  }
}

/** Text has no control characters but those for a terminal's colours. */
const isText = (text: string): boolean => !/[^\P{Cc}\s]/u.test(text.replace(/\p{Cc}\[[\d;]{0,20}m/gu, ''));

const FORM_TYPE = /^\s*application\/x-www-form-urlencoded\b/i;
/** JSON, broken or not. */
const LIKE_JSON = /^\s*(?:[[{]|["'`“][^"'`”]{1,100}["'`”]\s*:|\/[/*])/;
/** Some senders quote JSON as a text in JSON, several times over. */
const MAX_QUOTED = 3;

function* valuesIn(text: string, type: string, depth = 0): CooperativeTask<unknown[]> {
  const strict = readJson(text);
  if (typeof strict === 'string')
    return depth < MAX_QUOTED ? yield* valuesIn(strict, '', depth + 1) : wordsIn(strict);
  if (typeof strict === 'object' && strict !== null) return valuesOf(strict);
  if (strict !== undefined) return [];
  if (LIKE_JSON.test(text)) return yield* repaired(text);
  if (/^\s*--[^\r\n]{1,100}\r?\n/.test(text) && /^\s*multipart\//i.test(type)) return valuesOf(partsOf(text));
  if (isForm(text, type)) return yield* fieldsIn(text, depth);
  return wordsIn(text);
}

/** Each object of a list is a value; a list of texts is one message. */
function valuesOf(value: object): unknown[] {
  if (!Array.isArray(value)) return Object.keys(value).length > 0 ? [value] : [];
  const objects = value.flat(2).filter(item => typeof item === 'object' && item !== null);
  if (objects.length > 0) return objects;
  return wordsIn(value.filter(item => typeof item === 'string').join('\n'));
}

function* repaired(text: string): CooperativeTask<unknown[]> {
  const isObject = /^\s*(?:[[{]|\/)/.test(text);
  const parsed = yield* looseValues(isObject ? text : `{${text}}`);
  const values = parsed.flatMap(value =>
    typeof value === 'object' && value !== null ? valuesOf(value) : [],
  );
  if (values.length === 0) return wordsIn(text);
  return values.some(hasContent) ? values : [];
}

/** False if all values are null or texts without a letter. */
const hasContent = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some(inner => inner !== null && (typeof inner !== 'string' || /\p{L}/u.test(inner)));

/** `name=value&…`, declared or not. */
const isForm = (text: string, type: string): boolean =>
  FORM_TYPE.test(type) ||
  /^[\w.[\]-]{1,60}=[^\n=&]*(?:&[\w.[\]%-]{1,60}=[^\n=&]*){1,100}$/.test(text.slice(0, 4000).trim());

/** Fields of a form that may hold the whole call as JSON, as Slack's `payload` does. */
const WHOLE = ['payload', 'json', 'data', 'body'];

function* fieldsIn(text: string, depth: number): CooperativeTask<unknown[]> {
  const fields = Object.fromEntries(new URLSearchParams(text.trim()));
  const [[first, only] = ['', '']] = Object.entries(fields);
  // Some clients declare JSON as a form, so all of it is in the first name.
  if (LIKE_JSON.test(first)) return yield* valuesIn(only === '' ? first : `${first}=${only}`, '', depth + 1);
  const whole = WHOLE.map(name => fields[name] ?? '').find(value => LIKE_JSON.test(value));
  if (whole !== undefined) return yield* valuesIn(whole, '', depth + 1);
  return only === '' && Object.keys(fields).length === 1 ? wordsIn(first) : valuesOf(fields);
}

/** The text fields of a multipart form. */
function partsOf(text: string): object {
  const [boundary = ''] = text.trimStart().split(/\r?\n/, 1);
  const fields = text.split(boundary).flatMap(part => {
    const [head = '', ...rest] = part.trimStart().split(/\r?\n\r?\n/);
    const [, name] = /name="([^"]{1,100})"/.exec(head) ?? [];
    return name && !/filename=/.test(head) ? [[name, rest.join('\n').trim()] as const] : [];
  });
  return Object.fromEntries(fields);
}

/** A message of the words that people can read; empty if there are none. */
function wordsIn(text: string): unknown[] {
  const message = /^\s*<(?:!doctype|\?xml|[a-z][\w-]*[\s>])/i.test(text) ? plain(text) : text.trim();
  const legible = withoutJson(message);
  return /\p{L}/u.test(legible) ? [{ message: legible }] : [];
}
