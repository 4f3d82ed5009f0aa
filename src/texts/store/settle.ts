import type { Price } from '../../kit/credits.ts';
import type { Problem } from '../../kit/problem.ts';
import type { Tx } from '../../kit/store/store.ts';
import type { Intent } from '../intent.ts';
import { reportedUntil } from '../pace.ts';
import type { Text } from '../text.ts';
import { numbersBeingErased } from './erasing.ts';
import { withFailing } from './failing-numbers.ts';
import { intentOf } from './intent-records.ts';
import {
  afterEnd,
  holdingCodeIn,
  KEYS,
  type KeyRecord,
  loadKey,
  type Wait,
  withBackOff,
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
  isUnconfirmed,
  reportId,
  type Settlement,
  TEXTS,
  type TextRecord,
} from './model.ts';
import { withEvent, withWait } from './story-events.ts';
import { addReport, changeText, reportHold, reportWaiting, type StepContext } from './text-changes.ts';
import { keepBalance, usageOf, WORKSPACES, withLastPrice } from './usage.ts';

/*
 * Ends claims. Pure functions compute the new key and text (null: the text doesn't change), the others write them.
 * `changeText` then updates usage, intent and reports, the same way for every end (text-changes.ts).
 */

/**
 * Applies a request's outcome, or our own refusal.
 *
 * @returns `newlyHeld`: report the hold; `wait`: report why the text is queued again; `price`: the price that the service
 *   charged
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
  wait: Wait | null;
  price: Price | null;
} {
  const replied = withDueAtIfQueued(
    mayHaveLeft(settlement) ? withRequest(key, text, claim, now) : withoutSlot(key, claim.id),
    now,
  );
  if (!text || !maySettle(key, text, claim, settlement))
    return { key: replied, text: null, newlyHeld: false, wait: null, price: null };
  const after = afterEnd(replied, settlement, claim.claimedAt);
  if (holdingCodeIn(settlement) !== null && !isUnconfirmed(text))
    return { ...requeueForKey(after.key, text, now), newlyHeld: after.newlyHeld, price: null };
  return {
    key: withBalance(after.key, settlement, now),
    text: { ...text, ...endOf(text, settlement, now), claim: claim.id, settledAt: now },
    newlyHeld: after.newlyHeld,
    wait: null,
    price: priceOf(settlement, text.parts),
  };
}

/** False if the app itself refused the text: then no request left, and the service counted none. */
const mayHaveLeft = (settlement: Settlement): boolean =>
  settlement.kind !== 'refused' || settlement.problem.kind === 'SERVICE_REFUSED';

/** Requeues a text that was refused because of its key, behind the texts that already wait. */
function requeueForKey(
  key: KeyRecord,
  text: TextRecord,
  now: number,
): { key: KeyRecord; text: TextRecord; wait: Wait | null } {
  const { held, trial } = key;
  // During a trial the earlier report of the hold still holds. Any other report is outdated.
  const isToReport = held !== null && text.priority === 'people' && !(text.waitReported && trial !== null);
  return {
    key: withDueAt(key, now),
    text: {
      ...text,
      state: 'queued',
      claim: undefined,
      lease: undefined,
      notBefore: now,
      waitReported: text.waitReported || isToReport,
      story: withWait(text.story, held, now),
    },
    wait: isToReport && held !== null ? { why: held, until: null } : null,
  };
}

/**
 * True if the store lost its last moments, and this claim with them: its text waits as if it had never been claimed. (The
 * claim can't have been released instead, because a released claim is never settled.)
 */
const isLost = (key: KeyRecord, text: TextRecord | null, { id }: Claim): boolean =>
  text?.state === 'queued' && text.claim === undefined && key.slots.every(slot => slot.id !== id);

/** Notes that the claim's request has just ended. It counts for its key even if the store has lost the claim. */
function withRequest(key: KeyRecord, text: TextRecord | null, claim: Claim, now: number): KeyRecord {
  if (!isLost(key, text, claim)) return withReply(key, claim.id, now);
  return withLostRequest(key, { id: claim.id, priority: claim.text.priority }, now);
}

/** A claim settles its own text while it is sending. A certain outcome also corrects an uncertain one. */
function maySettle(key: KeyRecord, text: TextRecord, claimed: Claim, { kind }: Settlement): boolean {
  // Only this process knows about the request. Without its outcome the text would be sent twice.
  if (isLost(key, text, claimed)) return true;
  const { claim, state } = text;
  if (claim !== claimed.id) return false;
  return state === 'sending' || (isUnconfirmed(text) && kind !== 'uncertain');
}

function withBalance(key: KeyRecord, settlement: Settlement, now: number): KeyRecord {
  const balance = settlement.kind === 'sent' ? settlement.balance : null;
  return balance === null ? key : { ...key, balance, balanceAt: now };
}

const priceOf = (settlement: Settlement, parts: number): Price | null =>
  settlement.kind === 'sent' && settlement.cost !== null ? { cost: settlement.cost, parts } : null;

function endOf({ story }: TextRecord, settlement: Settlement, now: number): Partial<TextRecord> {
  switch (settlement.kind) {
    case 'sent': {
      const { logId, cost, balance } = settlement;
      return {
        state: 'sent',
        uncertain: undefined,
        byWord: undefined,
        logId: logId ?? undefined,
        cost: cost ?? undefined,
        balance: balance ?? undefined,
      };
    }
    case 'refused':
      return { state: 'refused', uncertain: undefined, byWord: undefined, problem: settlement.problem };
    case 'uncertain':
      return {
        state: 'uncertain',
        uncertain: settlement.why,
        story: withEvent(story, { what: 'uncertain', at: now, why: settlement.why }),
      };
  }
}

/** Requeues an unsent text and frees its slot, unless the service counted the request. `wait`: report why the text waits. */
function afterRelease(
  key: KeyRecord,
  text: TextRecord | null,
  claim: Claim,
  { notBefore, why, counted, ifUncertain, backOff }: ClaimRelease,
  now: number,
): { key: KeyRecord; text: TextRecord | null; wait: Wait | null } {
  const landed = counted ? withRequest(key, text, claim, now) : withoutSlot(key, claim.id);
  const after = withDueAt(backOff ? withBackOff(landed, backOff) : landed, now);
  if (text?.claim !== claim.id) return { key: after, text: null, wait: null };
  if (text.state === 'sending') {
    const isToReport = why !== null && text.priority === 'people' && !text.waitReported;
    return {
      key: after,
      text: {
        ...text,
        state: 'queued',
        claim: undefined,
        lease: undefined,
        notBefore,
        waitReported: text.waitReported || isToReport,
        story: withWait(text.story, why, now),
      },
      wait: isToReport ? { why, until: reportedUntil(why, notBefore) } : null,
    };
  }
  return {
    key: after,
    text: isUnconfirmed(text) ? asRefused(text, ifUncertain, now) : null,
    wait: null,
  };
}

export function asRefused(text: TextRecord, problem: Problem, now: number): TextRecord {
  return { ...text, state: 'refused', uncertain: undefined, byWord: undefined, problem, settledAt: now };
}

export function asCancelled(text: TextRecord, now: number): TextRecord {
  return { ...text, state: 'cancelled', settledAt: now };
}

/** The process that was sending the text is dead, so its outcome is unknown. */
export function asInterrupted(text: TextRecord, now: number): TextRecord {
  const story = withEvent(text.story, { what: 'uncertain', at: now, why: 'interrupted' });
  return { ...text, state: 'uncertain', uncertain: 'interrupted', settledAt: now, story };
}

/** An uncertain text that a person says has arrived. It keeps why it was uncertain, and a late answer still corrects it. */
export function asArrived(text: TextRecord, by: string, now: number): TextRecord {
  const story = withEvent(text.story, { what: 'arrived', at: now, by });
  return { ...text, state: 'sent', byWord: { by, at: now }, settledAt: now, story };
}

/** Notes when the text's first request left. */
const withLeftAt = (text: TextRecord, leftAt: number | null): TextRecord =>
  leftAt === null || text.leftAt !== undefined ? text : { ...text, leftAt };

/** Writes the release of a claim. */
export function recordRelease(tx: Tx, claim: Claim, how: ClaimRelease, ctx: StepContext): void {
  const { now } = ctx;
  const [key, text] = keyAndText(tx, claim, now);
  const end = afterRelease(key, text, claim, how, now);
  tx.put(KEYS, end.key);
  if (!text || !end.text) return;
  const after = withLeftAt(requeueOrCancel(tx, end.text, how.why, ctx), how.leftAt ?? null);
  changeText(tx, text, after, ctx);
  if (end.wait && after.state === 'queued') reportWaiting(tx, text, end.wait, ctx);
}

/** Requeues a text, or cancels it if the sender cancelled it, or its number is being erased. */
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

/** True if its intent was cancelled while the text was being sent. */
const wasCancelled = (tx: Tx, text: TextRecord): boolean =>
  isReportShared(text) && intentOf(tx, text)?.problem?.kind === 'CANCELLED';

/** The report inherits the sender's lease if that is younger than this; otherwise it gets a new one. */
const MAX_INHERITED_LEASE_MS = 20_000;

/**
 * Writes the end of a claim. `reporter`: the process that reports to Slack at once; null: any process, when the report is
 * due. `leftAt`: when the request's first byte left; null: there was none.
 */
export function recordEnd(
  tx: Tx,
  claim: Claim,
  settlement: Settlement,
  { reporter, leftAt, ...ctx }: StepContext & { reporter: string | null; leftAt: number | null },
): void {
  const { newId, now } = ctx;
  const [key, text] = keyAndText(tx, claim, now);
  const end = afterSettlement(key, text, claim, settlement, now);
  tx.put(KEYS, end.key);
  if (!text || !end.text) return;
  const after = withLeftAt(requeueOrCancel(tx, end.text, end.key.held, ctx), leftAt);
  const since = text.lease && text.lease.since > now - MAX_INHERITED_LEASE_MS ? text.lease.since : now;
  changeText(tx, text, after, ctx, reporter === null ? undefined : { owner: reporter, since });
  if (end.wait && after.state === 'queued') reportWaiting(tx, text, end.wait, ctx);
  if (end.newlyHeld) {
    addReport(
      tx,
      { id: reportId(newId(), text.intentId), kind: 'held', intentId: text.intentId, textId: text.id },
      now,
    );
    reportHold(tx, key, text, ctx);
  }
  if (settlement.kind === 'sent' && settlement.balance !== null)
    keepBalance(tx, text.workspace, settlement.balance, text.madeAt + now - text.createdAt);
  const [workspace] = tx.readable(WORKSPACES, [text.workspace]);
  if (!workspace) return;
  const priced = end.price ? withLastPrice(workspace, end.price) : workspace;
  const next = withFailing(priced, after, now);
  if (next !== workspace) tx.put(WORKSPACES, next);
}

function keyAndText(tx: Tx, claim: Claim, now: number): [KeyRecord, TextRecord | null] {
  const { actor, text: claimedText } = claim;
  const { id, fingerprint, workspace, madeAt } = claimedText;
  tx.load([
    [TEXTS, id],
    [KEYS, fingerprint],
    [WORKSPACES, workspace],
    ...usageOf({ workspace, madeAt, actor }),
  ]);
  // Throws if the text can't be read: the process that sent it retries until the outcome can be recorded.
  const text = tx.get(TEXTS, claim.text.id);
  return [loadKey(tx, claim.text.fingerprint, now), text];
}

export const isExpired = ({ state, problem }: Pick<Text, 'state' | 'problem'>): boolean =>
  state === 'refused' && problem?.kind === 'EXPIRED';

/**
 * The recipients whom an intent's text didn't reach because it waited too long: all, as they were named, or the numbers that
 * got none; null if there are none.
 */
export function expiredAmong(
  { to }: Pick<Intent, 'to'>,
  { problem, texts }: Pick<IntentOutcome, 'problem' | 'texts'>,
): Intent['to'] | null {
  const expired = texts.filter(isExpired);
  if (texts.length === expired.length) return texts.length > 0 || problem?.kind === 'EXPIRED' ? to : null;
  return expired.length > 0 ? expired.map(({ number }) => ({ kind: 'number', number })) : null;
}
