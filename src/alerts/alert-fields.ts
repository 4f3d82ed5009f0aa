import { fold } from '../kit/name-matching.ts';
import { abridged, cut } from '../kit/slack-text.ts';
import type { AlertFacts } from './alert.ts';
import { oneLine } from './payloads/plain.ts';

/* The fields of an alert that a hook's own texts and templates can name. */

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

const SENT_FIELDS = ['labels', 'annotations'] as const;

/** True for a field that every alert has, unlike labels and annotations. */
export const isPlainField = (key: string): key is PlainField =>
  (PLAIN_FIELDS as readonly string[]).includes(key);

/** True for a field that a hook's own words may name. @param key a folded name */
export const isAlertField = (key: string): boolean =>
  isPlainField(key) || /^(?:labels|annotations)\.[^\s{}|]+$/.test(key);

/** The value of a label or an annotation, in any spelling of its name; empty if the alert has none. */
export function sentField(facts: Pick<AlertFacts, 'labels' | 'annotations'> | null, key: string): string {
  const group = SENT_FIELDS.find(prefix => key.startsWith(`${prefix}.`));
  if (!facts || !group) return '';
  const foldedName = key.slice(group.length + 1);
  const [, value = ''] = Object.entries(facts[group]).find(([name]) => fold(name) === foldedName) ?? [];
  return oneLine(value);
}

/** The most characters of an alert's stored facts: twice as many as a text may have. */
const MAX_STORED_CHARACTERS = 3200;
/** Posts show this much of a summary or a description; default texts show less. */
const MAX_SUMMARY_CHARACTERS = 600;

/**
 * Drops the facts that a hook's texts can't use, because many alerts may have to be stored, for example until quiet hours end.
 *
 * @param named the fields in the hook's own words
 * @param hasTemplate keeps all plain fields, because the template may change before the text is written
 */
export function keepUsedFacts(
  named: readonly string[],
  hasTemplate: boolean,
): (facts: AlertFacts) => AlertFacts {
  const keys = new Set(named);
  return facts => {
    const take = createRoom(MAX_STORED_CHARACTERS);
    const ifNamed = (field: 'title' | 'value' | 'message'): string =>
      hasTemplate || keys.has(field) ? take(facts[field]) : '';
    const namedIn = (group: (typeof SENT_FIELDS)[number]): Record<string, string> =>
      named.some(key => key.startsWith(group))
        ? Object.fromEntries(
            Object.entries(facts[group])
              .filter(([name, value]) => value !== '' && keys.has(`${group}.${fold(name)}`))
              .map(([name, value]) => [name, take(value)]),
          )
        : {};
    // A composed message is the text itself, so it gets its room first.
    const composed = facts.composed ? take(facts.message) : '';
    return {
      summary: abridged(take(facts.summary), MAX_SUMMARY_CHARACTERS),
      description: abridged(take(facts.description), MAX_SUMMARY_CHARACTERS),
      links: facts.links,
      labels: namedIn('labels'),
      annotations: namedIn('annotations'),
      title: ifNamed('title'),
      value: ifNamed('value'),
      message: facts.composed ? composed : ifNamed('message'),
      composed: facts.composed,
    };
  };
}

/** Cuts each text to the characters that the ones before it left. */
function createRoom(characters: number): (text: string) => string {
  let room = characters;
  return text => {
    const fitting = cut(text, room);
    room -= fitting.length;
    return fitting;
  };
}
