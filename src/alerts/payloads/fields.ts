import { readJson } from '../../kit/json.ts';
import { readable } from './lengths.ts';

/*
 * Finds fields in an unknown sender's body by their names: `alert_url`, `alertURL` and `Alert Url` are the same name. Fields in objects
 * and lists count, too, down to `MAX_DEPTH`.
 */

export type Field = { name: string; value: string; depth: number };

export type Fields = {
  /** The value of the first of these names that has a value; empty if none has. */
  first(names: readonly string[]): string;
  /** For each name that has values, the least deep value, in the order of the names. */
  all(names: readonly string[]): string[];
  /** Like `all`, with the deeper values of the same name, too. */
  every(names: readonly string[]): Field[];
  /** The names that match. */
  named(pattern: RegExp): string[];
  /** True if one of the names has this value. */
  is(names: readonly string[], value: boolean): boolean;
  /** All fields whose value has a letter. */
  spoken(): Field[];
};

/** Fields in objects and lists with these names count as fields of the body itself. */
const CONTAINERS = new Set(
  `data alert incident event payload message detail details essentials alarm problem issue check monitor fault notification
  attributes customdetails labels commonlabels tags resource downtime heartbeat trigger alertcontext result extra metadata
  params checkparams properties embeds attachments sections fields facts content objectattributes alerts events incidents
  items item records record build workflow pipeline snitch output entity eventdefinition outputfields annotations context body
  componentupdate condition allof`.split(/\s+/),
);
const MAX_DEPTH = 3;
const MAX_FIELDS = 2000;
/** Placeholders for a missing value, and template variables that were not filled in. */
const NOTHING =
  /^(null|undefined|none|n\/a|nil|<na>|[-\s]+|unknown|\*unknown\*|\$[A-Z_]+|%[a-z]+%?|\{+[^{}]*\}+|\[[A-Z]+_[A-Z_]+\])$/i;

/** Splits a list of names, which must be written as `normalized` writes them. */
export const list = (names: string): readonly string[] => names.trim().split(/\s+/);

const normalized = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

export function fieldsOf(body: object): Fields {
  const fields: Field[] = [];
  walk(body, '', 0, true, fields);
  fields.sort((one, other) => one.depth - other.depth);
  const byName = Map.groupBy(fields, ({ name }) => name);
  const every = (names: readonly string[]): Field[] =>
    names.flatMap(name => byName.get(name)?.filter(({ value }) => !NOTHING.test(value)) ?? []);
  const all = (names: readonly string[]): string[] =>
    names.flatMap(name => byName.get(name)?.find(({ value }) => !NOTHING.test(value))?.value ?? []);
  return {
    all,
    every,
    named: pattern => [...byName.keys()].filter(name => pattern.test(name)),
    spoken: () => fields.filter(({ value }) => /\p{L}/u.test(value) && !NOTHING.test(value)),
    first: names => all(names)[0] ?? '',
    is: (names, flag) => names.some(name => byName.get(name)?.some(({ value }) => value === String(flag))),
  };
}

/** Longer fields aren't parsed as JSON, because parsing can't yield. In UTF-16 units; real fields have a few thousand. */
const MAX_JSON_CHARACTERS = 65_536;

/** The object or list that a text holds as JSON; null if it holds none, or is too long. */
export function objectIn(text: string): object | null {
  if (text.length > MAX_JSON_CHARACTERS || !/^\s*[[{]/.test(text)) return null;
  const value = readJson(text);
  return typeof value === 'object' ? value : null;
}

/** @param isOpen true if a field counts under its own name, too, and not only with the prefix */
function walk(value: object, prefix: string, depth: number, isOpen: boolean, fields: Field[]): void {
  for (const [key, content] of Object.entries(value).slice(0, MAX_FIELDS)) {
    if (fields.length > MAX_FIELDS) return;
    const name = normalized(readable('label', key));
    const add = (text: string): void => {
      const trimmed = readable('words', text).trim();
      if (trimmed === '') return;
      if (isOpen) fields.push({ name, value: trimmed, depth });
      if (prefix !== '') fields.push({ name: prefix + name, value: trimmed, depth });
    };
    const inner = typeof content === 'string' ? objectIn(content) : content;
    if (typeof inner === 'object' && inner !== null) {
      if (depth < MAX_DEPTH) walkInner(inner, name, depth, isOpen && CONTAINERS.has(name), fields, add);
    } else if (typeof content === 'string') {
      // Leaves out broken JSON, because people can't read it.
      if (!/^\s*(?:\{\s*"|\[\s*[{"])/.test(content)) add(content);
    } else if (typeof content === 'number' || typeof content === 'boolean') add(String(content));
  }
}

function walkInner(
  value: object,
  name: string,
  depth: number,
  isOpen: boolean,
  fields: Field[],
  add: (text: string) => void,
): void {
  if (!Array.isArray(value)) {
    walk(value, name, depth + 1, isOpen, fields);
    return;
  }
  const texts = value.filter(item => typeof item === 'string' || typeof item === 'number').map(String);
  // Reads tags such as `host:web-1` as fields.
  for (const text of isOpen ? texts : []) {
    const [, key, tagValue] = /^([\w.-]{2,30}):\s*(\S.*)$/s.exec(text) ?? [];
    if (key && tagValue)
      fields.push({ name: normalized(key), value: readable('words', tagValue), depth: depth + 1 });
  }
  if (texts.length > 0) add(texts.slice(0, 5).join(', '));
  const objects = value.filter(item => typeof item === 'object' && item !== null).slice(0, 20);
  const names: string[] = [];
  for (const item of objects as Record<string, unknown>[]) {
    const label = [item.name, item.title, item.displayName, item.key].find(text => typeof text === 'string');
    if (label && (typeof item.value === 'string' || typeof item.value === 'number')) {
      fields.push({
        name: normalized(readable('label', String(label))),
        value: readable('words', String(item.value)).trim(),
        depth: depth + 1,
      });
    } else {
      if (label) names.push(readable('name', String(label)));
      walk(item, name, depth + 1, isOpen, fields);
    }
  }
  if (names.length > 0) add(names.slice(0, 5).join(', '));
}
