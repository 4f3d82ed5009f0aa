import { type Credits, toMillionths } from '../../kit/credits.ts';
import type { Store, Tx } from '../../kit/store/store.ts';
import { SCHEDULES } from '../../schedules/store/model.ts';
import type { Intent } from '../../texts/intent.ts';
import { insertIntent } from '../../texts/store/accept.ts';
import { wakeKeys } from '../../texts/store/key.ts';
import { INTENTS, outcomeId } from '../../texts/store/model.ts';
import { newIntent } from '../../texts/store/plan.ts';
import { asCancelled } from '../../texts/store/settle.ts';
import { addReport, changeText, reportOutcome, type StepContext } from '../../texts/store/text-changes.ts';
import type { PauseReason } from '../broadcast.ts';
import { BROADCASTS, type Broadcast, type Doing, isActive } from './model.ts';
import { broadcastsOfTexts, park, unpark, waitingTexts } from './text-hooks.ts';
import { cancelledRest, paused, resumed } from './transitions.ts';

/** Broadcasts start, pause, go on and are cancelled. */
export function createLifecycle(store: Store, newId: () => string) {
  const step = createStep(store, newId);
  return {
    /**
     * `review → running` for its author, `approval → running` for somebody else. Makes the intent its texts belong to, which
     * has the broadcast's id. If what its texts cost reaches the limit, it pauses.
     */
    start: (
      workspace: string,
      id: string,
      { by, now, creditLimit }: Doing & { creditLimit?: Credits | null },
    ) =>
      step(workspace, id, now, announced, (one, tx) => {
        if (one.state !== 'review' && one.state !== 'approval') return null;
        if (one.state === 'review' && isCancelled(tx, one)) return null;
        const approval = one.state === 'approval' && one.approval ? { ...one.approval, by } : one.approval;
        return { ...resumed(one, now), approval, startedAt: now, creditLimit: limitOf(creditLimit) };
      }),

    /**
     * `running → paused`: texts that wait go nowhere from this moment on. `until` (a time of day): it goes on by itself then.
     */
    pause: (
      workspace: string,
      id: string,
      why: PauseReason,
      { by, now, until }: Doing & { until?: number },
    ) =>
      step(workspace, id, now, putAndTell, (one, tx) => {
        // Carried out later than it was said, it says nothing about what was said since.
        if (one.state !== 'running' || one.changedAt > now) return null;
        park(tx, id, now);
        return paused(one, why, { by, now, until });
      }),

    /**
     * `paused → running`: waiting texts get their time to wait anew. `creditLimit`: a new one.
     */
    resume: (workspace: string, id: string, { now, creditLimit }: Doing & { creditLimit?: Credits | null }) =>
      step(workspace, id, now, putAndTell, (one, tx) => {
        if (one.state !== 'paused' || one.changedAt > now) return null;
        unpark(tx, id, now);
        const limit = creditLimit === undefined ? one.creditLimit : limitOf(creditLimit);
        return { ...resumed(one, now), creditLimit: limit };
      }),

    /** `running` or `paused → ended`: what has no claim is cancelled. */
    cancel: (workspace: string, id: string, { by, now }: Doing) =>
      step(workspace, id, now, putAndTell, (one, tx, ctx) =>
        isActive(one) ? cancelAll(tx, one, by, ctx) : null,
      ),
  };
}

/** It ends, and so does everything of it that waits. */
export function cancelAll(tx: Tx, one: Broadcast, by: string | null, ctx: StepContext): Broadcast {
  const { now } = ctx;
  tx.put(BROADCASTS, cancelledRest(one, by, now));
  const texts = waitingTexts(tx, one.id);
  for (const text of texts) changeText(tx, text, asCancelled(text, now), ctx);
  wakeKeys(tx, new Set(texts.map(({ fingerprint }) => fingerprint)), now);
  return ofWorkspace(tx, one.workspace, one.id) ?? one;
}

const limitOf = (credits: Parameters<typeof toMillionths>[0] | null | undefined): number | null =>
  credits == null ? null : toMillionths(credits);

/**
 * One step with a workspace's broadcast: says what it is then. Null: there is none, or `transaction` says that it is no longer possible.
 */
export const createStep =
  (store: Store, newId: () => string) =>
  (
    workspace: string,
    id: string,
    now: number,
    write: (tx: Tx, one: Broadcast, ctx: StepContext) => Broadcast,
    change: (one: Broadcast, tx: Tx, ctx: StepContext) => Broadcast | null,
  ): Promise<Broadcast | null> =>
    store.transaction(tx => {
      const ctx = { newId, now, broadcastHooks: broadcastsOfTexts };
      const one = ofWorkspace(tx, workspace, id);
      const next = one && change(one, tx, ctx);
      return next && write(tx, next, ctx);
    });

/** Whether it is a run of a schedule that was cancelled while the run was being made. */
export function isCancelled(tx: Tx, { id, schedule }: Broadcast): boolean {
  if (schedule === null) return false;
  const [its] = tx.readable(SCHEDULES, [schedule]);
  return its?.runInProgress?.broadcast !== id;
}

/** Null: there is none in this workspace, or it can't be read. */
export function ofWorkspace(tx: Tx, workspace: string, id: string): Broadcast | null {
  const [one] = tx.readable(BROADCASTS, [id]);
  return one?.workspace === workspace ? one : null;
}

/** Its post has to say so. */
export function putAndTell(tx: Tx, one: Broadcast, ctx: StepContext): Broadcast {
  tx.put(BROADCASTS, one);
  const [intent] = tx.readable(INTENTS, [one.id]);
  if (intent) reportOutcome(tx, intent, ctx);
  return one;
}

/** The same from the moment that others hear of it: it has an intent, whose outcome is reported. */
export function announced(tx: Tx, one: Broadcast, ctx: StepContext): Broadcast {
  const { now } = ctx;
  const fresh = newIntent(intentOf(one), { dueAt: now, leasedBy: null });
  if (!insertIntent(tx, { ...fresh, state: 'planned' })) return putAndTell(tx, one, ctx);
  tx.put(BROADCASTS, one);
  addReport(tx, { id: outcomeId(one.id), kind: 'outcome', intentId: one.id }, now);
  return one;
}

/** The intent that a broadcast's texts belong to. */
function intentOf({ id, workspace, request, startedAt, at }: Broadcast): Intent {
  return {
    id,
    workspace,
    source: { feature: 'broadcasts', kind: 'broadcast', data: {} },
    rows: true,
    resendOf: null,
    actor: request.by,
    to: [],
    message: request.message,
    ...(request.isTemplate ? { template: true } : {}),
    priority: 'bulk',
    confirmed: true,
    replyTo: {
      responseUrl: null,
      channel: request.channel,
      userId: request.by,
      threadTs: null,
      threadLink: null,
    },
    language: null,
    acceptedAt: startedAt ?? at,
  };
}
