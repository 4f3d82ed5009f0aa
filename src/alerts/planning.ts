import type { PausableWork } from '../domain/in-turns.ts';
import type { Intent } from '../domain/intent.ts';
import { isLocalNumber, type LocalNumber } from '../domain/number.ts';
import { MAX_RECIPIENTS } from '../domain/recipient.ts';
import type { Wording } from '../wording/index.ts';
import type { AlertText } from './deciding/text.ts';
import type { Hook } from './hooks.ts';
import { phrase, type Statement } from './phrase.ts';

/** An intent for numbers that get the same words, as many as one may have; `hooks`: whose alerts it tells about. */
export type PlannedIntent = { intent: Intent; hooks: Set<string> };

type Same = { hook: Hook; message: string; numbers: LocalNumber[]; hooks: Set<string> };

/** Words the texts; numbers whose text would read the same share intents. */
export function* planned(
  texts: readonly AlertText[],
  hooks: readonly Hook[],
  about: { workspace: string; wordsOf: (hook: Hook) => Wording; newId: () => string; now: number },
): PausableWork<PlannedIntent[]> {
  const all: Same[] = [];
  /** For each wording, its latest intent: the next number goes there while there is room. */
  const open = new Map<string, Same>();
  /** People who wait for the same are told the same. */
  const phrased = new Map<Statement, string>();
  for (const { number, hook: id, statement, hooks: its } of texts) {
    const hook = hooks.find(one => one.id === id);
    if (!hook || !isLocalNumber(number)) continue;
    const message = phrased.get(statement) ?? phrase(statement, hook, about.wordsOf(hook));
    phrased.set(statement, message);
    const key = `${id} ${message}`;
    let same = open.get(key);
    if (!same || same.numbers.length === MAX_RECIPIENTS) {
      same = { hook, message, numbers: [], hooks: new Set() };
      open.set(key, same);
      all.push(same);
    }
    same.numbers.push(number);
    for (const one of its) same.hooks.add(one);
    yield;
  }
  return all.map(same => ({ intent: intentOf(same, about), hooks: same.hooks }));
}

function intentOf(
  { hook, message, numbers }: Same,
  { workspace, newId, now }: { workspace: string; newId: () => string; now: number },
): Intent {
  const id = newId();
  return {
    id,
    workspace,
    // It is stored in the same step as the decision, so it needs no other identity; the hook comes first because it
    // tells us whom to report to.
    identity: `${hook.id} ${id}`,
    source: 'hook',
    of: null,
    actor: 'hook',
    to: numbers.map(number => ({ kind: 'number', number })),
    message,
    priority: 'alert',
    confirmed: true,
    replyTo: null,
    language: hook.language,
    acceptedAt: now,
  };
}
