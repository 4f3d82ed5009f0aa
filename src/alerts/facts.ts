import { abridged, cut } from '../kit/slack-text.ts';
import type { AlertFacts } from './alert.ts';
import { namesIn, type PatternName, type Patterns } from './pattern.ts';

/** Twice what a text can hold. */
const MAX_CHARACTERS = 3200;
/** What a post shows of a summary or a description; a text by default has room for less. */
const MAX_SUMMARY = 600;

/**
 * Keeps only the facts about an alert that a hook's texts can use: what its templates name, and what the default texts
 * need. Many alerts may be waiting, for example for the end of quiet hours, and we store each.
 *
 * @param template the template that words them; nobody knows now what it will say by then
 */
export function keeping(
  templates: Patterns,
  template: string | null = null,
): (facts: AlertFacts) => AlertFacts {
  const named = new Set<PatternName>([templates.firing, templates.resolved].flatMap(namesIn));
  if (template !== null) for (const name of ['message', 'title', 'value'] as const) named.add(name);
  const labels = new Set(fieldsAmong(named, 'labels'));
  const annotations = new Set(fieldsAmong(named, 'annotations'));

  return facts => {
    const kept = createRoom(MAX_CHARACTERS);
    const ifNamed = (name: 'title' | 'value' | 'message'): string =>
      named.has(name) ? kept(facts[name]) : '';
    // The main content comes first; everything else shares the room that is left.
    const composed = facts.composed ? kept(facts.message) : '';
    return {
      summary: abridged(kept(facts.summary), MAX_SUMMARY),
      description: abridged(kept(facts.description), MAX_SUMMARY),
      links: facts.links,
      labels: some(facts.labels, labels, kept),
      annotations: some(facts.annotations, annotations, kept),
      title: ifNamed('title'),
      value: ifNamed('value'),
      message: facts.composed ? composed : ifNamed('message'),
      composed: facts.composed,
    };
  };
}

function fieldsAmong(names: ReadonlySet<string>, of: 'labels' | 'annotations'): string[] {
  return [...names].flatMap(name => (name.startsWith(`${of}.`) ? name.slice(of.length + 1) : []));
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

function some(
  fields: Record<string, string>,
  names: ReadonlySet<string>,
  kept: (text: string) => string,
): Record<string, string> {
  const there = [...names].filter(name => Object.hasOwn(fields, name) && fields[name] !== '');
  return Object.fromEntries(there.map(name => [name, kept(fields[name] ?? '')]));
}
