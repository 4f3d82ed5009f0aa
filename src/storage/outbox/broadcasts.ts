import { setImmediate as endOfTurn } from 'node:timers/promises';
import { APPROVAL_MS, BROADCAST_STATES, type BroadcastState, MAX_ROWS } from '../../domain/broadcast.ts';
import type { Broadcast, Broadcasts, RowOutcome } from '../ports.ts';
import { all, type Step } from '../records.ts';
import { withPost } from '../rules/broadcast.ts';
import { isText, NO_COUNTS, noSize, withRows } from '../rules/broadcast-rows.ts';
import type { Store } from '../store.ts';
import {
  BROADCAST_COUNTERS,
  BROADCAST_LISTS,
  BROADCASTS,
  CHUNK_LISTS,
  CHUNKS,
  chunkId,
  isStarted,
  isUnderWay,
} from '../tables/broadcast.ts';
import type { Transaction } from '../transaction.ts';
import { listedOrAside } from './aside.ts';
import { chunkAt, feedRows } from './broadcast-feeding.ts';
import { announced, cancelAll, createGoing, ofWorkspace, told } from './broadcast-going.ts';
import { createBroadcastMemory } from './broadcast-memory.ts';
import { isAskedFor, someRows } from './broadcast-rows.ts';
import type { Remembered } from './remembered.ts';
import { removeListed } from './retention.ts';

/** Rows that are stored together. */
const CHUNK = 25;
/** More than there are at a time. */
const MANY = 1000;

export function createBroadcasts(
  store: Store,
  { newId, wall, remembered }: { newId: () => string; wall: (at: number) => number; remembered: Remembered },
): Broadcasts {
  const memory = createBroadcastMemory(remembered);
  const going = createGoing(store, newId, memory);
  const feed: Broadcasts['feed'] = (id, feeding, now) =>
    store.change(tx => feedRows(tx, id, feeding, { now, wall: wall(now) }));
  const isOver = ({ state }: Broadcast): boolean => state === 'ended' || state === 'dropped';

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
  function* hasLapsed(tx: Transaction, one: Broadcast, now: number): Step<boolean> {
    if (one.state === 'gathering') return one.owner !== store.owner && !(yield* tx.isThere(one.owner));
    return (one.approval?.askedAt ?? one.at) <= now - APPROVAL_MS;
  }

  return {
    ...going,

    open: given =>
      store.change(function* (tx) {
        const there = yield* tx.get(BROADCASTS, given.id);
        if (there) return { broadcast: there, isNew: false };
        const broadcast: Broadcast = {
          ...given,
          state: 'gathering',
          owner: store.owner,
          size: noSize(given.ask),
          chunks: 0,
          next: 0,
          counts: NO_COUNTS,
          recent: '',
          creditLimit: null,
          fingerprint: null,
          unreachableSince: null,
          changedAt: given.at,
          pause: null,
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

    addRows: (id, rows) =>
      store.change(function* (tx) {
        const one = yield* tx.get(BROADCASTS, id);
        if (one?.state !== 'gathering') return null;
        if (one.size.rows + rows.length > MAX_ROWS) throw new RangeError('A broadcast has no more rows');
        let chunks = one.chunks;
        for (let offset = 0; offset < rows.length; offset += CHUNK, chunks += 1) {
          const some = rows.slice(offset, offset + CHUNK);
          const from = one.size.rows + offset;
          const chunk = { broadcast: id, workspace: one.workspace, from, rows: some };
          tx.put(CHUNKS, { id: chunkId(id, from, some.filter(isText).length), ...chunk });
        }
        const next = { ...withRows(one, rows), chunks };
        tx.put(BROADCASTS, next);
        return next;
      }),

    gathered: id =>
      store.change(function* (tx) {
        const one = yield* tx.get(BROADCASTS, id);
        if (one?.state !== 'gathering') return null;
        const next: Broadcast = { ...one, state: 'review' };
        tx.put(BROADCASTS, next);
        return next;
      }),

    askApproval: (workspace, id, { now, channel }) =>
      memory.lasting(id, now, () =>
        store.change(function* (tx) {
          const one = yield* ofWorkspace(tx, workspace, id);
          if (one?.state !== 'review') return null;
          const next: Broadcast = {
            ...one,
            state: 'approval',
            approval: { askedAt: now, channel, by: null, reason: null, posts: [], said: 'nothing' },
          };
          return yield* announced(tx, next, { newId, now });
        }),
      ),

    approvalSaid: (workspace, id, said) =>
      store.change(function* (tx) {
        const one = yield* ofWorkspace(tx, workspace, id);
        if (!one?.approval) return;
        const { posts } = one.approval;
        const more = typeof said === 'string' ? { said } : { posts: [...posts, said] };
        tx.put(BROADCASTS, { ...one, approval: { ...one.approval, ...more } });
      }),

    shownAt: (workspace, id, { what, ...place }) =>
      store.change(function* (tx) {
        const one = yield* ofWorkspace(tx, workspace, id);
        if (one) tx.put(BROADCASTS, withPost(one, what, place));
      }),

    drop: (workspace, id, why, doing) =>
      memory.lasting(id, doing.now, () =>
        store.change(function* (tx) {
          const one = yield* ofWorkspace(tx, workspace, id);
          if (!one || isStarted(one) || isOver(one)) return null;
          return yield* told(tx, dropped(one, why, doing), { newId, now: doing.now });
        }),
      ),

    lapse: now =>
      store.change(function* (tx) {
        const making = { newId, now };
        const lists = [BROADCAST_LISTS.before, BROADCAST_LISTS.going].map(list => ({ list, limit: MANY }));
        const [found = []] = yield* all(
          lists.map(range => listedOrAside<Broadcast>(tx, 'broadcast', range, making)),
        );
        const lapsed: Broadcast[] = [];
        for (const one of found) {
          if (yield* hasLapsed(tx, one, now)) lapsed.push(dropped(one, 'expired', { by: null, now }));
        }
        for (const one of lapsed) yield* told(tx, one, { newId, now });
        return lapsed;
      }),

    async feed(id, feeding, now) {
      const fed = await feed(id, feeding, now);
      if (fed && fed.next > feeding.from)
        memory.did(id, now, () => feed(id, { ...feeding, limits: null }, now));
      return fed;
    },

    nextRows: id =>
      store.read(function* (tx) {
        const [one] = yield* tx.readable(BROADCASTS, [id]);
        if (one?.state !== 'running' || one.next >= one.size.rows) return null;
        const chunk = yield* chunkAt(tx, id, one.next);
        const rows = chunk && 'rows' in chunk ? chunk.rows.slice(one.next - chunk.from) : [];
        return { from: one.next, numbers: rows.flatMap(row => (isText(row) ? row.number : [])) };
      }),

    one: (workspace, id) => store.read(tx => ofWorkspace(tx, workspace, id)),

    of: (workspace, limit) =>
      store.read(function* (tx) {
        const range = { list: BROADCAST_LISTS.of(workspace), limit: MANY, reverse: true };
        return (yield* tx.listed(BROADCASTS, range)).filter(isStarted).slice(0, limit);
      }),

    drafts: workspace =>
      store.read(function* (tx) {
        const found = yield* tx.listed(BROADCASTS, {
          list: BROADCAST_LISTS.before,
          limit: MANY,
          reverse: true,
        });
        return found.filter(one => one.workspace === workspace);
      }),

    going: () => store.read(tx => tx.listed(BROADCASTS, { list: BROADCAST_LISTS.going, limit: MANY })),

    async rows(workspace, id, { filter, from, limit }) {
      const rows: RowOutcome[] = [];
      for (let at: number | null = from; at !== null; ) {
        const index: number = at;
        const some = await store.read(function* (tx) {
          const one = yield* ofWorkspace(tx, workspace, id);
          return one && { isOver: isOver(one), ...(yield* someRows(tx, one, index)) };
        });
        // Others have their turn in between, however many rows are read.
        await endOfTurn();
        if (!some) break;
        const asked = some.rows.filter(row => isAskedFor(filter, row, some.isOver));
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
      store.read(function* (tx) {
        const counts = yield* all(BROADCAST_STATES.map(state => tx.count(BROADCAST_COUNTERS.state(state))));
        const entries = BROADCAST_STATES.map((state, index) => [state, counts[index] ?? 0]);
        return Object.fromEntries(entries) as Record<BroadcastState, number>;
      }),
  };

  function* removeOld(tx: Transaction, workspace: string, before: number, limit: number): Step<number> {
    const list = BROADCAST_LISTS.of(workspace);
    const { records, unreadable } = yield* tx.looked(BROADCASTS, { list, to: before - 1, limit: 10 });
    for (const one of records.filter(isUnderWay)) {
      // Everything of it is older than its workspace keeps texts.
      yield* cancelAll(tx, one, null, { newId, now: before });
      return 1;
    }
    let removed = 0;
    for (const { id } of [...records, ...unreadable]) {
      removed += yield* removeListed(tx, CHUNKS, { list: CHUNK_LISTS.in(id) }, limit - removed);
      if (removed >= limit) return removed;
    }
    for (const { id } of records) tx.delete(BROADCASTS, id);
    for (const { id } of unreadable) yield* tx.drop(BROADCASTS, id, list);
    return removed + records.length + unreadable.length;
  }
}
