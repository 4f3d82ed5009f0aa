import { cut } from '../../kit/slack-text.ts';
import { oneLine } from './payload.ts';

/*
 * The fields of a body of which we don't know the sender, by their names alone: `alert_url`, `alertURL` and `Alert Url` are
 * one name. What is in an object or a list is found, too, as deep as senders put what matters.
 */

type Field = { name: string; value: string; depth: number };

export type Fields = {
  /** The value of the first of these names that says something; of one name, the least deep one. Empty: none does. */
  first(names: readonly string[]): string;
  /** All of them, in the order of the names. */
  all(names: readonly string[]): string[];
  /** Whether one of these is true, and whether one is false. */
  is(names: readonly string[], value: boolean): boolean;
};

/** Whatever is in these is as if it were in the body itself. */
const CONTAINERS = new Set(
  `data alert incident event payload message detail details essentials alarm problem issue check monitor fault notification
  attributes customdetails labels commonlabels tags resource downtime heartbeat trigger alertcontext result extra metadata
  params checkparams properties embeds attachments sections fields facts content objectattributes alerts events incidents
  items item records record build workflow pipeline snitch output entity eventdefinition outputfields annotations`.split(
    /\s+/,
  ),
);
const MAX_DEPTH = 3;
const MAX_FIELDS = 2000;
/** More than any text or post says of one field. */
const MAX_VALUE = 4000;
/** What programs write where they have nothing to say, or didn't fill in their own template. */
const NOTHING = /^(null|undefined|none|n\/a|nil|-+|unknown|\*unknown\*|\$[A-Z_]+|\{+[^{}]*\}+)$/i;

const normalized = (name: string): string => name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

export function fieldsOf(body: object): Fields {
  const found: Field[] = [];
  walk(body, '', 0, true, found);
  found.sort((one, other) => one.depth - other.depth);
  const byName = Map.groupBy(found, ({ name }) => name);
  const all = (names: readonly string[]): string[] =>
    names.flatMap(name => byName.get(name)?.find(({ value }) => !NOTHING.test(value))?.value ?? []);
  return {
    all,
    first: names => all(names)[0] ?? '',
    is: (names, wanted) =>
      names.some(name => byName.get(name)?.some(({ value }) => value === String(wanted))),
  };
}

/** The object or list that a text holds as JSON; null: it isn't one. */
export function objectIn(text: string): object | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** @param isOpen what is in it counts under its own name, too, and not only under that of whatever it is in */
function walk(value: object, prefix: string, depth: number, isOpen: boolean, found: Field[]): void {
  for (const [key, given] of Object.entries(value)) {
    if (found.length > MAX_FIELDS) return;
    const name = normalized(key);
    const add = (text: string): void => {
      const said = cut(text, MAX_VALUE).trim();
      if (said === '') return;
      if (isOpen) found.push({ name, value: said, depth });
      if (prefix !== '') found.push({ name: prefix + name, value: said, depth });
    };
    const within = typeof given === 'string' ? objectIn(given) : given;
    if (typeof within === 'object' && within !== null) {
      if (depth < MAX_DEPTH) inside(within, name, depth, isOpen && CONTAINERS.has(name), found, add);
    } else if (typeof given === 'string') {
      // Looks like JSON, and isn't: nobody wants to read that.
      if (!/^\s*[[{]".*/s.test(given)) add(given);
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
    if (key && said) found.push({ name: normalized(key), value: cut(said, MAX_VALUE), depth: depth + 1 });
  }
  if (texts.length > 0) add(texts.slice(0, 5).join(', '));
  const objects = value.filter(one => typeof one === 'object' && one !== null).slice(0, 20);
  const names: string[] = [];
  for (const one of objects as Record<string, unknown>[]) {
    const called = [one.name, one.title, one.displayName, one.key].find(text => typeof text === 'string');
    const said = one.value;
    if (called && (typeof said === 'string' || typeof said === 'number')) {
      found.push({
        name: normalized(String(called)),
        value: cut(String(said), MAX_VALUE).trim(),
        depth: depth + 1,
      });
    } else {
      if (called) names.push(String(called));
      walk(one, name, depth + 1, isOpen, found);
    }
  }
  if (names.length > 0) add(names.slice(0, 5).join(', '));
}

/** A text without the marks of Markdown, Slack's mrkdwn, HTML and emoji codes; its lines stay. */
export function plain(text: string): string {
  return cut(text, MAX_VALUE)
    .replace(/<(?:br|\/p|\/div|\/li|\/h\d)\s*\/?>/gi, '\n')
    .replace(/<(https?:[^|>\s]+)\|([^>]+)>/g, '$2')
    .replace(/<(https?:[^>\s]+)>/g, '$1')
    .replace(/<[!@#][^>]*>/g, ' ')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/\[([^\][]+)\]\((?:https?:)?[^()\s]*\)/g, '$1')
    .replace(/```|%%%|\*\*|__/g, ' ')
    .replace(/(^|\s)\*([^*\n]+)\*(?=\s|[.,:;!?]|$)/g, '$1$2')
    .replace(/`([^`\n]*)`/g, '$1')
    .replace(/(^|\s):[a-z][a-z0-9_+-]*:(?=\s|$)/g, '$1')
    .replace(/^[>#\s]+/gm, '')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&amp;/g, '&')
    .replace(/[ \t]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim();
}

/** Its first line that says something, and all of it. */
export function headAndRest(text: string): { head: string; rest: string } {
  const [head = '', ...rest] = plain(text).split('\n').map(oneLine).filter(Boolean);
  return { head, rest: rest.join('\n') };
}
