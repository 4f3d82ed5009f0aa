import { z } from 'zod';
import { callSchema } from '../domain/alert.ts';
import type { Clock } from '../domain/clock.ts';
import type { Intent } from '../domain/intent.ts';
import { isLocalNumber, type LocalNumber } from '../domain/number.ts';
import { MAX_RECIPIENTS } from '../domain/recipient.ts';
import type { Log } from '../log.ts';
import type { FindEach } from '../sending/recipients.ts';
import type { Worker } from '../sending/worker.ts';
import type { Mail, Mailboxes, MailCommit, UnreadableLetter } from '../storage/ports.ts';
import { wordingIn } from '../wording/index.ts';
import type { Languages } from '../workspaces/languages.ts';
import type { Lookup } from './deciding/assign.ts';
import { consider, type Decision } from './deciding/decide.ts';
import { merge } from './deciding/merge.ts';
import { type News, noNews } from './deciding/news.ts';
import { EMPTY_STATE } from './deciding/state.ts';
import { stateSchema, toStored } from './deciding/stored.ts';
import type { Release } from './deciding/text.ts';
import type { Hook, Hooks } from './hooks.ts';
import { readMail } from './mail.ts';
import { createMailWorker } from './mail-worker.ts';
import { phrase } from './phrase.ts';
import type { FeedLetter } from './posts/feed.ts';
import { fromKey, toKey } from './recipients.ts';
import { routesOf } from './routes.ts';

/**
 * Deciding takes as long as Slack takes to say whom a recipient stands for. Where that is longer, another process
 * decides the same and one of the two is written; where a process ended, alerts wait no longer than this.
 */
const LEASE_MS = 6000;

const storedSchema = z.object({
  alerts: stateSchema,
  /** What was last said to be held back, by hook: said again only when it changes. */
  held: z.record(z.string(), z.string()),
});

const SCHEMAS = { state: storedSchema, letter: callSchema };

/** What numbers get the same words, as many as one intent may have. */
type Planned = { hook: Hook; message: string; numbers: LocalNumber[]; hooks: Set<string> };

/**
 * Turns calls and time into texts and news. A decision, the texts that follow and what is said of them are written in
 * one step: a process that dies on the way has decided nothing, and of two that decide the same one counts.
 *
 * @param decided is called when there may be texts to send and news to post
 */
export function createAlertWorker(parts: {
  mailboxes: Mailboxes;
  hooks: Pick<Hooks, 'remembered'>;
  findEach: FindEach;
  languages: Pick<Languages, 'of'>;
  clock: Clock;
  log: Log;
  newId: () => string;
  decided: (decision: Decision) => void;
}): Worker {
  const { mailboxes, hooks: store, findEach, languages, clock, log, newId, decided } = parts;

  async function lookUp(workspace: string, recipients: Iterable<string>): Promise<Map<string, Lookup>> {
    const keys = [...recipients];
    const found = await findEach(workspace, keys.map(fromKey));
    return new Map(
      found.map(({ numbers, omitted, silent, tooMany }, index): [string, Lookup] => {
        const key = keys[index] ?? '';
        const named = omitted.map(({ who, problem }) => ({ recipient: toKey(who), problem }));
        if (tooMany) named.push({ recipient: key, problem: tooMany });
        return [key, { numbers, omitted: named, silent: silent.map(toKey) }];
      }),
    );
  }

  async function work(mail: Mail): Promise<void> {
    const { workspace } = mail.box;
    const { state: stored, earlier, letters: calls, unreadable } = readMail(mail, SCHEMAS, newId);
    const before = earlier.reduce((state, { alerts }) => merge(state, alerts), stored?.alerts ?? EMPTY_STATE);
    const heldBefore = stored?.held ?? {};
    const hooks = await store.remembered(workspace);
    const routes = routesOf(hooks);
    const { recipients, decide } = consider(before, calls, routes, clock.now());
    const known = await lookUp(workspace, recipients);
    const now = clock.now();
    const decision = decide(key => known.get(key) ?? { numbers: [], omitted: [], silent: [key] }, {
      now,
      wall: clock.wall(now),
    });
    const planned = await plan(workspace, decision.texts, hooks);
    const intents = planned.map(one => intentOf(workspace, one, now));
    const held: Record<string, string> = {};
    const letters: MailCommit['letters'] = [];
    const allNews = withUnreadable(decision.news, unreadable, [...routes.keys()]);
    for (const news of allNews) {
      const texts = intents
        .filter((_intent, index) => planned[index]?.hooks.has(news.hook))
        .map(({ id }) => id);
      const nowHeld = news.held.length > 0 ? JSON.stringify(news.held) : '';
      if (nowHeld) held[news.hook] = nowHeld;
      const isNews = texts.length > 0 || saysSomething(news) || nowHeld !== (heldBefore[news.hook] ?? '');
      if (isNews) letters.push(letterFor(workspace, news, texts));
    }
    for (const hook of Object.keys(heldBefore)) {
      // Nothing is held any more, and nothing else is to be said of it.
      const isSaid = allNews.some(news => news.hook === hook);
      if (!isSaid) letters.push(letterFor(workspace, noNews(hook), []));
    }
    const state = JSON.stringify({ alerts: toStored(decision.state), held });
    const next = { state, dueAt: decision.dueAt, intents, letters, unreadable };
    if (await mailboxes.commit(mail, next, clock.now())) decided(decision);
  }

  /** Texts in words; numbers that would read the same share intents. */
  async function plan(
    workspace: string,
    texts: readonly Release[],
    hooks: readonly Hook[],
  ): Promise<Planned[]> {
    const planned: Planned[] = [];
    /** The last one of each words: the next number goes there, as long as it has room. */
    const open = new Map<string, Planned>();
    for (const { number, hook: id, statement, hooks: about } of texts) {
      const hook = hooks.find(one => one.id === id);
      if (!hook || !isLocalNumber(number)) continue;
      const words = wordingIn(hook.language ?? (await languages.of(workspace, null)));
      const message = phrase(statement, hook, words);
      const key = `${id} ${message}`;
      let same = open.get(key);
      if (!same || same.numbers.length === MAX_RECIPIENTS) {
        same = { hook, message, numbers: [], hooks: new Set() };
        open.set(key, same);
        planned.push(same);
      }
      same.numbers.push(number);
      for (const one of about) same.hooks.add(one);
    }
    return planned;
  }

  function intentOf(workspace: string, { hook, message, numbers }: Planned, now: number): Intent {
    const id = newId();
    return {
      id,
      workspace,
      // Written in one step with the decision, so it needs no other; the hook stands first, for whoever is told.
      identity: `${hook.id} ${id}`,
      source: 'hook',
      of: null,
      actor: 'hook',
      to: numbers.map(number => ({ kind: 'number', number })),
      message,
      lane: 'alert',
      confirmed: true,
      answer: null,
      language: hook.language,
      acceptedAt: now,
    };
  }

  return createMailWorker({
    mailboxes,
    kind: 'alerts',
    leaseMs: LEASE_MS,
    byTimeOfDay: true,
    work,
    failure: 'alerts could not be decided; it is tried again',
    clock,
    log,
  });
}

/** What could not be read is said of the hook that it names; else of every hook, since nobody knows which it was. */
function withUnreadable(
  news: readonly News[],
  unreadable: readonly (UnreadableLetter & { about: string | null })[],
  hooks: readonly string[],
): News[] {
  const all = new Map(news.map(one => [one.hook, one]));
  for (const { id, about } of unreadable) {
    for (const hook of about !== null && hooks.includes(about) ? [about] : hooks) {
      const before = all.get(hook) ?? noNews(hook);
      all.set(hook, { ...before, unreadable: [...before.unreadable, id] });
    }
  }
  return [...all.values()];
}

function saysSomething(news: News): boolean {
  const { held: _held, moreHeld: _more, hook: _hook, ...rest } = news;
  return Object.values(rest).some(value => (typeof value === 'number' ? value > 0 : value.length > 0));
}

function letterFor(
  workspace: string,
  { hook, ...news }: News,
  texts: string[],
): MailCommit['letters'][number] {
  const letter: FeedLetter = { kind: 'news', ...news, unlisted: 0, texts };
  return { box: { kind: 'posts', workspace, name: hook }, body: JSON.stringify(letter) };
}
