import type { AlertFacts } from '../domain/alert.ts';
import { cut } from '../domain/cut.ts';
import { namesIn, type PatternName, type Patterns } from './pattern.ts';

/** Twice what a text can hold. */
const MAX_CHARACTERS = 3200;

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
  const labels = new Set(['alertname', 'instance', ...fieldsAmong(named, 'labels')]);
  const annotations = fieldsAmong(named, 'annotations');

  return facts => {
    const kept = createRoom(MAX_CHARACTERS);
    const summary = summaryIn(facts.annotations);
    const isSaid = {
      message: facts.composed || summary === null || named.has('message'),
      title: !facts.labels.alertname || named.has('title'),
      value: named.has('value'),
    };
    // The main content comes first; everything else shares the room that is left.
    const composed = facts.composed ? kept(facts.message) : '';
    return {
      labels: some(facts.labels, labels, kept),
      annotations: some(facts.annotations, new Set([...(summary ? [summary] : []), ...annotations]), kept),
      title: isSaid.title ? kept(facts.title) : '',
      value: isSaid.value ? kept(facts.value) : '',
      message: facts.composed ? composed : kept(isSaid.message ? facts.message : ''),
      composed: facts.composed,
    };
  };
}

/** The annotation that a summary is made from; null: there is none. */
export function summaryIn(annotations: AlertFacts['annotations']): string | null {
  return ['summary', 'description', 'message'].find(name => annotations[name]) ?? null;
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
