import { z } from 'zod';
import type { CooperativeTask } from '../kit/fair-scheduler.ts';
import { isLocalNumber, type LocalNumber } from '../kit/number.ts';
import type { Wording } from '../kit/words/wording.ts';
import type { Intent } from '../texts/intent.ts';
import type { Pieces } from '../texts/parse/placeholders.ts';
import { countParts } from '../texts/parts.ts';
import { MAX_RECIPIENTS } from '../texts/recipient.ts';
import { readByAnybody, worded } from './alert-text.ts';
import type { Hook } from './hooks.ts';
import type { AlertText } from './policy/incidents/working-state.ts';
import type { OneText } from './policy/texts/compose-text.ts';
import type { Statement } from './statement.ts';

/** An intent for numbers that are told the same, as many as one may have, and the text that it carries. */
export type PlannedIntent = { intent: Intent; text: Pick<AlertText, 'id' | 'hooks' | 'incidents'> };

type Phrased = Pick<Intent, 'message' | 'template' | 'linked'>;

/** How hooks word their texts. */
export type HookWords = {
  wordsOf: (hook: Hook) => Wording;
  /** The template that words a hook's texts; null: its own words do. */
  templateOf: (hook: Hook) => Pieces | null;
  /** How long a link to an incident's page is, as an example; null: none is possible. */
  link: string | null;
};

/** What words a text of a hook, and whether it ends in a link to the incidents that it says are firing. */
function wordingOf({ statement, firing }: OneText, hook: Hook, about: HookWords) {
  const isLinked = hook.link && about.link !== null && statement.occasion !== 'resolved' && firing.length > 0;
  const voice = { ...hook, pieces: about.templateOf(hook) };
  return { isLinked, by: [voice, about.wordsOf(hook), isLinked ? ` ${about.link}` : ''] as const };
}

/** How many parts a text will have, for somebody of whom nothing is known. */
export function partsOf(text: OneText, hooks: readonly Hook[], words: HookWords): number {
  const hook = hooks.find(({ id }) => id === text.hook);
  return hook ? partsWith(text, wordingOf(text, hook, words).by) : 0;
}

const partsWith = (text: OneText, by: ReturnType<typeof wordingOf>['by']): number =>
  countParts(readByAnybody(named(text, by[1]), ...by)).parts;

/** What is only counted has no name of its own: it gets one. */
export function named({ statement }: Pick<OneText, 'statement'>, { alerts: { beyond } }: Wording): Statement {
  const { name, kinds, test } = statement;
  if (test || kinds.every(({ called }) => called !== '')) return statement;
  return {
    ...statement,
    name: name || beyond,
    kinds: kinds.map(kind => ({ ...kind, called: kind.called || beyond })),
  };
}

/** Words the texts. */
export function* planned(
  texts: readonly AlertText[],
  hooks: readonly Hook[],
  about: HookWords & {
    workspace: string;
    newId: () => string;
    now: number;
  },
): CooperativeTask<PlannedIntent[]> {
  const intents: PlannedIntent[] = [];
  for (const text of texts) {
    const hook = hooks.find(({ id }) => id === text.hook);
    if (!hook) continue;
    const { isLinked, by } = wordingOf(text, hook, about);
    const phrased = { ...worded(named(text, by[1]), ...by), ...(isLinked && { linked: true as const }) };
    const to = text.to.filter(isLocalNumber);
    for (let first = 0; first < to.length; first += MAX_RECIPIENTS) {
      const some = to.slice(first, first + MAX_RECIPIENTS);
      intents.push({ intent: intentOf(hook, text, some, phrased, about), text });
    }
    yield;
  }
  return intents;
}

/**
 * What the core keeps of where such a text comes from. `hooks`: whose alerts it tells of; the first is the one whose words it has.
 * `text` and `incidents`: their ids in the alert state; a link in it leads to these incidents for as long as the intent is kept.
 */
const sourceDataSchema = z.object({
  hooks: z.array(z.string()),
  text: z.int(),
  incidents: z.array(z.int()),
});
type AlertSource = z.infer<typeof sourceDataSchema>;

/** What an intent's text tells of; null: it isn't about alerts, or that can't be read. */
export function alertSourceOf({ source }: Intent): AlertSource | null {
  const data = typeof source === 'string' ? null : source.data;
  return sourceDataSchema.safeParse(data).data ?? null;
}

function intentOf(
  hook: Hook,
  text: AlertText,
  to: readonly LocalNumber[],
  phrased: Phrased,
  { workspace, newId, now }: { workspace: string; newId: () => string; now: number },
): Intent {
  const others = text.hooks.filter(one => one !== hook.id);
  const data: AlertSource = { hooks: [hook.id, ...others], text: text.id, incidents: [...text.incidents] };
  return {
    // It is stored in the same step as the decision, so it comes once.
    id: newId(),
    workspace,
    source: { feature: 'alerts', kind: 'alert', data },
    toldOfHolds: true,
    resendOf: null,
    actor: 'hook',
    to: to.map(number => ({ kind: 'number', number })),
    ...phrased,
    priority: 'alert',
    confirmed: true,
    replyTo: null,
    language: hook.language,
    acceptedAt: now,
  };
}
