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
import { asEndedEarly, asPaused, asResumed } from './transitions.ts';

/** The transitions of broadcasts from their start on. */
export function createLifecycle(store: Store, newId: () => string) {
  const step = createStep(store, newId);
  return {
    /**
     * `review → running` by its author, `approval → running` by an approver. Adds the intent of its texts, under the
     * broadcast's own id. The broadcast pauses when its cost reaches `creditLimit`.
     * `until`: a schedule's run waits for its time of day; null: it begins at once.
     */
    start: (
      workspace: string,
      id: string,
      { by, now, creditLimit, until = null }: Doing & { creditLimit?: Credits | null; until?: number | null },
    ) =>
      step(workspace, id, now, putWithIntent, (broadcast, tx) => {
        if (broadcast.state !== 'review' && broadcast.state !== 'approval') return null;
        if (broadcast.state === 'review' && isCancelled(tx, broadcast)) return null;
        const approval =
          broadcast.state === 'approval' && broadcast.approval
            ? { ...broadcast.approval, by }
            : broadcast.approval;
        const begun = asResumed(broadcast, now);
        const started = { ...begun, approval, startedAt: now, creditLimit: limitOf(creditLimit) };
        return until === null ? started : asPaused(started, 'early', { by: null, now, until });
      }),

    /** `running → paused`: parks waiting texts. `until`: the time of day when it resumes by itself. */
    pause: (
      workspace: string,
      id: string,
      why: PauseReason,
      { by, now, until }: Doing & { until?: number },
    ) =>
      step(workspace, id, now, putAndReport, (broadcast, tx) => {
        // A press that is processed late must not override a later one.
        if (broadcast.state !== 'running' || broadcast.changedAt > now) return null;
        park(tx, id, now);
        return asPaused(broadcast, why, { by, now, until });
      }),

    /**
     * `paused → running`: waiting texts may wait their full time again. `creditLimit`: the new limit; unchanged if absent. `until`: as in
     * `start`, for a run from a backup that is resumed before its time.
     */
    resume: (
      workspace: string,
      id: string,
      { now, creditLimit, until = null }: Doing & { creditLimit?: Credits | null; until?: number | null },
    ) =>
      step(workspace, id, now, putAndReport, (broadcast, tx) => {
        if (broadcast.state !== 'paused' || broadcast.changedAt > now) return null;
        unpark(tx, id, now);
        const limit = creditLimit === undefined ? broadcast.creditLimit : limitOf(creditLimit);
        const resumed = { ...asResumed(broadcast, now), creditLimit: limit };
        return until === null ? resumed : asPaused(resumed, 'early', { by: null, now, until });
      }),

    /** `running` or `paused → ended`: cancels everything that isn't claimed. */
    cancel: (workspace: string, id: string, { by, now }: Doing) =>
      step(workspace, id, now, putAndReport, (broadcast, tx, ctx) =>
        isActive(broadcast) ? cancelAll(tx, broadcast, by, ctx) : null,
      ),
  };
}

/** Ends a broadcast and cancels its waiting texts. */
export function cancelAll(tx: Tx, broadcast: Broadcast, by: string | null, ctx: StepContext): Broadcast {
  const { now } = ctx;
  tx.put(BROADCASTS, asEndedEarly(broadcast, by, now));
  const texts = waitingTexts(tx, broadcast.id);
  for (const text of texts) changeText(tx, text, asCancelled(text, now), ctx);
  wakeKeys(tx, new Set(texts.map(({ fingerprint }) => fingerprint)), now);
  return ofWorkspace(tx, broadcast.workspace, broadcast.id) ?? broadcast;
}

const limitOf = (credits: Parameters<typeof toMillionths>[0] | null | undefined): number | null =>
  credits == null ? null : toMillionths(credits);

/** Changes a workspace's broadcast in one transaction and returns it. Null if there is none, or if `change` returns null. */
export const createStep =
  (store: Store, newId: () => string) =>
  (
    workspace: string,
    id: string,
    now: number,
    write: (tx: Tx, broadcast: Broadcast, ctx: StepContext) => Broadcast,
    change: (broadcast: Broadcast, tx: Tx, ctx: StepContext) => Broadcast | null,
  ): Promise<Broadcast | null> =>
    store.transaction(tx => {
      const ctx = { newId, now, broadcastHooks: broadcastsOfTexts };
      const broadcast = ofWorkspace(tx, workspace, id);
      const next = broadcast && change(broadcast, tx, ctx);
      return next && write(tx, next, ctx);
    });

/** Returns true for a run of a schedule that was cancelled while the run was being made. */
export function isCancelled(tx: Tx, { id, schedule }: Broadcast): boolean {
  if (schedule === null) return false;
  const [stored] = tx.readable(SCHEDULES, [schedule]);
  return stored?.runInProgress?.broadcast !== id;
}

/** The workspace's broadcast with this id; null if there is none, or if it is unreadable. */
export function ofWorkspace(tx: Tx, workspace: string, id: string): Broadcast | null {
  const [broadcast] = tx.readable(BROADCASTS, [id]);
  return broadcast?.workspace === workspace ? broadcast : null;
}

/** Stores the broadcast and reports the change in its post. */
export function putAndReport(tx: Tx, broadcast: Broadcast, ctx: StepContext): Broadcast {
  tx.put(BROADCASTS, broadcast);
  const [intent] = tx.readable(INTENTS, [broadcast.id]);
  if (intent) reportOutcome(tx, intent, ctx);
  return broadcast;
}

/** Stores the broadcast, and its intent if there is none. From now on, the intent's outcome is reported. */
export function putWithIntent(tx: Tx, broadcast: Broadcast, ctx: StepContext): Broadcast {
  const { now } = ctx;
  const fresh = newIntent(intentOf(broadcast), { dueAt: now, leasedBy: null });
  if (!insertIntent(tx, { ...fresh, state: 'planned' })) return putAndReport(tx, broadcast, ctx);
  tx.put(BROADCASTS, broadcast);
  addReport(tx, { id: outcomeId(broadcast.id), kind: 'outcome', intentId: broadcast.id }, now);
  return broadcast;
}

/** The intent of a broadcast's texts. */
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
