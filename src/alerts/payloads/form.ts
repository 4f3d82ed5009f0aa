import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib';
import type { CooperativeTask } from '../../kit/fair-scheduler.ts';
import { readJson } from '../../kit/json.ts';
import { cut } from '../../kit/slack-text.ts';
import type { RefusalReason } from '../recent-calls.ts';
import { looseValues } from './loose-json.ts';
import { plain, withoutJson } from './plain.ts';

/*
 * What a body says, whatever its form: JSON, however it is declared, quoted, packed or broken; the fields of a form; or words.
 * What its headers say is only a hint, since a template that writes a body seldom gets them right.
 */

/** What a call is made of. Each of `values` is read by itself. `start`: how its text begins. */
export type SentForm =
  | { kind: 'values'; values: unknown[]; start: string }
  /** `status`: how that is answered. */
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

/** More than anybody is shown of it. */
const START_CHARACTERS = 1000;

/** @param limit how many bytes it may have, unpacked */
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
  const named = encoding.trim().toLowerCase();
  // Some packed it and don't say so.
  const isGzip = body[0] === 0x1f && body[1] === 0x8b;
  const how = isGzip ? 'gzip' : named;
  if (how === '' || how === 'identity' || how === 'utf-8' || how === 'none') return body;
  if (!Object.hasOwn(PACKED, how))
    return unreadable('packed', 'Content-Encoding should be gzip, deflate, br or zstd, or missing.');
  const options = { maxOutputLength: limit };
  try {
    return PACKED[how as keyof typeof PACKED](body, options);
  } catch (error) {
    if (error instanceof RangeError)
      return unreadable('too_large', `Unpacked, the body should have ${limit} bytes at most.`);
  }
  try {
    if (how === 'deflate') return inflateRawSync(body, options);
  } catch {
    // It isn't packed at all.
  }
  return body;
}

/** Its text; null: it is none. */
function decoded(body: Buffer, type: string): string | null {
  const [, charset = ''] = /charset\s*=\s*"?([\w.:-]{1,40})/i.exec(type) ?? [];
  for (const encoding of [wideOf(body), 'utf-8', charset, 'windows-1252']) {
    const text = encoding && decodedAs(body, encoding);
    if (typeof text === 'string' && text !== '') return isText(text) ? text : null;
  }
  return body.length === 0 ? '' : null;
}

/** With two bytes a character, every other one of plain letters is zero. */
function wideOf(body: Buffer): string {
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

/** Control characters that no text has say that it is something else; colours of a terminal are text. */
const isText = (text: string): boolean => !/[^\P{Cc}\s]/u.test(text.replace(/\p{Cc}\[[\d;]{0,20}m/gu, ''));

const FORM_TYPE = /^\s*application\/x-www-form-urlencoded\b/i;
/** JSON, or what was to be JSON. */
const LIKE_JSON = /^\s*(?:[[{]|["'`“][^"'`”]{1,100}["'`”]\s*:|\/[/*])/;
const MAX_QUOTED = 3;

function* valuesIn(text: string, type: string, depth = 0): CooperativeTask<unknown[]> {
  const strict = readJson(text);
  if (typeof strict === 'string')
    return depth < MAX_QUOTED ? yield* valuesIn(strict, '', depth + 1) : wordsIn(strict);
  if (typeof strict === 'object' && strict !== null) return told(strict);
  if (strict !== undefined) return [];
  if (LIKE_JSON.test(text)) return yield* repaired(text);
  if (/^\s*--[^\r\n]{1,100}\r?\n/.test(text) && /^\s*multipart\//i.test(type)) return told(partsOf(text));
  if (isForm(text, type)) return yield* fieldsIn(text, depth);
  return wordsIn(text);
}

/** A list is so many values, and texts in it are one. */
function told(value: object): unknown[] {
  if (!Array.isArray(value)) return Object.keys(value).length > 0 ? [value] : [];
  const objects = value.flat(2).filter(one => typeof one === 'object' && one !== null);
  if (objects.length > 0) return objects;
  return wordsIn(value.filter(one => typeof one === 'string').join('\n'));
}

function* repaired(text: string): CooperativeTask<unknown[]> {
  const isObject = /^\s*(?:[[{]|\/)/.test(text);
  const values = yield* looseValues(isObject ? text : `{${text}}`);
  const all = values.flatMap(value => (typeof value === 'object' && value !== null ? told(value) : []));
  // Names without a value say nothing.
  return all.some(hasSomething) ? all : all.length > 0 ? [] : wordsIn(text);
}

const hasSomething = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).some(one => one !== null && (typeof one !== 'string' || /\p{L}/u.test(one)));

/** `name=value&…`, declared or not. */
const isForm = (text: string, type: string): boolean =>
  FORM_TYPE.test(type) ||
  /^[\w.[\]-]{1,60}=[^\n=&]*(?:&[\w.[\]%-]{1,60}=[^\n=&]*){1,100}$/.test(text.slice(0, 4000).trim());

/** Names of fields in which all of it may be JSON, as Slack has it. */
const WHOLE = ['payload', 'json', 'data', 'body'];

function* fieldsIn(text: string, depth: number): CooperativeTask<unknown[]> {
  const fields = Object.fromEntries(new URLSearchParams(text.trim()));
  const [[first, only] = ['', '']] = Object.entries(fields);
  // All of it in one name, as some clients send JSON that they take for a form.
  if (LIKE_JSON.test(first)) return yield* valuesIn(only === '' ? first : `${first}=${only}`, '', depth + 1);
  const whole = WHOLE.map(name => fields[name] ?? '').find(value => LIKE_JSON.test(value));
  if (whole !== undefined) return yield* valuesIn(whole, '', depth + 1);
  return only === '' && Object.keys(fields).length === 1 ? wordsIn(first) : told(fields);
}

/** The text fields of a form with parts. */
function partsOf(text: string): object {
  const [boundary = ''] = text.trimStart().split(/\r?\n/, 1);
  const fields = text.split(boundary).flatMap(part => {
    const [head = '', ...rest] = part.trimStart().split(/\r?\n\r?\n/);
    const [, name] = /name="([^"]{1,100})"/.exec(head) ?? [];
    return name && !/filename=/.test(head) ? [[name, rest.join('\n').trim()] as const] : [];
  });
  return Object.fromEntries(fields);
}

/** Words are what somebody wrote to be read. */
function wordsIn(text: string): unknown[] {
  const message = /^\s*<(?:!doctype|\?xml|[a-z][\w-]*[\s>])/i.test(text) ? plain(text) : text.trim();
  const legible = withoutJson(message);
  return /\p{L}/u.test(legible) ? [{ message: legible }] : [];
}
