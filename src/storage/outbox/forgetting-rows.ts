import type { BroadcastRow } from '../../domain/broadcast.ts';
import { isOf, withoutPerson } from '../../domain/forgotten.ts';
import { FORGOTTEN_NUMBER } from '../../domain/number.ts';
import type { Broadcast } from '../ports.ts';
import { isText } from '../rules/broadcast-rows.ts';
import { BROADCASTS, CHUNK_LISTS, CHUNKS, type ChunkRecord, isOver } from '../tables/broadcast.ts';
import type { ForgettingRecord } from '../tables/forgetting.ts';
import { TEXTS, textId } from '../tables/text.ts';
import type { Transaction } from '../transaction.ts';
import { pauseOrEnd } from './broadcast-tally.ts';
import { type Cleared, clearTexts, dropIfTheirs, NOTHING_CLEARED } from './forgetting-texts.ts';
import type { Making } from './telling.ts';

/** Removes this person from some rows of a broadcast, and from their texts. Rows that wait are left out. */
export function clearRows(tx: Transaction, job: ForgettingRecord, id: string, making: Making): Cleared {
  const found = tx.looked(CHUNKS, [id]);
  dropIfTheirs(tx, CHUNKS, found.unreadable, CHUNK_LISTS.of(job.workspace), job);
  const [chunk] = found.records;
  if (!chunk?.rows.some(row => isAbout(job, row))) return NOTHING_CLEARED;
  const theirs = chunk.rows.flatMap(({ number }, offset) =>
    number === job.number ? textId(chunk.broadcast, chunk.from + offset) : [],
  );
  const cleared = clearTexts(tx, job, tx.readable(TEXTS, theirs), making);
  const [one] = tx.readable(BROADCASTS, [chunk.broadcast]);
  const next = one?.next ?? 0;
  const rows = chunk.rows.map((row, offset) =>
    isAbout(job, row) ? withoutThem(job, row, chunk.from + offset >= next) : row,
  );
  tx.put(CHUNKS, { ...chunk, rows });
  if (one) pauseOrEnd(tx, clearBroadcast(job, one, chunk), null, making.now);
  return cleared;
}

function isAbout(job: ForgettingRecord, row: BroadcastRow): boolean {
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
