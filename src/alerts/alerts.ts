import type { Holidays } from '../holidays/service.ts';
import type { Clock } from '../kit/clock.ts';
import type { FairScheduler } from '../kit/fair-scheduler.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import type { Poster } from '../kit/slack/posting.ts';
import type { Handling } from '../kit/stalls/handling.ts';
import type { Documents, Revisions } from '../kit/store/documents.ts';
import type { WordsFor } from '../kit/words/wording.ts';
import type { Log } from '../log.ts';
import type { TemplateBook } from '../templates/service.ts';
import type { NameLookup, OnCallRotasOf } from '../texts/recipient-directory.ts';
import type { IsRecipient, RecipientUse } from '../texts/recipient-uses.ts';
import type { FindEach, FindPeople } from '../texts/sending/find-recipients.ts';
import type { Deliver } from '../texts/sending/reporter.ts';
import type { Intents } from '../texts/store/accept.ts';
import type { History } from '../texts/store/history.ts';
import type { Queue } from '../texts/store/queue.ts';
import type { AlertLinks } from '../texts/text-links.ts';
import type { Audit } from '../workspace/audit-log.ts';
import type { KnownNumbers, People } from '../workspace/people.ts';
import type { Languages, SettingsOf } from '../workspace/settings.ts';
import { type Callings, createCallings } from './calling/callings.ts';
import { createDirectMessages } from './calling/direct-messages.ts';
import { createReportOutcome, createTextDeliveries } from './delivery-status.ts';
import { createHooks, type Hooks } from './hooks.ts';
import { createIncidentActions, type IncidentActions } from './incident-actions.ts';
import { createIncidentLinks, type IncidentLinks } from './incident-link.ts';
import { createIncidentOverview, type IncidentOverview } from './incident-overview.ts';
import { createHeartbeats, createIntake, type Heartbeats, type Intake } from './intake.ts';
import { createMutes, type Mutes } from './mutes.ts';
import { type DeletedPeople, emptiedHooks } from './notices/emptied.ts';
import { createMenders } from './notices/menders.ts';
import { createNotices } from './notices/worker.ts';
import { createPages, type HooksAndPages, joinPages, type Pages } from './paging/pages.ts';
import type { Decision } from './policy/decide.ts';
import type { Block } from './policy/incidents/state.ts';
import { createAlertPosts } from './posts/poster.ts';
import { createHookCalls, type HookCalls } from './recent-calls.ts';
import { createFindOnCall, createFindPaged, createLookUp, createNameNext } from './recipient-lookup.ts';
import { createRefusedCalls, type RefusedCalls } from './refused-calls.ts';
import { createRotasOf } from './responder-rotas.ts';
import { createSaySums } from './timeline/weekly.ts';
import { createTimelines, type Timelines } from './timeline/worker.ts';
import { createAlertWorker } from './worker.ts';

/** The feature's services: hooks take calls, and texts and posts go out. */
export type Alerts = {
  hooks: Hooks;
  pages: Pages;
  hooksAndPages: HooksAndPages;
  intake: Intake;
  heartbeats: Heartbeats;
  /** Actions of responders, and incidents as of the last decision. */
  responding: IncidentActions;
  incidentOverview: IncidentOverview;
  mutes: Mutes;
  calls: HookCalls;
  callings: Callings;
  refusedCalls: Pick<RefusedCalls, 'note'>;
  timelines: Pick<Timelines, 'of'>;
  /** Actions on the page that a text links to. */
  incidentLinks: IncidentLinks;
  /** Tells the next decision, and the hooks' posts, an intent's outcome. */
  deliver: Deliver;
  /** Reports hooks that text nobody any more after people or groups were deleted. */
  peopleRemoved(workspace: string, deleted: DeletedPeople): Promise<void>;
  wake(): void;
  stop(): Promise<void>;
};

/** @param decided called after each decision is stored, because there may be texts to send */
export function createAlerts(deps: {
  inboxes: Inboxes;
  history: History;
  intents: Intents;
  queue: Queue;
  documents: Documents;
  revisions: Revisions;
  audit: Audit;
  findEach: FindEach;
  findPeople: FindPeople;
  poster: Pick<Poster, 'pin' | 'post' | 'update'>;
  languages: Languages;
  words: WordsFor;
  settings: SettingsOf;
  people: Pick<People, 'facts' | 'knownName' | 'admins'>;
  book: NameLookup;
  holidays: Pick<Holidays, 'days'>;
  onCallRotas: OnCallRotasOf;
  /** The hooks, rotas and schedules that text a recipient whom `isIt` accepts. */
  usesOf: (workspace: string, isIt: IsRecipient) => Promise<RecipientUse[]>;
  teammates: KnownNumbers;
  /** The workspace's name; null if Slack doesn't answer. */
  companyOf: (workspace: string) => Promise<string | null>;
  templates: Pick<TemplateBook, 'shared'>;
  links: Pick<AlertLinks, 'isPossible' | 'sample'>;
  runFairly: FairScheduler;
  handling: Handling;
  clock: Clock;
  log: Log;
  newId: () => string;
  /** Why no text of a workspace can go now; null if texts can go. */
  blockOf: (workspace: string) => Promise<Block | null>;
  decided: (decision: Decision) => void;
}): Alerts {
  const hooks = createHooks(deps);
  const pages = createPages({ ...deps, wake: () => worker.wake() });
  const hooksAndPages = joinPages(hooks, pages);
  const calls = createHookCalls(deps);
  const callings = createCallings(deps);
  const lookUp = createLookUp({ ...deps, callings });
  const findOnCall = createFindOnCall(deps.findPeople, deps.teammates);
  const menders = createMenders(deps);
  const notices = createNotices({ ...deps, hooks: hooksAndPages, menders, findOnCall });
  const refusedCalls = createRefusedCalls({ ...deps, hooks });
  const posts = createAlertPosts({
    ...deps,
    hooks: hooksAndPages,
    findOnCall,
    findPaged: createFindPaged(deps.findPeople),
    insteadOf: menders.insteadOf,
    nameNext: createNameNext(deps.book),
  });
  const timelines = createTimelines({
    ...deps,
    say: createSaySums({ ...deps, hooks, insteadOf: menders.insteadOf }),
  });
  const deliveries = createTextDeliveries(deps);
  const messages = createDirectMessages({ ...deps, delivered: () => worker.wake() });
  const worker = createAlertWorker({
    ...deps,
    hooks: hooksAndPages,
    lookUp,
    deliveries,
    decided(decision) {
      deps.decided(decision);
      posts.wake();
      notices.wake();
      timelines.wake();
      messages.wake();
    },
  });
  const { wake } = worker;
  const rotasOf = createRotasOf({ ...deps, hooks: hooksAndPages });
  const responding = createIncidentActions({ ...deps, rotasOf, wake });
  const mutes = createMutes({ ...deps, hooks: hooksAndPages, wake });
  return {
    hooks,
    pages,
    hooksAndPages,
    intake: createIntake({ ...deps, lookUp, stored: wake }),
    heartbeats: createHeartbeats({ ...deps, stored: wake }),
    responding,
    incidentOverview: createIncidentOverview({ ...deps, hooks: hooksAndPages, rotasOf }),
    mutes,
    incidentLinks: createIncidentLinks({ ...deps, responding, mutes, timelines, hooks: hooksAndPages }),
    deliver: createReportOutcome({ ...deps, deliveries, notices, posts, wake }),
    calls,
    callings,
    refusedCalls,
    timelines,
    async peopleRemoved(workspace, deleted) {
      await notices.tell(workspace, await emptiedHooks({ hooks, book: deps.book }, workspace, deleted));
    },
    wake() {
      wake();
      posts.wake();
      notices.wake();
      messages.wake();
      refusedCalls.wake();
      timelines.wake();
    },
    async stop() {
      await refusedCalls.stop();
      await worker.stop();
      await posts.stop();
      await notices.stop();
      await timelines.stop();
      await messages.stop();
      await calls.stop();
    },
  };
}
