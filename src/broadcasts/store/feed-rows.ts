import type { Problem } from '../../kit/problem.ts';
import { moveToQuarantine, type Unreadable } from '../../kit/store/quarantine.ts';
import type { Tx } from '../../kit/store/store.ts';
import { fitting, type Limits, overLimit } from '../../texts/limits.ts';
import { numbersBeingErased } from '../../texts/store/erasing.ts';
import { loadKey, wakeKeys } from '../../texts/store/key.ts';
import { INTENTS, type IntentRecord, TEXTS, type TextRecord, textId } from '../../texts/store/model.ts';
import { type Moment, newText } from '../../texts/store/plan.ts';
import { rememberForDuplicates } from '../../texts/store/recent-texts.ts';
import { addUsage, loadUsage, loadWorkspace, sumOf, WHOLE_WORKSPACE } from '../../texts/store/usage.ts';
import { MAX_WAIT_MS } from '../../texts/text.ts';
import { nextMorning } from '../../workspace/promotional-hours.ts';
import { waitingOf } from '../broadcast.ts';
import { isText, type TextRow } from '../left-out.ts';
import { BROADCASTS, type Broadcast, CHUNKS, type ChunkRecord, type Feeding, textsIn } from './model.ts';
import { chunkAt } from './rows.ts';
import { pauseFor, pauseOrEnd, ROWS_KIND } from './text-hooks.ts';
import { whyPause, whyPauseAtLimit, withText } from './transitions.ts';

/* Turns the rows of a broadcast into texts. */

/** More rows would block the store for too long. */
const MAX_ROWS_PER_STEP = 25;

type ComingText = { id: string; index: number; row: TextRow };

const ERASED: Problem = { kind: 'ERASED' };

/** Turns the next rows into texts; see `Broadcasts.feed`. */
export function feedRows(
  tx: Tx,
  id: string,
  { from, fingerprint, most, limits, ...feeding }: Feeding,
  moment: Moment,
): Broadcast | null {
  const { now } = moment;
  const [broadcast] = tx.readable(BROADCASTS, [id]);
  if (broadcast?.state !== 'running' || broadcast.next !== from) return null;
  const record = tx.get(INTENTS, id);
  if (!record) return null;
  const { held } = loadKey(tx, fingerprint, now);
  const why = whyPause(broadcast, null, now, held);
  if (why) return pauseFor(tx, broadcast, why, now);
  const room = Math.min(MAX_ROWS_PER_STEP, most - broadcast.counts.open);
  if (room <= 0) return broadcast;
  const chunk = chunkAt(tx, broadcast.id, from);
  if (!chunk || 'why' in chunk) return skipRows(tx, broadcast, chunk, now);

  const erasing = [...numbersBeingErased(tx, broadcast.workspace)];
  const leaveOut = new Map([...feeding.leaveOut, ...erasing.map(gone => [gone, ERASED] as const)]);
  const some = chunk.rows.slice(from - chunk.from, from - chunk.from + room);
  const fresh = some.flatMap((row, offset): ComingText[] => {
    const index = from + offset;
    return isText(row) && !leaveOut.has(row.number) ? [{ id: textId(id, index), index, row }] : [];
  });
  const share = fittingOf(tx, record, limits, fresh, moment);
  if (share.over && share.rows === 0) {
    const reason = whyPauseAtLimit(broadcast, share.over, now);
    const resumesAt = reason === 'day' ? nextMorning(moment.wall) : undefined;
    return reason ? pauseFor(tx, broadcast, reason, now, resumesAt) : broadcast;
  }

  const until = fresh[share.rows]?.index ?? from + some.length;
  const texts = fresh.slice(0, share.rows).map(row => textOf(row, broadcast, record, fingerprint, moment));
  const omitted = leaveOutOf(chunk, { from, until }, leaveOut);
  for (const text of texts) tx.insert(TEXTS, text);
  if (omitted.count > 0) tx.put(CHUNKS, omitted.chunk);
  if (texts.length > 0) {
    addUsage(tx, record.intent, texts, moment.wall);
    rememberForDuplicates(tx, record.intent, texts, now);
    wakeKeys(tx, new Set([fingerprint]), now);
  }
  if (texts.length > 0) tx.put(INTENTS, { ...record, pending: record.pending + texts.length });
  const counts = texts.reduce(withText, broadcast.counts);
  const next: Broadcast = {
    ...broadcast,
    fingerprint,
    next: until,
    counts: { ...counts, leftOut: counts.leftOut + omitted.count },
  };
  return pauseOrEnd(tx, next, null, now);
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

/** The chunk with its rows to these numbers left out, and their count. */
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

/** The number of these texts that the day's limits allow, and the limit that excludes the others. */
function fittingOf(
  tx: Tx,
  { workspace, intent }: IntentRecord,
  limits: Limits | null,
  texts: readonly ComingText[],
  { wall }: Moment,
): { rows: number; over: Problem | null } {
  if (!limits) return { rows: texts.length, over: null };
  const usageOf = (owner: string) => loadUsage(tx, workspace, wall, owner);
  const day = { person: usageOf(intent.actor), workspace: usageOf(WHOLE_WORKSPACE) };
  const past = loadWorkspace(tx, workspace).lastPrice;
  const partsOf = (first: number) => sumOf(texts.slice(0, first).map(({ row }) => row)).parts;
  const fits = fitting(texts.length, partsOf, sum => overLimit(limits, sum, day, past, wall));
  return { rows: fits.texts, over: fits.over };
}

/** More chunks than a broadcast has. */
const MAX_CHUNKS = 1000;

/** Skips rows that are unreadable or missing: they get no text and count as left out. */
function skipRows(tx: Tx, broadcast: Broadcast, chunk: Unreadable | null, now: number): Broadcast {
  if (chunk) moveToQuarantine(tx, ROWS_KIND, chunk, now, broadcast.workspace);
  const index = CHUNKS.index('byBroadcast', broadcast.id);
  const after = tx.list({ index, from: broadcast.next + 1, limit: MAX_CHUNKS });
  // Each chunk's id says how many texts it has, so texts that no later chunk has are lost.
  const laterTexts = after.reduce((sum, { id }) => sum + textsIn(id), 0);
  const lost = Math.max(
    0,
    waitingOf({ rows: broadcast.size.rows, counts: broadcast.counts }) - broadcast.counts.open - laterTexts,
  );
  const counts = { ...broadcast.counts, leftOut: broadcast.counts.leftOut + lost };
  return pauseOrEnd(tx, { ...broadcast, next: after[0]?.score ?? broadcast.size.rows, counts }, null, now);
}
