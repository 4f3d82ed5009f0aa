import { z } from 'zod';
import type { PausableWork } from '../kit/in-turns.ts';
import { isLocalNumber, type LocalNumber } from '../kit/number.ts';
import type { Wording } from '../kit/words/wording.ts';
import type { Intent } from '../texts/intent.ts';
import { countParts } from '../texts/parts.ts';
import type { Pieces } from '../texts/placeholders.ts';
import { MAX_RECIPIENTS } from '../texts/recipient.ts';
import type { AlertText, OneText } from './deciding/texting.ts';
import type { Hook } from './hooks.ts';
import { forAnybody } from './own-words.ts';
import { phrase, phraseByTemplate, type Statement } from './phrase.ts';

/** An intent for numbers that get the same words, as many as one may have; `hooks`: whose alerts it tells of. */
export type PlannedIntent = {
  intent: Intent;
  hooks: Set<string>;
  /** Those that it says are firing. */
  incidents: Set<number>;
  /** The same, and those of which it says that something is over. */
  about: Set<number>;
  /** It tells of nothing that is over. */
  alone: boolean;
};

type Phrased = Pick<Intent, 'message' | 'template' | 'linked'>;
type Same = {
  hook: Hook;
  phrased: Phrased;
  numbers: LocalNumber[];
  hooks: Set<string>;
  incidents: Set<number>;
  about: Set<number>;
  alone: boolean;
};

/** How hooks word their texts. */
export type HookWords = {
  wordsOf: (hook: Hook) => Wording;
  /** The template that words a hook's texts; null: its own words do. */
  templateOf: (hook: Hook) => Pieces | null;
  /** How long a link to an incident's page is, as an example; null: none is possible. */
  link: string | null;
};

/** How many parts a text will have, for somebody of whom nothing is known. */
export function partsOf(text: OneText, hooks: readonly Hook[], words: HookWords): number {
  const hook = hooks.find(({ id }) => id === text.hook);
  if (!hook) return 0;
  const { message, template, linked } = worded(text, hook, words).phrased;
  const ending = linked ? ` ${words.link}` : '';
  return countParts(((template && forAnybody(message)) ?? message) + ending).parts;
}

/** Words the texts; numbers whose text would read the same share intents. */
export function* planned(
  texts: readonly AlertText[],
  hooks: readonly Hook[],
  about: HookWords & {
    workspace: string;
    newId: () => string;
    now: number;
  },
): PausableWork<PlannedIntent[]> {
  const all: Same[] = [];
  /** For each wording, its latest intent: the next number goes there while there is room. */
  const open = new Map<string, Same>();
  /** People who wait for the same are told the same. */
  const told = new Map<Statement, { phrased: Phrased; key: string }>();
  for (const text of texts) {
    const { number, hook: id, statement, hooks: toldHooks, incidents, about: concerned } = text;
    const hook = hooks.find(one => one.id === id);
    if (!hook || !isLocalNumber(number)) continue;
    const { phrased, key } = told.get(statement) ?? worded(text, hook, about);
    told.set(statement, { phrased, key });
    let same = open.get(key);
    if (!same || same.numbers.length === MAX_RECIPIENTS) {
      same = {
        hook,
        phrased,
        numbers: [],
        hooks: new Set(),
        incidents: new Set(),
        about: new Set(),
        alone: true,
      };
      open.set(key, same);
      all.push(same);
    }
    same.numbers.push(number);
    for (const one of toldHooks) same.hooks.add(one);
    for (const one of incidents) same.incidents.add(one);
    for (const one of concerned) same.about.add(one);
    if (statement.kinds.some(({ occasion }) => occasion === 'resolved')) same.alone = false;
    yield;
  }
  return all.map(same => {
    const { hooks, incidents, about: concerned, alone } = same;
    return { intent: intentOf(same, about), hooks, incidents, about: concerned, alone };
  });
}

/** By the hook's template, or by its own words where it has none that suits. `key`: the same for texts that may share an intent. */
function worded({ statement, incidents }: OneText, hook: Hook, about: HookWords) {
  const words = about.wordsOf(hook);
  const pieces = about.templateOf(hook);
  const isLinked =
    hook.link && about.link !== null && statement.occasion !== 'resolved' && incidents.length > 0;
  const ending = isLinked ? ` ${about.link}` : '';
  const filled = pieces && phraseByTemplate(statement, { name: hook.name, pieces }, words, ending);
  const phrased: Phrased = {
    ...(filled === null
      ? { message: phrase(statement, hook, words, ending) }
      : { message: filled, template: true }),
    ...(isLinked && { linked: true }),
  };
  // What a link leads to are the incidents of its intent.
  const its = isLinked ? incidents.join() : '';
  return { phrased, key: `${hook.id} ${filled !== null} ${its} ${phrased.message}` };
}

/** What the core keeps of where such a text comes from. `hooks`: whose alerts it tells of; the first is the one whose words it has. */
const sourceDataSchema = z.object({ hooks: z.array(z.string()) });

/** The hooks of whose alerts an intent tells; none if that can't be read. */
export function hooksOf({ source }: Intent): string[] {
  const data = typeof source === 'string' ? null : source.data;
  return sourceDataSchema.safeParse(data).data?.hooks ?? [];
}

function intentOf(
  { hook, phrased, numbers, hooks }: Same,
  { workspace, newId, now }: { workspace: string; newId: () => string; now: number },
): Intent {
  const id = newId();
  const others = [...hooks].filter(one => one !== hook.id);
  return {
    id,
    workspace,
    // It is stored in the same step as the decision, so it needs no other identity.
    identity: `${hook.id} ${id}`,
    source: { feature: 'alerts', kind: 'alert', data: { hooks: [hook.id, ...others] } },
    toldOfHolds: true,
    of: null,
    actor: 'hook',
    to: numbers.map(number => ({ kind: 'number', number })),
    ...phrased,
    priority: 'alert',
    confirmed: true,
    replyTo: null,
    language: hook.language,
    acceptedAt: now,
  };
}
