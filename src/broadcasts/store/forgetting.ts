import { isOf, withoutPerson } from '../../contacts/forgotten.ts';
import type { Cleared, ForgettingRecord, RowsOfPeople } from '../../contacts/store/forgetting-model.ts';
import { clearTexts, dropIfTheirs, NOTHING_CLEARED } from '../../contacts/store/forgetting-texts.ts';
import { FORGOTTEN_NUMBER } from '../../kit/number.ts';
import type { Tx } from '../../kit/store/store.ts';
import { intentIdOfText, rowOfText, TEXTS, textId } from '../../texts/store/model.ts';
import type { Making } from '../../texts/store/telling.ts';
import type { BroadcastRow } from '../broadcast.ts';
import {
  BROADCASTS,
  type Broadcast,
  CHUNK_LISTS,
  CHUNKS,
  type ChunkRecord,
  isOver,
  isText,
} from './model.ts';
import { chunkAt } from './rows.ts';
import { pauseOrEnd } from './tally.ts';

/** What becomes of broadcasts' rows when somebody is forgotten. */
export const broadcastRows: RowsOfPeople = {
  list: CHUNK_LISTS.of,
  of: (tx, text) => chunkAt(tx, intentIdOfText(text), rowOfText(text))?.id ?? null,
  clear: clearRows,
};

/** Removes this person from some rows of a broadcast, and from their texts. Rows that wait are left out. */
function clearRows(tx: Tx, job: ForgettingRecord, id: string, making: Making): Cleared {
  const found = tx.look(CHUNKS, [id]);
  dropIfTheirs(tx, CHUNKS, found.unreadable, CHUNK_LISTS.of(job.workspace), job);
  const [chunk] = found.records;
  if (!chunk?.rows.some(row => isRowAbout(job, row))) return NOTHING_CLEARED;
  const theirs = chunk.rows.flatMap(({ number }, offset) =>
    number === job.number ? textId(chunk.broadcast, chunk.from + offset) : [],
  );
  const cleared = clearTexts(tx, job, tx.readable(TEXTS, theirs), making);
  const [one] = tx.readable(BROADCASTS, [chunk.broadcast]);
  const next = one?.next ?? 0;
  const rows = chunk.rows.map((row, offset) =>
    isRowAbout(job, row) ? withoutThem(job, row, chunk.from + offset >= next) : row,
  );
  tx.put(CHUNKS, { ...chunk, rows });
  if (one) pauseOrEnd(tx, clearBroadcast(job, one, chunk), null, making.now);
  return cleared;
}

function isRowAbout(job: ForgettingRecord, row: BroadcastRow): boolean {
  return row.number === job.number || isOf(job, row);
}

/** @param waits it hasn't become a text */
function withoutThem(job: ForgettingRecord, row: BroadcastRow, waits: boolean): BroadcastRow {
  const rest = { ...withoutPerson(job, row), name: '' };
  if (row.number !== job.number) return rest;
  if (waits) return { ...rest, number: null, message: null, parts: 0, problem: { kind: 'FORGOTTEN' } };
  return { ...rest, number: FORGOTTEN_NUMBER, message: row.message === null ? null : '' };
}

/** @param chunk some of its rows, as they were */
function clearBroadcast(job: ForgettingRecord, one: Broadcast, { from, rows }: ChunkRecord): Broadcast {
  const theirs = rows
    .map((row, offset) => ({ ...row, index: from + offset }))
    .filter(row => row.number === job.number && isText(row));
  const waiting = theirs.filter(({ index }) => index >= one.next).length;
  // Of one that is over, rows that waited are cancelled.
  const { size, counts } = one;
  return {
    ...one,
    ask: { ...one.ask, to: withoutPerson(job, one.ask.to) },
    size: {
      ...size,
      longest: theirs.some(({ message }) => message === size.longest) ? '' : size.longest,
      samples: size.samples.map(sample =>
        sample.number === job.number ? { number: FORGOTTEN_NUMBER, message: '' } : sample,
      ),
    },
    counts: { ...counts, leftOut: counts.leftOut + (isOver(one) ? 0 : waiting) },
  };
}
