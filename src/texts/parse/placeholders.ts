import { fold } from '../../kit/name-matching.ts';
import type { ContactFacts } from '../recipient-directory.ts';

/*
 * The language of templates: text containing `{name}`, with an optional fallback for people without one:
 * `{name|friend}`. `{{` is a brace. There is nothing else. Plain messages are never read like this.
 */

/** The part of a template that differs from one person to the next. */
type Placeholder = {
  /** As it was typed. */
  name: string;
  /** In the form used for comparing names; the two that mean the person's name are one. */
  key: string;
  /** What is used for people without a value; null: then nothing may be sent. */
  fallback: string | null;
};

/** A parsed template: text as it goes out, and placeholders. */
export type Pieces = readonly (string | Placeholder)[];

/** What is wrong with a template, and the words there: from the brace on. */
type PlaceholderFault = { kind: 'unclosed' | 'empty' | 'name_too_long'; near: string };

export const NAME_KEY = 'name';
/** A link that lets the person stop getting texts. */
export const STOP_KEY = 'stop';
/** What imports call the column in Bangla. */
const BANGLA_NAME = fold('নাম');

/** The longest name a column may have. */
const MAX_NAME = 40;
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
    // A placeholder ends on its line, and contains no other brace.
    const inside = /^[^{}\r\n]*(?=\})/.exec(source.slice(open + 1))?.[0];
    if (inside === undefined) return fault('unclosed');
    const placeholder = placeholderOf(inside);
    if (placeholder.key === '') return fault('empty');
    if ([...placeholder.name].length > MAX_NAME) return fault('name_too_long');
    if (text !== '') pieces.push(text);
    pieces.push(placeholder);
    text = '';
    at = open + inside.length + 2;
  }
  if (text !== '') pieces.push(text);
  return { ok: true, pieces };
}

function placeholderOf(inside: string): Placeholder {
  const bar = inside.indexOf('|');
  const name = (bar < 0 ? inside : inside.slice(0, bar)).trim();
  const key = fold(name);
  return {
    name,
    key: key === BANGLA_NAME ? NAME_KEY : key,
    fallback: bar < 0 ? null : inside.slice(bar + 1).trim(),
  };
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

/**
 * Fills a template, and changes nothing else in it.
 *
 * @param valueFor the known value, by key; empty or null: none
 * @returns the text, or the names of the placeholders that have neither a value nor a fallback
 */
export function fillIn(
  pieces: Pieces,
  valueFor: (key: string) => string | null,
): { ok: true; text: string } | { ok: false; missing: string[] } {
  const missing = new Set<string>();
  const filled = pieces.map(piece => {
    if (typeof piece === 'string') return piece;
    const value = valueFor(piece.key) || piece.fallback;
    if (value === null) missing.add(piece.name);
    return value ?? '';
  });
  return missing.size > 0 ? { ok: false, missing: [...missing] } : { ok: true, text: filled.join('') };
}

/** A template with some of its placeholders filled, still a template. */
export function fillSome(pieces: Pieces, valueFor: (key: string) => string | null): string {
  return pieces
    .map(piece => {
      if (typeof piece === 'string') return escapeBraces(piece);
      const value = valueFor(piece.key);
      if (value) return escapeBraces(value);
      return `{${piece.name}${piece.fallback === null ? '' : `|${piece.fallback}`}}`;
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
