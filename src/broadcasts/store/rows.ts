import type { Unreadable } from '../../kit/store/quarantine.ts';
import type { Tx } from '../../kit/store/store.ts';
import { TEXTS, textId, toText } from '../../texts/store/model.ts';
import type { Text } from '../../texts/text.ts';
import type { BroadcastRowState } from '../broadcast.ts';
import { isText } from '../left-out.ts';
import { type Broadcast, CHUNKS, type ChunkRecord, type RowOutcome } from './model.ts';

/* Reads the rows of a broadcast. */

/** The chunk that has a row; an `Unreadable` if it can't be read, null if there is no such row. */
export function chunkAt(tx: Tx, id: string, index: number): ChunkRecord | Unreadable | null {
  const list = CHUNKS.index('byBroadcast', id);
  const {
    records: [chunk],
    unreadable: [unreadable],
  } = tx.tryRead(CHUNKS, { index: list, to: index, limit: 1, reverse: true });
  if (!chunk) return unreadable ? { index: list, ...unreadable } : null;
  return index < chunk.from + chunk.rows.length ? chunk : null;
}

/** Chunks that one transaction reads: more would block the store for too long. */
const MAX_CHUNKS_PER_STEP = 8;

/** The next rows from an index on, with their texts, and where to continue; null if there are no more. */
export function rowsFrom(
  tx: Tx,
  broadcast: Broadcast,
  from: number,
): { rows: RowOutcome[]; next: number | null } {
  const list = CHUNKS.index('byBroadcast', broadcast.id);
  const [first] = tx.list({ index: list, to: from, limit: 1, reverse: true });
  const entries = tx.list({ index: list, from: first?.score ?? from, limit: MAX_CHUNKS_PER_STEP + 1 });
  const chunks = tx.readable(
    CHUNKS,
    entries.slice(0, MAX_CHUNKS_PER_STEP).map(({ id }) => id),
  );
  const rows = chunks
    .flatMap(chunk => chunk.rows.map((row, offset) => ({ ...row, index: chunk.from + offset })))
    .filter(({ index }) => index >= from);
  const ids = rows.flatMap(row =>
    row.index < broadcast.next && isText(row) ? textId(broadcast.id, row.index) : [],
  );
  const texts = new Map(tx.readable(TEXTS, ids).map(text => [text.id, text]));
  return {
    rows: rows.map(row => {
      const text = texts.get(textId(broadcast.id, row.index)) ?? null;
      return { ...row, text: text && shownOf(toText(text)), isSentAgain: text?.resentBy !== undefined };
    }),
    next: entries[MAX_CHUNKS_PER_STEP]?.score ?? null,
  };
}

function shownOf({ id, state, logId, cost, problem, uncertain, byWord, settledAt, parts }: Text) {
  return { id, state, logId, cost, problem, uncertain, byWord, settledAt, parts };
}

/** The outcome of a row. `isOver`: its broadcast has ended, so a row without a text never becomes one. */
export function rowState(row: RowOutcome, isOver: boolean): BroadcastRowState {
  const { text } = row;
  if (text?.byWord) return 'by_word';
  if (text) return text.state === 'queued' || text.state === 'sending' ? 'waiting' : text.state;
  if (!isText(row)) return 'left_out';
  return isOver ? 'cancelled' : 'waiting';
}
