import type { Price } from '../../kit/credits.ts';
import type { Problem } from '../../kit/problem.ts';
import type { Tx } from '../../kit/store/store.ts';
import type { Intent } from '../intent.ts';
import { toldUntil } from '../pace.ts';
import type { Text } from '../text.ts';
import { numbersBeingErased } from './erasing.ts';
import { intentOf } from './intent-records.ts';
import {
  afterEnd,
  backedOff,
  holdingCodeIn,
  KEYS,
  type KeyRecord,
  loadKey,
  type Wait,
  withDueAt,
  withDueAtIfQueued,
  withLostRequest,
  withoutSlot,
  withReply,
} from './key.ts';
import {
  type Claim,
  type ClaimRelease,
  type IntentOutcome,
  isReportShared,
  reportId,
  type Settlement,
  TEXTS,
  type TextRecord,
} from './model.ts';
import { addReport, changeText, reportHold, reportWaiting, type StepContext } from './text-changes.ts';
import { USAGE, usageIdsOf, WORKSPACES, withLastPrice } from './usage.ts';

/*
 * What the end of a claim does to its text and its key. Null instead of a text: nothing changes for it any more. What follows
 * for the day's use, the intent and the reports is the same for every end of a text: `changeText` in
 * src/texts/store/text-changes.ts.
 */

/**
 * @returns `newlyHeld`: this end holds the key, which has to be reported; `tell`: why the text waits again, if the person has
 *   to be told; `past`: what a part is known to cost now
 */
function afterSettlement(
  key: KeyRecord,
  text: TextRecord | null,
  claim: Claim,
  settlement: Settlement,
  now: number,
): {
  key: KeyRecord;
  text: TextRecord | null;
  newlyHeld: boolean;
  tell: Wait | null;
  past: Price | null;
} {
  const replied = withDueAtIfQueued(
    hasLeft(settlement) ? withRequest(key, text, claim, now) : withoutSlot(key, claim.id),
    now,
  );
  if (!text || !maySettle(key, text, claim, settlement))
    return { key: replied, text: null, newlyHeld: false, tell: null, past: null };
  const after = afterEnd(replied, settlement, claim.claimedAt);
  if (holdingCodeIn(settlement) !== null && text.state !== 'uncertain')
    return { ...waitsForKey(after.key, text, now), newlyHeld: after.newlyHeld, past: null };
  return {
    key: withBalance(after.key, settlement, now),
    text: { ...text, ...endOf(settlement), claim: claim.id, settledAt: now },
    newlyHeld: after.newlyHeld,
    tell: null,
    past: costOf(settlement, text.parts),
  };
}

/** A request of it left, or may have; otherwise the app itself refused the text, so the service has counted nothing. */
const hasLeft = (settlement: Settlement): boolean =>
  settlement.kind !== 'refused' || settlement.problem.kind === 'SERVICE_REFUSED';

/** A text that was refused because of its key waits with the ones behind it: the last of them, so that it keeps none of them waiting. */
function waitsForKey(
  key: KeyRecord,
  text: TextRecord,
  now: number,
): { key: KeyRecord; text: TextRecord; tell: Wait | null } {
  const { held, trial } = key;
  // While a key is tried, what was said of its hold is still so. Anything said earlier isn't.
  const isToTell = held !== null && text.priority === 'people' && !(text.waitReported && trial !== null);
  return {
    key: withDueAt(key, now),
    text: {
      ...text,
      state: 'queued',
      claim: undefined,
      lease: undefined,
      notBefore: now,
      waitReported: text.waitReported || isToTell,
    },
    tell: isToTell && held !== null ? { why: held, until: null } : null,
  };
}

/**
 * Whether the store has lost its last moments, and this claim with them: its text waits as if it had never been claimed. (One that was
 * given back has no say either way, since whoever gives a claim back settles it no more.)
 */
const isLost = (key: KeyRecord, text: TextRecord | null, { id }: Claim): boolean =>
  text?.state === 'queued' && text.claim === undefined && key.slots.every(slot => slot.id !== id);

/** The claim's request was answered, or ended, now. It counts for its key even if the store has lost it. */
function withRequest(key: KeyRecord, text: TextRecord | null, claim: Claim, now: number): KeyRecord {
  if (!isLost(key, text, claim)) return withReply(key, claim.id, now);
  return withLostRequest(key, { id: claim.id, priority: claim.text.priority }, now);
}

/** Whether this claim may still settle the text. A certain result corrects an uncertain one. */
function maySettle(key: KeyRecord, text: TextRecord, claimed: Claim, { kind }: Settlement): boolean {
  // Only whoever sent it knows, and otherwise it would go out again.
  if (isLost(key, text, claimed)) return true;
  const { claim, state } = text;
  if (claim !== claimed.id) return false;
  return state === 'sending' || (state === 'uncertain' && kind !== 'uncertain');
}

function withBalance(key: KeyRecord, settlement: Settlement, now: number): KeyRecord {
  const balance = settlement.kind === 'sent' ? settlement.balance : null;
  return balance === null ? key : { ...key, balance, balanceAt: now };
}

const costOf = (settlement: Settlement, parts: number): Price | null =>
  settlement.kind === 'sent' && settlement.cost !== null ? { cost: settlement.cost, parts } : null;

function endOf(settlement: Settlement): Partial<TextRecord> {
  switch (settlement.kind) {
    case 'sent': {
      const { logId, cost, balance } = settlement;
      return {
        state: 'sent',
        uncertain: undefined,
        logId: logId ?? undefined,
        cost: cost ?? undefined,
        balance: balance ?? undefined,
      };
    }
    case 'refused':
      return { state: 'refused', uncertain: undefined, problem: settlement.problem };
    case 'uncertain':
      return { state: 'uncertain', uncertain: settlement.why };
  }
}

/** What giving a claim back unsent does. `tell`: why the text waits, if the person has to be told. */
function afterRelease(
  key: KeyRecord,
  text: TextRecord | null,
  claim: Claim,
  { notBefore, why, counted, ifUncertain, backOff }: ClaimRelease,
  now: number,
): { key: KeyRecord; text: TextRecord | null; tell: Wait | null } {
  const landed = counted ? withRequest(key, text, claim, now) : withoutSlot(key, claim.id);
  const after = withDueAt(backOff ? backedOff(landed, backOff) : landed, now);
  if (text?.claim !== claim.id) return { key: after, text: null, tell: null };
  if (text.state === 'sending') {
    const tell = why !== null && text.priority === 'people' && !text.waitReported;
    return {
      key: after,
      text: {
        ...text,
        state: 'queued',
        claim: undefined,
        lease: undefined,
        notBefore,
        waitReported: text.waitReported || tell,
      },
      tell: tell ? { why, until: toldUntil(why, notBefore) } : null,
    };
  }
  return {
    key: after,
    text: text.state === 'uncertain' ? asRefused(text, ifUncertain, now) : null,
    tell: null,
  };
}

/** A text ends without being sent. */
export function asRefused(text: TextRecord, problem: Problem, now: number): TextRecord {
  return { ...text, state: 'refused', uncertain: undefined, problem, settledAt: now };
}

export function asCancelled(text: TextRecord, now: number): TextRecord {
  return { ...text, state: 'cancelled', settledAt: now };
}

/** The process that was sending it is gone, so nobody knows whether it went out. */
export function asInterrupted(text: TextRecord, now: number): TextRecord {
  return { ...text, state: 'uncertain', uncertain: 'interrupted', settledAt: now };
}

/** Records that a claim was given back unsent. */
export function recordRelease(tx: Tx, claim: Claim, how: ClaimRelease, ctx: StepContext): void {
  const { now } = ctx;
  const [key, text] = keyAndText(tx, claim, now);
  const end = afterRelease(key, text, claim, how, now);
  tx.put(KEYS, end.key);
  if (!text || !end.text) return;
  const after = requeueOrCancel(tx, end.text, how.why, ctx);
  changeText(tx, text, after, ctx);
  if (end.tell && after.state === 'queued') reportWaiting(tx, text, end.tell, ctx);
}

/**
 * A text that comes back unsent waits again, unless it was cancelled meanwhile or is for somebody who is being forgotten; one
 * that ended is what it is.
 */
function requeueOrCancel(
  tx: Tx,
  text: TextRecord,
  why: ClaimRelease['why'],
  { now, broadcastHooks }: StepContext,
): TextRecord {
  if (text.state !== 'queued') return text;
  const isBeingErased = numbersBeingErased(tx, text.workspace).has(text.number);
  if (text.parked !== undefined && !isBeingErased) return broadcastHooks.cameBack(tx, text, why, now);
  return isBeingErased || wasCancelled(tx, text) ? asCancelled(text, now) : text;
}

/** Whether all that waits of its intent was cancelled while it was being sent. */
const wasCancelled = (tx: Tx, text: TextRecord): boolean =>
  isReportShared(text) && intentOf(tx, text)?.problem?.kind === 'CANCELLED';

/** After so much of a lease's time, telling Slack of the end gets a new one. */
const SENT_SOON_MS = 20_000;

/** Records how a claim ended. `teller`: the process that tells Slack at once; null: whoever looks for what is due. */
export function recordEnd(
  tx: Tx,
  claim: Claim,
  settlement: Settlement,
  { teller, ...ctx }: StepContext & { teller: string | null },
): void {
  const { newId, now } = ctx;
  const [key, text] = keyAndText(tx, claim, now);
  const end = afterSettlement(key, text, claim, settlement, now);
  tx.put(KEYS, end.key);
  if (!text || !end.text) return;
  const after = requeueOrCancel(tx, end.text, end.key.held, ctx);
  const since = text.lease && text.lease.since > now - SENT_SOON_MS ? text.lease.since : now;
  changeText(tx, text, after, ctx, teller === null ? undefined : { owner: teller, since });
  if (end.tell && after.state === 'queued') reportWaiting(tx, text, end.tell, ctx);
  if (end.newlyHeld) {
    addReport(
      tx,
      { id: reportId(newId(), text.intentId), kind: 'held', intentId: text.intentId, textId: text.id },
      now,
    );
    reportHold(tx, key, text, ctx);
  }
  if (!end.past) return;
  const [workspace] = tx.readable(WORKSPACES, [text.workspace]);
  const next = workspace && withLastPrice(workspace, end.past);
  if (next && next !== workspace) tx.put(WORKSPACES, next);
}

/** The key and the text of a claim. */
function keyAndText(tx: Tx, claim: Claim, now: number): [KeyRecord, TextRecord | null] {
  const { actor, text: about } = claim;
  const { id, fingerprint, workspace, madeAt } = about;
  tx.load([
    [TEXTS, id],
    [KEYS, fingerprint],
    [WORKSPACES, workspace],
    ...usageIdsOf({ workspace, madeAt, actor }).map(usage => [USAGE, usage] as const),
  ]);
  // If the text can't be read, its claim doesn't end: what the service did is recorded once the text can be read.
  const text = tx.get(TEXTS, claim.text.id);
  return [loadKey(tx, claim.text.fingerprint, now), text];
}

/** Whether a text waited too long, so that it was never sent. */
export const isExpired = ({ state, problem }: Pick<Text, 'state' | 'problem'>): boolean =>
  state === 'refused' && problem?.kind === 'EXPIRED';

/**
 * Whom an intent's text didn't reach because it waited too long, so that it can be sent now: everybody, as they were named, or
 * the numbers that got none. Null: nobody.
 */
export function expiredAmong(
  { to }: Pick<Intent, 'to'>,
  { problem, texts }: Pick<IntentOutcome, 'problem' | 'texts'>,
): Intent['to'] | null {
  const expired = texts.filter(isExpired);
  if (texts.length === expired.length) return texts.length > 0 || problem?.kind === 'EXPIRED' ? to : null;
  return expired.length > 0 ? expired.map(({ number }) => ({ kind: 'number', number })) : null;
}
