import { fold } from '../kit/name-matching.ts';
import { abridged, cut } from '../kit/slack-text.ts';
import type { AlertFacts } from './alert.ts';
import { oneLine } from './payloads/plain.ts';

/* What texts about an alert may name, in a hook's own words and in the templates that word them. */

const PLAIN_FIELDS = [
  'what',
  'where',
  'summary',
  'state',
  'severity',
  'value',
  'link',
  'count',
  'more',
  'hook',
  'title',
  'message',
] as const;
export type PlainField = (typeof PLAIN_FIELDS)[number];

const SENT = ['labels', 'annotations'] as const;

/** Whether every hook's texts may name it: all but the labels and annotations of an alert. */
export const isPlainField = (key: string): key is PlainField =>
  (PLAIN_FIELDS as readonly string[]).includes(key);

/** Whether a hook's own words may name it. @param key as placeholders are compared */
export const isAlertField = (key: string): boolean =>
  isPlainField(key) || /^(?:labels|annotations)\.[^\s{}|]+$/.test(key);

/** The value of a label or an annotation, however its name is written; empty: the alert has none, or that is no such field. */
export function sentField(facts: Pick<AlertFacts, 'labels' | 'annotations'> | null, key: string): string {
  const of = SENT.find(one => key.startsWith(`${one}.`));
  if (!facts || !of) return '';
  const name = key.slice(of.length + 1);
  const [, value = ''] = Object.entries(facts[of]).find(([one]) => fold(one) === name) ?? [];
  return oneLine(value);
}

/** Twice what a text can hold. */
const MAX_KEPT = 3200;
/** What a post shows of a summary or a description; a text by default has room for less. */
const MAX_SUMMARY = 600;

/**
 * Keeps only the facts about an alert that a hook's texts can use: what its own words name, and what the default texts need.
 * Many alerts may be waiting, for example for the end of quiet hours, and we store each.
 *
 * @param named the fields in the hook's own words
 * @param hasTemplate a template words its texts: nobody knows now what it will say by then
 */
export function keeping(named: readonly string[], hasTemplate: boolean): (facts: AlertFacts) => AlertFacts {
  const keys = new Set(named);
  const isKept = (key: PlainField): boolean => hasTemplate || keys.has(key);
  return facts => {
    const kept = createRoom(MAX_KEPT);
    const ifNamed = (field: 'title' | 'value' | 'message'): string =>
      isKept(field) ? kept(facts[field]) : '';
    const some = (of: (typeof SENT)[number]): Record<string, string> =>
      named.some(key => key.startsWith(of))
        ? Object.fromEntries(
            Object.entries(facts[of])
              .filter(([name, value]) => value !== '' && keys.has(`${of}.${fold(name)}`))
              .map(([name, value]) => [name, kept(value)]),
          )
        : {};
    // The main content comes first; everything else shares the room that is left.
    const composed = facts.composed ? kept(facts.message) : '';
    return {
      summary: abridged(kept(facts.summary), MAX_SUMMARY),
      description: abridged(kept(facts.description), MAX_SUMMARY),
      links: facts.links,
      labels: some('labels'),
      annotations: some('annotations'),
      title: ifNamed('title'),
      value: ifNamed('value'),
      message: facts.composed ? composed : ifNamed('message'),
      composed: facts.composed,
    };
  };
}

/** Texts that share this many characters: each is cut to what the ones before it left. */
function createRoom(characters: number): (text: string) => string {
  let left = characters;
  return text => {
    const kept = cut(text, left);
    left -= kept.length;
    return kept;
  };
}
