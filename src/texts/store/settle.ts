import type { Tx } from '../../kit/store/store.ts';
import { cancelled, released, settled } from './ending.ts';
import { KEYS, type KeyRecord, unreadableKey, unusedKey } from './key.ts';
import { leavingOf } from './leaving.ts';
import {
  type Claim,
  type ClaimRelease,
  INTENTS,
  type ReportRecord,
  reportId,
  type Settlement,
  TEXTS,
  type TextRecord,
} from './model.ts';
import { addReport, changeText, type Making, tellOfHold, tellWaiting } from './telling.ts';
import { USAGE, usageIdsOf, WORKSPACES, withPast } from './usage.ts';

/** Records that a claim was given back unsent. */
export function recordRelease(tx: Tx, claim: Claim, how: ClaimRelease, making: Making): void {
  const { now } = making;
  const [key, text] = keyAndText(tx, claim, now);
  const end = released(key, text, claim, how, now);
  tx.put(KEYS, end.key);
  if (!text || !end.text) return;
  const after = waitsAgain(tx, end.text, how.why, making);
  changeText(tx, text, after, making);
  if (end.tell && after.state === 'queued') tellWaiting(tx, text, end.tell, making);
}

/**
 * A text that comes back unsent waits again, unless it was cancelled meanwhile or is for somebody who is being forgotten; one
 * that ended is what it is.
 */
function waitsAgain(tx: Tx, text: TextRecord, why: ClaimRelease['why'], { now, parent }: Making): TextRecord {
  if (text.state !== 'queued') return text;
  const isLeaving = leavingOf(tx, text.workspace).has(text.number);
  if (text.parked !== undefined && !isLeaving) return parent.cameBack(tx, text, why, now);
  return isLeaving || wasCancelled(tx, text) ? cancelled(text, now) : text;
}

/** Whether all that waits of its intent was cancelled while it was being sent. */
function wasCancelled(tx: Tx, { together, intentId }: TextRecord): boolean {
  const [intent] = together ? tx.readable(INTENTS, [intentId]) : [];
  return intent?.problem?.kind === 'CANCELLED';
}

/** Records how a claim ended. Returns the report of its result, if it has one of its own. */
export function recordEnd(tx: Tx, claim: Claim, settlement: Settlement, making: Making): ReportRecord | null {
  const { newId, now } = making;
  const [key, text] = keyAndText(tx, claim, now);
  const end = settled(key, text, claim, settlement, now);
  tx.put(KEYS, end.key);
  if (!text || !end.text) return null;
  const after = waitsAgain(tx, end.text, end.key.held, making);
  const result = changeText(tx, text, after, making);
  if (end.tell && after.state === 'queued') tellWaiting(tx, text, end.tell, making);
  if (end.newlyHeld) {
    addReport(
      tx,
      { id: reportId(newId(), text.intentId), kind: 'held', intentId: text.intentId, textId: text.id },
      now,
    );
    tellOfHold(tx, key, text, making);
  }
  if (!end.past) return result;
  const workspace = tx.get(WORKSPACES, text.workspace);
  const next = workspace && withPast(workspace, end.past);
  if (next && next !== workspace) tx.put(WORKSPACES, next);
  return result;
}

/** The key and the text of a claim. */
function keyAndText(tx: Tx, claim: Claim, now: number): [KeyRecord, TextRecord | null] {
  const { actor, text: about } = claim;
  const { id, fingerprint, workspace, intentId, madeAt } = about;
  tx.load([
    [TEXTS, id],
    [KEYS, fingerprint],
    [WORKSPACES, workspace],
    [INTENTS, intentId],
    ...usageIdsOf({ workspace, madeAt, actor }).map(usage => [USAGE, usage] as const),
  ]);
  // If the text can't be read, its claim doesn't end: what the service did is recorded once the text can be read.
  const text = tx.get(TEXTS, claim.text.id);
  return [keyOf(tx, claim.text.fingerprint, now), text];
}

/** What we know about a key, even if its record can't be read. */
export function keyOf(tx: Tx, fingerprint: string, now: number): KeyRecord {
  const {
    records: [key],
    gone,
  } = tx.look(KEYS, [fingerprint]);
  return key ?? (gone.length > 0 ? unusedKey(fingerprint) : unreadableKey(fingerprint, now));
}
