import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { StandingPost } from '../../kit/slack/standing-post.ts';
import { deletionOf, removeListed, type Store, type Tx } from '../../kit/store/store.ts';
import { BROADCAST_STATES, type BroadcastState } from '../broadcast.ts';
import { chunkAt, feedRows, rowState, someRows } from './feed-rows.ts';
import { cancelAll, createDrafts, createLifecycle, ofWorkspace } from './lifecycle.ts';
import {
  BROADCASTS,
  CHUNKS,
  type Feeding,
  isActive,
  isOver,
  isStarted,
  isText,
  type RowFilter,
  type RowOutcome,
} from './model.ts';
import { broadcastsOfTexts } from './tally.ts';
import { withPost } from './transitions.ts';

/** More than there are at a time. */
const MANY = 1000;
/** More than a workspace makes and lets be between those that it starts. */
const DRAFTS = 100;

/**
 * Broadcasts and their rows. Each change is one atomic step that says what the broadcast is then; null: it was no longer
 * possible (somebody else was faster), or there is no such broadcast in this workspace.
 *
 * What becomes of its texts is counted in the step in which it happens. In that step it also pauses by itself if something
 * needs a look (see `PAUSE_REASONS`), and ends with its last row. While it is paused, nothing of it is claimed, and what
 * comes back unsent waits with the rest.
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
        const one = ofWorkspace(tx, workspace, id);
        if (one) tx.put(BROADCASTS, withPost(one, kind, post));
      }),

    /** The notice of a pause that is over no longer shows Resume. */
    pauseNoticeChanged: (workspace: string, id: string, { at }: StandingPost) =>
      store.transaction(tx => {
        const one = ofWorkspace(tx, workspace, id);
        if (one && one.pauseNotice?.at?.ts === at?.ts) tx.put(BROADCASTS, { ...one, pauseNotice: null });
      }),

    /**
     * The next rows become texts, at most some dozens at a time. It pauses instead if a limit is reached or its key is held.
     * Whoever calls it with the same `from` once more changes nothing.
     */
    feed: (id: string, feeding: Feeding, now: number) =>
      store.transaction(tx => feedRows(tx, id, feeding, { now, wall: wall(now) })),

    /** The rows that `feed` would take next, and their numbers; null: none is left, or it isn't running. */
    nextRows: (id: string) =>
      store.read(tx => {
        const [one] = tx.readable(BROADCASTS, [id]);
        if (one?.state !== 'running' || one.next >= one.size.rows) return null;
        const chunk = chunkAt(tx, id, one.next);
        const rows = chunk && 'rows' in chunk ? chunk.rows.slice(one.next - chunk.from) : [];
        return { from: one.next, numbers: rows.flatMap(row => (isText(row) ? row.number : [])) };
      }),

    one: (workspace: string, id: string) => store.read(tx => ofWorkspace(tx, workspace, id)),

    /** The newest first, without those that never began. */
    of: (workspace: string, limit: number) =>
      store.read(tx => {
        const range = {
          index: BROADCASTS.index('byWorkspace', workspace),
          limit: limit + DRAFTS,
          reverse: true,
        };
        return tx.readable(BROADCASTS, range).filter(isStarted).slice(0, limit);
      }),

    /** Of all workspaces: those that run, or go on by themselves at some time. */
    going: () => store.read(tx => tx.readable(BROADCASTS, { index: BROADCASTS.index('going'), limit: MANY })),

    /** Rows from this index on, at most `limit`, and where to continue; null: that was all. Takes several steps. */
    async rows(
      workspace: string,
      id: string,
      { filter, from, limit }: { filter: RowFilter; from: number; limit: number },
    ) {
      const rows: RowOutcome[] = [];
      for (let at: number | null = from; at !== null; ) {
        const index: number = at;
        const some = await store.read(tx => {
          const one = ofWorkspace(tx, workspace, id);
          return one && { isOver: isOver(one), ...someRows(tx, one, index) };
        });
        // Others have their turn in between, however many rows are read.
        await endOfTurn();
        if (!some) break;
        const asked = some.rows.filter(row => filter === 'all' || filter === rowState(row, some.isOver));
        const more = asked[limit - rows.length];
        rows.push(...asked.slice(0, limit - rows.length));
        if (more) return { rows, next: more.index };
        at = some.next;
      }
      return { rows, next: null };
    },

    /**
     * Removes at most about `limit` records of broadcasts made before `before`; returns how many. One that is still under way
     * is cancelled first.
     */
    async sweep(workspace: string, before: number, limit: number) {
      const removed = await store.transaction(tx => removeOld(tx, workspace, before, limit));
      if (removed > 0) await store.purge();
      return removed;
    },

    /** Broadcasts by state, for metrics. */
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
    for (const one of records.filter(isActive)) {
      // Everything of it is older than its workspace keeps texts.
      cancelAll(tx, one, null, { newId, now: before, broadcastHooks: broadcastsOfTexts });
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

/** What a workspace has of broadcasts. */
export const removeBroadcasts = deletionOf(CHUNKS, BROADCASTS);
