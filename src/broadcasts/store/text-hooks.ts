import { HOLDING_CODES } from '../../kit/problem.ts';
import { moveToQuarantine, type QuarantineTable, quarantineTable } from '../../kit/store/quarantine.ts';
import type { Range, Tx } from '../../kit/store/store.ts';
import { wakeKeys } from '../../texts/store/key.ts';
import { TEXTS, type TextRecord } from '../../texts/store/model.ts';
import { asCancelled } from '../../texts/store/settle.ts';
import type { BroadcastHooks } from '../../texts/store/text-changes.ts';
import { MAX_WAIT_MS, type WaitReason } from '../../texts/text.ts';
import type { PauseReason } from '../broadcast.ts';
import { BROADCASTS, type Broadcast, CHUNKS, NO_COUNTS } from './model.ts';
import {
  counted,
  ended,
  isDecided,
  paused,
  tallied,
  unreached,
  whyHeld,
  whyPause,
  withUnreadable,
} from './transitions.ts';

/* What a broadcast's texts do to the broadcast, and the broadcast to its texts, within a larger step. */

/** More than a broadcast has waiting at a time. */
const MOST_WAITING = 1000;

/** Null: it is gone, or can't be read. In that case its texts end all the same. */
function broadcastOf(tx: Tx, { intentId }: TextRecord): Broadcast | null {
  return tx.readable(BROADCASTS, [intentId])[0] ?? null;
}

/** Writes the broadcast, as it is or as it has to be now. */
export function pauseOrEnd(tx: Tx, broadcast: Broadcast, last: TextRecord | null, now: number): Broadcast {
  const why = whyPause(broadcast, last, now);
  if (!isDecided(broadcast) && why) return pauseFor(tx, broadcast, why, now);
  const next = isDecided(broadcast) ? ended(broadcast, now) : broadcast;
  tx.put(BROADCASTS, next);
  return next;
}

/** It pauses by itself. `until`: when it goes on by itself, by the time of day; absent: when somebody says so. */
export function pauseFor(
  tx: Tx,
  broadcast: Broadcast,
  why: PauseReason,
  now: number,
  until?: number,
): Broadcast {
  const next = paused(broadcast, why, { by: null, now, until });
  tx.put(BROADCASTS, next);
  park(tx, broadcast.id, now);
  return next;
}

/**
 * A text that comes back from a claim unsent waits, as its broadcast does, or is cancelled with it. The broadcast is written in any
 * case, so that whoever pauses or cancels it at this moment looks for its waiting texts again.
 */
function cameBack(tx: Tx, text: TextRecord, why: WaitReason | null, now: number): TextRecord {
  const broadcast = broadcastOf(tx, text);
  if (!broadcast) return text;
  if (broadcast.state === 'ended') {
    tx.put(BROADCASTS, { ...broadcast });
    return asCancelled(text, now);
  }
  const held = HOLDING_CODES.find(code => code === why);
  const next =
    held && broadcast.state === 'running'
      ? pauseFor(tx, broadcast, whyHeld(held), now)
      : pauseOrEnd(tx, why === 'UNREACHABLE' ? unreached(broadcast, now) : broadcast, null, now);
  return { ...text, parked: next.state === 'paused' };
}

/** A workspace's broadcasts that run. */
function runningIn(tx: Tx, workspace: string): Broadcast[] {
  const going = tx.readable(BROADCASTS, { index: BROADCASTS.index('going'), limit: MOST_WAITING });
  return going.filter(broadcast => broadcast.workspace === workspace && broadcast.state === 'running');
}

export function waitingTexts(tx: Tx, broadcastId: string): TextRecord[] {
  const range = { index: TEXTS.index('byBroadcast', broadcastId), limit: MOST_WAITING };
  return tx.readable(TEXTS, range).filter(({ state }) => state === 'queued');
}

/** What waits goes nowhere from now on. */
export function park(tx: Tx, broadcastId: string, now: number): void {
  const texts = waitingTexts(tx, broadcastId);
  for (const text of texts) tx.put(TEXTS, { ...text, parked: true });
  // Bulk that no longer waits gives its share of the minute back.
  wakeKeys(tx, new Set(texts.map(({ fingerprint }) => fingerprint)), now);
}

export function unpark(tx: Tx, broadcastId: string, now: number): void {
  const texts = waitingTexts(tx, broadcastId);
  const expiresAt = now + MAX_WAIT_MS.bulk;
  for (const text of texts) tx.put(TEXTS, { ...text, parked: false, notBefore: now, expiresAt });
  wakeKeys(tx, new Set(texts.map(({ fingerprint }) => fingerprint)), now);
}

/** What broadcasts' texts do to them. */
export const broadcastsOfTexts: BroadcastHooks = {
  changed(tx, before, after) {
    const broadcast = broadcastOf(tx, after);
    const next = broadcast && tallied(broadcast, before, after);
    if (next && next !== broadcast) tx.put(BROADCASTS, next);
  },
  ended(tx, text, now) {
    const broadcast = broadcastOf(tx, text);
    if (broadcast) pauseOrEnd(tx, broadcast, text, now);
  },
  cameBack,
  quarantine(tx, id, isQuarantined, now) {
    const [broadcast] = tx.readable(BROADCASTS, [id]);
    if (broadcast) pauseOrEnd(tx, withUnreadable(broadcast, isQuarantined), null, now);
  },
  pause: (tx, workspace, now) =>
    runningIn(tx, workspace).map(broadcast => pauseFor(tx, broadcast, 'unlinked', now).id),
  isThere: (tx, id) => tx.stored(BROADCASTS, id) !== null,
};

/* Broadcasts that can't be read, or of which something can't. */

/** More texts than a broadcast has. */
const MOST_TEXTS = 20_000;

/** The readable broadcasts of a list. Of the others nothing goes until they can be read again. */
export function readOrQuarantine(tx: Tx, range: Range, now: number): Broadcast[] {
  const { index } = range;
  const { records, unreadable, missing } = tx.tryRead(BROADCASTS, range);
  for (const broadcast of unreadable) {
    moveToQuarantine(tx, 'broadcast', BROADCASTS, { index: index, ...broadcast }, now);
    park(tx, broadcast.id, now);
  }
  for (const entry of missing) tx.removeEntry(index, entry);
  return records;
}

/** A broadcast can be read again. Meanwhile texts may have ended, so they are counted anew. */
function comeBack(tx: Tx, broadcast: Broadcast, now: number): void {
  const texts = tx.readable(TEXTS, { index: TEXTS.index('byIntent', broadcast.id), limit: MOST_TEXTS });
  const { leftOut } = broadcast.counts;
  const cancelled =
    broadcast.state === 'ended' ? Math.max(0, broadcast.size.rows - leftOut - texts.length) : 0;
  const counts: Broadcast['counts'] = texts.reduce(counted, { ...NO_COUNTS, leftOut, cancelled });
  pauseOrEnd(tx, { ...broadcast, counts }, null, now);
  if (broadcast.state === 'running') unpark(tx, broadcast.id, now);
}

/** Rows that were left out are only there to be seen again. */
export const broadcastQuarantine: Record<'broadcast' | 'broadcast_rows', QuarantineTable> = {
  broadcast: quarantineTable(BROADCASTS, comeBack),
  broadcast_rows: quarantineTable(CHUNKS),
};
