import type { Store, Tx } from '../../kit/store/store.ts';
import { MAX_ROWS } from '../../workspace/settings.ts';
import { APPROVAL_MS, type BroadcastRequest, type BroadcastRow } from '../broadcast.ts';
import { isText, NO_SIZE, withRows } from '../left-out.ts';
import { createStep, isCancelled, ofWorkspace, putAndReport, putWithIntent } from './lifecycle.ts';
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
import { broadcastsOfTexts, readBroadcasts } from './text-hooks.ts';
import { asDropped } from './transitions.ts';

/** Gathering takes minutes at most. After this long it has failed. */
const GATHERING_MS = 30 * 60_000;
/** Rows that are stored together. */
const ROWS_PER_CHUNK = 25;
/** More broadcasts than are unfinished at a time. */
const MAX_UNFINISHED = 1000;

/** The end of the time for a decision, on the time line. */
export const decideBy = ({ approval, at }: Pick<Broadcast, 'approval' | 'at'>): number =>
  approval ? approval.askedAt + approval.forMs : at + APPROVAL_MS;

/** The transitions of broadcasts before they start. */
export function createDrafts(store: Store, newId: () => string) {
  const step = createStep(store, newId);

  /** Returns true if a broadcast that hasn't started is abandoned. */
  function isAbandoned(tx: Tx, broadcast: Broadcast, now: number): boolean {
    if (broadcast.state === 'gathering') {
      const isGone = broadcast.owner !== store.owner && !store.isAlive(tx, broadcast.owner);
      return isGone || broadcast.at <= now - GATHERING_MS;
    }
    return decideBy(broadcast) <= now;
  }

  return {
    /**
     * Adds a broadcast in state `gathering`. If the id exists already, returns that broadcast, which another caller gathers.
     * `repeatOf`: the broadcast whose rows it repeats; `schedule`: the schedule whose run it is.
     */
    open: (draft: {
      id: string;
      workspace: string;
      request: BroadcastRequest;
      repeatOf: string | null;
      schedule: string | null;
      startsAt?: number | null;
      at: number;
      wall: number;
    }) =>
      store.transaction(tx => {
        const there = tx.get(BROADCASTS, draft.id);
        if (there) return { broadcast: there, isNew: false };
        const broadcast: Broadcast = {
          ...draft,
          startsAt: draft.startsAt ?? null,
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
     * Appends rows, at most 100 at a time. The caller has removed duplicate numbers. A row with a problem, or without a number
     * or a message, is kept as left out.
     */
    addRows: (id: string, rows: readonly BroadcastRow[]) =>
      store.transaction(tx => {
        const broadcast = tx.get(BROADCASTS, id);
        if (broadcast?.state !== 'gathering') return null;
        if (broadcast.size.rows + rows.length > MAX_ROWS)
          throw new RangeError('A broadcast has no more rows');
        for (let offset = 0; offset < rows.length; offset += ROWS_PER_CHUNK) {
          const some = rows.slice(offset, offset + ROWS_PER_CHUNK);
          const from = broadcast.size.rows + offset;
          const chunk = { broadcast: id, workspace: broadcast.workspace, from, rows: some };
          tx.insert(CHUNKS, { id: chunkId(id, from, some.filter(isText).length), ...chunk });
        }
        const next = withRows(broadcast, rows);
        tx.put(BROADCASTS, next);
        return next;
      }),

    /** `gathering → review`: all rows are stored. */
    gathered: (id: string) =>
      store.transaction(tx => {
        const broadcast = tx.get(BROADCASTS, id);
        if (broadcast?.state !== 'gathering') return null;
        const next: Broadcast = { ...broadcast, state: 'review' };
        tx.put(BROADCASTS, next);
        return next;
      }),

    /**
     * `review → approval`. From now on, the report of its intent shows the question in this channel, and then the
     * decision.
     */
    askApproval: (
      workspace: string,
      id: string,
      { now, channel, forMs = APPROVAL_MS }: Doing & { channel: string; forMs?: number },
    ) =>
      step(workspace, id, now, putWithIntent, (broadcast, tx) => {
        if (broadcast.state !== 'review' || isCancelled(tx, broadcast)) return null;
        const approval = {
          askedAt: now,
          forMs,
          channel,
          by: null,
          reason: null,
          posts: [],
          said: 'nothing' as const,
        };
        return { ...broadcast, state: 'approval', approval };
      }),

    /** Stores a post that asks for approval, one for each `to`, or the last step that people have been told about. */
    recordApprovalPost: (
      workspace: string,
      id: string,
      progress: ApprovalPost | 'asked' | 'due' | 'decided',
    ) =>
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
      step(workspace, id, doing.now, putAndReport, broadcast =>
        isStarted(broadcast) || isOver(broadcast) ? null : asDropped(broadcast, why, doing),
      ),

    /**
     * Drops broadcasts that waited a day for a decision, or whose gathering process has died or failed. Quarantines unreadable
     * ones.
     */
    dropAbandoned: (now: number) =>
      store.transaction(tx => {
        const readAll = (index: string) => readBroadcasts(tx, { index, limit: MAX_UNFINISHED }, now);
        const drafts = readAll(BROADCASTS.index('before'));
        // Only quarantines: started broadcasts are never abandoned.
        readAll(BROADCASTS.index('going'));
        const lapsed = drafts
          .filter(broadcast => isAbandoned(tx, broadcast, now))
          .map(broadcast => asDropped(broadcast, 'expired', { by: null, now }));
        for (const broadcast of lapsed)
          putAndReport(tx, broadcast, { newId, now, broadcastHooks: broadcastsOfTexts });
        return lapsed;
      }),

    /** Broadcasts that may still start, newest first. */
    drafts: (workspace: string) =>
      store.read(tx =>
        tx.readable(BROADCASTS, {
          index: BROADCASTS.index('drafts', workspace),
          limit: MAX_UNFINISHED,
          reverse: true,
        }),
      ),
  };
}
