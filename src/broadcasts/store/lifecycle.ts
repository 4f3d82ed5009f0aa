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
import { MAX_ROWS } from '../../workspace/settings.ts';
import { APPROVAL_MS, type BroadcastRequest, type BroadcastRow, type PauseReason } from '../broadcast.ts';
import {
  type ApprovalPost,
  BROADCASTS,
  type Broadcast,
  CHUNKS,
  chunkId,
  type Doing,
  isActive,
  isOver,
  isStarted,
  isText,
  NO_COUNTS,
  NO_SIZE,
  withRows,
} from './model.ts';
import { broadcastsOfTexts, park, readBroadcasts, unpark, waitingTexts } from './tally.ts';
import { cancelledRest, paused, resumed } from './transitions.ts';

/** Working out who gets one takes minutes at most: after this long, it has failed. */
const GATHERING_MS = 30 * 60_000;
/** Rows that are stored together. */
const CHUNK = 25;
/** More than there are at a time. */
const MANY = 1000;

/** Broadcasts before they start. */
export function createDrafts(store: Store, newId: () => string) {
  const step = createStep(store, newId);
  /** One that hasn't started comes to nothing. */
  const dropped = (
    one: Broadcast,
    why: NonNullable<Broadcast['dropped']>,
    { by, now, reason = null }: { by: string | null; now: number; reason?: string | null },
  ): Broadcast => ({
    ...one,
    state: 'dropped',
    dropped: why,
    endedAt: now,
    endedBy: by,
    approval: one.approval && { ...one.approval, reason },
  });

  /** Whether nobody goes on with one that hasn't started. */
  function hasLapsed(tx: Tx, one: Broadcast, now: number): boolean {
    if (one.state === 'gathering') {
      const isGone = one.owner !== store.owner && !store.isAlive(tx, one.owner);
      return isGone || one.at <= now - GATHERING_MS;
    }
    return (one.approval?.askedAt ?? one.at) <= now - APPROVAL_MS;
  }

  return {
    /**
     * A new one, `gathering`. If there is one with this id, that one, which is somebody else's to gather. `resendOf`: the broadcast
     * whose rows it repeats; `schedule`: whose run it is.
     */
    open: (given: {
      id: string;
      workspace: string;
      request: BroadcastRequest;
      repeatOf: string | null;
      schedule: string | null;
      at: number;
      wall: number;
    }) =>
      store.transaction(tx => {
        const there = tx.get(BROADCASTS, given.id);
        if (there) return { broadcast: there, isNew: false };
        const broadcast: Broadcast = {
          ...given,
          state: 'gathering',
          owner: store.owner,
          size: NO_SIZE,
          next: 0,
          counts: NO_COUNTS,
          recent: '',
          creditLimit: null,
          fingerprint: null,
          unreachableSince: null,
          changedAt: given.at,
          pause: null,
          pauseNotice: null,
          approval: null,
          startedAt: null,
          endedAt: null,
          endedBy: null,
          summary: null,
          dropped: null,
        };
        tx.put(BROADCASTS, broadcast);
        return { broadcast, isNew: true };
      }),

    /**
     * Adds rows in their order; numbers that an earlier row has are the caller's to leave out. A row with a problem, or
     * without a number or a message, is left out. At most 100 at a time.
     */
    addRows: (id: string, rows: readonly BroadcastRow[]) =>
      store.transaction(tx => {
        const one = tx.get(BROADCASTS, id);
        if (one?.state !== 'gathering') return null;
        if (one.size.rows + rows.length > MAX_ROWS) throw new RangeError('A broadcast has no more rows');
        for (let offset = 0; offset < rows.length; offset += CHUNK) {
          const some = rows.slice(offset, offset + CHUNK);
          const from = one.size.rows + offset;
          const chunk = { broadcast: id, workspace: one.workspace, from, rows: some };
          tx.insert(CHUNKS, { id: chunkId(id, from, some.filter(isText).length), ...chunk });
        }
        const next = withRows(one, rows);
        tx.put(BROADCASTS, next);
        return next;
      }),

    /** `gathering → review`: all rows are there. */
    gathered: (id: string) =>
      store.transaction(tx => {
        const one = tx.get(BROADCASTS, id);
        if (one?.state !== 'gathering') return null;
        const next: Broadcast = { ...one, state: 'review' };
        tx.put(BROADCASTS, next);
        return next;
      }),

    /**
     * `review → approval`. From then on its intent's outcome is reported: that somebody is to be asked, in this channel, and
     * what becomes of it.
     */
    askApproval: (workspace: string, id: string, { now, channel }: Doing & { channel: string }) =>
      step(workspace, id, now, announced, (one, tx) => {
        if (one.state !== 'review' || isCancelled(tx, one)) return null;
        const approval = {
          askedAt: now,
          channel,
          by: null,
          reason: null,
          posts: [],
          said: 'nothing' as const,
        };
        return { ...one, state: 'approval', approval };
      }),

    /** Where its approval was asked for (one place for each `to`), or how far people were told of it. */
    approvalSaid: (workspace: string, id: string, said: ApprovalPost | 'asked' | 'decided') =>
      store.transaction(tx => {
        const one = ofWorkspace(tx, workspace, id);
        if (!one?.approval) return;
        const { posts } = one.approval;
        const more =
          typeof said === 'string'
            ? { said }
            : { posts: [...posts.filter(({ to }) => to !== said.to), said] };
        tx.put(BROADCASTS, { ...one, approval: { ...one.approval, ...more } });
      }),

    /** `gathering`, `review` or `approval → dropped`. `reason`: why it was rejected. */
    drop: (
      workspace: string,
      id: string,
      why: 'author' | 'rejected' | 'expired',
      doing: Doing & { reason?: string | null },
    ) =>
      step(workspace, id, doing.now, putAndTell, one =>
        isStarted(one) || isOver(one) ? null : dropped(one, why, doing),
      ),

    /**
     * Drops what nobody can go on with: review or approval older than a day, or whose gathering process is gone or has failed. Sets aside
     * those that can't be read.
     */
    dropAbandoned: (now: number) =>
      store.transaction(tx => {
        const [found = []] = [BROADCASTS.index('before'), BROADCASTS.index('going')].map(index =>
          readBroadcasts(tx, { index, limit: MANY }, now),
        );
        const lapsed: Broadcast[] = [];
        for (const one of found) {
          if (hasLapsed(tx, one, now)) lapsed.push(dropped(one, 'expired', { by: null, now }));
        }
        for (const one of lapsed) putAndTell(tx, one, { newId, now, broadcastHooks: broadcastsOfTexts });
        return lapsed;
      }),

    /** Those that haven't begun, and still may; the newest first. */
    drafts: (workspace: string) =>
      store.read(tx =>
        tx.readable(BROADCASTS, {
          index: BROADCASTS.index('drafts', workspace),
          limit: MANY,
          reverse: true,
        }),
      ),
  };
}

/**
 * One step with a workspace's broadcast: says what it is then. Null: there is none, or `transaction` says that it is no longer possible.
 */
const createStep =
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
function isCancelled(tx: Tx, { id, schedule }: Broadcast): boolean {
  if (schedule === null) return false;
  const [its] = tx.readable(SCHEDULES, [schedule]);
  return its?.runInProgress?.broadcast !== id;
}

/** Null: there is none in this workspace, or it can't be read. */
export function ofWorkspace(tx: Tx, workspace: string, id: string): Broadcast | null {
  const [one] = tx.readable(BROADCASTS, [id]);
  return one?.workspace === workspace ? one : null;
}

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

/** Its post has to say so. */
function putAndTell(tx: Tx, one: Broadcast, ctx: StepContext): Broadcast {
  tx.put(BROADCASTS, one);
  const [intent] = tx.readable(INTENTS, [one.id]);
  if (intent) reportOutcome(tx, intent, ctx);
  return one;
}

/** The same from the moment that others hear of it: it has an intent, whose outcome is reported. */
function announced(tx: Tx, one: Broadcast, ctx: StepContext): Broadcast {
  const { now } = ctx;
  const fresh = newIntent(intentOf(one), { dueAt: now, leasedBy: null });
  if (!insertIntent(tx, { ...fresh, state: 'planned' })) return putAndTell(tx, one, ctx);
  tx.put(BROADCASTS, one);
  addReport(tx, { id: outcomeId(one.id), kind: 'outcome', intentId: one.id }, now);
  return one;
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
