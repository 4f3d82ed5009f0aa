import type { Tx } from '../../kit/store/store.ts';
import { isUnattended } from '../intent.ts';
import type { WaitReason } from '../text.ts';
import { findIntent, intentOf } from './intent-records.ts';
import type { KeyRecord, Wait } from './key.ts';
import {
  INTENTS,
  type IntentRecord,
  isPending,
  isReportShared,
  type Lease,
  outcomeId,
  REPORTS,
  type ReportRecord,
  reportId,
  TEXTS,
  type TextRecord,
} from './model.ts';
import { isSettled } from './plan.ts';
import { USAGE, usageIdsOf, used, useOfChange } from './usage.ts';

/** What a step needs to make records: new ids, and the current time on the time line. */
export type StepContext = { newId: () => string; now: number; broadcastHooks: BroadcastHooks };
/** The same for all steps. */
export type StepDeps = Omit<StepContext, 'now'>;

/* What to report when something changes. If an intent's texts are reported together, only its outcome and what concerns the key. */

/** How often a person's outcome is updated while it changes: Slack accepts about one post a second in a channel. */
const SHOWN_EVERY_MS = 1000;

/** Intents have few reports at a time; if one has more followers than this, the others are told at their deadlines. */
const FOLLOWERS = 200;

type NewReport = Pick<ReportRecord, 'id' | 'kind' | 'intentId'> & Partial<ReportRecord>;

/** What a report may say beside what it is about. */
export const NOTHING_SAID = { problem: null, waiting: null, earlier: null, follower: null, reader: null };

export function addReport(tx: Tx, says: NewReport, now: number): void {
  const report: ReportRecord = {
    ...NOTHING_SAID,
    textId: null,
    dueAt: now,
    leasedBy: null,
    attempts: 0,
    stale: false,
    createdAt: now,
    ...says,
  };
  tx.insert(REPORTS, report);
}

/** Tells the person that their text waits, and why. */
export function reportWaiting(
  tx: Tx,
  text: TextRecord,
  waiting: Wait,
  { newId, now }: Pick<StepContext, 'newId' | 'now'>,
): void {
  if (isReportShared(text)) return;
  const { id: textId, intentId } = text;
  addReport(tx, { id: reportId(newId(), intentId), kind: 'waiting', intentId, textId, waiting }, now);
}

/**
 * Writes a changed text, and if it has ended, everything that follows: the day's use, and what has to be reported.
 *
 * @param teller who tells Slack of its end, if it is reported on its own; absent: whoever looks for what is due
 */
export function changeText(
  tx: Tx,
  before: TextRecord,
  after: TextRecord,
  { newId, now, broadcastHooks }: StepContext,
  teller?: Lease,
): void {
  const text = withReport(before, after, teller, now);
  const intent = putCounted(tx, before, text, broadcastHooks);
  if (isPending(text)) return;
  if (text.parked !== undefined) broadcastHooks.ended(tx, text, now);
  if (intent) reportOutcome(tx, intent, { newId, now });
}

/** A text that has ended has to be reported, unless all of its intent's are together. Its sender's lease ends with it. */
function withReport(
  before: TextRecord,
  after: TextRecord,
  teller: Lease | undefined,
  now: number,
): TextRecord {
  if (isPending(after) || isReportShared(after)) return { ...after, lease: undefined };
  const isBeingTold = before.lease && before.state !== 'sending';
  return isBeingTold && before.report
    ? { ...after, report: { ...before.report, isStale: true } }
    : { ...after, lease: teller, report: { at: now, dueAt: now, attempts: 0, isStale: false } };
}

/**
 * Writes a changed text, with what counts it: the day's use, and its intent's count of texts that are waiting or being sent.
 * Returns the intent, if it is known and its texts are reported together.
 */
function putCounted(
  tx: Tx,
  before: TextRecord,
  after: TextRecord,
  broadcastHooks: BroadcastHooks,
): IntentRecord | null {
  tx.put(TEXTS, after);
  const use = useOfChange(before, after);
  // Don't bring back a day that was deleted. What can't be read of others doesn't keep a text's end from being recorded.
  if (use) for (const usage of tx.readable(USAGE, usageIdsOf(after))) tx.put(USAGE, used(usage, use));
  if (!isReportShared(after)) return null;
  if (after.parked !== undefined) broadcastHooks.changed(tx, before, after);
  const intent = intentOf(tx, after);
  if (!intent || after.carried) return intent;
  const pending = intent.pending + Number(isPending(after)) - Number(isPending(before));
  if (pending === intent.pending) return intent;
  const counted = { ...intent, pending };
  tx.put(INTENTS, counted);
  return counted;
}

/**
 * Something has become of an intent whose texts are reported together. Of a person's, the outcome is shown as it goes; any other
 * has to be reported if that was the last of it.
 */
export function reportOutcome(
  tx: Tx,
  intent: IntentRecord,
  { newId, now }: Pick<StepContext, 'newId' | 'now'>,
): void {
  if (!isUnattended(intent.intent)) {
    showSoon(tx, intent, now);
    return;
  }
  if (!isSettled(intent)) return;
  addReport(tx, { id: reportId(newId(), intent.id), kind: 'outcome', intentId: intent.id }, now);
  const reports = tx.readable(REPORTS, { index: REPORTS.index('byIntent', intent.id), limit: FOLLOWERS });
  for (const report of reports) {
    if (report.follower === null || report.leasedBy !== null) continue;
    tx.put(REPORTS, { ...report, dueAt: Math.min(report.dueAt, now) });
  }
}

/** A person's outcome has one report at a time, so that it has one post. */
function showSoon(tx: Tx, intent: IntentRecord, now: number): void {
  const id = outcomeId(intent.id);
  // There are more rows when none of its texts is open.
  const isOver = isSettled(intent) && !intent.intent.rows;
  const dueAt = isOver ? now : now + SHOWN_EVERY_MS;
  const report = tx.get(REPORTS, id);
  if (!report) addReport(tx, { id, kind: 'outcome', intentId: intent.id, dueAt }, now);
  else if (report.leasedBy !== null) tx.put(REPORTS, { ...report, stale: true });
  // While Slack doesn't take it, it says when to try again.
  else if (dueAt < report.dueAt && report.attempts === 0) tx.put(REPORTS, { ...report, dueAt });
}

/** How many of a key's waiting texts are looked at: more would occupy the store for too long. */
const TOLD_OF_HOLD = 200;

/**
 * A text has just met a refusal that holds its key: whoever waits for that key hears why, whatever they heard before, and so
 * do the channels of alerts that wait.
 */
export function reportHold(
  tx: Tx,
  key: Pick<KeyRecord, 'id' | 'trial'>,
  met: TextRecord,
  ctx: StepContext,
): void {
  const intents = new Set(isReportShared(met) ? [met.intentId] : []);
  // While the key is tried, what was said of its hold is still so.
  for (const priority of key.trial === null ? (['alert', 'people'] as const) : []) {
    const waiting = { index: TEXTS.index('queue', key.id, priority), limit: TOLD_OF_HOLD };
    for (const text of tx.readable(TEXTS, waiting)) {
      if (text.id === met.id || text.state !== 'queued') continue;
      if (isReportShared(text)) intents.add(text.intentId);
      else if (text.waitReported) tx.put(TEXTS, { ...text, waitReported: false });
    }
  }
  for (const id of intents) {
    const intent = findIntent(tx, id);
    if (intent) reportIntentOnHold(tx, intent, ctx);
  }
}

/** Texts of an intent wait for a held key, and they are reported together: that is news for their post, although none has ended. */
export function reportIntentOnHold(tx: Tx, intent: IntentRecord, ctx: StepContext): void {
  if (!isUnattended(intent.intent)) reportOutcome(tx, intent, ctx);
  else if (intent.intent.toldOfHolds)
    addReport(tx, { id: reportId(ctx.newId(), intent.id), kind: 'outcome', intentId: intent.id }, ctx.now);
}

/**
 * What a feature makes texts for that it counts itself, and that wait when it does: a broadcast. Its id is that of their intent.
 * What happens to a text happens, in the same step, to it.
 */
export type BroadcastHooks = {
  /** One of its texts has changed. */
  changed(tx: Tx, before: TextRecord, after: TextRecord): void;
  /** One of them has ended, and is counted. */
  ended(tx: Tx, text: TextRecord, now: number): void;
  /** One comes back from a claim unsent; returns it as it waits, or has ended. */
  cameBack(tx: Tx, text: TextRecord, why: WaitReason | null, now: number): TextRecord;
  /** One that waited was quarantined, or gets another turn. */
  quarantine(tx: Tx, id: string, isQuarantined: boolean, now: number): void;
  /** All that a workspace has under way wait, because its key was unlinked; returns their ids. */
  pause(tx: Tx, workspace: string, now: number): string[];
  /** Whether it is still there, so that its intent stays. */
  isThere(tx: Tx, id: string): boolean;
};

declare module '../../kit/store/storage.ts' {
  interface StepHooks {
    broadcastHooks: BroadcastHooks;
  }
}

/** Nobody counts texts but texts themselves. */
export const NO_BROADCASTS: BroadcastHooks = {
  changed: () => undefined,
  ended: () => undefined,
  cameBack: (_tx, text) => text,
  quarantine: () => undefined,
  pause: () => [],
  isThere: () => false,
};
