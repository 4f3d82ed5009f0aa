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
      step(workspace, id, now, announced, (broadcast, tx) => {
        if (broadcast.state !== 'review' && broadcast.state !== 'approval') return null;
        if (broadcast.state === 'review' && isCancelled(tx, broadcast)) return null;
        const approval =
          broadcast.state === 'approval' && broadcast.approval
            ? { ...broadcast.approval, by }
            : broadcast.approval;
        return { ...resumed(broadcast, now), approval, startedAt: now, creditLimit: limitOf(creditLimit) };
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
      step(workspace, id, now, putAndTell, (broadcast, tx) => {
        // Carried out later than it was said, it says nothing about what was said since.
        if (broadcast.state !== 'running' || broadcast.changedAt > now) return null;
        park(tx, id, now);
        return paused(broadcast, why, { by, now, until });
      }),

    /**
     * `paused → running`: waiting texts get their time to wait anew. `creditLimit`: a new one.
     */
    resume: (workspace: string, id: string, { now, creditLimit }: Doing & { creditLimit?: Credits | null }) =>
      step(workspace, id, now, putAndTell, (broadcast, tx) => {
        if (broadcast.state !== 'paused' || broadcast.changedAt > now) return null;
        unpark(tx, id, now);
        const limit = creditLimit === undefined ? broadcast.creditLimit : limitOf(creditLimit);
        return { ...resumed(broadcast, now), creditLimit: limit };
      }),

    /** `running` or `paused → ended`: what has no claim is cancelled. */
    cancel: (workspace: string, id: string, { by, now }: Doing) =>
      step(workspace, id, now, putAndTell, (broadcast, tx, ctx) =>
        isActive(broadcast) ? cancelAll(tx, broadcast, by, ctx) : null,
      ),
  };
}

/** It ends, and so does everything of it that waits. */
export function cancelAll(tx: Tx, broadcast: Broadcast, by: string | null, ctx: StepContext): Broadcast {
  const { now } = ctx;
  tx.put(BROADCASTS, cancelledRest(broadcast, by, now));
  const texts = waitingTexts(tx, broadcast.id);
  for (const text of texts) changeText(tx, text, asCancelled(text, now), ctx);
  wakeKeys(tx, new Set(texts.map(({ fingerprint }) => fingerprint)), now);
  return ofWorkspace(tx, broadcast.workspace, broadcast.id) ?? broadcast;
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
      const broadcast = ofWorkspace(tx, workspace, id);
      const next = broadcast && change(broadcast, tx, ctx);
      return next && write(tx, next, ctx);
    });

/** Whether it is a run of a schedule that was cancelled while the run was being made. */
export function isCancelled(tx: Tx, { id, schedule }: Broadcast): boolean {
  if (schedule === null) return false;
  const [stored] = tx.readable(SCHEDULES, [schedule]);
  return stored?.runInProgress?.broadcast !== id;
}

/** Null: there is none in this workspace, or it can't be read. */
export function ofWorkspace(tx: Tx, workspace: string, id: string): Broadcast | null {
  const [broadcast] = tx.readable(BROADCASTS, [id]);
  return broadcast?.workspace === workspace ? broadcast : null;
}

/** Its post has to say so. */
export function putAndTell(tx: Tx, broadcast: Broadcast, ctx: StepContext): Broadcast {
  tx.put(BROADCASTS, broadcast);
  const [intent] = tx.readable(INTENTS, [broadcast.id]);
  if (intent) reportOutcome(tx, intent, ctx);
  return broadcast;
}

/** The same from the moment that others hear of it: it has an intent, whose outcome is reported. */
export function announced(tx: Tx, broadcast: Broadcast, ctx: StepContext): Broadcast {
  const { now } = ctx;
  const fresh = newIntent(intentOf(broadcast), { dueAt: now, leasedBy: null });
  if (!insertIntent(tx, { ...fresh, state: 'planned' })) return putAndTell(tx, broadcast, ctx);
  tx.put(BROADCASTS, broadcast);
  addReport(tx, { id: outcomeId(broadcast.id), kind: 'outcome', intentId: broadcast.id }, now);
  return broadcast;
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
