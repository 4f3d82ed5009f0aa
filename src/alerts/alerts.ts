import type { Clock } from '../kit/clock.ts';
import type { InTurns } from '../kit/in-turns.ts';
import type { Inboxes } from '../kit/inbox/model.ts';
import type { Documents, Revisions } from '../kit/store/documents.ts';
import type { WordsFor } from '../kit/words/wording.ts';
import type { Log } from '../log.ts';
import type { TemplateBook } from '../templates/book.ts';
import type { FindEach, FindPeople } from '../texts/sending/recipients.ts';
import type { Deliver } from '../texts/sending/reporter.ts';
import type { Intents } from '../texts/store/accept.ts';
import type { History } from '../texts/store/history.ts';
import type { Queue } from '../texts/store/queue.ts';
import type { AlertLinks } from '../texts/text-links.ts';
import type { Languages } from '../workspace/languages.ts';
import type { KnownNumbers, People, UserGroups } from '../workspace/people.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import type { Audit } from '../workspace/store/model.ts';
import type { Unsent } from './alert.ts';
import { type Answering, createAnswering } from './answering.ts';
import { createHookCalls, type HookCalls } from './calls.ts';
import type { Decision } from './deciding/decide.ts';
import { isUnsent } from './deciding/fates.ts';
import { createTextFates } from './fates.ts';
import { createHeartbeats, type Heartbeats } from './heartbeats.ts';
import { createHooks, type Hooks } from './hooks.ts';
import { createIntake, type Intake } from './intake.ts';
import { alertsOf } from './kept-state.ts';
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
  storage: {
    inboxes: Inboxes;
    history: History;
    intents: Intents;
    queue: Queue;
    documents: Documents;
    revisions: Revisions;
    audit: Audit;
  };
  findEach: FindEach;
  findPeople: FindPeople;
  board: NoticeBoard<Post>;
  languages: Languages;
  words: WordsFor;
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
    words,
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
    words,
    settings,
    inTurns,
    clock,
    log,
    newId,
  });
  const fates = createTextFates({ intents, queue, history, clock });
  const worker = createAlertWorker({
    inboxes,
    history,
    fates,
    hooks,
    findEach,
    languages,
    words,
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
      const known = await fates.of(workspace, [id]);
      const its = known.get(id)?.map(({ fate }) => fate) ?? [];
      // Nobody may know: whoever is next needn't wait for the time of this step to pass.
      // Whoever's text waited too long gets a new one. To hear it twice changes nothing.
      if (isUnsent(known, id) || (its.includes('expired') && !its.includes('coming'))) {
        const event: Unsent = { unsent: id };
        const body = JSON.stringify(event);
        await inboxes.put({ id: newId(), address: alertsOf(workspace), body, sameness: null }, clock.now());
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
