import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Log } from '../../log.ts';
import { type Clock, within } from '../clock.ts';
import type { FairScheduler } from '../fair-scheduler.ts';
import type { LeasedInbox } from '../inbox/model.ts';
import { readInbox, STOOD_STILL, type UnreadableNews } from '../inbox/reading.ts';
import type { Inboxes } from '../inbox/store.ts';
import { createInboxWorker } from '../inbox/worker.ts';
import { readJson } from '../json.ts';
import { type Problem, problemSchema } from '../problem.ts';
import { harmless } from '../slack-text.ts';
import type { Handling } from '../stalls/handling.ts';
import { StorageError } from '../store/errors.ts';
import type { Worker } from '../worker.ts';
import type { Message } from './message.ts';
import type { WebFor } from './web-api.ts';

/** Asking Slack who somebody is, doing what they pressed and showing it takes less. */
const LEASE_MS = 30_000;
/** If Slack takes longer to say who somebody is, they are told that it does. */
const CHECK_MS = 3000;
/** While Slack doesn't answer: how soon to ask it again, until when to ask who somebody is, and until when to tell them. */
const AGAIN_MS = 5000;
const CHECK_UNTIL_MS = 15 * 60_000;
const TOLD_MS = 24 * 3_600_000;
/** How long a press that Slack delivers again is the same. */
const SAME_MS = 3_600_000;
/** Characters of a label. */
const MAX_LABEL = 60;

const pressSchema = z.object({
  /** What is to be done: the button's action, or the form's callback. */
  handler: z.string(),
  workspace: z.string(),
  userId: z.string(),
  channel: z.string(),
  /** The thread the message is in; null: it is in the channel. */
  threadTs: z.string().nullable(),
  triggerId: z.string().nullable(),
  /** Null in a view. */
  responseUrl: z.string().nullable(),
  /** The view it happened in, if any; `rootId`: the bottom of the stack of modals. */
  view: z
    .object({
      id: z.string(),
      type: z.enum(['home', 'modal']),
      hash: z.string(),
      rootId: z.string().nullable(),
      /** What the form is called that was submitted; null: it was a button. */
      form: z.string().nullable(),
      callback: z.string(),
      /** What Slack keeps with it. */
      metadata: z.string(),
    })
    .nullable(),
  /** What the button carries, or what was chosen. */
  value: z.string(),
  /** What stands on the button; null: Slack doesn't say. */
  label: z.string().nullable(),
  /** However often the same comes, it is done once. */
  idempotencyKey: z.string(),
  at: z.number(),
  /** It was judged when it was stored: they may. */
  isPermitted: z.boolean(),
});

/** Somebody pressed a button, or a form's: who, where, on what, and when. Stored until it is done and they were told. */
export type StoredPress = z.infer<typeof pressSchema>;

const messageSchema = z.custom<Message>(value => typeof value === 'object' && value !== null);
const answerSchema = z.discriminatedUnion('kind', [
  /** Only they are told. */
  z.object({ kind: z.literal('message'), message: messageSchema }),
  z.object({ kind: z.literal('refused'), problem: problemSchema }),
  /** The message with the button becomes another one, or goes away. */
  z.object({ kind: z.literal('replaced'), message: messageSchema }),
  z.object({ kind: z.literal('removed') }),
  /** It shows by itself what came of it. */
  z.object({ kind: z.literal('quiet') }),
]);
type StoredPressAnswer = z.infer<typeof answerSchema>;

/** What came of a press; `shown`: in the modal it happened in. */
export type PressAnswer =
  | StoredPressAnswer
  | {
      kind: 'shown';
      view: ModalView;
      /** What is told instead if Slack doesn't show it. */
      unseen?: string | undefined;
    };

/** What came of it, and what is to be shown elsewhere once they were told. */
export type PressResult = PressAnswer & { after?: () => Promise<unknown> };

/** `waits`: they were told that Slack doesn't say who they are. `answer`: it is done or refused, and they have yet to be told. */
const pendingSchema = pressSchema.extend({
  waits: z.boolean().default(false),
  answer: answerSchema.nullable().default(null),
});
type PendingPress = z.infer<typeof pendingSchema>;
const SCHEMAS = { state: z.array(pendingSchema), event: pendingSchema };

/** What can be done by a press; nothing else calls these. */
export type RegisteredHandler = {
  /** Null if they may. `SLACK_AWAY`: nobody knows yet. */
  check(press: StoredPress): Promise<Problem | null>;
  /** Does it: also if a process that died meanwhile did it before. Never throws for what is expected. */
  handle(press: StoredPress, web: WebClient): Promise<PressResult>;
};

/**
 * Presses that do something: each is stored before Slack has its answer, and then judged, done and told, by whichever process
 * lives. Those of one person are done in their order, and nobody waits for anybody else's.
 */
export type Presses = Worker & {
  /** Says how a deed is done. All are named before the worker is woken. */
  register(handler: string, doing: RegisteredHandler): void;
  /** Resolves when it is stored. */
  enqueue(press: StoredPress): Promise<void>;
};

/**
 * A press that was quarantined since the app stood still at it: whoever pressed is told. Not so if it stood still later, when it
 * had something to tell them: to try again would have no end.
 */
function stoppedAt({ id, body, why, isKnown }: UnreadableNews): PendingPress[] {
  if (why !== STOOD_STILL || isKnown) return [];
  const { data } = pendingSchema.safeParse(readJson(body));
  return data ? [{ ...data, answer: { kind: 'refused', problem: { kind: 'PRESS_STALLED', id } } }] : [];
}

/** @param tell false: Slack didn't take it now */
export function createPresses(deps: {
  inboxes: Inboxes;
  webFor: WebFor;
  tell: (press: StoredPress, web: WebClient, answer: PressAnswer) => Promise<boolean>;
  runFairly: FairScheduler;
  handling: Handling;
  clock: Clock;
  log: Log;
  newId: () => string;
}): Presses {
  const { inboxes, webFor, tell, runFairly, handling, clock, log, newId } = deps;
  const served = new Map<string, RegisteredHandler>();

  /** Null: Slack doesn't say yet whether they may. */
  async function checkAndHandle(press: StoredPress, web: WebClient): Promise<PressResult | null> {
    const doing = served.get(press.handler);
    if (!doing) return { kind: 'refused', problem: { kind: 'OUTDATED' } };
    const checked = press.isPermitted ? null : doing.check(press);
    const problem = checked && (await within(clock, CHECK_MS, checked, { kind: 'SLACK_AWAY' }));
    const answer: PressResult = problem ? { kind: 'refused', problem } : await doing.handle(press, web);
    if (answer.kind !== 'refused' || answer.problem.kind !== 'SLACK_AWAY') return answer;
    if (clock.now() - press.at < CHECK_UNTIL_MS) return null;
    return {
      kind: 'refused',
      problem: { kind: 'PRESS_NOT_DONE', button: press.label && harmless(press.label, MAX_LABEL) },
    };
  }

  async function answerTo(press: StoredPress, web: WebClient): Promise<PressResult | null> {
    try {
      return await checkAndHandle(press, web);
    } catch (error) {
      if (error instanceof StorageError) throw error;
      const { workspace, handler } = press;
      log.error({ err: error, workspace, handler }, 'a press failed');
      return { kind: 'refused', problem: { kind: 'UNEXPECTED' } };
    }
  }

  /** What is left of it; null: nothing. */
  async function goOn(pending: PendingPress): Promise<PendingPress | null> {
    const { waits, answer: known, ...press } = pending;
    const web = await webFor(press.workspace);
    // The app was removed there.
    if (!web) return null;
    const done: PressResult | null = known ?? (await answerTo(press, web));
    if (!done) {
      if (!waits) await tell(press, web, { kind: 'refused', problem: { kind: 'PRESS_WAITS' } });
      return { ...pending, waits: true };
    }
    const { after, ...answer } = done;
    // Stored before it is said: whoever is told that they may not must not see it done later, by a process that judges them again.
    if (!known && answer.kind === 'refused') return { ...pending, answer };
    const isTold = await tell(press, web, answer);
    await after?.().catch(error => log.warn({ err: error }, 'can’t show what came of a press elsewhere'));
    if (isTold || answer.kind === 'shown') return null;
    return clock.now() - press.at < TOLD_MS ? { ...pending, answer } : null;
  }

  async function work(leased: LeasedInbox): Promise<void> {
    const { workspace } = leased.address;
    const { state, earlier, events, unreadable, toCommit } = await runFairly(
      workspace,
      readInbox(leased, SCHEMAS, newId),
    );
    const left: PendingPress[] = unreadable.flatMap(stoppedAt);
    let hasJustRefused = left.length > 0;
    for (const pending of [...earlier.flat(), ...(state ?? []), ...events]) {
      const rest = await goOn(pending);
      if (rest) left.push(rest);
      hasJustRefused ||= pending.answer === null && rest?.answer?.kind === 'refused';
    }
    const next = {
      state: left.length > 0 ? JSON.stringify(left) : null,
      dueAt: left.length > 0 ? clock.now() + (hasJustRefused ? 0 : AGAIN_MS) : null,
      ...{ intents: [], events: [], unreadable },
    };
    await inboxes.commit(toCommit, next, clock.now());
  }

  const worker = createInboxWorker({
    ...{ inboxes, kind: 'presses', leaseMs: LEASE_MS, byTimeOfDay: false, work, handling, clock, log },
    failure: 'can’t carry out what somebody pressed; trying again',
  });
  return {
    ...worker,
    register: (handler, doing) => void served.set(handler, doing),
    async enqueue(press) {
      const { workspace, userId, handler, idempotencyKey } = press;
      const dedupe = { key: `press ${handler} ${idempotencyKey}`, digest: null, forMs: SAME_MS, ends: [] };
      const address = { kind: 'presses', workspace, name: userId } as const;
      const event = { id: newId(), address, body: JSON.stringify(press), dedupe };
      await inboxes.put(event, clock.now());
      worker.wake();
    },
  };
}
