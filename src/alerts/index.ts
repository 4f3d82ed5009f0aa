import type { Clock } from '../domain/clock.ts';
import type { InTurns } from '../domain/in-turns.ts';
import type { Log } from '../log.ts';
import type { FindEach } from '../sending/recipients.ts';
import type { Deliver } from '../sending/reporter.ts';
import type { Storage } from '../storage/ports.ts';
import type { Languages } from '../workspaces/languages.ts';
import type { TemplateBook } from '../workspaces/template-book.ts';
import { createHookCalls, type HookCalls } from './calls.ts';
import type { Decision } from './deciding/decide.ts';
import { createHooks, type Hooks } from './hooks.ts';
import { createIntake, type Intake } from './intake.ts';
import { createAlertPosts } from './posts/poster.ts';
import type { NoticeBoard } from './posts/showing.ts';
import { createAlertWorker } from './worker.ts';

/** Hooks: calls come in, texts and posts go out. */
export type Alerts = {
  hooks: Hooks;
  intake: Intake;
  /** Who called the hooks. */
  calls: HookCalls;
  /** Updates a hook's posts with what became of its texts. */
  deliver: Deliver;
  wake(): void;
  stop(): Promise<void>;
};

/** @param decided is called after each decision is stored: there may be texts to send */
export function createAlerts<Post>(parts: {
  storage: Pick<Storage, 'inboxes' | 'history' | 'documents' | 'revisions' | 'audit'>;
  findEach: FindEach;
  board: NoticeBoard<Post>;
  languages: Languages;
  templates: Pick<TemplateBook, 'shared'>;
  inTurns: InTurns;
  clock: Clock;
  log: Log;
  newId: () => string;
  decided: (decision: Decision) => void;
}): Alerts {
  const { storage, findEach, board, languages, templates, inTurns, clock, log, newId, decided } = parts;
  const { inboxes, history, documents, revisions, audit } = storage;
  const hooks = createHooks({ documents, revisions, audit, clock });
  const calls = createHookCalls({ documents, revisions, clock, log });
  const posts = createAlertPosts({
    inboxes,
    history,
    hooks,
    board,
    languages,
    inTurns,
    clock,
    log,
    newId,
  });
  const worker = createAlertWorker({
    inboxes,
    hooks,
    findEach,
    languages,
    templates,
    inTurns,
    clock,
    log,
    newId,
    decided(decision) {
      decided(decision);
      posts.wake();
    },
  });
  return {
    hooks,
    intake: createIntake({ inboxes, inTurns, clock, newId, taken: worker.wake }),
    calls,
    deliver: posts.deliver,
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
