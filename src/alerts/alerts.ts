import type { Clock } from '../kit/clock.ts';
import type { InTurns } from '../kit/in-turns.ts';
import type { Inboxes } from '../kit/inbox/store.ts';
import type { Poster } from '../kit/slack/posting.ts';
import type { Handling } from '../kit/stalls/handling.ts';
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
import type { KnownNumbers, People } from '../workspace/people.ts';
import type { Languages, SettingsOf } from '../workspace/settings.ts';
import type { Audit } from '../workspace/store.ts';
import { type Answering, createAnswering } from './answering.ts';
import { createHookCalls, type HookCalls } from './calls.ts';
import type { Decision } from './deciding/decide.ts';
import { isUnsent } from './deciding/fates.ts';
import { createTextFates } from './fates.ts';
import { createHooks, type Hooks } from './hooks.ts';
import { createHeartbeats, createIntake, type Heartbeats, type Intake } from './intake.ts';
import { tellAlerts } from './kept-state.ts';
import { createAlertPosts } from './posts/poster.ts';
import { createResponding, type Responding } from './responding.ts';
import { createFindPaged } from './whom.ts';
import { createAlertWorker } from './worker.ts';

/** Hooks: calls come in, texts and posts go out. */
export type Alerts = {
  hooks: Hooks;
  intake: Intake;
  heartbeats: Heartbeats;
  /** What people do about incidents, and how these stand. */
  responding: Responding;
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
export function createAlerts(parts: {
  inboxes: Inboxes;
  history: History;
  intents: Intents;
  queue: Queue;
  documents: Documents;
  revisions: Revisions;
  audit: Audit;
  findEach: FindEach;
  findPeople: FindPeople;
  poster: Pick<Poster, 'pin' | 'update'>;
  languages: Languages;
  words: WordsFor;
  settings: SettingsOf;
  people: Pick<People, 'facts' | 'knownName' | 'admins'>;
  teammates: KnownNumbers;
  templates: Pick<TemplateBook, 'shared'>;
  links: Pick<AlertLinks, 'isPossible' | 'sample'>;
  inTurns: InTurns;
  handling: Handling;
  clock: Clock;
  log: Log;
  newId: () => string;
  decided: (decision: Decision) => void;
}): Alerts {
  const hooks = createHooks(parts);
  const calls = createHookCalls(parts);
  const posts = createAlertPosts({ ...parts, hooks, findPaged: createFindPaged(parts.findPeople) });
  const fates = createTextFates(parts);
  const worker = createAlertWorker({
    ...{ ...parts, hooks, fates },
    decided(decision) {
      parts.decided(decision);
      posts.wake();
    },
  });
  const { wake } = worker;
  const responding = createResponding({ ...parts, wake });
  return {
    hooks,
    intake: createIntake({ ...parts, taken: wake }),
    heartbeats: createHeartbeats({ ...parts, taken: wake }),
    responding,
    answering: createAnswering({ ...parts, responding, hooks }),
    async deliver(report) {
      const { id, workspace } = report.intent;
      const known = await fates.of(workspace, [id]);
      const its = known.get(id)?.map(({ fate }) => fate) ?? [];
      // Nobody may know: whoever is next needn't wait for the time of this step to pass.
      // Whoever's text waited too long gets a new one. To hear it twice changes nothing.
      if (isUnsent(known, id) || (its.includes('expired') && !its.includes('coming'))) {
        await tellAlerts(parts, workspace, { unsent: id });
        wake();
      }
      return posts.deliver(report);
    },
    calls,
    wake() {
      wake();
      posts.wake();
    },
    async stop() {
      await worker.stop();
      await posts.stop();
      await calls.stop();
    },
  };
}
