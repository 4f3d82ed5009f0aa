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
import type { KnownNumbers, People } from '../workspace/people.ts';
import type { Languages, SettingsOf } from '../workspace/settings.ts';
import type { Audit } from '../workspace/store.ts';
import { tellAlerts } from './alert-inbox.ts';
import { createTextDeliveries } from './delivery-status.ts';
import { createHooks, type Hooks } from './hooks.ts';
import { createIncidentActions, type IncidentActions } from './incident-actions.ts';
import { createIncidentLinks, type IncidentLinks } from './incident-link.ts';
import { createHeartbeats, createIntake, type Heartbeats, type Intake } from './intake.ts';
import { createMutes, type Mutes } from './mutes.ts';
import { type DeletedPeople, emptiedHooks } from './notices/emptied.ts';
import { createMenders } from './notices/menders.ts';
import { createNotices } from './notices/worker.ts';
import type { Decision } from './policy/decide.ts';
import type { Block } from './policy/incidents/state.ts';
import { createAlertPosts } from './posts/poster.ts';
import { createHookCalls, type HookCalls } from './recent-calls.ts';
import { createFindOnCall, createFindPaged, createNameNext } from './recipient-lookup.ts';
import { createRefusedCalls, type RefusedCalls } from './refused-calls.ts';
import { createRotasOf } from './responder-rotas.ts';
import { createAlertWorker } from './worker.ts';

/** Hooks: calls come in, texts and posts go out. */
export type Alerts = {
  hooks: Hooks;
  intake: Intake;
  heartbeats: Heartbeats;
  /** What people do about incidents, and how these stand. */
  responding: IncidentActions;
  mutes: Mutes;
  /** Who called the hooks. */
  calls: HookCalls;
  refusedCalls: Pick<RefusedCalls, 'note'>;
  /** The same for whoever has the link in a text. */
  incidentLinks: IncidentLinks;
  /** Updates a hook's posts with what became of its texts. */
  deliver: Deliver;
  /** People or groups have gone: tells of hooks with nobody left. */
  peopleRemoved(workspace: string, deleted: DeletedPeople): Promise<void>;
  wake(): void;
  stop(): Promise<void>;
};

/** @param decided is called after each decision is stored: there may be texts to send */
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
  /** A workspace's rotas. */
  onCallRotas: OnCallRotasOf;
  /** What texts some recipients. */
  usesOf: (workspace: string, isIt: IsRecipient) => Promise<RecipientUse[]>;
  teammates: KnownNumbers;
  /** What a workspace is called; null: not known now. */
  companyOf: (workspace: string) => Promise<string | null>;
  templates: Pick<TemplateBook, 'shared'>;
  links: Pick<AlertLinks, 'isPossible' | 'sample'>;
  runFairly: FairScheduler;
  handling: Handling;
  clock: Clock;
  log: Log;
  newId: () => string;
  /** Why no text of a workspace can go now; null: they can. */
  blockOf: (workspace: string) => Promise<Block | null>;
  decided: (decision: Decision) => void;
}): Alerts {
  const hooks = createHooks(deps);
  const calls = createHookCalls(deps);
  const findOnCall = createFindOnCall(deps.findPeople, deps.teammates);
  const menders = createMenders(deps);
  const notices = createNotices({ ...deps, hooks, menders, findOnCall });
  const refusedCalls = createRefusedCalls({ ...deps, hooks });
  const posts = createAlertPosts({
    ...deps,
    hooks,
    findOnCall,
    findPaged: createFindPaged(deps.findPeople),
    insteadOf: async (workspace, { createdBy }) => (await menders.makerOf(workspace, createdBy)).people,
    nameNext: createNameNext(deps.book),
  });
  const deliveries = createTextDeliveries(deps);
  const worker = createAlertWorker({
    ...deps,
    hooks,
    deliveries,
    decided(decision) {
      deps.decided(decision);
      posts.wake();
      notices.wake();
    },
  });
  const { wake } = worker;
  const rotasOf = createRotasOf({ ...deps, hooks });
  const responding = createIncidentActions({ ...deps, rotasOf, wake });
  const mutes = createMutes({ ...deps, hooks, wake });
  return {
    hooks,
    intake: createIntake({ ...deps, taken: wake }),
    heartbeats: createHeartbeats({ ...deps, taken: wake }),
    responding,
    mutes,
    incidentLinks: createIncidentLinks({ ...deps, responding, mutes, hooks }),
    async deliver(report) {
      const { workspace } = report.intent;
      const delivery = await deliveries.of(report.intent);
      const blocked = delivery ? null : await deps.blockOf(workspace);
      // To hear either twice changes nothing. What a hold is is read anew by each decision; here it is only said that there is one.
      if (delivery) await tellAlerts(deps, workspace, delivery);
      else if (blocked) await tellAlerts(deps, workspace, { kind: 'sending', blocked });
      if (delivery || blocked) wake();
      if (delivery?.statuses.some(([, status]) => status === 'unsent'))
        await notices.tell(workspace, await deliveries.undelivered(report.intent));
      return posts.deliver(report);
    },
    calls,
    refusedCalls,
    async peopleRemoved(workspace, deleted) {
      await notices.tell(workspace, await emptiedHooks({ hooks, book: deps.book }, workspace, deleted));
    },
    wake() {
      wake();
      posts.wake();
      notices.wake();
      refusedCalls.wake();
    },
    async stop() {
      await refusedCalls.stop();
      await worker.stop();
      await posts.stop();
      await notices.stop();
      await calls.stop();
    },
  };
}
