import { z } from 'zod';
import type { CooperativeTask } from '../kit/fair-scheduler.ts';
import { isLocalNumber } from '../kit/number.ts';
import type { Wording } from '../kit/words/wording.ts';
import type { Intent } from '../texts/intent.ts';
import type { Pieces } from '../texts/parse/placeholders.ts';
import { countParts } from '../texts/parts.ts';
import { MAX_RECIPIENTS } from '../texts/recipient.ts';
import type { AlertText, OneText } from './deciding/texting.ts';
import type { Hook } from './hooks.ts';
import { readByAnybody, type Statement, worded } from './phrase.ts';

/** An intent for numbers that get the same words, as many as one may have; `hooks`: whose alerts it tells of. */
export type PlannedIntent = {
  intent: Intent;
  hooks: ReadonlySet<string>;
  /** Those that it says are firing. */
  incidents: ReadonlySet<number>;
  /** The same, and those of which it says that something is over. */
  about: ReadonlySet<number>;
  /** It tells of nothing that is over. */
  alone: boolean;
};

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
function wordingOf({ statement, incidents }: OneText, hook: Hook, about: HookWords) {
  const isLinked =
    hook.link && about.link !== null && statement.occasion !== 'resolved' && incidents.length > 0;
  const voice = { ...hook, pieces: about.templateOf(hook) };
  return { isLinked, by: [voice, about.wordsOf(hook), isLinked ? ` ${about.link}` : ''] as const };
}

/** How many parts a text will have, for somebody of whom nothing is known. */
export function partsOf(text: OneText, hooks: readonly Hook[], words: HookWords): number {
  const hook = hooks.find(({ id }) => id === text.hook);
  return hook ? countParts(readByAnybody(text.statement, ...wordingOf(text, hook, words).by)).parts : 0;
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
): CooperativeTask<PlannedIntent[]> {
  const same = new Map<string, { hook: Hook; phrased: Phrased; texts: AlertText[] }>();
  /** People who wait for the same are told the same. */
  const told = new Map<Statement, { phrased: Phrased; key: string }>();
  for (const text of texts) {
    const { number, statement, incidents } = text;
    const hook = hooks.find(({ id }) => id === text.hook);
    if (!hook || !isLocalNumber(number)) continue;
    let its = told.get(statement);
    if (!its) {
      const { isLinked, by } = wordingOf(text, hook, about);
      const phrased = { ...worded(statement, ...by), ...(isLinked && { linked: true as const }) };
      // What a link leads to are the incidents of its intent.
      const key = JSON.stringify([hook.id, phrased, isLinked && incidents]);
      its = { phrased, key };
      told.set(statement, its);
    }
    const others = same.get(its.key);
    if (others) others.texts.push(text);
    else same.set(its.key, { hook, phrased: its.phrased, texts: [text] });
    yield;
  }
  return [...same.values()].flatMap(({ hook, phrased, texts }) =>
    Array.from({ length: Math.ceil(texts.length / MAX_RECIPIENTS) }, (_, n) =>
      plannedFor(texts.slice(n * MAX_RECIPIENTS, (n + 1) * MAX_RECIPIENTS), hook, phrased, about),
    ),
  );
}

function plannedFor(
  texts: readonly AlertText[],
  hook: Hook,
  phrased: Phrased,
  about: Parameters<typeof planned>[2],
): PlannedIntent {
  // Texts that say the same share these lists.
  const all = <T>(of: (text: AlertText) => readonly T[]): Set<T> =>
    new Set([...new Set(texts.map(of))].flat());
  const hooks = all(text => text.hooks);
  return {
    intent: intentOf(hook, hooks, phrased, texts, about),
    hooks,
    incidents: all(({ incidents }) => incidents),
    about: all(text => text.about),
    alone: !texts.some(({ statement }) => statement.kinds.some(({ occasion }) => occasion === 'resolved')),
  };
}

/** What the core keeps of where such a text comes from. `hooks`: whose alerts it tells of; the first is the one whose words it has. */
const sourceDataSchema = z.object({ hooks: z.array(z.string()) });

/** The hooks of whose alerts an intent tells; none if that can't be read. */
export function hooksOf({ source }: Intent): string[] {
  const data = typeof source === 'string' ? null : source.data;
  return sourceDataSchema.safeParse(data).data?.hooks ?? [];
}

function intentOf(
  hook: Hook,
  hooks: ReadonlySet<string>,
  phrased: Phrased,
  texts: readonly AlertText[],
  { workspace, newId, now }: { workspace: string; newId: () => string; now: number },
): Intent {
  const id = newId();
  const others = [...hooks].filter(one => one !== hook.id);
  return {
    id,
    workspace,
    // It is stored in the same step as the decision, so it needs no other identity.
    idempotencyKey: `${hook.id} ${id}`,
    source: { feature: 'alerts', kind: 'alert', data: { hooks: [hook.id, ...others] } },
    toldOfHolds: true,
    resendOf: null,
    actor: 'hook',
    to: texts.flatMap(({ number }) => (isLocalNumber(number) ? { kind: 'number', number } : [])),
    ...phrased,
    priority: 'alert',
    confirmed: true,
    replyTo: null,
    language: hook.language,
    acceptedAt: now,
  };
}
