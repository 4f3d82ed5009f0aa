import type { Clock } from '../kit/clock.ts';
import { context, section } from '../kit/slack/elements.ts';
import type { Message } from '../kit/slack/message.ts';
import type { Poster } from '../kit/slack/posting.ts';
import type { Leaders } from '../kit/slack/warnings.ts';
import type { Wording, WordsFor } from '../kit/words/wording.ts';
import type { Log } from '../log.ts';
import { readerProblem } from '../texts/sending/send-policy.ts';
import type { LinkedKeys } from '../workspace/linked-keys.ts';
import type { People } from '../workspace/people.ts';
import { keeperOf } from '../workspace/roles.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import type { Attention, CurrentWarning } from './attention.ts';
import { isToTell, nameOf, withoutTold, withTold } from './record.ts';

/** Warnings in one message; the others are only counted. */
const MAX_IN_MESSAGE = 10;

/** Tells people of new warnings, each at most once, in one direct message. */
export type TellWarnings = (workspace: string, warnings: readonly CurrentWarning[]) => Promise<void>;

export function createTellWarnings(deps: {
  attention: Pick<Attention, 'change'>;
  people: Pick<People, 'facts' | 'admins'>;
  keys: Pick<LinkedKeys, 'linked'>;
  settings: Pick<SettingsOf, 'shown'>;
  poster: Pick<Poster, 'post'>;
  words: Pick<WordsFor, 'of'>;
  clock: Clock;
  log: Log;
}): TellWarnings {
  const { attention, people, keys, settings, poster, words, clock, log } = deps;

  /** False for people who left or became guests, and while Slack doesn't say. */
  async function mayRead(workspace: string, userId: string): Promise<boolean> {
    const [answer, rules] = await Promise.all([people.facts(workspace, userId), settings.shown(workspace)]);
    return readerProblem(answer, rules) === null;
  }

  /** The user ids of those who are told, by whom a warning concerns. */
  async function leadersOf(workspace: string): Promise<Record<Leaders, readonly string[]>> {
    const [key, { managers }] = await Promise.all([keys.linked(workspace), settings.shown(workspace)]);
    const keeper = await keeperOf(people, workspace, key);
    const admins = keeper === null ? [] : [keeper];
    return { managers: [...new Set([...managers, ...admins])], admins };
  }

  return async (workspace, all) => {
    const now = clock.now();
    const due = all.filter(({ record }) => isToTell(record, now, clock.wall()));
    if (due.length === 0) return;
    const leaders = await leadersOf(workspace);
    const byPerson = new Map<string, CurrentWarning[]>();
    for (const current of due) {
      const { people: own, leaders: kind } = current.warning;
      for (const userId of new Set([...own, ...(kind === null ? [] : leaders[kind])])) {
        if (current.record.told.includes(userId)) continue;
        byPerson.set(userId, [...(byPerson.get(userId) ?? []), current]);
      }
    }
    for (const [userId, warnings] of byPerson) {
      if (await mayRead(workspace, userId)) await tell(workspace, userId, warnings);
    }
  };

  async function tell(workspace: string, userId: string, all: readonly CurrentWarning[]): Promise<void> {
    const tellings = all.map(({ record }) => ({ name: nameOf(record), userId }));
    let isNew: typeof tellings = [];
    await attention.change(workspace, before => {
      const marked = withTold(before, tellings, clock.now());
      isNew = [...marked.isNew];
      return marked.after;
    });
    const names = new Set(isNew.map(({ name }) => name));
    const warnings = all.filter(({ record }) => names.has(nameOf(record)));
    if (warnings.length === 0) return;
    const message = warningMessage(await words.of(workspace, userId), warnings);
    const posted = await poster.post(workspace, userId, message);
    if (posted.kind === 'ok') log.info({ workspace, warnings: warnings.length }, 'somebody was warned');
    if (posted.kind === 'refused') log.warn({ workspace, error: posted.error }, 'Slack refused a warning');
    // Tried again with the next look.
    if (posted.kind === 'away') await attention.change(workspace, before => withoutTold(before, isNew));
  }
}

function warningMessage(words: Wording, all: readonly CurrentWarning[]): Message {
  const { attention } = words;
  const sentences = all.slice(0, MAX_IN_MESSAGE).map(({ warning }) => warning.say(words));
  const more = all.length - sentences.length;
  return {
    text: [attention.message, ...sentences.map(({ text }) => `• ${text}`)].join('\n'),
    blocks: [
      section(attention.message),
      ...sentences.map(({ text, button }) => ({
        ...section(text),
        ...(button ? { accessory: button } : {}),
      })),
      ...(more > 0 ? [context(attention.moreAtHome(more))] : []),
    ],
  };
}
