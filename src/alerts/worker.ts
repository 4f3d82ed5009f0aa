import { z } from 'zod';
import { callSchema } from '../domain/alert.ts';
import type { Clock } from '../domain/clock.ts';
import type { Recipient } from '../domain/recipient.ts';
import type { InTurns, Steps } from '../domain/steps.ts';
import type { Log } from '../log.ts';
import type { FindEach } from '../sending/recipients.ts';
import type { Worker } from '../sending/worker.ts';
import type { Mail, Mailboxes } from '../storage/ports.ts';
import { wordingIn } from '../wording/index.ts';
import type { Languages } from '../workspaces/languages.ts';
import type { Lookup } from './deciding/assign.ts';
import { consider, type Decision } from './deciding/decide.ts';
import { merge } from './deciding/merge.ts';
import { EMPTY_STATE, type State } from './deciding/state.ts';
import { stateSchema, toStored } from './deciding/stored.ts';
import type { Hooks } from './hooks.ts';
import { readMail } from './mail.ts';
import { createMailWorker } from './mail-worker.ts';
import { pack } from './packing.ts';
import { planned } from './planning.ts';
import { fromKey, toKey } from './recipients.ts';
import { routesOf } from './routes.ts';
import { lettersOf, type SaidHeld, withUnreadable } from './saying.ts';

/**
 * Deciding takes as long as Slack takes to say whom a recipient stands for. Where that is longer, another process
 * decides the same and one of the two is written; where a process ended, alerts wait no longer than this.
 */
const LEASE_MS = 6000;

const storedSchema = z.object({
  alerts: stateSchema,
  held: z.record(z.string(), z.string()),
});

const SCHEMAS = { state: storedSchema, letter: callSchema };

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
  inTurns: InTurns;
  clock: Clock;
  log: Log;
  newId: () => string;
  decided: (decision: Decision) => void;
}): Worker {
  const { mailboxes, hooks: store, findEach, languages, inTurns, clock, log, newId, decided } = parts;

  async function lookUp(workspace: string, recipients: Iterable<string>): Promise<Map<string, Lookup>> {
    const { known, others } = await inTurns(workspace, withoutNumbers(recipients));
    if (others.length === 0) return known;
    const all = await findEach(
      workspace,
      others.map(([, who]) => who),
    );
    for (const [index, [key]] of others.entries()) {
      const found = all[index];
      if (!found) continue;
      const { numbers, omitted, silent, tooMany } = found;
      const named = omitted.map(({ who, problem }) => ({ recipient: toKey(who), problem }));
      if (tooMany) named.push({ recipient: key, problem: tooMany });
      known.set(key, { numbers, omitted: named, silent: silent.map(toKey) });
    }
    return known;
  }

  async function work(leased: Mail): Promise<void> {
    const { workspace } = leased.box;
    const read = await inTurns(workspace, readMail(leased, SCHEMAS, newId));
    const { state: stored, earlier, letters: calls, unreadable, mail } = read;
    const before = earlier.reduce((state, { alerts }) => merge(state, alerts), stored?.alerts ?? EMPTY_STATE);
    const hooks = await store.remembered(workspace);
    const routes = routesOf(hooks);
    const { recipients, decide } = await inTurns(workspace, consider(before, calls, routes, clock.now()));
    const known = await lookUp(workspace, recipients);
    const now = clock.now();
    const decision = await inTurns(
      workspace,
      decide(key => known.get(key) ?? { numbers: [], omitted: [], silent: [key] }, {
        now,
        wall: clock.wall(now),
      }),
    );
    // Who is not texted need not be understood.
    const language = decision.texts.length > 0 ? await languages.of(workspace, null) : 'en';
    const texts = await inTurns(
      workspace,
      planned(decision.texts, hooks, {
        workspace,
        wordsOf: hook => wordingIn(hook.language ?? language),
        newId,
        now,
      }),
    );
    const news = withUnreadable(decision.news, unreadable, [...routes.keys()]);
    const { letters, held } = lettersOf(workspace, news, texts, stored?.held ?? {});
    const state = await inTurns(workspace, written(decision.state, held));
    const intents = texts.map(({ intent }) => intent);
    const next = { state, dueAt: decision.dueAt, intents, letters, unreadable };
    if (await mailboxes.commit(mail, next, clock.now())) decided(decision);
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

/** Numbers are known without asking; `others`: whom something has to be asked about, by their keys. */
function* withoutNumbers(
  keys: Iterable<string>,
): Steps<{ known: Map<string, Lookup>; others: [string, Recipient][] }> {
  const known = new Map<string, Lookup>();
  const others: [string, Recipient][] = [];
  for (const key of keys) {
    const who = fromKey(key);
    if (who.kind === 'number') known.set(key, { numbers: [who.number], omitted: [], silent: [] });
    else others.push([key, who]);
    yield;
  }
  return { known, others };
}

function* written(state: State, held: SaidHeld): Steps<string> {
  const alerts = yield* toStored(state);
  const json = JSON.stringify({ alerts, held });
  yield;
  return pack(json);
}
