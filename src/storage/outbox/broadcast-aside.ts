import type { Broadcast } from '../ports.ts';
import { counted, withUnreadable } from '../rules/broadcast.ts';
import { NO_COUNTS } from '../rules/broadcast-rows.ts';
import { ASIDE } from '../tables/aside.ts';
import { BROADCASTS } from '../tables/broadcast.ts';
import { TEXT_LISTS, TEXTS } from '../tables/text.ts';
import type { Transaction } from '../transaction.ts';
import { pauseOrEnd, unpark } from './broadcast-tally.ts';

/* Broadcasts that can't be read, or of which something can't. */

/** More texts than a broadcast has. */
const MANY = 20_000;

/** Rows that can't be read were left out; an operator finds them by this. */
export function asideRows(
  tx: Transaction,
  workspace: string,
  { id, why }: { id: string; why: string },
  now: number,
): void {
  tx.get(ASIDE, id);
  tx.put(ASIDE, {
    ...{ id, kind: 'broadcast_rows', workspace, at: now, why },
    lists: [],
    counters: [],
    againAt: null,
    event: null,
  });
  tx.note({ kind: 'broadcast_rows', id, why });
}

/** One of its waiting texts was set aside, or gets another turn. */
export function tallyAside(tx: Transaction, id: string, isAside: boolean, now: number): void {
  const [one] = tx.readable(BROADCASTS, [id]);
  if (one) pauseOrEnd(tx, withUnreadable(one, isAside), null, now);
}

/** It can be read again. Meanwhile texts may have ended, so they are counted anew. */
export function countAnew(tx: Transaction, id: string, now: number): void {
  const [one] = tx.readable(BROADCASTS, [id]);
  if (!one) return;
  const texts = tx.listed(TEXTS, { list: TEXT_LISTS.ofIntent(id), limit: MANY });
  const { leftOut } = one.counts;
  const cancelled = one.state === 'ended' ? Math.max(0, one.size.rows - leftOut - texts.length) : 0;
  const counts: Broadcast['counts'] = texts.reduce(counted, { ...NO_COUNTS, leftOut, cancelled });
  pauseOrEnd(tx, { ...one, counts }, null, now);
  if (one.state === 'running') unpark(tx, id, now);
}
