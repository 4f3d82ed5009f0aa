import type { Clock } from '../kit/clock.ts';
import type { InTurns } from '../kit/in-turns.ts';
import type { LeasedInbox } from '../kit/inbox/model.ts';
import { readInbox } from '../kit/inbox/reading.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { createInboxWorker } from '../kit/inbox/worker.ts';
import type { Handling } from '../kit/stalls/handling.ts';
import type { WordsFor } from '../kit/words/wording.ts';
import type { Worker } from '../kit/worker.ts';
import type { Log } from '../log.ts';
import type { TemplateBook } from '../templates/book.ts';
import type { Pieces } from '../texts/placeholders.ts';
import type { FindEach } from '../texts/sending/recipients.ts';
import type { History } from '../texts/store/history.ts';
import type { AlertLinks } from '../texts/text-links.ts';
import type { Languages } from '../workspace/settings.ts';
import { type Act, alertEventSchema, type Call } from './alert.ts';
import { consider, type Decision } from './deciding/decide.ts';
import { relatedTo } from './deciding/fates.ts';
import { noteTexts } from './deciding/incidents.ts';
import { routesOf } from './deciding/route.ts';
import { EMPTY_STATE } from './deciding/state.ts';
import type { TextFates } from './fates.ts';
import type { Hook, Hooks } from './hooks.ts';
import { merge, stateSchema, written } from './kept-state.ts';
import { readAlertTemplate } from './own-words.ts';
import { type HookWords, partsOf, planned } from './planning.ts';
import { eventsOf } from './posts/feed.ts';
import { createLookUp } from './whom.ts';

/**
 * Deciding takes as long as Slack takes to say whom a recipient stands for. If that takes longer than this, another
 * process makes the same decision and one of the two is stored; if a process dies, alerts wait no longer than this.
 */
const LEASE_MS = 6000;

const SCHEMAS = { state: stateSchema, event: alertEventSchema };

/**
 * Turns calls and time into texts and news. A decision, its texts and its news are stored in one step: a process that
 * dies halfway has decided nothing, and if two make the same decision, one counts.
 *
 * @param decided is called when there may be texts to send and news to post
 */
export function createAlertWorker(parts: {
  inboxes: Inboxes;
  history: Pick<History, 'costPerPart'>;
  fates: TextFates;
  hooks: Pick<Hooks, 'remembered'>;
  findEach: FindEach;
  languages: Pick<Languages, 'of'>;
  words: Pick<WordsFor, 'in'>;
  templates: Pick<TemplateBook, 'shared'>;
  links: Pick<AlertLinks, 'isPossible' | 'sample'>;
  inTurns: InTurns;
  handling: Handling;
  clock: Clock;
  log: Log;
  newId: () => string;
  decided: (decision: Decision) => void;
}): Worker {
  const {
    inboxes,
    hooks: store,
    findEach,
    fates,
    languages,
    links,
    inTurns,
    clock,
    log,
    newId,
    decided,
  } = parts;
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

  /** Workspaces with heartbeats that this process looked at, and nothing failed since. */
  const watched = new Set<string>();

  async function wordsOf(workspace: string, hooks: readonly Hook[]): Promise<HookWords> {
    const language = await languages.of(workspace, null);
    const templates = await templatesOf(workspace, hooks);
    return {
      templateOf: hook => templates.get(hook.id) ?? null,
      wordsOf: hook => parts.words.in(hook.language ?? language),
      link: links.isPossible() ? links.sample() : null,
    };
  }

  async function work(leased: LeasedInbox): Promise<void> {
    const { workspace } = leased.address;
    try {
      await decide(leased);
    } catch (error) {
      watched.delete(workspace);
      throw error;
    }
  }

  async function decide(leased: LeasedInbox): Promise<void> {
    const { workspace } = leased.address;
    const read = await inTurns(workspace, readInbox(leased, SCHEMAS, newId));
    const { state: stored, earlier, events: given, unreadable, toCommit } = read;
    const before = earlier.reduce(merge, stored ?? EMPTY_STATE);
    const hooks = await store.remembered(workspace);
    const routes = routesOf(hooks);
    const unsent = new Set(given.flatMap(event => ('unsent' in event ? event.unsent : [])));
    const happened = {
      events: given.filter((event): event is Call | Act => !('unsent' in event || 'beat' in event)),
      beats: given.filter(event => 'beat' in event),
      isSure: watched.has(workspace),
      unreadable: unreadable.filter(({ isKnown }) => !isKnown),
      unsent,
      fates: await fates.of(workspace, relatedTo(before, unsent)),
    };
    const considered = await inTurns(workspace, consider(before, happened, routes, clock.now()));
    const known = await lookUp(workspace, considered.recipients);
    // Before the decision is stored: if this process dies in between, they are called off again.
    for (const intent of considered.callOff) await fates.callOff(workspace, intent);
    const related = await fates.of(workspace, considered.related);
    // Its words decide what a text costs: where credits are limited, they are needed beforehand.
    const isLimited = [...routes.values()].some(({ daily }) => daily && 'credits' in daily);
    const wordsBefore = isLimited ? await wordsOf(workspace, hooks) : null;
    const past = isLimited ? await parts.history.costPerPart(workspace) : null;
    const now = clock.now();
    const decision = await inTurns(
      workspace,
      considered.decide(
        key => known.get(key) ?? { numbers: [], omitted: [], silent: [key] },
        { now, wall: clock.wall(now) },
        related,
        { partsOf: text => (wordsBefore ? partsOf(text, hooks, wordsBefore) : 1), past },
      ),
    );
    // If nobody is texted, they don't matter.
    const words = decision.texts.length > 0 ? (wordsBefore ?? (await wordsOf(workspace, hooks))) : null;
    const texts = words
      ? await inTurns(workspace, planned(decision.texts, hooks, { workspace, ...words, newId, now }))
      : [];
    noteTexts(decision.state, texts, now);
    const events = eventsOf(workspace, decision.news, texts, decision.state, before);
    const state = await inTurns(workspace, written(decision.state));
    const intents = texts.map(({ intent }) => intent);
    const next = { state, dueAt: decision.dueAt, intents, events, unreadable };
    if (!(await inboxes.commit(toCommit, next, clock.now()))) return;
    if (decision.state.watch.lookedAt === null) watched.delete(workspace);
    else watched.add(workspace);
    decided(decision);
  }

  return createInboxWorker({
    inboxes,
    kind: 'alerts',
    leaseMs: LEASE_MS,
    byTimeOfDay: true,
    work,
    failure: 'can’t process alerts; trying again',
    handling: parts.handling,
    clock,
    log,
  });
}
