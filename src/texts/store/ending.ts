import type { PastCost } from '../../kit/credits.ts';
import type { Problem } from '../../kit/problem.ts';
import { toldUntil } from '../pace.ts';
import {
  afterEnd,
  backedOff,
  holdingCodeIn,
  type KeyRecord,
  ready,
  type Wait,
  withoutSlot,
  withReply,
  woken,
} from './key.ts';
import type { Claim, ClaimRelease, Settlement, TextRecord } from './model.ts';

/*
 * What the end of a claim does to its text and its key. Null instead of a text: nothing changes for it any more. What follows
 * for the day's use, the intent and the reports is the same for every end of a text: `changeText` in
 * src/texts/store/telling.ts.
 */

/**
 * @returns `newlyHeld`: this end holds the key, which has to be reported; `tell`: why the text waits again, if the person has
 *   to be told; `past`: what a part is known to cost now
 */
export function settled(
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
  past: PastCost | null;
} {
  const replied = woken(withReply(key, claim.id, now), now);
  if (!text || !isToSettle(text, claim, settlement))
    return { key: replied, text: null, newlyHeld: false, tell: null, past: null };
  const after = afterEnd(replied, settlement, claim.claimedAt);
  if (holdingCodeIn(settlement) !== null && text.state === 'sending')
    return { ...waitsForKey(after.key, text, now), newlyHeld: after.newlyHeld, past: null };
  return {
    key: withBalance(after.key, settlement, now),
    text: { ...text, ...endOf(settlement), claim: claim.id, settledAt: now },
    newlyHeld: after.newlyHeld,
    tell: null,
    past: costOf(settlement, text.parts),
  };
}

/** A text that was refused because of its key waits with the ones behind it: the last of them, so that it keeps none of them waiting. */
function waitsForKey(
  key: KeyRecord,
  text: TextRecord,
  now: number,
): { key: KeyRecord; text: TextRecord; tell: Wait | null } {
  const { held, trial } = key;
  // While a key is tried, what was said of its hold is still so. Anything said earlier isn't.
  const isToTell = held !== null && text.priority === 'people' && !(text.told && trial !== null);
  return {
    key: ready(key, now),
    text: { ...text, state: 'queued', claim: null, notBefore: now, told: text.told || isToTell },
    tell: isToTell && held !== null ? { why: held, until: null } : null,
  };
}

/** Whether this claim may still settle the text. A certain result corrects an uncertain one. */
function isToSettle({ claim, state }: TextRecord, { id }: Claim, { kind }: Settlement): boolean {
  if (claim !== id) return false;
  return state === 'sending' || (state === 'uncertain' && kind !== 'uncertain');
}

function withBalance(key: KeyRecord, settlement: Settlement, now: number): KeyRecord {
  const balance = settlement.kind === 'sent' ? settlement.balance : null;
  return balance === null ? key : { ...key, balance, balanceAt: now };
}

const costOf = (settlement: Settlement, parts: number): PastCost | null =>
  settlement.kind === 'sent' && settlement.cost !== null ? { cost: settlement.cost, parts } : null;

function endOf(settlement: Settlement): Partial<TextRecord> {
  const none = { logId: null, cost: null, balance: null, problem: null, uncertain: null };
  switch (settlement.kind) {
    case 'sent': {
      const { logId, cost, balance } = settlement;
      return { ...none, state: 'sent', logId, cost, balance };
    }
    case 'refused':
      return { ...none, state: 'refused', problem: settlement.problem };
    case 'uncertain':
      return { ...none, state: 'uncertain', uncertain: settlement.why };
  }
}

/** What giving a claim back unsent does. `tell`: why the text waits, if the person has to be told. */
export function released(
  key: KeyRecord,
  text: TextRecord | null,
  claim: Claim,
  { notBefore, why, counted, ifUncertain, backOff }: ClaimRelease,
  now: number,
): { key: KeyRecord; text: TextRecord | null; tell: Wait | null } {
  const landed = counted ? withReply(key, claim.id, now) : withoutSlot(key, claim.id);
  const after = ready(backOff ? backedOff(landed, backOff) : landed, now);
  if (text?.claim !== claim.id) return { key: after, text: null, tell: null };
  if (text.state === 'sending') {
    const tell = why !== null && text.priority === 'people' && !text.told;
    return {
      key: after,
      text: { ...text, state: 'queued', claim: null, notBefore, told: text.told || tell },
      tell: tell ? { why, until: toldUntil(why, notBefore) } : null,
    };
  }
  return {
    key: after,
    text: text.state === 'uncertain' ? refused(text, ifUncertain, now) : null,
    tell: null,
  };
}

/** A text ends without being sent. */
export function refused(text: TextRecord, problem: Problem, now: number): TextRecord {
  return { ...text, state: 'refused', uncertain: null, problem, settledAt: now };
}

export function cancelled(text: TextRecord, now: number): TextRecord {
  return { ...text, state: 'cancelled', settledAt: now };
}

/** The process that was sending it is gone, so nobody knows whether it went out. */
export function interrupted(text: TextRecord, now: number): TextRecord {
  return { ...text, state: 'uncertain', uncertain: 'interrupted', settledAt: now };
}
