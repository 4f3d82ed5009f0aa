import type { AlertFacts } from '../domain/alert.ts';
import { cut } from '../domain/cut.ts';
import { namesIn, type Templates } from './template.ts';

/** Twice as much as a text can hold. */
const MAX_CHARACTERS = 3200;

/**
 * Keeps of an alert what a hook's texts can say, and nothing else: what its templates name, and what the defaults are
 * made of. Many alerts may wait, for the end of quiet hours for example, and each call is worth what its texts say.
 */
export function keeping(templates: Templates): (facts: AlertFacts) => AlertFacts {
  const named = new Set([templates.firing, templates.resolved].flatMap(namesIn));
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
    // What a text is mainly made of comes first: what is left has the room that is left.
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

/** The annotation that a summary is made of; null: there is none. */
export function summaryIn(annotations: AlertFacts['annotations']): string | null {
  return ['summary', 'description', 'message'].find(name => annotations[name]) ?? null;
}

function fieldsAmong(names: ReadonlySet<string>, of: 'labels' | 'annotations'): string[] {
  return [...names].flatMap(name => (name.startsWith(`${of}.`) ? name.slice(of.length + 1) : []));
}

/** Texts that have so many characters together: each is cut to what the ones before it left. */
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
