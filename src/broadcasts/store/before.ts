import type { Store, Tx } from '../../kit/store/store.ts';
import { MAX_ROWS } from '../../workspace/settings.ts';
import { APPROVAL_MS } from '../broadcast.ts';
import { listedOrAside } from './aside.ts';
import { announced, ofWorkspace, putAndTell } from './going.ts';
import {
  BROADCAST_LISTS,
  BROADCASTS,
  type Broadcast,
  type Broadcasts,
  CHUNKS,
  chunkId,
  isOver,
  isStarted,
  isText,
  NO_COUNTS,
  noSize,
  withRows,
} from './model.ts';
import { broadcastsOfTexts } from './tally.ts';

/** Rows that are stored together. */
const CHUNK = 25;
/** More than there are at a time. */
const MANY = 1000;

type Before = Pick<
  Broadcasts,
  'open' | 'addRows' | 'gathered' | 'askApproval' | 'approvalSaid' | 'drop' | 'lapse' | 'drafts'
>;

/** Broadcasts before they start. */
export function createBefore(store: Store, newId: () => string): Before {
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
    if (one.state === 'gathering') return one.owner !== store.owner && !store.isAlive(tx, one.owner);
    return (one.approval?.askedAt ?? one.at) <= now - APPROVAL_MS;
  }

  return {
    open: given =>
      store.change(tx => {
        const there = tx.get(BROADCASTS, given.id);
        if (there) return { broadcast: there, isNew: false };
        const broadcast: Broadcast = {
          ...given,
          state: 'gathering',
          owner: store.owner,
          size: noSize(given.ask),
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
      store.change(tx => {
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

    gathered: id =>
      store.change(tx => {
        const one = tx.get(BROADCASTS, id);
        if (one?.state !== 'gathering') return null;
        const next: Broadcast = { ...one, state: 'review' };
        tx.put(BROADCASTS, next);
        return next;
      }),

    askApproval: (workspace, id, { now, channel }) =>
      store.change(tx => {
        const one = ofWorkspace(tx, workspace, id);
        if (one?.state !== 'review') return null;
        const next: Broadcast = {
          ...one,
          state: 'approval',
          approval: { askedAt: now, channel, by: null, reason: null, posts: [], said: 'nothing' },
        };
        return announced(tx, next, { newId, now, parent: broadcastsOfTexts });
      }),

    approvalSaid: (workspace, id, said) =>
      store.change(tx => {
        const one = ofWorkspace(tx, workspace, id);
        if (!one?.approval) return;
        const { posts } = one.approval;
        const more =
          typeof said === 'string'
            ? { said }
            : { posts: [...posts.filter(({ to }) => to !== said.to), said] };
        tx.put(BROADCASTS, { ...one, approval: { ...one.approval, ...more } });
      }),

    drop: (workspace, id, why, doing) =>
      store.change(tx => {
        const one = ofWorkspace(tx, workspace, id);
        if (!one || isStarted(one) || isOver(one)) return null;
        return putAndTell(tx, dropped(one, why, doing), { newId, now: doing.now, parent: broadcastsOfTexts });
      }),

    lapse: now =>
      store.change(tx => {
        const [found = []] = [BROADCAST_LISTS.before, BROADCAST_LISTS.going].map(list =>
          listedOrAside(tx, { list, limit: MANY }, now),
        );
        const lapsed: Broadcast[] = [];
        for (const one of found) {
          if (hasLapsed(tx, one, now)) lapsed.push(dropped(one, 'expired', { by: null, now }));
        }
        for (const one of lapsed) putAndTell(tx, one, { newId, now, parent: broadcastsOfTexts });
        return lapsed;
      }),

    drafts: workspace =>
      store.read(tx => {
        const found = tx.readable(BROADCASTS, {
          list: BROADCAST_LISTS.before,
          limit: MANY,
          reverse: true,
        });
        return found.filter(one => one.workspace === workspace);
      }),
  };
}
