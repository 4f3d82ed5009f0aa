import type { Broadcast, RowFilter, RowOutcome } from '../ports.ts';
import { isText } from '../rules/broadcast-rows.ts';
import { CHUNK_LISTS, CHUNKS } from '../tables/broadcast.ts';
import { isLasting, TEXTS, type TextRecord, textId } from '../tables/text.ts';
import type { Transaction } from '../transaction.ts';

/** How many chunks one step looks at: more would occupy the store for too long. */
const CHUNKS_AT_ONCE = 8;

/** What became of each of the next rows from an index on, and where to continue; null: these were all. */
export function someRows(
  tx: Transaction,
  one: Broadcast,
  from: number,
): { rows: RowOutcome[]; next: number | null } {
  const list = CHUNK_LISTS.in(one.id);
  const [first] = tx.list({ list, to: from, limit: 1, reverse: true });
  const entries = tx.list({ list, from: first?.score ?? from, limit: CHUNKS_AT_ONCE + 1 });
  const chunks = tx.readable(
    CHUNKS,
    entries.slice(0, CHUNKS_AT_ONCE).map(({ id }) => id),
  );
  const rows = chunks
    .flatMap(chunk => chunk.rows.map((row, offset) => ({ ...row, index: chunk.from + offset })))
    .filter(({ index }) => index >= from);
  const ids = rows.flatMap(row => (row.index < one.next && isText(row) ? textId(one.id, row.index) : []));
  const texts = new Map(tx.readable(TEXTS, ids).map(text => [text.id, text]));
  return {
    rows: rows.map(row => {
      const text = texts.get(textId(one.id, row.index)) ?? null;
      return { ...row, text: text && shownOf(text), isSentAgain: text !== null && text.again !== null };
    }),
    next: entries[CHUNKS_AT_ONCE]?.score ?? null,
  };
}

function shownOf({ id, state, logId, cost, problem, uncertain, settledAt, parts }: TextRecord) {
  return { id, state, logId, cost, problem, uncertain, settledAt, parts };
}

/** Whether a row is one of those that are asked for. `isOver`: a row without a text won't get one any more. */
export function isAskedFor(filter: RowFilter, row: RowOutcome, isOver: boolean): boolean {
  return filter === 'all' || filter === becameOf(row, isOver);
}

function becameOf(row: RowOutcome, isOver: boolean): RowFilter {
  if (row.text) return isLasting(row.text) ? 'waiting' : (row.text.state as RowFilter);
  if (!isText(row)) return 'left_out';
  return isOver ? 'cancelled' : 'waiting';
}
