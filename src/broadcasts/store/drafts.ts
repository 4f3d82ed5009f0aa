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
    broadcast: Broadcast,
    why: NonNullable<Broadcast['dropped']>,
    { by, now, reason = null }: { by: string | null; now: number; reason?: string | null },
  ): Broadcast => ({
    ...broadcast,
    state: 'dropped',
    dropped: why,
    endedAt: now,
    endedBy: by,
    approval: broadcast.approval && { ...broadcast.approval, reason },
  });

  /** Whether nobody goes on with one that hasn't started. */
  function hasLapsed(tx: Tx, broadcast: Broadcast, now: number): boolean {
    if (broadcast.state === 'gathering') {
      const isGone = broadcast.owner !== store.owner && !store.isAlive(tx, broadcast.owner);
      return isGone || broadcast.at <= now - GATHERING_MS;
    }
    return (broadcast.approval?.askedAt ?? broadcast.at) <= now - APPROVAL_MS;
  }

  return {
    /**
     * A new one, `gathering`. If there is one with this id, that one, which is somebody else's to gather. `resendOf`: the broadcast
     * whose rows it repeats; `schedule`: whose run it is.
     */
    open: (draft: {
      id: string;
      workspace: string;
      request: BroadcastRequest;
      repeatOf: string | null;
      schedule: string | null;
      at: number;
      wall: number;
    }) =>
      store.transaction(tx => {
        const there = tx.get(BROADCASTS, draft.id);
        if (there) return { broadcast: there, isNew: false };
        const broadcast: Broadcast = {
          ...draft,
          state: 'gathering',
          owner: store.owner,
          size: NO_SIZE,
          next: 0,
          counts: NO_COUNTS,
          recent: '',
          creditLimit: null,
          fingerprint: null,
          unreachableSince: null,
          changedAt: draft.at,
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
        const broadcast = tx.get(BROADCASTS, id);
        if (broadcast?.state !== 'gathering') return null;
        if (broadcast.size.rows + rows.length > MAX_ROWS)
          throw new RangeError('A broadcast has no more rows');
        for (let offset = 0; offset < rows.length; offset += CHUNK) {
          const some = rows.slice(offset, offset + CHUNK);
          const from = broadcast.size.rows + offset;
          const chunk = { broadcast: id, workspace: broadcast.workspace, from, rows: some };
          tx.insert(CHUNKS, { id: chunkId(id, from, some.filter(isText).length), ...chunk });
        }
        const next = withRows(broadcast, rows);
        tx.put(BROADCASTS, next);
        return next;
      }),

    /** `gathering → review`: all rows are there. */
    gathered: (id: string) =>
      store.transaction(tx => {
        const broadcast = tx.get(BROADCASTS, id);
        if (broadcast?.state !== 'gathering') return null;
        const next: Broadcast = { ...broadcast, state: 'review' };
        tx.put(BROADCASTS, next);
        return next;
      }),

    /**
     * `review → approval`. From then on its intent's outcome is reported: that somebody is to be asked, in this channel, and
     * what becomes of it.
     */
    askApproval: (workspace: string, id: string, { now, channel }: Doing & { channel: string }) =>
      step(workspace, id, now, announced, (broadcast, tx) => {
        if (broadcast.state !== 'review' || isCancelled(tx, broadcast)) return null;
        const approval = {
          askedAt: now,
          channel,
          by: null,
          reason: null,
          posts: [],
          said: 'nothing' as const,
        };
        return { ...broadcast, state: 'approval', approval };
      }),

    /** Where its approval was asked for (one place for each `to`), or how far people were told of it. */
    approvalSaid: (workspace: string, id: string, progress: ApprovalPost | 'asked' | 'decided') =>
      store.transaction(tx => {
        const broadcast = ofWorkspace(tx, workspace, id);
        if (!broadcast?.approval) return;
        const { posts } = broadcast.approval;
        const more =
          typeof progress === 'string'
            ? { said: progress }
            : { posts: [...posts.filter(({ to }) => to !== progress.to), progress] };
        tx.put(BROADCASTS, { ...broadcast, approval: { ...broadcast.approval, ...more } });
      }),

    /** `gathering`, `review` or `approval → dropped`. `reason`: why it was rejected. */
    drop: (
      workspace: string,
      id: string,
      why: 'author' | 'rejected' | 'expired',
      doing: Doing & { reason?: string | null },
    ) =>
      step(workspace, id, doing.now, putAndTell, broadcast =>
        isStarted(broadcast) || isOver(broadcast) ? null : dropped(broadcast, why, doing),
      ),

    /**
     * Drops what nobody can go on with: review or approval older than a day, or whose gathering process is gone or has failed. Sets aside
     * those that can't be read.
     */
    dropAbandoned: (now: number) =>
      store.transaction(tx => {
        const [drafts = []] = [BROADCASTS.index('before'), BROADCASTS.index('going')].map(index =>
          readOrQuarantine(tx, { index, limit: MANY }, now),
        );
        const lapsed: Broadcast[] = [];
        for (const broadcast of drafts) {
          if (hasLapsed(tx, broadcast, now)) lapsed.push(dropped(broadcast, 'expired', { by: null, now }));
        }
        for (const broadcast of lapsed)
          putAndTell(tx, broadcast, { newId, now, broadcastHooks: broadcastsOfTexts });
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
