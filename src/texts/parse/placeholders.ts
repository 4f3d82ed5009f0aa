import { fold } from '../../kit/name-matching.ts';
import type { ContactFacts } from '../recipient-directory.ts';

/*
 * The language of templates, and of a hook's own words: text containing `{name}`, where alternatives may follow for people without
 * one: `{name|village|"friend"}`. An alternative is a field where there is one of that name, and text otherwise; in quotes it is text
 * in any case, in which `""` is a quote. `{{` is a brace. There is nothing else. For what people type, see `typed-placeholders.ts`.
 */

/** Text, or the field of that key where there is one. Null: it is text. */
type Alternative = { key: string | null; text: string };

/** The part of a template that differs from one person to the next. */
export type Placeholder = {
  /** As it was typed. */
  name: string;
  /** In the form used for comparing names; the two that mean the person's name are one. */
  key: string;
  /** What is used for people without a value: the first field that has one, or text. Without text, nothing may be sent then. */
  alternatives: readonly Alternative[];
};

/** A parsed template: text as it goes out, and placeholders. */
export type Pieces = readonly (string | Placeholder)[];

/** What is wrong with a template, and the words there: from the brace on. */
type PlaceholderFault = { kind: 'unclosed' | 'empty' | 'name_too_long'; near: string };

/** What fills a template. */
export type FieldValues = {
  /** Whether an alternative of that key is a field. */
  has: (key: string) => boolean;
  /** Its value; empty or null: none. */
  valueFor: (key: string) => string | null;
};

export const NAME_KEY = 'name';
/** A link that lets the person stop getting texts. */
export const STOP_KEY = 'stop';
/** What imports call the column in Bangla. */
const BANGLA_NAME = fold('নাম');

/** The longest name of a column or a field. */
const MAX_NAME = 80;
const NEAR = 20;

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
      const near = [...source.slice(open, open + 4 * NEAR)].slice(0, NEAR).join('').trim();
      return { ok: false, fault: { kind, near } };
    };
    const read = placeholderAt(source, open + 1);
    if (read === null) return fault('unclosed');
    const { placeholder, end } = read;
    if (placeholder.key === '') return fault('empty');
    if ([...placeholder.name].length > MAX_NAME) return fault('name_too_long');
    if (text !== '') pieces.push(text);
    pieces.push(placeholder);
    text = '';
    at = end + 1;
  }
  if (text !== '') pieces.push(text);
  return { ok: true, pieces };
}

/**
 * The placeholder whose brace stands before `start`, and where it ends.
 *
 * @returns null if it isn't closed: a placeholder ends on its line, and contains no other brace but in quotes
 */
export function placeholderAt(
  source: string,
  start: number,
): { placeholder: Placeholder; end: number } | null {
  let end = endOfBare(source, start);
  const name = source.slice(start, end).trim();
  const found: ({ text: string } | { from: number; to: number })[] = [];
  while (source[end] === '|') {
    const from = end + 1;
    const literal = quotedAt(source, from);
    end = literal?.end ?? endOfBare(source, from);
    found.push(literal ?? { from, to: end });
  }
  if (source[end] !== '}') return null;
  const alternatives = found.map(one =>
    'text' in one
      ? { key: null, text: one.text }
      : // What is no field is text to the end, bars included.
        { key: keyOf(source.slice(one.from, one.to)), text: source.slice(one.from, end).trim() },
  );
  return { placeholder: { name, key: keyOf(name), alternatives }, end };
}

function endOfBare(source: string, from: number): number {
  let at = from;
  while (at < source.length && !'|{}\r\n'.includes(source[at] ?? '')) at++;
  return at;
}

/** Text in quotes, and what follows it; null: there is none, or it isn't all of the alternative. */
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
  return key === BANGLA_NAME ? NAME_KEY : key;
}

/** A template's placeholders, in order. */
export function placeholdersIn(pieces: Pieces): Placeholder[] {
  return pieces.filter(piece => typeof piece !== 'string');
}

/** Whether its text has a link to stop texts. */
export function hasStop(pieces: Pieces): boolean {
  return placeholdersIn(pieces).some(({ key }) => key === STOP_KEY);
}

/** Text for a template to contain literally: nothing in it is read as a placeholder. */
export function escapeBraces(text: string): string {
  return text.replaceAll('{', '{{');
}

/** Of people, only a name is one that stands in for something else: not everybody has the same columns. */
const isName = (key: string): boolean => key === NAME_KEY;

/** Whether something is said in any case. @param has whether an alternative is a field */
export const hasFallback = ({ alternatives }: Placeholder, has: FieldValues['has'] = isName): boolean =>
  alternatives.some(({ key }) => key === null || !has(key));

/**
 * Fills a template, and changes nothing else in it.
 *
 * @param valueFor the known value, by key; empty or null: none
 * @param has whether an alternative of that key is a field
 * @returns the text, or the names of the placeholders that have neither a value nor a fallback
 */
export function fillIn(
  pieces: Pieces,
  valueFor: FieldValues['valueFor'],
  has: FieldValues['has'] = isName,
): { ok: true; text: string } | { ok: false; missing: string[] } {
  const missing = new Set<string>();
  const filled = pieces.map(piece => {
    if (typeof piece === 'string') return piece;
    const said = valueFor(piece.key) || firstSaid(piece.alternatives, { has, valueFor });
    if (said === null) missing.add(piece.name);
    return said ?? '';
  });
  return missing.size > 0 ? { ok: false, missing: [...missing] } : { ok: true, text: filled.join('') };
}

/** What the first alternative says that says anything; null: none does. */
function firstSaid(alternatives: readonly Alternative[], { has, valueFor }: FieldValues): string | null {
  for (const { key, text } of alternatives) {
    if (key === null || !has(key)) return text;
    const value = valueFor(key);
    if (value) return value;
  }
  return null;
}

/** A template in which these fields are filled, still a template for others. Where nothing is said and nothing is left, it is empty. */
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
      const text = value || firstSaid(piece.alternatives, { has, valueFor });
      if (open.length === 0) return escapeBraces(text ?? '');
      return `{${[...open, ...(text === null ? [] : [`"${text.replaceAll('"', '""')}"`])].join('|')}}`;
    })
    .join('');
}

/** What we know about somebody, for placeholders. Null: they aren't a contact. */
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

/** Latin letters that say nothing about the language: addresses of pages and of e-mail. */
const ADDRESSES =
  /(?:https?:\/\/|www\.)\S+|(?<!\S)\S+@\S+|(?<![\w.-])[\w.-]*[\w-]\.(?:com|org|net|gov|edu|info|bd)\b\S*/giu;
/** A letter with the signs that belong to it, so that a syllable counts alike in both scripts. */
const LETTERS = /\p{L}\p{M}*/gu;
const BANGLA_LETTER = /^\p{Script=Bengali}/u;

/**
 * Whether a message is in Bangla, in Bangla letters: at least half of its letters are. What a template fills in for each
 * person doesn't count, so names in Latin letters don't make a message anything else, and neither do addresses. A message
 * without any letters isn't in another language.
 *
 * @param isTemplate its placeholders are filled for each recipient
 */
export function isInBangla(message: string, isTemplate: boolean): boolean {
  const parsed = isTemplate ? parsePlaceholders(message) : null;
  const written = parsed?.ok ? parsed.pieces.filter(piece => typeof piece === 'string').join(' ') : message;
  const letters = written.replace(ADDRESSES, ' ').match(LETTERS) ?? [];
  return 2 * letters.filter(letter => BANGLA_LETTER.test(letter)).length >= letters.length;
}
