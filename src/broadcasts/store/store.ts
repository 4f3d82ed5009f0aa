import { setImmediate as endOfTurn } from 'node:timers/promises';
import { removalOf, removeListed, type Store, type Tx } from '../../kit/store/store.ts';
import { BROADCAST_STATES, type BroadcastState } from '../broadcast.ts';
import { cancelAll, createBefore, createGoing, ofWorkspace } from './going.ts';
import {
  BROADCAST_LISTS,
  BROADCASTS,
  type Broadcasts,
  CHUNK_LISTS,
  CHUNKS,
  isOver,
  isStarted,
  isText,
  isUnderWay,
  type RowOutcome,
} from './model.ts';
import { chunkAt, feedRows, rowState, someRows } from './rows.ts';
import { withPost } from './rules.ts';
import { broadcastsOfTexts } from './tally.ts';

/** More than there are at a time. */
const MANY = 1000;
/** More than a workspace makes and lets be between those that it starts. */
const DRAFTS = 100;

/** Broadcasts and their rows; see `Broadcasts`. */
export function createBroadcasts(
  store: Store,
  { newId, wall }: { newId: () => string; wall: (at: number) => number },
): Broadcasts {
  return {
    ...createBefore(store, newId),
    ...createGoing(store, newId),

    shownAt: (workspace, id, { what, ...place }) =>
      store.change(tx => {
        const one = ofWorkspace(tx, workspace, id);
        if (one) tx.put(BROADCASTS, withPost(one, what, place));
      }),

    feed: (id, feeding, now) => store.change(tx => feedRows(tx, id, feeding, { now, wall: wall(now) })),

    nextRows: id =>
      store.read(tx => {
        const [one] = tx.readable(BROADCASTS, [id]);
        if (one?.state !== 'running' || one.next >= one.size.rows) return null;
        const chunk = chunkAt(tx, id, one.next);
        const rows = chunk && 'rows' in chunk ? chunk.rows.slice(one.next - chunk.from) : [];
        return { from: one.next, numbers: rows.flatMap(row => (isText(row) ? row.number : [])) };
      }),

    one: (workspace, id) => store.read(tx => ofWorkspace(tx, workspace, id)),

    of: (workspace, limit) =>
      store.read(tx => {
        const range = { list: BROADCAST_LISTS.of(workspace), limit: limit + DRAFTS, reverse: true };
        return tx.readable(BROADCASTS, range).filter(isStarted).slice(0, limit);
      }),

    going: () => store.read(tx => tx.readable(BROADCASTS, { list: BROADCAST_LISTS.going, limit: MANY })),

    async rows(workspace, id, { filter, from, limit }) {
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

    async sweep(workspace, before, limit) {
      const removed = await store.change(tx => removeOld(tx, workspace, before, limit));
      if (removed > 0) await store.purge();
      return removed;
    },

    counts: () =>
      store.read(tx => {
        const lists = BROADCAST_STATES.map(BROADCAST_LISTS.state);
        tx.load([], [], lists);
        const entries = BROADCAST_STATES.map((state, index) => [state, tx.count(lists[index] ?? '')]);
        return Object.fromEntries(entries) as Record<BroadcastState, number>;
      }),
  };

  function removeOld(tx: Tx, workspace: string, before: number, limit: number): number {
    const list = BROADCAST_LISTS.of(workspace);
    const { records, unreadable, gone } = tx.look(BROADCASTS, { list, to: before - 1, limit: 10 });
    for (const entry of gone) tx.leave(list, entry);
    for (const one of records.filter(isUnderWay)) {
      // Everything of it is older than its workspace keeps texts.
      cancelAll(tx, one, null, { newId, now: before, parent: broadcastsOfTexts });
      return 1;
    }
    let removed = 0;
    for (const { id } of [...records, ...unreadable]) {
      removed += removeListed(tx, CHUNKS, { list: CHUNK_LISTS.in(id) }, limit - removed);
      if (removed >= limit) return removed;
    }
    for (const { id } of records) tx.delete(BROADCASTS, id);
    for (const entry of unreadable) tx.discard(BROADCASTS, { ...entry, list });
    return removed + records.length + unreadable.length;
  }
}

/** What a workspace has of broadcasts. */
export const removeBroadcasts = removalOf(
  { table: CHUNKS, list: CHUNK_LISTS.of },
  { table: BROADCASTS, list: BROADCAST_LISTS.of },
);
