import { fold } from '../../kit/name-matching.ts';
import type { ContactFacts } from '../recipient-directory.ts';

/*
 * The language of templates and of a hook's own words: text with `{name}`, and alternatives for people without a name:
 * `{name|village|"friend"}`. An alternative is a field if a field has that name, otherwise text; in quotes it is always
 * text, with `""` for a quote. `{{` is a brace. The language has nothing else. For typed messages see
 * `typed-placeholders.ts`.
 */

/** The field with this key if there is one, otherwise the text. `key` null: always the text. */
type Alternative = { key: string | null; text: string };

/** The part of a template that differs between recipients. */
export type Placeholder = {
  /** As it was typed. */
  name: string;
  /** The folded name. Both words for a person's name have the same key. */
  key: string;
  /** For people without a value: the first field that has one, or text. Without text, such people can't be texted. */
  alternatives: readonly Alternative[];
};

/** A parsed template. */
export type Pieces = readonly (string | Placeholder)[];

/** A template's fault, and the words from its brace on. */
type PlaceholderFault = { kind: 'unclosed' | 'empty' | 'name_too_long'; near: string };

export type FieldValues = {
  /** True if an alternative with this key is a field. */
  has: (key: string) => boolean;
  /** Empty or null if the field has no value. */
  valueFor: (key: string) => string | null;
};

export const NAME_KEY = 'name';
/** A stop link for the recipient. */
export const STOP_KEY = 'stop';
/** The workspace's sign-off. */
export const SIGN_OFF_KEY = 'sign-off';
/** The Bangla name of the column in imports. */
const BANGLA_NAME = fold('নাম');
const SIGN_OFF_SPELLINGS = new Set(['sign-off', 'sign off', 'signoff', 'শেষের লাইন', 'স্বাক্ষর'].map(fold));

const MAX_NAME_LENGTH = 80;
const QUOTED_CHARACTERS = 20;

/** Parses a template, in one pass. */
export function parsePlaceholders(
  source: string,
): { ok: true; pieces: Pieces } | { ok: false; fault: PlaceholderFault } {
  const pieces: (string | Placeholder)[] = [];
  let text = '';
  let at = 0;
  for (;;) {
    const open = source.indexOf('{', at);
    text += source.slice(at, open < 0 ? source.length : open);
    if (open < 0) break;
    if (source[open + 1] === '{') {
      text += '{';
      at = open + 2;
      continue;
    }
    const fault = (kind: PlaceholderFault['kind']): { ok: false; fault: PlaceholderFault } => {
      const near = [...source.slice(open, open + 4 * QUOTED_CHARACTERS)]
        .slice(0, QUOTED_CHARACTERS)
        .join('')
        .trim();
      return { ok: false, fault: { kind, near } };
    };
    const read = placeholderAt(source, open + 1);
    if (read === null) return fault('unclosed');
    const { placeholder, end } = read;
    if (placeholder.key === '') return fault('empty');
    if ([...placeholder.name].length > MAX_NAME_LENGTH) return fault('name_too_long');
    if (text !== '') pieces.push(text);
    pieces.push(placeholder);
    text = '';
    at = end + 1;
  }
  if (text !== '') pieces.push(text);
  return { ok: true, pieces };
}

/**
 * The placeholder whose brace is before `start`, and its end.
 *
 * @returns null if it isn't closed: a placeholder ends on its line, and contains no other brace outside quotes
 */
export function placeholderAt(
  source: string,
  start: number,
): { placeholder: Placeholder; end: number } | null {
  let end = endOfBare(source, start);
  const name = source.slice(start, end).trim();
  const parts: ({ text: string } | { from: number; to: number })[] = [];
  while (source[end] === '|') {
    const from = end + 1;
    const literal = quotedAt(source, from);
    end = literal?.end ?? endOfBare(source, from);
    parts.push(literal ?? { from, to: end });
  }
  if (source[end] !== '}') return null;
  const alternatives = parts.map(part =>
    'text' in part
      ? { key: null, text: part.text }
      : // If this isn't a field, it is text up to the closing brace, bars included.
        { key: keyOf(source.slice(part.from, part.to)), text: source.slice(part.from, end).trim() },
  );
  return { placeholder: { name, key: keyOf(name), alternatives }, end };
}

function endOfBare(source: string, from: number): number {
  let at = from;
  while (at < source.length && !'|{}\r\n'.includes(source[at] ?? '')) at++;
  return at;
}

/** A quoted alternative and its end; null if it isn't quoted as a whole. */
function quotedAt(source: string, from: number): { text: string; end: number } | null {
  let at = from;
  while (source[at] === ' ') at++;
  if (source[at] !== '"') return null;
  let text = '';
  for (at++; at < source.length && source[at] !== '\n' && source[at] !== '\r'; at++) {
    if (source[at] !== '"') text += source[at];
    else if (source[at + 1] === '"') text += source[at++];
    else break;
  }
  let end = at + 1;
  while (source[end] === ' ') end++;
  return source[at] === '"' && (source[end] === '|' || source[end] === '}') ? { text, end } : null;
}

function keyOf(name: string): string {
  const key = fold(name);
  if (key === BANGLA_NAME) return NAME_KEY;
  return SIGN_OFF_SPELLINGS.has(key) ? SIGN_OFF_KEY : key;
}

export function placeholdersIn(pieces: Pieces): Placeholder[] {
  return pieces.filter(piece => typeof piece !== 'string');
}

/** True if the template contains a stop link. */
export function hasStop(pieces: Pieces): boolean {
  return placeholdersIn(pieces).some(({ key }) => key === STOP_KEY);
}

/** Escapes text so that none of it is read as a placeholder. */
export function escapeBraces(text: string): string {
  return text.replaceAll('{', '{{');
}

/** Among alternatives, only the name is a field of every person: columns differ. */
const isName = (key: string): boolean => key === NAME_KEY;

/** True if the placeholder has text for people without any value. */
export const hasFallback = ({ alternatives }: Placeholder, has: FieldValues['has'] = isName): boolean =>
  alternatives.some(({ key }) => key === null || !has(key));

/**
 * Fills a template.
 *
 * @param valueFor a field's value by key; empty or null if there is none
 * @param has true if an alternative with this key is a field
 * @returns the text, or the names of placeholders without a value or fallback
 */
export function fillIn(
  pieces: Pieces,
  valueFor: FieldValues['valueFor'],
  has: FieldValues['has'] = isName,
): { ok: true; text: string } | { ok: false; missing: string[] } {
  const missing = new Set<string>();
  const filled = pieces.map(piece => {
    if (typeof piece === 'string') return piece;
    const value = valueFor(piece.key) || firstAlternative(piece.alternatives, { has, valueFor });
    if (value === null) missing.add(piece.name);
    return value ?? '';
  });
  return missing.size > 0 ? { ok: false, missing: [...missing] } : { ok: true, text: filled.join('') };
}

/** The first alternative with a value, or text; null if there is none. */
function firstAlternative(
  alternatives: readonly Alternative[],
  { has, valueFor }: FieldValues,
): string | null {
  for (const { key, text } of alternatives) {
    if (key === null || !has(key)) return text;
    const value = valueFor(key);
    if (value) return value;
  }
  return null;
}

/**
 * Fills some fields and returns a template for the others. A placeholder without any value or remaining field becomes empty.
 */
export function fillSome(pieces: Pieces, fields: FieldValues): string {
  const has = (key: string): boolean => fields.has(key) || isName(key);
  return pieces
    .map(piece => {
      if (typeof piece === 'string') return escapeBraces(piece);
      const isOurs = fields.has(piece.key);
      const open = isOurs ? [] : [piece.name];
      const value = isOurs ? fields.valueFor(piece.key) : null;
      const valueFor = (key: string): string | null => {
        if (fields.has(key)) return fields.valueFor(key);
        open.push(key);
        return null;
      };
      const text = value || firstAlternative(piece.alternatives, { has, valueFor });
      if (open.length === 0) return escapeBraces(text ?? '');
      return `{${[...open, ...(text === null ? [] : [`"${text.replaceAll('"', '""')}"`])].join('|')}}`;
    })
    .join('');
}

/** The values of a recipient's placeholders. `contact`: null if the recipient isn't a contact. */
export function valuesOf(
  contact: Pick<ContactFacts, 'name' | 'columns'> | null,
  stopLink: string | null,
): (key: string) => string | null {
  const { name = '', columns = {} } = contact ?? {};
  let byKey: Map<string, string> | undefined;
  return key => {
    if (key === STOP_KEY) return stopLink;
    if (key === NAME_KEY) return name.trim();
    byKey ??= new Map(Object.entries(columns).map(([column, value]) => [fold(column), value.trim()]));
    return byKey.get(key) ?? null;
  };
}

/** Addresses of pages and e-mail, whose letters say nothing about the language. */
const ADDRESSES =
  /(?:https?:\/\/|www\.)\S+|(?<!\S)\S+@\S+|(?<![\w.-])[\w.-]*[\w-]\.(?:com|org|net|gov|edu|info|bd)\b\S*/giu;
/** A letter with its signs, so that a syllable counts the same in both scripts. */
const LETTERS = /\p{L}\p{M}*/gu;
const BANGLA_LETTER = /^\p{Script=Bengali}/u;

/**
 * True if at least half of a message's letters are Bangla. Values of placeholders and addresses don't count, so Latin names
 * don't change the result. A message without letters counts as Bangla.
 *
 * @param isTemplate true if the message's placeholders are filled for each recipient
 */
export function isInBangla(message: string, isTemplate: boolean): boolean {
  const parsed = isTemplate ? parsePlaceholders(message) : null;
  const written = parsed?.ok ? parsed.pieces.filter(piece => typeof piece === 'string').join(' ') : message;
  const letters = written.replace(ADDRESSES, ' ').match(LETTERS) ?? [];
  return 2 * letters.filter(letter => BANGLA_LETTER.test(letter)).length >= letters.length;
}
