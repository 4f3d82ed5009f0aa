import type { Contact } from './contact.ts';
import { fold } from './folded.ts';

/*
 * The language of templates: text with `{name}` in it, where a fallback may follow for whoever has none: `{name|friend}`.
 * `{{` is a brace. There is nothing else. Plain messages are never read so.
 */

/** What stands in a template in place of what differs from one person to the next. */
export type Placeholder = {
  /** As it was typed. */
  name: string;
  /** As names are compared; the two that mean the person's name are one. */
  key: string;
  /** What is said of whoever has no value; null: then nothing may be sent. */
  fallback: string | null;
};

/** A template that was read: text as it goes out, and placeholders. */
export type Pieces = readonly (string | Placeholder)[];

/** What is wrong with a template, and the words where: from the brace on. */
export type PlaceholderFault = { kind: 'unclosed' | 'empty' | 'name_too_long'; near: string };

export const NAME_KEY = 'name';
/** A link of ours by which the person is texted no more. */
export const STOP_KEY = 'stop';
/** Imports call the column so in Bangla. */
const BANGLA_NAME = fold('নাম');

/** As long as the name of a column may be. */
const MAX_NAME = 40;
const NEAR = 20;

/** Reads a template, in one pass. */
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
    // A placeholder ends on its line, and has no other brace in it.
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

/** A template's placeholders, in their order. */
export function placeholdersIn(pieces: Pieces): Placeholder[] {
  return pieces.filter(piece => typeof piece !== 'string');
}

/** Whether its text has a link by which people are texted no more. */
export function hasStop(pieces: Pieces): boolean {
  return placeholdersIn(pieces).some(({ key }) => key === STOP_KEY);
}

/** Text that a template has as it is: what reads as a placeholder in it is none. */
export function escapeBraces(text: string): string {
  return text.replaceAll('{', '{{');
}

/**
 * Fills a template, and changes nothing else in it.
 *
 * @param valueFor what is known, by key; empty or null: nothing
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

/** A template with some of its placeholders filled, as a template. */
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

/** What is known of somebody, for placeholders. Null: they are no contact. */
export function valuesOf(
  contact: Pick<Contact, 'name' | 'columns'> | null,
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
