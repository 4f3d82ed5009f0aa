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
  afterTextChange,
  asEnded,
  asPaused,
  asUnreachable,
  isDecided,
  whyPause,
  withText,
  withUnreadable,
} from './transitions.ts';

/* Changes of a broadcast by its texts, and of texts by their broadcast, within a larger transaction. */

/** More texts than a broadcast has waiting at a time. */
const MAX_WAITING = 1000;

/** The text's broadcast; null if it is deleted or unreadable. Its texts still end. */
function broadcastOf(tx: Tx, { intentId }: TextRecord): Broadcast | null {
  return tx.readable(BROADCASTS, [intentId])[0] ?? null;
}

/** Stores the broadcast, and pauses or ends it if necessary. */
export function pauseOrEnd(tx: Tx, broadcast: Broadcast, last: TextRecord | null, now: number): Broadcast {
  const why = whyPause(broadcast, last, now);
  if (!isDecided(broadcast) && why) return pauseFor(tx, broadcast, why, now);
  const next = isDecided(broadcast) ? asEnded(broadcast, now) : broadcast;
  tx.put(BROADCASTS, next);
  return next;
}

/** Pauses a broadcast automatically. `until`: the time of day when it resumes by itself; absent if a person has to resume it. */
export function pauseFor(
  tx: Tx,
  broadcast: Broadcast,
  why: PauseReason,
  now: number,
  until?: number,
): Broadcast {
  const next = asPaused(broadcast, why, { by: null, now, until });
  tx.put(BROADCASTS, next);
  park(tx, broadcast.id, now);
  return next;
}

/**
 * Lets a text that returns unsent from a claim wait as its broadcast does, or cancels it with its broadcast. Always stores the
 * broadcast, so that a concurrent pause or cancellation conflicts and looks for waiting texts again.
 */
function cameBack(tx: Tx, text: TextRecord, why: WaitReason | null, now: number): TextRecord {
  const broadcast = broadcastOf(tx, text);
  if (!broadcast) return text;
  if (broadcast.state === 'ended') {
    tx.put(BROADCASTS, { ...broadcast });
    return asCancelled(text, now);
  }
  const held = HOLDING_CODES.find(code => code === why);
  const reason = held ? whyPause(broadcast, null, now, held) : null;
  const next = reason
    ? pauseFor(tx, broadcast, reason, now)
    : pauseOrEnd(tx, why === 'UNREACHABLE' ? asUnreachable(broadcast, now) : broadcast, null, now);
  return { ...text, parked: next.state === 'paused' };
}

/** A workspace's running broadcasts. */
function runningIn(tx: Tx, workspace: string): Broadcast[] {
  const going = tx.readable(BROADCASTS, { index: BROADCASTS.index('going'), limit: MAX_WAITING });
  return going.filter(broadcast => broadcast.workspace === workspace && broadcast.state === 'running');
}

export function waitingTexts(tx: Tx, broadcastId: string): TextRecord[] {
  const range = { index: TEXTS.index('byBroadcast', broadcastId), limit: MAX_WAITING };
  return tx.readable(TEXTS, range).filter(({ state }) => state === 'queued');
}

/** Parks waiting texts: they aren't claimed until they are unparked. */
export function park(tx: Tx, broadcastId: string, now: number): void {
  const texts = waitingTexts(tx, broadcastId);
  for (const text of texts) tx.put(TEXTS, { ...text, parked: true });
  // Parked texts leave their slots of the minute to others.
  wakeKeys(tx, new Set(texts.map(({ fingerprint }) => fingerprint)), now);
}

export function unpark(tx: Tx, broadcastId: string, now: number): void {
  const texts = waitingTexts(tx, broadcastId);
  const expiresAt = now + MAX_WAIT_MS.bulk;
  for (const text of texts) tx.put(TEXTS, { ...text, parked: false, notBefore: now, expiresAt });
  wakeKeys(tx, new Set(texts.map(({ fingerprint }) => fingerprint)), now);
}

export const broadcastsOfTexts: BroadcastHooks = {
  changed(tx, before, after) {
    const broadcast = broadcastOf(tx, after);
    const next = broadcast && afterTextChange(broadcast, before, after);
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
  exists: (tx, id) => tx.stored(BROADCASTS, id) !== null,
};

/* Unreadable broadcasts and chunks. */

/** More texts than a broadcast has. */
const MAX_TEXTS = 20_000;

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

/** Restores a broadcast that is readable again. Its texts may have ended meanwhile, so this counts them again. */
function comeBack(tx: Tx, broadcast: Broadcast, now: number): void {
  const texts = tx.readable(TEXTS, { index: TEXTS.index('byIntent', broadcast.id), limit: MAX_TEXTS });
  const { leftOut } = broadcast.counts;
  const cancelled =
    broadcast.state === 'ended' ? Math.max(0, broadcast.size.rows - leftOut - texts.length) : 0;
  const counts: Broadcast['counts'] = texts.reduce(withText, { ...NO_COUNTS, leftOut, cancelled });
  pauseOrEnd(tx, { ...broadcast, counts }, null, now);
  if (broadcast.state === 'running') unpark(tx, broadcast.id, now);
}

export const broadcastQuarantine = [restorable(BROADCAST_KIND, comeBack), restorable(ROWS_KIND)];
