import { waitingOf } from '../../domain/broadcast.ts';
import type { Broadcast } from '../ports.ts';
import type { Step } from '../records.ts';
import { CHUNK_LISTS, CHUNKS, textsIn } from '../tables/broadcast.ts';
import { TEXTS, textId } from '../tables/text.ts';
import { GONE, type Transaction } from '../transaction.ts';
import { pauseOrEnd } from './broadcast-tally.ts';

/**
 * Rows that can't be read get no text, and are left out; the others go. Null: they aren't there at all.
 */
export function* skipUnreadable(
  tx: Transaction,
  one: Broadcast,
  chunk: { id: string; from: number; why: string } | null,
  now: number,
): Step<Broadcast> {
  const waiting = waitingOf({ rows: one.size.rows, counts: one.counts }) - one.counts.open;
  if (chunk) tx.note({ kind: CHUNKS.name, id: chunk.id, why: chunk.why });
  const [after] = chunk
    ? yield* tx.list({ list: CHUNK_LISTS.in(one.id), from: chunk.from + 1, limit: 1 })
    : [];
  const next = after?.score ?? one.size.rows;
  const lost = chunk ? textsIn(chunk.id) - (yield* madeOf(tx, one, chunk.from)) : waiting;
  const counts = { ...one.counts, leftOut: one.counts.leftOut + Math.min(waiting, lost) };
  return yield* pauseOrEnd(tx, { ...one, next, counts }, null, now);
}

/** How many of its rows from this one on have become texts. */
function* madeOf(tx: Transaction, { id, next }: Broadcast, from: number): Step<number> {
  const ids = Array.from({ length: next - from }, (_, offset) => textId(id, from + offset));
  const { records, unreadable } = yield* tx.looked(TEXTS, ids);
  return records.length + unreadable.filter(({ why }) => why !== GONE).length;
}
