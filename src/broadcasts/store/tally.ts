import { HOLDING_CODES } from '../../kit/problem.ts';
import { type QuarantineKind, readOrQuarantine, restorable } from '../../kit/store/quarantine.ts';
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
export function pauseOrEnd(tx: Tx, one: Broadcast, last: TextRecord | null, now: number): Broadcast {
  const why = whyPause(one, last, now);
  if (!isDecided(one) && why) return pauseFor(tx, one, why, now);
  const next = isDecided(one) ? ended(one, now) : one;
  tx.put(BROADCASTS, next);
  return next;
}

/** It pauses by itself. `until`: when it goes on by itself, by the time of day; absent: when somebody says so. */
export function pauseFor(tx: Tx, one: Broadcast, why: PauseReason, now: number, until?: number): Broadcast {
  const next = paused(one, why, { by: null, now, until });
  tx.put(BROADCASTS, next);
  park(tx, one.id, now);
  return next;
}

/**
 * A text that comes back from a claim unsent waits, as its broadcast does, or is cancelled with it. The broadcast is written in any
 * case, so that whoever pauses or cancels it at this moment looks for its waiting texts again.
 */
function cameBack(tx: Tx, text: TextRecord, why: WaitReason | null, now: number): TextRecord {
  const one = broadcastOf(tx, text);
  if (!one) return text;
  if (one.state === 'ended') {
    tx.put(BROADCASTS, { ...one });
    return asCancelled(text, now);
  }
  const held = HOLDING_CODES.find(code => code === why);
  const next =
    held && one.state === 'running'
      ? pauseFor(tx, one, whyHeld(held), now)
      : pauseOrEnd(tx, why === 'UNREACHABLE' ? unreached(one, now) : one, null, now);
  return { ...text, parked: next.state === 'paused' };
}

/** A workspace's broadcasts that run. */
function runningIn(tx: Tx, workspace: string): Broadcast[] {
  const going = tx.readable(BROADCASTS, { index: BROADCASTS.index('going'), limit: MOST_WAITING });
  return going.filter(one => one.workspace === workspace && one.state === 'running');
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
    const one = broadcastOf(tx, after);
    const next = one && tallied(one, before, after);
    if (next && next !== one) tx.put(BROADCASTS, next);
  },
  ended(tx, text, now) {
    const one = broadcastOf(tx, text);
    if (one) pauseOrEnd(tx, one, text, now);
  },
  cameBack,
  quarantine(tx, id, isQuarantined, now) {
    const [one] = tx.readable(BROADCASTS, [id]);
    if (one) pauseOrEnd(tx, withUnreadable(one, isQuarantined), null, now);
  },
  pause: (tx, workspace, now) => runningIn(tx, workspace).map(one => pauseFor(tx, one, 'unlinked', now).id),
  isThere: (tx, id) => tx.stored(BROADCASTS, id) !== null,
};

/* Broadcasts that can't be read, or of which something can't. */

/** More texts than a broadcast has. */
const MOST_TEXTS = 20_000;

const BROADCAST_KIND: QuarantineKind<Broadcast> = {
  name: 'broadcast',
  effect: 'none of its waiting texts is sent until it can be read again',
  table: BROADCASTS,
};

export const ROWS_KIND = {
  name: 'broadcast_rows',
  effect: 'left out of their broadcast; a retry only shows them again',
  table: CHUNKS,
} satisfies QuarantineKind;

/** The readable broadcasts of an index. The texts of the others wait until an operator retries them. */
export const readBroadcasts = (tx: Tx, range: Range, now: number): Broadcast[] =>
  readOrQuarantine(tx, BROADCAST_KIND, range, { now, moved: id => park(tx, id, now) });

/** A broadcast can be read again. Meanwhile texts may have ended, so they are counted anew. */
function comeBack(tx: Tx, one: Broadcast, now: number): void {
  const texts = tx.readable(TEXTS, { index: TEXTS.index('byIntent', one.id), limit: MOST_TEXTS });
  const { leftOut } = one.counts;
  const cancelled = one.state === 'ended' ? Math.max(0, one.size.rows - leftOut - texts.length) : 0;
  const counts: Broadcast['counts'] = texts.reduce(counted, { ...NO_COUNTS, leftOut, cancelled });
  pauseOrEnd(tx, { ...one, counts }, null, now);
  if (one.state === 'running') unpark(tx, one.id, now);
}

export const broadcastQuarantine = [restorable(BROADCAST_KIND, comeBack), restorable(ROWS_KIND)];
