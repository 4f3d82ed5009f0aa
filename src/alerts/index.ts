import type { Clock } from '../domain/clock.ts';
import type { InTurns } from '../domain/in-turns.ts';
import type { Log } from '../log.ts';
import { isExpired } from '../sending/expired.ts';
import type { FindEach, FindPeople } from '../sending/recipients.ts';
import type { Deliver } from '../sending/reporter.ts';
import type { Storage } from '../storage/index.ts';
import type { Languages } from '../workspaces/languages.ts';
import type { KnownNumbers, People, UserGroups } from '../workspaces/people.ts';
import type { SettingsOf } from '../workspaces/settings.ts';
import type { TemplateBook } from '../workspaces/template-book.ts';
import type { AlertLinks } from '../workspaces/text-links.ts';
import { type Answering, createAnswering } from './answering.ts';
import { isUnsent, unsentEvent } from './calling-off.ts';
import { createHookCalls, type HookCalls } from './calls.ts';
import type { Decision } from './deciding/decide.ts';
import { createHeartbeats, type Heartbeats } from './heartbeats.ts';
import { createHooks, type Hooks } from './hooks.ts';
import { createIntake, type Intake } from './intake.ts';
import { createFindPaged } from './paged.ts';
import { createAlertPosts } from './posts/poster.ts';
import type { NoticeBoard } from './posts/showing.ts';
import { createResponding, type Responding } from './responding.ts';
import { createResponderRights, type ResponderRights } from './rights.ts';
import { createAlertWorker } from './worker.ts';

/** Hooks: calls come in, texts and posts go out. */
export type Alerts = {
  hooks: Hooks;
  intake: Intake;
  heartbeats: Heartbeats;
  /** What people do about incidents, and how these stand. */
  responding: Responding;
  rights: ResponderRights;
  /** Who called the hooks. */
  calls: HookCalls;
  /** The same for whoever has the link in a text. */
  answering: Answering;
  /** Updates a hook's posts with what became of its texts. */
  deliver: Deliver;
  wake(): void;
  stop(): Promise<void>;
};

/** @param decided is called after each decision is stored: there may be texts to send */
export function createAlerts<Post>(parts: {
  storage: Pick<Storage, 'inboxes' | 'history' | 'intents' | 'queue' | 'documents' | 'revisions' | 'audit'>;
  findEach: FindEach;
  findPeople: FindPeople;
  board: NoticeBoard<Post>;
  languages: Languages;
  settings: SettingsOf;
  people: Pick<People, 'facts' | 'knownName' | 'admins'>;
  teammates: KnownNumbers;
  userGroups: UserGroups;
  templates: Pick<TemplateBook, 'shared'>;
  links: Pick<AlertLinks, 'isPossible' | 'sample'>;
  inTurns: InTurns;
  clock: Clock;
  log: Log;
  newId: () => string;
  decided: (decision: Decision) => void;
}): Alerts {
  const {
    storage,
    findEach,
    findPeople,
    board,
    languages,
    settings,
    people,
    teammates,
    userGroups,
    templates,
    links,
    inTurns,
    clock,
    log,
    newId,
    decided,
  } = parts;
  const { inboxes, history, intents, queue, documents, revisions, audit } = storage;
  const hooks = createHooks({ documents, revisions, audit, clock });
  const calls = createHookCalls({ documents, revisions, clock, log });
  const posts = createAlertPosts({
    inboxes,
    history,
    hooks,
    board,
    findPaged: createFindPaged(findPeople),
    people,
    teammates,
    languages,
    settings,
    inTurns,
    clock,
    log,
    newId,
  });
  const worker = createAlertWorker({
    inboxes,
    history,
    intents,
    queue,
    hooks,
    findEach,
    languages,
    templates,
    links,
    inTurns,
    clock,
    log,
    newId,
    decided(decision) {
      decided(decision);
      posts.wake();
    },
  });
  const responding = createResponding({ inboxes, hooks, inTurns, clock, newId, wake: worker.wake });
  const rights = createResponderRights({ people, userGroups, settings, hooks, responding, history });
  return {
    hooks,
    intake: createIntake({ inboxes, inTurns, findEach, clock, newId, taken: worker.wake }),
    heartbeats: createHeartbeats({ inboxes, inTurns, clock, newId, taken: worker.wake }),
    responding,
    rights,
    answering: createAnswering({ responding, hooks, history, languages, people, teammates, clock }),
    async deliver(report) {
      const { id, workspace } = report.intent;
      const outcome = await history.outcome(workspace, id);
      // Nobody may know: whoever is next needn't wait for the time of this step to pass.
      // Whoever's text waited too long gets a new one.
      if (outcome && (isUnsent(outcome.texts) || (outcome.settled && outcome.texts.some(isExpired)))) {
        await inboxes.put(unsentEvent(newId(), workspace, id), clock.now());
        worker.wake();
      }
      return posts.deliver(report);
    },
    calls,
    wake() {
      worker.wake();
      posts.wake();
    },
    async stop() {
      await worker.stop();
      await posts.stop();
      await calls.stop();
    },
  };
}
