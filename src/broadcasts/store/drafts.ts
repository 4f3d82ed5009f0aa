import type { Store, Tx } from '../../kit/store/store.ts';
import { MAX_ROWS } from '../../workspace/settings.ts';
import { APPROVAL_MS, type BroadcastRequest, type BroadcastRow } from '../broadcast.ts';
import { isText, NO_SIZE, withRows } from '../left-out.ts';
import { announced, createStep, isCancelled, ofWorkspace, putAndTell } from './lifecycle.ts';
import {
  type ApprovalPost,
  BROADCASTS,
  type Broadcast,
  CHUNKS,
  chunkId,
  type Doing,
  isOver,
  isStarted,
  NO_COUNTS,
} from './model.ts';
import { broadcastsOfTexts, readOrQuarantine } from './text-hooks.ts';

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
          readOrQuarantine(tx, { index, limit: MANY }, now),
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
