import { nextMorning } from '../../domain/broadcast-limits.ts';
import { fitting, type Limits, overLimit } from '../../domain/limits.ts';
import type { Problem } from '../../domain/problem.ts';
import { PATIENCE_MS } from '../../domain/text.ts';
import type { Broadcast, Feeding } from '../ports.ts';
import { both } from '../records.ts';
import { counted, whyHeld, whyPause } from '../rules/broadcast.ts';
import { isText, type TextRow } from '../rules/broadcast-rows.ts';
import { type Moment, newText } from '../rules/plan.ts';
import { EVERYBODY, sumOf, unused } from '../rules/usage.ts';
import { BROADCASTS, CHUNK_LISTS, CHUNKS, type ChunkRecord } from '../tables/broadcast.ts';
import { INTENTS, type IntentRecord } from '../tables/intent.ts';
import { TEXTS, type TextRecord, textId } from '../tables/text.ts';
import { USAGE, usageId, WORKSPACES } from '../tables/usage.ts';
import type { Transaction } from '../transaction.ts';
import { skipRows } from './broadcast-skipping.ts';
import { pauseFor, pauseOrEnd } from './broadcast-tally.ts';
import { keyOf } from './endings.ts';
import { readyAll } from './keys.ts';
import { leavingOf } from './leaving.ts';
import { count, remember } from './planning.ts';

/* How rows become texts. */

/** More would occupy the store for too long. */
const ROWS_AT_ONCE = 25;

type ComingText = { id: string; index: number; row: TextRow };

const FORGOTTEN: Problem = { kind: 'FORGOTTEN' };

/** The next rows become texts; see `Broadcasts.feed`. */
export function feedRows(
  tx: Transaction,
  id: string,
  { from, fingerprint, most, limits, ...feeding }: Feeding,
  moment: Moment,
): Broadcast | null {
  const { now } = moment;
  const [one] = tx.readable(BROADCASTS, [id]);
  if (one?.state !== 'running' || one.next !== from) return null;
  const record = tx.get(INTENTS, id);
  if (!record) return null;
  const { held } = keyOf(tx, fingerprint, now);
  const why = held ? whyHeld(held) : whyPause(one, null, now);
  if (why) return pauseFor(tx, one, why, now);
  const room = Math.min(ROWS_AT_ONCE, most - one.counts.open);
  if (room <= 0) return one;
  const chunk = chunkAt(tx, one.id, from);
  if (!chunk || 'why' in chunk) return skipRows(tx, one, chunk, now);

  const leaving = [...leavingOf(tx, one.workspace)];
  const leaveOut = new Map([...feeding.leaveOut, ...leaving.map(gone => [gone, FORGOTTEN] as const)]);
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
    return isCostless(one) ? pauseFor(tx, one, 'limit', now) : one;
  }

  const until = fresh[share.rows]?.index ?? from + some.length;
  const made = fresh.slice(0, share.rows).map(row => textOf(row, one, record, fingerprint, moment));
  const left = leaveOutOf(chunk, { from, until }, leaveOut);
  for (const text of made) tx.put(TEXTS, text);
  if (left.count > 0) tx.put(CHUNKS, left.chunk);
  if (made.length > 0) {
    count(tx, record.intent, made, moment.wall);
    remember(tx, made);
    readyAll(tx, new Set([fingerprint]), now);
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
export function chunkAt(
  tx: Transaction,
  id: string,
  index: number,
): ChunkRecord | { id: string; why: string } | null {
  const [entry] = tx.list({ list: CHUNK_LISTS.in(id), to: index, limit: 1, reverse: true });
  if (!entry) return null;
  const { records, unreadable } = tx.looked(CHUNKS, [entry.id]);
  const [chunk] = records;
  if (!chunk) return unreadable[0] ?? null;
  return index < chunk.from + chunk.rows.length ? chunk : null;
}

function textOf(
  { id, row: { number, message, parts } }: ComingText,
  { ask }: Broadcast,
  { intent }: IntentRecord,
  fingerprint: string,
  moment: Moment,
): TextRecord {
  const expiresAt = moment.now + PATIENCE_MS.bulk;
  const planned = { number, message, parts, priority: 'bulk' as const, expiresAt };
  const text = { ...newText(id, intent, planned, fingerprint, moment), parked: false };
  return ask.kind === 'promotional' ? { ...text, promotional: true } : text;
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

/** The service never said what its texts cost, so no limit in credits can be judged by them. */
const isCostless = ({ counts }: Broadcast): boolean => counts.open === 0 && counts.costless > 0;

/** How many of these texts the day's limits allow, and why not more. */
function fittingOf(
  tx: Transaction,
  { workspace, intent }: IntentRecord,
  limits: Limits | null,
  texts: readonly ComingText[],
  { wall }: Moment,
): { rows: number; over: Problem | null } {
  if (!limits) return { rows: texts.length, over: null };
  const [person, everybody] = both(
    () => tx.get(USAGE, usageId(workspace, wall, intent.actor)),
    () => tx.get(USAGE, usageId(workspace, wall, EVERYBODY)),
  );
  const day = {
    person: person ?? unused(workspace, wall, intent.actor),
    workspace: everybody ?? unused(workspace, wall, EVERYBODY),
  };
  const past = tx.get(WORKSPACES, workspace)?.past ?? null;
  const partsOf = (first: number) => sumOf(texts.slice(0, first).map(({ row }) => row)).parts;
  const fits = fitting(texts.length, partsOf, wanted => overLimit(limits, wanted, day, past, wall));
  return { rows: fits.texts, over: fits.over };
}
