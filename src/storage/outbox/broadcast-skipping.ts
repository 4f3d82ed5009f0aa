import { waitingOf } from '../../domain/broadcast.ts';
import type { Broadcast } from '../ports.ts';
import { CHUNK_LISTS, textsIn } from '../tables/broadcast.ts';
import type { Transaction } from '../transaction.ts';
import { asideRows } from './broadcast-aside.ts';
import { pauseOrEnd } from './broadcast-tally.ts';

/** More than a broadcast has. */
const MANY = 1000;

/** Rows that can't be read, or aren't there, get no text and are left out; the others go. */
export function skipRows(
  tx: Transaction,
  one: Broadcast,
  chunk: { id: string; why: string } | null,
  now: number,
): Broadcast {
  if (chunk) asideRows(tx, one.workspace, chunk, now);
  const list = CHUNK_LISTS.in(one.id);
  const after = tx.list({ list, from: one.next + 1, limit: MANY });
  // Each chunk says how many texts it has, so what the others don't have is lost.
  const others = after.reduce((sum, { id }) => sum + textsIn(id), 0);
  const lost = Math.max(0, waitingOf({ rows: one.size.rows, counts: one.counts }) - one.counts.open - others);
  const counts = { ...one.counts, leftOut: one.counts.leftOut + lost };
  return pauseOrEnd(tx, { ...one, next: after[0]?.score ?? one.size.rows, counts }, null, now);
}
