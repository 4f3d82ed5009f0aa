import type { Holidays } from '../holidays/service.ts';
import type { Clock } from '../kit/clock.ts';
import type { FairScheduler } from '../kit/fair-scheduler.ts';
import type { LeasedInbox } from '../kit/inbox/model.ts';
import { readInbox } from '../kit/inbox/reading.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import { createInboxWorker } from '../kit/inbox/worker.ts';
import type { Handling } from '../kit/stalls/handling.ts';
import type { WordsFor } from '../kit/words/wording.ts';
import type { Worker } from '../kit/worker.ts';
import type { Log } from '../log.ts';
import type { TemplateBook } from '../templates/service.ts';
import type { Pieces } from '../texts/parse/placeholders.ts';
import type { OnCallRotasOf } from '../texts/recipient-directory.ts';
import type { History } from '../texts/store/history.ts';
import type { AlertLinks } from '../texts/text-links.ts';
import type { Languages } from '../workspace/settings.ts';
import { messageEvents } from './calling/direct-message.ts';
import type { TextDeliveries } from './delivery-status.ts';
import { readAlertTemplate } from './hook-words.ts';
import type { Hook, Hooks } from './hooks.ts';
import { noticeEvents } from './notices/notice.ts';
import { type HookWords, type PlannedIntent, partsOf, planned } from './plan-texts.ts';
import { mergeUpdates } from './policy/channel/channel-update.ts';
import { type Decision, decide } from './policy/decide.ts';
import { type PolicyEvent, policyEventSchema } from './policy/events.ts';
import { routesOf } from './policy/incidents/route.ts';
import { type AlertState, type Block, EMPTY_STATE } from './policy/incidents/state.ts';
import { mergeStates } from './policy/merge-states.ts';
import { readState, writeState } from './policy/stored-state.ts';
import { eventsOf } from './posts/news.ts';
import type { FindCalled } from './recipient-lookup.ts';
import { rotasInSteps } from './second-steps.ts';
import { mergeTimelines, timelineEvents } from './timeline/worker.ts';

/**
 * A decision takes as long as Slack takes to say who a recipient stands for. After this time another process makes the same decision,
 * and one of the two is stored. If a process dies, alerts wait no longer than this.
 */
const LEASE_MS = 6000;

const SCHEMAS = { state: readState, event: policyEventSchema };

/** The most decisions with look-ups in one commit. Afterwards the next commit continues. */
const MAX_ROUNDS = 50;

/** The time until the next check whether texts can go. */
const CHECK_BLOCKED_MS = 15_000;

/** Notes the intents that carry each text. */
function withIntents(state: AlertState, intents: readonly PlannedIntent[]): AlertState {
  const texts = new Map(state.texts);
  for (const { intent, text } of intents) {
    const inFlight = texts.get(text.id);
    if (inFlight) texts.set(text.id, { ...inFlight, intents: [...inFlight.intents, intent.id] });
  }
  return { ...state, texts };
}

/**
 * Turns stored events and time into texts, posts and notices:
 *
 *   read the inbox → decide, look up recipients, decide again → word the texts → commit
 *
 * One commit stores the state and everything that follows from it. So a process that dies halfway has decided nothing, and of two
 * processes that make the same decision, one succeeds.
 *
 * @param decided called after a commit, because there may be texts to send and posts to update
 */
export function createAlertWorker(deps: {
  inboxes: Inboxes;
  history: Pick<History, 'costPerPart'>;
  deliveries: TextDeliveries;
  /** Why no text of a workspace can go now; null if texts can go. */
  blockOf: (workspace: string) => Promise<Block | null>;
  hooks: Pick<Hooks, 'remembered'>;
  holidays: Pick<Holidays, 'days'>;
  lookUp: FindCalled;
  onCallRotas: OnCallRotasOf;
  languages: Pick<Languages, 'of'>;
  words: Pick<WordsFor, 'in'>;
  templates: Pick<TemplateBook, 'shared'>;
  links: Pick<AlertLinks, 'isPossible' | 'sample'>;
  runFairly: FairScheduler;
  handling: Handling;
  clock: Clock;
  log: Log;
  newId: () => string;
  decided: (decision: Decision) => void;
}): Worker {
  const {
    inboxes,
    hooks: store,
    lookUp,
    deliveries,
    languages,
    links,
    runFairly,
    clock,
    log,
    newId,
    decided,
  } = deps;

  /** The templates that word hooks' texts, by hook. A template that was deleted or no longer suits alerts is left out. */
  async function templatesOf(workspace: string, hooks: readonly Hook[]): Promise<Map<string, Pieces>> {
    const templates = await Promise.all(
      hooks.map(({ template }) => (template === null ? null : deps.templates.shared(workspace, template))),
    );
    return new Map(
      hooks.flatMap(({ id }, index) => {
        const template = templates[index];
        const read = template && readAlertTemplate(template.text);
        return read?.ok ? [[id, read.pieces] as const] : [];
      }),
    );
  }

  /** Workspaces whose heartbeats this process has looked at without a failure since. */
  const watched = new Set<string>();

  async function wordsOf(workspace: string, hooks: readonly Hook[]): Promise<HookWords> {
    const language = await languages.of(workspace, null);
    const templates = await templatesOf(workspace, hooks);
    return {
      templateOf: hook => templates.get(hook.id) ?? null,
      wordsOf: hook => deps.words.in(hook.language ?? language),
      link: links.isPossible() ? links.sample() : null,
    };
  }

  async function work(leased: LeasedInbox): Promise<void> {
    const { workspace } = leased.address;
    try {
      await decideOn(leased);
    } catch (error) {
      watched.delete(workspace);
      throw error;
    }
  }

  async function decideOn(leased: LeasedInbox): Promise<void> {
    const { workspace } = leased.address;
    const read = await runFairly(workspace, readInbox(leased, SCHEMAS, newId));
    const { state: stored, earlier, events: storedEvents, unreadable, toCommit } = read;
    const before = earlier.reduce(mergeStates, stored ?? EMPTY_STATE);
    const hooks = await store.remembered(workspace);
    const routes = routesOf(hooks, await rotasInSteps(deps.onCallRotas, workspace, hooks));
    const blocked = await deps.blockOf(workspace);
    const events: PolicyEvent[] = [
      { kind: 'sending', blocked },
      ...storedEvents,
      ...unreadable.flatMap(({ id, about, isKnown }): PolicyEvent[] =>
        isKnown ? [] : [{ kind: 'unreadable', id, hook: about }],
      ),
    ];
    const areQuiet = [...routes.values()].some(({ quietOnHolidays }) => quietOnHolidays);
    const holidays = areQuiet ? await deps.holidays.days(workspace) : new Map<number, string>();
    // A limit in credits needs the words of a text before the decision, because they decide its cost.
    const isLimited = [...routes.values()].some(({ daily }) => daily && 'credits' in daily);
    const wordsBefore = isLimited ? await wordsOf(workspace, hooks) : null;
    const past = isLimited ? await deps.history.costPerPart(workspace) : null;
    const decision = await decideAll(workspace, before, events, {
      routes,
      pricing: { partsOf: text => (wordsBefore ? partsOf(text, hooks, wordsBefore) : 1), past },
      holidays,
      isSure: watched.has(workspace),
    });
    const now = clock.now();
    // Before the commit: if this process dies in between, the next decision cancels them again.
    for (const id of decision.cancelled)
      for (const intent of before.texts.get(id)?.intents ?? []) await deliveries.cancel(workspace, intent);
    const words = decision.texts.length > 0 ? (wordsBefore ?? (await wordsOf(workspace, hooks))) : null;
    const texts = words
      ? await runFairly(workspace, planned(decision.texts, hooks, { workspace, ...words, newId, now }))
      : [];
    const state = withIntents(decision.state, texts);
    const next = {
      state: await runFairly(workspace, writeState(state)),
      dueAt:
        state.blocked && state.incidents.size > 0
          ? Math.min(decision.dueAt ?? Infinity, now + CHECK_BLOCKED_MS)
          : decision.dueAt,
      intents: texts.map(({ intent }) => intent),
      events: [
        ...eventsOf(workspace, decision.updates, texts, state, before),
        ...messageEvents(workspace, decision.texts, hooks, { state, words, now }),
        ...noticeEvents(workspace, decision, state, { wasBlocked: before.blocked !== null, now }),
        ...timelineEvents(workspace, decision.timelines),
      ],
      unreadable,
    };
    if (!(await inboxes.commit(toCommit, next, clock.now()))) return;
    if (decision.state.watch.lookedAt === null) watched.delete(workspace);
    else watched.add(workspace);
    decided(decision);
  }

  /** Decides, and decides again with look-ups until no recipient is left to look up. */
  async function decideAll(
    workspace: string,
    before: AlertState,
    events: readonly PolicyEvent[],
    context: Pick<Parameters<typeof decide>[2], 'routes' | 'pricing' | 'holidays' | 'isSure'>,
  ): Promise<Decision> {
    const decideNow = (state: AlertState, newEvents: readonly PolicyEvent[]): Promise<Decision> => {
      const now = clock.now();
      return runFairly(workspace, decide(state, newEvents, { ...context, now, wall: clock.wall(now) }));
    };
    let all = await decideNow(before, events);
    for (let round = 0; all.lookUps.size > 0 && round < MAX_ROUNDS; round++) {
      const lookups = await lookUp(workspace, all.lookUps);
      const next = await decideNow(all.state, [{ kind: 'lookups', lookups }]);
      all = {
        ...next,
        texts: [...all.texts, ...next.texts],
        cancelled: [...all.cancelled, ...next.cancelled],
        updates: mergeUpdates(all.updates, next.updates),
        notices: [...all.notices, ...next.notices],
        timelines: mergeTimelines(all.timelines, next.timelines),
      };
    }
    return all;
  }

  return createInboxWorker({
    inboxes,
    kind: 'alerts',
    leaseMs: LEASE_MS,
    byTimeOfDay: true,
    work,
    failure: 'can’t process alerts; trying again',
    handling: deps.handling,
    clock,
    log,
  });
}
