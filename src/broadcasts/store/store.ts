import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { StandingPost } from '../../kit/slack/standing-post.ts';
import { deletionOf, removeListed, type Store, type Tx } from '../../kit/store/store.ts';
import { BROADCAST_STATES, type BroadcastState } from '../broadcast.ts';
import { isText } from '../left-out.ts';
import { createDrafts } from './drafts.ts';
import { feedRows } from './feed-rows.ts';
import { cancelAll, createLifecycle, ofWorkspace } from './lifecycle.ts';
import {
  BROADCASTS,
  CHUNKS,
  type Feeding,
  isActive,
  isOver,
  isStarted,
  type RowFilter,
  type RowOutcome,
} from './model.ts';
import { chunkAt, rowState, rowsFrom } from './rows.ts';
import { broadcastsOfTexts } from './text-hooks.ts';
import { withPost } from './transitions.ts';

/** More broadcasts than run at a time. */
const MAX_GOING = 1000;
/** More drafts than a workspace makes between two broadcasts that start. */
const MAX_DRAFTS = 100;

/**
 * Broadcasts and their rows. Each change is one transaction that returns the changed broadcast; null if its state no
 * longer allows the change, or the workspace has no such broadcast.
 *
 * The transaction that changes a text also counts it in its broadcast, pauses the broadcast if a person has to look
 * at something (see `PAUSE_REASONS`), and ends it with its last row. While it is paused, none of its texts is
 * claimed, and unsent texts that return from a claim wait with the others.
 */
export function createBroadcasts(
  store: Store,
  { newId, wall }: { newId: () => string; wall: (at: number) => number },
) {
  return {
    ...createDrafts(store, newId),
    ...createLifecycle(store, newId),

    /** Stores the post that tells the author of the current pause, or the summary. For the progress post see `Reports.shownAt`. */
    shownAt: (workspace: string, id: string, kind: 'pause' | 'summary', post: StandingPost) =>
      store.transaction(tx => {
        const broadcast = ofWorkspace(tx, workspace, id);
        if (broadcast) tx.put(BROADCASTS, withPost(broadcast, kind, post));
      }),

    /** Records that the notice of a pause that is over no longer shows Resume. */
    pauseNoticeChanged: (workspace: string, id: string, { at }: StandingPost) =>
      store.transaction(tx => {
        const broadcast = ofWorkspace(tx, workspace, id);
        if (broadcast && broadcast.pauseNotice?.at?.ts === at?.ts)
          tx.put(BROADCASTS, { ...broadcast, pauseNotice: null });
      }),

    /**
     * Turns the next rows into texts, at most `MAX_ROWS_PER_STEP` at a time. Pauses instead if a limit is reached or
     * the key is held. A second call with the same `from` changes nothing.
     */
    feed: (id: string, feeding: Feeding, now: number) =>
      store.transaction(tx => feedRows(tx, id, feeding, { now, wall: wall(now) })),

    /**
     * The index and numbers of the rows that `feed` would take next; null if no row is left, or the broadcast isn't
     * running.
     */
    nextRows: (id: string) =>
      store.read(tx => {
        const [broadcast] = tx.readable(BROADCASTS, [id]);
        if (broadcast?.state !== 'running' || broadcast.next >= broadcast.size.rows) return null;
        const chunk = chunkAt(tx, id, broadcast.next);
        const rows = chunk && 'rows' in chunk ? chunk.rows.slice(broadcast.next - chunk.from) : [];
        return { from: broadcast.next, numbers: rows.flatMap(row => (isText(row) ? row.number : [])) };
      }),

    one: (workspace: string, id: string) => store.read(tx => ofWorkspace(tx, workspace, id)),

    /** The workspace's broadcasts that have started, newest first. */
    of: (workspace: string, limit: number) =>
      store.read(tx => {
        const range = {
          index: BROADCASTS.index('byWorkspace', workspace),
          limit: limit + MAX_DRAFTS,
          reverse: true,
        };
        return tx.readable(BROADCASTS, range).filter(isStarted).slice(0, limit);
      }),

    /** The broadcasts of all workspaces that run, or resume by themselves. */
    going: () =>
      store.read(tx => tx.readable(BROADCASTS, { index: BROADCASTS.index('going'), limit: MAX_GOING })),

    /** At most `limit` rows from an index on, and where to continue; null if there are no more. Takes several transactions. */
    async rows(
      workspace: string,
      id: string,
      { filter, from, limit }: { filter: RowFilter; from: number; limit: number },
    ) {
      const rows: RowOutcome[] = [];
      for (let at: number | null = from; at !== null; ) {
        const index: number = at;
        const some = await store.read(tx => {
          const broadcast = ofWorkspace(tx, workspace, id);
          return broadcast && { isOver: isOver(broadcast), ...rowsFrom(tx, broadcast, index) };
        });
        // Other work runs in between, because a filter may read many rows.
        await endOfTurn();
        if (!some) break;
        const matching = some.rows.filter(row => filter === 'all' || filter === rowState(row, some.isOver));
        const more = matching[limit - rows.length];
        rows.push(...matching.slice(0, limit - rows.length));
        if (more) return { rows, next: more.index };
        at = some.next;
      }
      return { rows, next: null };
    },

    /**
     * Removes up to about `limit` records of broadcasts made before `before`; returns their number. Cancels active broadcasts
     * first.
     */
    async sweep(workspace: string, before: number, limit: number) {
      const removed = await store.transaction(tx => removeOld(tx, workspace, before, limit));
      if (removed > 0) await store.purge();
      return removed;
    },

    /** Numbers of broadcasts by state, for metrics. */
    counts: () =>
      store.read(tx => {
        const lists = BROADCAST_STATES.map(state => BROADCASTS.index('state', state));
        tx.load([], [], lists);
        const entries = BROADCAST_STATES.map((state, index) => [state, tx.count(lists[index] ?? '')]);
        return Object.fromEntries(entries) as Record<BroadcastState, number>;
      }),
  };

  function removeOld(tx: Tx, workspace: string, before: number, limit: number): number {
    const list = BROADCASTS.index('byWorkspace', workspace);
    const { records, unreadable, missing } = tx.tryRead(BROADCASTS, {
      index: list,
      to: before - 1,
      limit: 10,
    });
    for (const entry of missing) tx.removeEntry(list, entry);
    for (const broadcast of records.filter(isActive)) {
      // The broadcast is older than the workspace keeps texts.
      cancelAll(tx, broadcast, null, { newId, now: before, broadcastHooks: broadcastsOfTexts });
      return 1;
    }
    let removed = 0;
    for (const { id } of [...records, ...unreadable]) {
      removed += removeListed(tx, CHUNKS, { index: CHUNKS.index('byBroadcast', id) }, limit - removed);
      if (removed >= limit) return removed;
    }
    for (const { id } of records) tx.delete(BROADCASTS, id);
    for (const entry of unreadable) tx.discard(BROADCASTS, { ...entry, index: list });
    return removed + records.length + unreadable.length;
  }
}

export type Broadcasts = ReturnType<typeof createBroadcasts>;

/** Deletes everything that a workspace stores about broadcasts. */
export const removeBroadcasts = deletionOf(CHUNKS, BROADCASTS);
