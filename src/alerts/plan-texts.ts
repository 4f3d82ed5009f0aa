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
import { isPage } from './paging/page-id.ts';
import type { AlertText } from './policy/incidents/working-state.ts';
import type { OneText } from './policy/texts/compose-text.ts';
import type { Statement } from './statement.ts';

/** An intent for as many numbers as an intent may have, and the text that it carries. */
export type PlannedIntent = { intent: Intent; text: Pick<AlertText, 'id' | 'hooks' | 'incidents'> };

type Phrased = Pick<Intent, 'message' | 'template' | 'linked'>;

/** The languages and templates of hooks. */
export type HookWords = {
  wordsOf: (hook: Hook) => Wording;
  /** The template that words a hook's texts; null if its own words do. */
  templateOf: (hook: Hook) => Pieces | null;
  /** An example of a link to an incident's page, for its length; null if links aren't possible. */
  link: string | null;
};

/** The arguments that word a text of a hook. It ends in a link if it says that incidents are firing. */
function wordingOf({ statement, firing }: OneText, hook: Hook, about: HookWords) {
  const isLinked = hook.link && about.link !== null && statement.occasion !== 'resolved' && firing.length > 0;
  const voice = { ...hook, pieces: about.templateOf(hook) };
  return { isLinked, by: [voice, about.wordsOf(hook), isLinked ? ` ${about.link}` : ''] as const };
}

/** The number of parts of a text to a reader of whom nothing is known. */
export function partsOf(text: OneText, hooks: readonly Hook[], words: HookWords): number {
  const hook = hooks.find(({ id }) => id === text.hook);
  return hook ? partsWith(text, wordingOf(text, hook, words).by) : 0;
}

/** What a text says, without a link, to a reader of whom nothing is known. */
export function saidIn(text: OneText, hook: Hook, about: HookWords): string {
  const [voice, words] = wordingOf(text, hook, about).by;
  return readByAnybody(named(text, words), voice, words);
}

const partsWith = (text: OneText, by: ReturnType<typeof wordingOf>['by']): number =>
  countParts(readByAnybody(named(text, by[1]), ...by)).parts;

/** Names the alerts that are only counted and so have no name. */
export function named({ statement }: Pick<OneText, 'statement'>, { alerts: { beyond } }: Wording): Statement {
  const { name, kinds, test } = statement;
  if (test || kinds.every(({ called }) => called !== '')) return statement;
  return {
    ...statement,
    name: name || beyond,
    kinds: kinds.map(kind => ({ ...kind, called: kind.called || beyond })),
  };
}

/** Words texts, and divides the numbers of each among intents. */
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
 * The source of an intent about alerts. `hooks`: the hooks whose alerts it tells of; the first hook words it. `text` and `incidents`: ids
 * in the alert state. A link in the text leads to these incidents as long as the intent is stored.
 */
const sourceDataSchema = z.object({
  hooks: z.array(z.string()),
  text: z.int(),
  incidents: z.array(z.int()),
});
type AlertSource = z.infer<typeof sourceDataSchema>;

/** The hooks and incidents that an intent tells of; null if it isn't about alerts or can't be read. */
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
  const hooks = [hook.id, ...text.hooks.filter(id => id !== hook.id)];
  const data: AlertSource = { hooks, text: text.id, incidents: [...text.incidents] };
  return {
    // New each time, because the intent is stored in the same commit as the decision.
    id: newId(),
    workspace,
    source: { feature: 'alerts', kind: 'alert', data },
    toldOfHolds: true,
    resendOf: null,
    // The texts of a page count as those of the person who paged.
    actor: isPage(hook.id) ? hook.createdBy : 'hook',
    to: to.map(number => ({ kind: 'number', number })),
    ...phrased,
    priority: 'alert',
    confirmed: true,
    replyTo: null,
    language: hook.language,
    acceptedAt: now,
  };
}
