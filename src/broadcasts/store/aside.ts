import { type AsideTable, asideTable, putAside } from '../../kit/store/aside.ts';
import type { Range, Tx } from '../../kit/store/store.ts';
import { TEXT_LISTS, TEXTS } from '../../texts/store/model.ts';
import { BROADCASTS, type Broadcast, CHUNKS, NO_COUNTS } from './model.ts';
import { counted } from './rules.ts';
import { park, pauseOrEnd, unpark } from './tally.ts';

/* Broadcasts that can't be read, or of which something can't. */

/** More texts than a broadcast has. */
const MOST_TEXTS = 20_000;

/** The readable broadcasts of a list. Of the others nothing goes until they can be read again. */
export function listedOrAside(tx: Tx, range: Range, now: number): Broadcast[] {
  const { list } = range;
  const { records, unreadable, gone } = tx.look(BROADCASTS, range);
  for (const one of unreadable) {
    putAside(tx, 'broadcast', BROADCASTS, { list, ...one }, now);
    park(tx, one.id, now);
  }
  for (const entry of gone) tx.leave(list, entry);
  return records;
}

/** A broadcast can be read again. Meanwhile texts may have ended, so they are counted anew. */
function comeBack(tx: Tx, one: Broadcast, now: number): void {
  const texts = tx.readable(TEXTS, { list: TEXT_LISTS.ofIntent(one.id), limit: MOST_TEXTS });
  const { leftOut } = one.counts;
  const cancelled = one.state === 'ended' ? Math.max(0, one.size.rows - leftOut - texts.length) : 0;
  const counts: Broadcast['counts'] = texts.reduce(counted, { ...NO_COUNTS, leftOut, cancelled });
  pauseOrEnd(tx, { ...one, counts }, null, now);
  if (one.state === 'running') unpark(tx, one.id, now);
}

/** Rows that were left out are only there to be seen again. */
export const broadcastAsides: Record<'broadcast' | 'broadcast_rows', AsideTable> = {
  broadcast: asideTable(BROADCASTS, comeBack),
  broadcast_rows: asideTable(CHUNKS),
};
