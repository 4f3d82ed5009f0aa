import { clearTexts, dropIfTheirs, NOTHING_CLEARED } from '../../contacts/store/erase-texts.ts';
import {
  type Cleared,
  type ErasureRecord,
  isOf,
  type RowsOfPeople,
  withoutPerson,
} from '../../contacts/store/erasure-model.ts';
import { ERASED_NUMBER } from '../../kit/number.ts';
import type { Tx } from '../../kit/store/store.ts';
import { intentIdOfText, rowOfText, TEXTS, textId } from '../../texts/store/model.ts';
import type { StepContext } from '../../texts/store/text-changes.ts';
import type { BroadcastRow } from '../broadcast.ts';
import { isText } from '../left-out.ts';
import { BROADCASTS, type Broadcast, CHUNKS, type ChunkRecord, isOver } from './model.ts';
import { chunkAt } from './rows.ts';
import { pauseOrEnd } from './text-hooks.ts';

/* Removes a person from the rows of broadcasts. */

/** More drafts than a workspace has. */
const MAX_DRAFTS = 1000;

export const broadcastRows: RowsOfPeople = {
  list: workspace => CHUNKS.index('byWorkspace', workspace),
  coming(tx, job) {
    const drafts = tx.readable(BROADCASTS, {
      index: BROADCASTS.index('drafts', job.workspace),
      limit: MAX_DRAFTS,
    });
    const gathering = drafts.filter(({ state }) => state === 'gathering');
    for (const broadcast of gathering.filter(({ request }) => isOf(job, request)))
      tx.put(BROADCASTS, { ...broadcast, request: withoutPerson(job, broadcast.request) });
    return gathering.length > 0;
  },
  of: (tx, text) => chunkAt(tx, intentIdOfText(text), rowOfText(text))?.id ?? null,
  clear: eraseFromChunk,
};

/** Removes this person from a chunk of rows, and from their texts. Their waiting rows become left out. */
function eraseFromChunk(tx: Tx, job: ErasureRecord, id: string, ctx: StepContext): Cleared {
  const loaded = tx.tryRead(CHUNKS, [id]);
  dropIfTheirs(tx, CHUNKS, loaded.unreadable, CHUNKS.index('byWorkspace', job.workspace), job);
  const [chunk] = loaded.records;
  if (!chunk?.rows.some(row => isRowAbout(job, row))) return NOTHING_CLEARED;
  const theirs = chunk.rows.flatMap(({ number }, offset) =>
    number === job.number ? textId(chunk.broadcast, chunk.from + offset) : [],
  );
  const cleared = clearTexts(tx, job, tx.readable(TEXTS, theirs), ctx);
  const [broadcast] = tx.readable(BROADCASTS, [chunk.broadcast]);
  const next = broadcast?.next ?? 0;
  const rows = chunk.rows.map((row, offset) =>
    isRowAbout(job, row) ? eraseFromRow(job, row, chunk.from + offset >= next) : row,
  );
  tx.put(CHUNKS, { ...chunk, rows });
  if (broadcast) pauseOrEnd(tx, eraseFromBroadcast(job, broadcast, chunk), null, ctx.now);
  return cleared;
}

function isRowAbout(job: ErasureRecord, row: BroadcastRow): boolean {
  return row.number === job.number || isOf(job, row);
}

/** @param waits the row hasn't become a text */
function eraseFromRow(job: ErasureRecord, row: BroadcastRow, waits: boolean): BroadcastRow {
  const isTheirs = row.number === job.number || isOf(job, row.recipient);
  const erased = { ...withoutPerson(job, row), name: isTheirs ? '' : row.name };
  if (row.number !== job.number) return erased;
  if (waits) return { ...erased, number: null, message: null, parts: 0, problem: { kind: 'ERASED' } };
  return { ...erased, number: ERASED_NUMBER, message: row.message === null ? null : '' };
}

/** @param chunk a chunk of its rows before the erasure */
function eraseFromBroadcast(
  job: ErasureRecord,
  broadcast: Broadcast,
  { from, rows }: ChunkRecord,
): Broadcast {
  const theirs = rows
    .map((row, offset) => ({ ...row, index: from + offset }))
    .filter(row => row.number === job.number && isText(row));
  const waiting = theirs.filter(({ index }) => index >= broadcast.next).length;
  // Rows that waited when a broadcast ended are cancelled already.
  const { size, counts } = broadcast;
  return {
    ...broadcast,
    request: { ...broadcast.request, to: withoutPerson(job, broadcast.request.to) },
    size: {
      ...size,
      longest: theirs.some(({ message }) => message === size.longest) ? '' : size.longest,
      samples: size.samples.map(sample =>
        sample.number === job.number ? { number: ERASED_NUMBER, message: '' } : sample,
      ),
    },
    counts: { ...counts, leftOut: counts.leftOut + (isOver(broadcast) ? 0 : waiting) },
  };
}
