import { clearTexts, dropIfTheirs, NOTHING_CLEARED } from '../../contacts/store/erase-texts.ts';
import {
  type Cleared,
  type ErasureRecord,
  isOf,
  type RowsOfPeople,
  withoutPerson,
} from '../../contacts/store/erasure-model.ts';
import { ERASED_NUMBER } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import { moveToQuarantine, type Unreadable } from '../../kit/store/quarantine.ts';
import type { Tx } from '../../kit/store/store.ts';
import { fitting, type Limits, overLimit } from '../../texts/limits.ts';
import { count } from '../../texts/store/accept.ts';
import { numbersBeingErased } from '../../texts/store/erasing.ts';
import { loadKey, wakeKeys } from '../../texts/store/key.ts';
import {
  INTENTS,
  type IntentRecord,
  intentIdOfText,
  rowOfText,
  TEXTS,
  type TextRecord,
  textId,
  toText,
} from '../../texts/store/model.ts';
import { type Moment, newText } from '../../texts/store/plan.ts';
import { rememberForDuplicates } from '../../texts/store/recent-texts.ts';
import type { StepContext } from '../../texts/store/text-changes.ts';
import {
  EVERYBODY,
  loadWorkspace,
  sumOf,
  USAGE,
  type UsageRecord,
  unused,
  usageId,
} from '../../texts/store/usage.ts';
import { MAX_WAIT_MS, type Text } from '../../texts/text.ts';
import { nextMorning } from '../../workspace/promotional-hours.ts';
import { type BroadcastRow, type RowState, waitingOf } from '../broadcast.ts';
import {
  BROADCASTS,
  type Broadcast,
  CHUNKS,
  type ChunkRecord,
  type Feeding,
  isOver,
  isText,
  type RowOutcome,
  type TextRow,
  textsIn,
} from './model.ts';
import { pauseFor, pauseOrEnd, ROWS_KIND } from './tally.ts';
import { counted, whyHeld, whyPause } from './transitions.ts';

/* How rows become texts. */

/** More would occupy the store for too long. */
const ROWS_AT_ONCE = 25;

type ComingText = { id: string; index: number; row: TextRow };

const ERASED: Problem = { kind: 'ERASED' };

/** The next rows become texts; see `Broadcasts.feed`. */
export function feedRows(
  tx: Tx,
  id: string,
  { from, fingerprint, most, limits, ...feeding }: Feeding,
  moment: Moment,
): Broadcast | null {
  const { now } = moment;
  const [one] = tx.readable(BROADCASTS, [id]);
  if (one?.state !== 'running' || one.next !== from) return null;
  const record = tx.get(INTENTS, id);
  if (!record) return null;
  const { held } = loadKey(tx, fingerprint, now);
  const why = held ? whyHeld(held) : whyPause(one, null, now);
  if (why) return pauseFor(tx, one, why, now);
  const room = Math.min(ROWS_AT_ONCE, most - one.counts.open);
  if (room <= 0) return one;
  const chunk = chunkAt(tx, one.id, from);
  if (!chunk || 'why' in chunk) return skipRows(tx, one, chunk, now);

  const erasing = [...numbersBeingErased(tx, one.workspace)];
  const leaveOut = new Map([...feeding.leaveOut, ...erasing.map(gone => [gone, ERASED] as const)]);
  const some = chunk.rows.slice(from - chunk.from, from - chunk.from + room);
  const fresh = some.flatMap((row, offset): ComingText[] => {
    const index = from + offset;
    return isText(row) && !leaveOut.has(row.number) ? [{ id: textId(id, index), index, row }] : [];
  });
  const share = fittingOf(tx, record, limits, fresh, moment);
  if (share.over && share.rows === 0) {
    // A pause would hold back those that the day has room for.
    if (one.counts.open > 0) return one;
    if (share.over.kind !== 'CAP_UNJUDGED') return pauseFor(tx, one, 'day', now, nextMorning(moment.wall));
    return isCostless(one) || one.changedAt <= now - UNJUDGED_MS ? pauseFor(tx, one, 'limit', now) : one;
  }

  const until = fresh[share.rows]?.index ?? from + some.length;
  const made = fresh.slice(0, share.rows).map(row => textOf(row, one, record, fingerprint, moment));
  const left = leaveOutOf(chunk, { from, until }, leaveOut);
  for (const text of made) tx.insert(TEXTS, text);
  if (left.count > 0) tx.put(CHUNKS, left.chunk);
  if (made.length > 0) {
    count(tx, record.intent, made, moment.wall);
    rememberForDuplicates(tx, made, now);
    wakeKeys(tx, new Set([fingerprint]), now);
  }
  if (made.length > 0) tx.put(INTENTS, { ...record, pending: record.pending + made.length });
  const counts = made.reduce(counted, one.counts);
  const next: Broadcast = {
    ...one,
    fingerprint,
    next: until,
    counts: { ...counts, leftOut: counts.leftOut + left.count },
  };
  return pauseOrEnd(tx, next, null, now);
}

/** The chunk that has a row; `why`: it can't be read. Null: there is no such row. */
export function chunkAt(tx: Tx, id: string, index: number): ChunkRecord | Unreadable | null {
  const list = CHUNKS.index('byBroadcast', id);
  const {
    records: [chunk],
    unreadable: [unreadable],
  } = tx.tryRead(CHUNKS, { index: list, to: index, limit: 1, reverse: true });
  if (!chunk) return unreadable ? { index: list, ...unreadable } : null;
  return index < chunk.from + chunk.rows.length ? chunk : null;
}

function textOf(
  { id, row: { number, message, parts } }: ComingText,
  { request }: Broadcast,
  { intent }: IntentRecord,
  fingerprint: string,
  moment: Moment,
): TextRecord {
  const expiresAt = moment.now + MAX_WAIT_MS.bulk;
  const planned = { number, message, parts, priority: 'bulk' as const, expiresAt };
  const text = { ...newText(id, intent, planned, fingerprint, moment), parked: false };
  return request.kind === 'promotional' ? { ...text, promotional: true } : text;
}

/** The chunk in which rows to these numbers say why they have no text. */
function leaveOutOf(
  chunk: ChunkRecord,
  { from, until }: { from: number; until: number },
  leaveOut: Feeding['leaveOut'],
): { chunk: ChunkRecord; count: number } {
  let count = 0;
  const rows = chunk.rows.map((row, offset) => {
    const index = chunk.from + offset;
    const problem = index >= from && index < until && isText(row) ? leaveOut.get(row.number) : undefined;
    if (!problem) return row;
    count += 1;
    return { ...row, message: null, parts: 0, problem };
  });
  return { chunk: { ...chunk, rows }, count };
}

/**
 * Texts that are being sent may still tell what a text costs. After this long they have ended, so nothing will: those of which
 * nobody knows whether they went never have a cost.
 */
const UNJUDGED_MS = 5 * 60_000;

/** The service never said what its texts cost, so no limit in credits can be judged by them. */
const isCostless = ({ counts }: Broadcast): boolean => counts.open === 0 && counts.costless > 0;

/** How many of these texts the day's limits allow, and why not more. */
function fittingOf(
  tx: Tx,
  { workspace, intent }: IntentRecord,
  limits: Limits | null,
  texts: readonly ComingText[],
  { wall }: Moment,
): { rows: number; over: Problem | null } {
  if (!limits) return { rows: texts.length, over: null };
  const usageOf = (who: string): UsageRecord =>
    tx.get(USAGE, usageId(workspace, wall, who)) ?? unused(workspace, wall, who);
  const day = { person: usageOf(intent.actor), workspace: usageOf(EVERYBODY) };
  const past = loadWorkspace(tx, workspace).lastPrice;
  const partsOf = (first: number) => sumOf(texts.slice(0, first).map(({ row }) => row)).parts;
  const fits = fitting(texts.length, partsOf, wanted => overLimit(limits, wanted, day, past, wall));
  return { rows: fits.texts, over: fits.over };
}

/** More than a broadcast has. */
const MANY = 1000;

/** Rows that can't be read, or aren't there, get no text and are left out; the others go. */
function skipRows(tx: Tx, one: Broadcast, chunk: Unreadable | null, now: number): Broadcast {
  if (chunk) moveToQuarantine(tx, ROWS_KIND, chunk, now, one.workspace);
  const index = CHUNKS.index('byBroadcast', one.id);
  const after = tx.list({ index, from: one.next + 1, limit: MANY });
  // Each chunk says how many texts it has, so what the others don't have is lost.
  const others = after.reduce((sum, { id }) => sum + textsIn(id), 0);
  const lost = Math.max(0, waitingOf({ rows: one.size.rows, counts: one.counts }) - one.counts.open - others);
  const counts = { ...one.counts, leftOut: one.counts.leftOut + lost };
  return pauseOrEnd(tx, { ...one, next: after[0]?.score ?? one.size.rows, counts }, null, now);
}

/** How many chunks one step looks at: more would occupy the store for too long. */
const CHUNKS_AT_ONCE = 8;

/** What became of each of the next rows from an index on, and where to continue; null: these were all. */
export function someRows(tx: Tx, one: Broadcast, from: number): { rows: RowOutcome[]; next: number | null } {
  const list = CHUNKS.index('byBroadcast', one.id);
  const [first] = tx.list({ index: list, to: from, limit: 1, reverse: true });
  const entries = tx.list({ index: list, from: first?.score ?? from, limit: CHUNKS_AT_ONCE + 1 });
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
      return { ...row, text: text && shownOf(toText(text)), isSentAgain: text?.resentBy !== undefined };
    }),
    next: entries[CHUNKS_AT_ONCE]?.score ?? null,
  };
}

function shownOf({ id, state, logId, cost, problem, uncertain, settledAt, parts }: Text) {
  return { id, state, logId, cost, problem, uncertain, settledAt, parts };
}

/** What became of a row. `isOver`: its broadcast ended, so what isn't a text will never be one. */
export function rowState(row: RowOutcome, isOver: boolean): RowState {
  const { text } = row;
  if (text) return text.state === 'queued' || text.state === 'sending' ? 'waiting' : text.state;
  if (!isText(row)) return 'left_out';
  return isOver ? 'cancelled' : 'waiting';
}

/** What becomes of broadcasts' rows when somebody is forgotten. */
export const broadcastRows: RowsOfPeople = {
  list: workspace => CHUNKS.index('byWorkspace', workspace),
  coming(tx, job) {
    const drafts = tx.readable(BROADCASTS, { index: BROADCASTS.index('drafts', job.workspace), limit: MANY });
    const gathering = drafts.filter(({ state }) => state === 'gathering');
    for (const one of gathering.filter(({ request }) => isOf(job, request)))
      tx.put(BROADCASTS, { ...one, request: withoutPerson(job, one.request) });
    return gathering.length > 0;
  },
  of: (tx, text) => chunkAt(tx, intentIdOfText(text), rowOfText(text))?.id ?? null,
  clear: clearRows,
};

/** Removes this person from some rows of a broadcast, and from their texts. Rows that wait are left out. */
function clearRows(tx: Tx, job: ErasureRecord, id: string, ctx: StepContext): Cleared {
  const found = tx.tryRead(CHUNKS, [id]);
  dropIfTheirs(tx, CHUNKS, found.unreadable, CHUNKS.index('byWorkspace', job.workspace), job);
  const [chunk] = found.records;
  if (!chunk?.rows.some(row => isRowAbout(job, row))) return NOTHING_CLEARED;
  const theirs = chunk.rows.flatMap(({ number }, offset) =>
    number === job.number ? textId(chunk.broadcast, chunk.from + offset) : [],
  );
  const cleared = clearTexts(tx, job, tx.readable(TEXTS, theirs), ctx);
  const [one] = tx.readable(BROADCASTS, [chunk.broadcast]);
  const next = one?.next ?? 0;
  const rows = chunk.rows.map((row, offset) =>
    isRowAbout(job, row) ? withoutThem(job, row, chunk.from + offset >= next) : row,
  );
  tx.put(CHUNKS, { ...chunk, rows });
  if (one) pauseOrEnd(tx, clearBroadcast(job, one, chunk), null, ctx.now);
  return cleared;
}

function isRowAbout(job: ErasureRecord, row: BroadcastRow): boolean {
  return row.number === job.number || isOf(job, row);
}

/** @param waits it hasn't become a text */
function withoutThem(job: ErasureRecord, row: BroadcastRow, waits: boolean): BroadcastRow {
  const isTheirs = row.number === job.number || isOf(job, row.who);
  const rest = { ...withoutPerson(job, row), name: isTheirs ? '' : row.name };
  if (row.number !== job.number) return rest;
  if (waits) return { ...rest, number: null, message: null, parts: 0, problem: { kind: 'ERASED' } };
  return { ...rest, number: ERASED_NUMBER, message: row.message === null ? null : '' };
}

/** @param chunk some of its rows, as they were */
function clearBroadcast(job: ErasureRecord, one: Broadcast, { from, rows }: ChunkRecord): Broadcast {
  const theirs = rows
    .map((row, offset) => ({ ...row, index: from + offset }))
    .filter(row => row.number === job.number && isText(row));
  const waiting = theirs.filter(({ index }) => index >= one.next).length;
  // Of one that is over, rows that waited are cancelled.
  const { size, counts } = one;
  return {
    ...one,
    request: { ...one.request, to: withoutPerson(job, one.request.to) },
    size: {
      ...size,
      longest: theirs.some(({ message }) => message === size.longest) ? '' : size.longest,
      samples: size.samples.map(sample =>
        sample.number === job.number ? { number: ERASED_NUMBER, message: '' } : sample,
      ),
    },
    counts: { ...counts, leftOut: counts.leftOut + (isOver(one) ? 0 : waiting) },
  };
}
