import { z } from 'zod';
import { callSchema } from '../domain/alert.ts';
import type { Clock } from '../domain/clock.ts';
import type { InTurns, PausableWork } from '../domain/in-turns.ts';
import type { Pieces } from '../domain/placeholders.ts';
import type { Log } from '../log.ts';
import type { FindEach } from '../sending/recipients.ts';
import type { Worker } from '../sending/worker.ts';
import type { Inboxes, LeasedInbox } from '../storage/ports.ts';
import { wordingIn } from '../wording/index.ts';
import type { Languages } from '../workspaces/languages.ts';
import type { TemplateBook } from '../workspaces/template-book.ts';
import { consider, type Decision } from './deciding/decide.ts';
import { merge } from './deciding/merge.ts';
import { type AlertState, EMPTY_STATE } from './deciding/state.ts';
import { stateSchema, toStored } from './deciding/stored.ts';
import type { Hook, Hooks } from './hooks.ts';
import { readInbox } from './inbox.ts';
import { createInboxWorker } from './inbox-worker.ts';
import { createLookUp } from './look-up.ts';
import { pack } from './packing.ts';
import { planned } from './planning.ts';
import { routesOf } from './routes.ts';
import { eventsOf, type SaidHeld, withUnreadable } from './saying.ts';
import { readAlertTemplate } from './template-for-alerts.ts';

/**
 * Deciding takes as long as Slack takes to say whom a recipient stands for. If that takes longer than this, another
 * process makes the same decision and one of the two is stored; if a process dies, alerts wait no longer than this.
 */
const LEASE_MS = 6000;

const storedSchema = z.object({
  alerts: stateSchema,
  held: z.record(z.string(), z.string()),
});

const SCHEMAS = { state: storedSchema, event: callSchema };

/**
 * Turns calls and time into texts and news. A decision, its texts and its news are stored in one step: a process that
 * dies halfway has decided nothing, and if two make the same decision, one counts.
 *
 * @param decided is called when there may be texts to send and news to post
 */
export function createAlertWorker(parts: {
  inboxes: Inboxes;
  hooks: Pick<Hooks, 'remembered'>;
  findEach: FindEach;
  languages: Pick<Languages, 'of'>;
  templates: Pick<TemplateBook, 'shared'>;
  inTurns: InTurns;
  clock: Clock;
  log: Log;
  newId: () => string;
  decided: (decision: Decision) => void;
}): Worker {
  const { inboxes, hooks: store, findEach, languages, inTurns, clock, log, newId, decided } = parts;
  const lookUp = createLookUp(findEach, inTurns);

  /** The templates that word hooks' texts, by the hook; none where one was deleted, or doesn't suit alerts any more. */
  async function templatesOf(workspace: string, hooks: readonly Hook[]): Promise<Map<string, Pieces>> {
    const wanted = hooks.flatMap(({ id, template }) => (template === null ? [] : [{ id, template }]));
    const found = await Promise.all(
      wanted.map(({ template }) => parts.templates.shared(workspace, template)),
    );
    return new Map(
      wanted.flatMap(({ id }, index) => {
        const read = readAlertTemplate(found[index]?.text ?? '');
        return found[index] && read.ok ? [[id, read.pieces] as const] : [];
      }),
    );
  }

  async function work(leased: LeasedInbox): Promise<void> {
    const { workspace } = leased.address;
    const read = await inTurns(workspace, readInbox(leased, SCHEMAS, newId));
    const { state: stored, earlier, events: calls, unreadable, toCommit } = read;
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
    // If nobody is texted, the language doesn't matter.
    const language = decision.texts.length > 0 ? await languages.of(workspace, null) : 'en';
    const templates =
      decision.texts.length > 0 ? await templatesOf(workspace, hooks) : new Map<string, Pieces>();
    const texts = await inTurns(
      workspace,
      planned(decision.texts, hooks, {
        workspace,
        templateOf: hook => templates.get(hook.id) ?? null,
        wordsOf: hook => wordingIn(hook.language ?? language),
        newId,
        now,
      }),
    );
    const news = withUnreadable(decision.news, unreadable, [...routes.keys()]);
    const { events, held } = eventsOf(workspace, news, texts, stored?.held ?? {});
    const state = await inTurns(workspace, written(decision.state, held));
    const intents = texts.map(({ intent }) => intent);
    const next = { state, dueAt: decision.dueAt, intents, events, unreadable };
    if (await inboxes.commit(toCommit, next, clock.now())) decided(decision);
  }

  return createInboxWorker({
    inboxes,
    kind: 'alerts',
    leaseMs: LEASE_MS,
    byTimeOfDay: true,
    work,
    failure: 'can’t process alerts; trying again',
    clock,
    log,
  });
}

function* written(state: AlertState, held: SaidHeld): PausableWork<string> {
  const alerts = yield* toStored(state);
  const json = JSON.stringify({ alerts, held });
  yield;
  return pack(json);
}
