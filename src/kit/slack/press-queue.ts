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

/** Longer than it takes to look a person up, handle their press and show the result. */
const LEASE_MS = 30_000;
/** If Slack takes longer to look a person up, they are told that their press waits. */
const CHECK_MS = 3000;
/** While Slack is unavailable: the pause between attempts, the time limit for the check, and the one for the response. */
const RETRY_MS = 5000;
const CHECK_UNTIL_MS = 15 * 60_000;
const RESPOND_UNTIL_MS = 24 * 3_600_000;
/** A redelivery within this time is a duplicate. */
const DEDUPE_MS = 3_600_000;
const MAX_LABEL_CHARACTERS = 60;

const pressSchema = z.object({
  /** The button's action id, or the form's callback id. */
  handler: z.string(),
  workspace: z.string(),
  userId: z.string(),
  channel: z.string(),
  /** The message's thread; null if it is in the channel. */
  threadTs: z.string().nullable(),
  triggerId: z.string().nullable(),
  /** Null in a view. */
  responseUrl: z.string().nullable(),
  /** The view with the button, if any. `rootId`: the bottom of the stack of modals. */
  view: z
    .object({
      id: z.string(),
      type: z.enum(['home', 'modal']),
      hash: z.string(),
      rootId: z.string().nullable(),
      /** The title of a submitted form; null for a button. */
      form: z.string().nullable(),
      callback: z.string(),
      /** Slack's `private_metadata`. */
      metadata: z.string(),
    })
    .nullable(),
  /** The value of the button or choice. */
  value: z.string(),
  /** The button's text; null if Slack doesn't send it. */
  label: z.string().nullable(),
  /** Presses with the same key are handled once. */
  idempotencyKey: z.string(),
  at: z.number(),
  /** Permission was confirmed before the press was stored. */
  isPermitted: z.boolean(),
});

/** A press of a button, or of a form's submit button. Stored until it is handled and answered. */
export type StoredPress = z.infer<typeof pressSchema>;

const messageSchema = z.custom<Message>(value => typeof value === 'object' && value !== null);
const answerSchema = z.discriminatedUnion('kind', [
  /** Only the person sees it. */
  z.object({ kind: z.literal('message'), message: messageSchema }),
  z.object({ kind: z.literal('refused'), problem: problemSchema }),
  /** Replaces or deletes the message with the button. */
  z.object({ kind: z.literal('replaced'), message: messageSchema }),
  z.object({ kind: z.literal('removed') }),
  /** The handler shows its result itself. */
  z.object({ kind: z.literal('quiet') }),
]);
type StoredPressAnswer = z.infer<typeof answerSchema>;

/** `shown`: replaces the modal with the button. */
export type PressAnswer =
  | StoredPressAnswer
  | {
      kind: 'shown';
      view: ModalView;
      /** The message instead if Slack doesn't show the view. */
      fallbackText?: string | undefined;
    };

/** `after`: shows the result elsewhere, once the person has the answer. */
export type PressResult = PressAnswer & { after?: () => Promise<unknown> };

/** `waits`: the person was told that their press waits for Slack. `answer`: not yet delivered; null until there is one. */
const pendingSchema = pressSchema.extend({
  waits: z.boolean().default(false),
  answer: answerSchema.nullable().default(null),
});
type PendingPress = z.infer<typeof pendingSchema>;
const SCHEMAS = { state: z.array(pendingSchema), event: pendingSchema };

/** A handler as the queue runs it. */
export type RegisteredHandler = {
  /** Null if the press is permitted; `SLACK_AWAY` while that is unknown. */
  check(press: StoredPress): Promise<Problem | null>;
  /** Must be safe to run twice, because a process may die after it. Returns expected failures instead of throwing. */
  handle(press: StoredPress, web: WebClient): Promise<PressResult>;
};

/**
 * The queue of presses with side effects. Each is stored before its ack; then any process checks permission, runs the
 * handler and delivers the answer. One person's presses are handled in order and don't delay other people's.
 */
export type Presses = Worker & {
  /** All handlers are registered before the worker is first woken. */
  register(name: string, handler: RegisteredHandler): void;
  /** Resolves when the press is stored. */
  enqueue(press: StoredPress): Promise<void>;
};

/**
 * The refusal of a press that was quarantined because the app stalled on it. None if it stalled again, on the refusal
 * itself, because that would never end.
 */
function refusalAfterStall({ id, body, why, isKnown }: UnreadableNews): PendingPress[] {
  if (why !== STOOD_STILL || isKnown) return [];
  const { data } = pendingSchema.safeParse(readJson(body));
  return data ? [{ ...data, answer: { kind: 'refused', problem: { kind: 'PRESS_STALLED', id } } }] : [];
}

/** @param respond false if Slack doesn't accept the answer now */
export function createPresses(deps: {
  inboxes: Inboxes;
  webFor: WebFor;
  respond: (press: StoredPress, web: WebClient, answer: PressAnswer) => Promise<boolean>;
  runFairly: FairScheduler;
  handling: Handling;
  clock: Clock;
  log: Log;
  newId: () => string;
}): Presses {
  const { inboxes, webFor, respond, runFairly, handling, clock, log, newId } = deps;
  const handlers = new Map<string, RegisteredHandler>();

  /** Null while permission is unknown. */
  async function checkAndHandle(press: StoredPress, web: WebClient): Promise<PressResult | null> {
    const handler = handlers.get(press.handler);
    if (!handler) return { kind: 'refused', problem: { kind: 'OUTDATED' } };
    const checked = press.isPermitted ? null : handler.check(press);
    const problem = checked && (await within(clock, CHECK_MS, checked, { kind: 'SLACK_AWAY' }));
    const answer: PressResult = problem ? { kind: 'refused', problem } : await handler.handle(press, web);
    if (answer.kind !== 'refused' || answer.problem.kind !== 'SLACK_AWAY') return answer;
    if (clock.now() - press.at < CHECK_UNTIL_MS) return null;
    return {
      kind: 'refused',
      problem: { kind: 'PRESS_NOT_DONE', button: press.label && harmless(press.label, MAX_LABEL_CHARACTERS) },
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

  /** Advances a press. Returns it with its progress; null if it is finished. */
  async function advance(pending: PendingPress): Promise<PendingPress | null> {
    const { waits, answer: storedAnswer, ...press } = pending;
    const web = await webFor(press.workspace);
    // The app was uninstalled.
    if (!web) return null;
    const result: PressResult | null = storedAnswer ?? (await answerTo(press, web));
    if (!result) {
      if (!waits) await respond(press, web, { kind: 'refused', problem: { kind: 'PRESS_WAITS' } });
      return { ...pending, waits: true };
    }
    const { after, ...answer } = result;
    // Stored before it is delivered: after a refusal, no other process may check again and handle the press.
    if (!storedAnswer && answer.kind === 'refused') return { ...pending, answer };
    const isDelivered = await respond(press, web, answer);
    await after?.().catch(error => log.warn({ err: error }, 'can’t show what came of a press elsewhere'));
    if (isDelivered || answer.kind === 'shown') return null;
    return clock.now() - press.at < RESPOND_UNTIL_MS ? { ...pending, answer } : null;
  }

  async function work(leased: LeasedInbox): Promise<void> {
    const { workspace } = leased.address;
    const { state, earlier, events, unreadable, toCommit } = await runFairly(
      workspace,
      readInbox(leased, SCHEMAS, newId),
    );
    const remaining: PendingPress[] = unreadable.flatMap(refusalAfterStall);
    let hasJustRefused = remaining.length > 0;
    for (const pending of [...earlier.flat(), ...(state ?? []), ...events]) {
      const advanced = await advance(pending);
      if (advanced) remaining.push(advanced);
      hasJustRefused ||= pending.answer === null && advanced?.answer?.kind === 'refused';
    }
    const next = {
      state: remaining.length > 0 ? JSON.stringify(remaining) : null,
      dueAt: remaining.length > 0 ? clock.now() + (hasJustRefused ? 0 : RETRY_MS) : null,
      intents: [],
      events: [],
      unreadable,
    };
    await inboxes.commit(toCommit, next, clock.now());
  }

  const worker = createInboxWorker({
    inboxes,
    kind: 'presses',
    leaseMs: LEASE_MS,
    byTimeOfDay: false,
    work,
    handling,
    clock,
    log,
    failure: 'can’t carry out what somebody pressed; trying again',
  });
  return {
    ...worker,
    register: (name, handler) => void handlers.set(name, handler),
    async enqueue(press) {
      const { workspace, userId, handler, idempotencyKey } = press;
      const dedupe = { key: `press ${handler} ${idempotencyKey}`, digest: null, forMs: DEDUPE_MS, ends: [] };
      const address = { kind: 'presses', workspace, name: userId } as const;
      const event = { id: newId(), address, body: JSON.stringify(press), dedupe };
      await inboxes.put(event, clock.now());
      worker.wake();
    },
  };
}
