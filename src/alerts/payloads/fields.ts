import { readJson } from '../../kit/json.ts';
import { readable } from './lengths.ts';

/*
 * The fields of a body of which we don't know the sender, by their names alone: `alert_url`, `alertURL` and `Alert Url` are
 * one name. What is in an object or a list is found, too, as deep as senders put what matters.
 */

export type Field = { name: string; value: string; depth: number };

export type Fields = {
  /** The value of the first of these names that says something; of one name, the least deep one. Empty: none does. */
  first(names: readonly string[]): string;
  /** All of them, in the order of the names. */
  all(names: readonly string[]): string[];
  /** Every one that says something, also deeper ones of the same name. */
  every(names: readonly string[]): Field[];
  /** The names that are like this. */
  named(like: RegExp): string[];
  /** Whether one of these is true, and whether one is false. */
  is(names: readonly string[], value: boolean): boolean;
  /** All that has a letter in it, as it came. */
  spoken(): Field[];
};

/** Whatever is in these is as if it were in the body itself. */
const CONTAINERS = new Set(
  `data alert incident event payload message detail details essentials alarm problem issue check monitor fault notification
  attributes customdetails labels commonlabels tags resource downtime heartbeat trigger alertcontext result extra metadata
  params checkparams properties embeds attachments sections fields facts content objectattributes alerts events incidents
  items item records record build workflow pipeline snitch output entity eventdefinition outputfields annotations context body
  componentupdate condition allof`.split(/\s+/),
);
const MAX_DEPTH = 3;
const MAX_FIELDS = 2000;
/** What programs write where they have nothing to say, or didn't fill in their own template. */
const NOTHING =
  /^(null|undefined|none|n\/a|nil|<na>|[-\s]+|unknown|\*unknown\*|\$[A-Z_]+|%[a-z]+%?|\{+[^{}]*\}+|\[[A-Z]+_[A-Z_]+\])$/i;

const normalized = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

export function fieldsOf(body: object): Fields {
  const found: Field[] = [];
  walk(body, '', 0, true, found);
  found.sort((one, other) => one.depth - other.depth);
  const byName = Map.groupBy(found, ({ name }) => name);
  const every = (names: readonly string[]): Field[] =>
    names.flatMap(name => byName.get(name)?.filter(({ value }) => !NOTHING.test(value)) ?? []);
  const all = (names: readonly string[]): string[] =>
    names.flatMap(name => byName.get(name)?.find(({ value }) => !NOTHING.test(value))?.value ?? []);
  return {
    all,
    every,
    named: like => [...byName.keys()].filter(name => like.test(name)),
    spoken: () => found.filter(({ value }) => /\p{L}/u.test(value) && !NOTHING.test(value)),
    first: names => all(names)[0] ?? '',
    is: (names, wanted) =>
      names.some(name => byName.get(name)?.some(({ value }) => value === String(wanted))),
  };
}

/** The most of a text that is read as JSON in one go, in UTF-16 units: a real one has a few thousand. */
const MAX_WITHIN = 65_536;

/** The object or list that a text holds as JSON; null: it isn't one, or too long to be read. */
export function objectIn(text: string): object | null {
  if (text.length > MAX_WITHIN || !/^\s*[[{]/.test(text)) return null;
  const value = readJson(text);
  return typeof value === 'object' ? value : null;
}

/** @param isOpen what is in it counts under its own name, too, and not only under that of whatever it is in */
function walk(value: object, prefix: string, depth: number, isOpen: boolean, found: Field[]): void {
  for (const [key, given] of Object.entries(value).slice(0, MAX_FIELDS)) {
    if (found.length > MAX_FIELDS) return;
    const name = normalized(readable('label', key));
    const add = (text: string): void => {
      const said = readable('words', text).trim();
      if (said === '') return;
      if (isOpen) found.push({ name, value: said, depth });
      if (prefix !== '') found.push({ name: prefix + name, value: said, depth });
    };
    const within = typeof given === 'string' ? objectIn(given) : given;
    if (typeof within === 'object' && within !== null) {
      if (depth < MAX_DEPTH) inside(within, name, depth, isOpen && CONTAINERS.has(name), found, add);
    } else if (typeof given === 'string') {
      // Looks like JSON, and isn't: nobody wants to read that.
      if (!/^\s*(?:\{\s*"|\[\s*[{"])/.test(given)) add(given);
    } else if (typeof given === 'number' || typeof given === 'boolean') add(String(given));
  }
}

function inside(
  value: object,
  name: string,
  depth: number,
  isOpen: boolean,
  found: Field[],
  add: (text: string) => void,
): void {
  if (!Array.isArray(value)) {
    walk(value, name, depth + 1, isOpen, found);
    return;
  }
  const texts = value.filter(one => typeof one === 'string' || typeof one === 'number').map(String);
  // `host:web-1`
  for (const text of isOpen ? texts : []) {
    const [, key, said] = /^([\w.-]{2,30}):\s*(\S.*)$/s.exec(text) ?? [];
    if (key && said) found.push({ name: normalized(key), value: readable('words', said), depth: depth + 1 });
  }
  if (texts.length > 0) add(texts.slice(0, 5).join(', '));
  const objects = value.filter(one => typeof one === 'object' && one !== null).slice(0, 20);
  const names: string[] = [];
  for (const one of objects as Record<string, unknown>[]) {
    const called = [one.name, one.title, one.displayName, one.key].find(text => typeof text === 'string');
    const said = one.value;
    if (called && (typeof said === 'string' || typeof said === 'number')) {
      found.push({
        name: normalized(readable('label', String(called))),
        value: readable('words', String(said)).trim(),
        depth: depth + 1,
      });
    } else {
      if (called) names.push(readable('name', String(called)));
      walk(one, name, depth + 1, isOpen, found);
    }
  }
  if (names.length > 0) add(names.slice(0, 5).join(', '));
}
