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
import { changeUsage, sourceName, usageChange } from './usage.ts';

/** The context of a change: a source of ids, the time on the app's time line, and the broadcasts feature's hooks. */
export type StepContext = { newId: () => string; now: number; broadcastHooks: BroadcastHooks };
/** The part that is the same for all transactions. */
export type StepDeps = Omit<StepContext, 'now'>;

/*
 * Changes of texts, and the reports that follow from them. An intent with a shared report gets only reports of its outcome
 * and of its key's hold.
 */

/** Shortest time between two updates of an outcome's post: Slack accepts about one post a second in a channel. */
const OUTCOME_UPDATE_MS = 1000;

/** Limits the transaction. Followers beyond this get the outcome at their deadlines. */
const MAX_FOLLOWERS = 200;

type NewReport = Pick<ReportRecord, 'id' | 'kind' | 'intentId'> & Partial<ReportRecord>;

export const NO_DETAILS = { problem: null, waiting: null, earlier: null, follower: null, reader: null };

export function addReport(tx: Tx, details: NewReport, now: number): void {
  const report: ReportRecord = {
    ...NO_DETAILS,
    textId: null,
    dueAt: now,
    leasedBy: null,
    attempts: 0,
    stale: false,
    createdAt: now,
    ...details,
  };
  tx.insert(REPORTS, report);
}

/** Reports to a person why their text waits. */
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
 * Writes a changed text and everything that follows from its end: usage, counts and reports.
 *
 * @param reportLease the process that reports the end at once; absent: any process, when the report is due
 */
export function changeText(
  tx: Tx,
  before: TextRecord,
  after: TextRecord,
  { newId, now, broadcastHooks }: StepContext,
  reportLease?: Lease,
): void {
  const text = withReport(before, after, reportLease, now);
  const intent = putWithCounts(tx, before, text, broadcastHooks);
  if (isPending(text)) return;
  if (text.parked !== undefined) broadcastHooks.ended(tx, text, now);
  if (intent) reportOutcome(tx, intent, { newId, now });
}

/** Adds the report of an ended text, unless its intent shares one. Ends the lease of the process that sent it. */
function withReport(
  before: TextRecord,
  after: TextRecord,
  reportLease: Lease | undefined,
  now: number,
): TextRecord {
  if (isPending(after) || isReportShared(after)) return { ...after, lease: undefined };
  const isBeingReported = before.lease && before.state !== 'sending';
  return isBeingReported && before.report
    ? { ...after, report: { ...before.report, isStale: true } }
    : { ...after, lease: reportLease, report: { at: now, dueAt: now, attempts: 0, isStale: false } };
}

/**
 * Writes a changed text with what counts it: the day's usage, and its intent's number of pending texts. Returns the intent
 * if it shares a report and can be read.
 */
function putWithCounts(
  tx: Tx,
  before: TextRecord,
  after: TextRecord,
  broadcastHooks: BroadcastHooks,
): IntentRecord | null {
  tx.put(TEXTS, after);
  const use = usageChange(before, after);
  if (use) changeUsage(tx, after, use, sourceOf(tx, after));
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

function sourceOf(tx: Tx, text: TextRecord): string | null {
  const intent = intentOf(tx, text);
  return intent && sourceName(intent.intent);
}

/**
 * Reports a change of an intent with a shared report: a person's post shows each change; a feature gets the outcome once
 * the intent has settled.
 */
export function reportOutcome(
  tx: Tx,
  intent: IntentRecord,
  { newId, now }: Pick<StepContext, 'newId' | 'now'>,
): void {
  if (!isUnattended(intent.intent)) {
    scheduleOutcome(tx, intent, now);
    return;
  }
  if (!isSettled(intent)) return;
  addReport(tx, { id: reportId(newId(), intent.id), kind: 'outcome', intentId: intent.id }, now);
  const reports = tx.readable(REPORTS, { index: REPORTS.index('byIntent', intent.id), limit: MAX_FOLLOWERS });
  for (const report of reports) {
    if (report.follower === null || report.leasedBy !== null) continue;
    tx.put(REPORTS, { ...report, dueAt: Math.min(report.dueAt, now) });
  }
}

/** A person's outcome has one report at a time, so it has one post. */
function scheduleOutcome(tx: Tx, intent: IntentRecord, now: number): void {
  const id = outcomeId(intent.id);
  // A broadcast without pending texts may still have rows to feed.
  const isOver = isSettled(intent) && !intent.intent.rows;
  const dueAt = isOver ? now : now + OUTCOME_UPDATE_MS;
  const report = tx.get(REPORTS, id);
  if (!report) addReport(tx, { id, kind: 'outcome', intentId: intent.id, dueAt }, now);
  else if (report.leasedBy !== null) tx.put(REPORTS, { ...report, stale: true });
  // A report that Slack refused keeps its time to try again.
  else if (dueAt < report.dueAt && report.attempts === 0) tx.put(REPORTS, { ...report, dueAt });
}

/** More would occupy the store for too long. */
const MAX_TEXTS_PER_HOLD = 200;

/**
 * A refused text has just put its key on hold: reports why to the senders of all texts waiting for the key, whatever they
 * were told before, and to the channels of waiting alerts.
 */
export function reportHold(
  tx: Tx,
  key: Pick<KeyRecord, 'id' | 'trial'>,
  refusedText: TextRecord,
  ctx: StepContext,
): void {
  const intents = new Set(isReportShared(refusedText) ? [refusedText.intentId] : []);
  // During a trial the earlier report of the hold still holds.
  for (const priority of key.trial === null ? (['alert', 'people'] as const) : []) {
    const waiting = { index: TEXTS.index('queue', key.id, priority), limit: MAX_TEXTS_PER_HOLD };
    for (const text of tx.readable(TEXTS, waiting)) {
      if (text.id === refusedText.id || text.state !== 'queued') continue;
      if (isReportShared(text)) intents.add(text.intentId);
      else if (text.waitReported) tx.put(TEXTS, { ...text, waitReported: false });
    }
  }
  for (const id of intents) {
    const intent = findIntent(tx, id);
    if (intent) reportIntentOnHold(tx, intent, ctx);
  }
}

/** Texts of an intent with a shared report wait for a held key: updates its post although no text has ended. */
export function reportIntentOnHold(tx: Tx, intent: IntentRecord, ctx: StepContext): void {
  if (!isUnattended(intent.intent)) reportOutcome(tx, intent, ctx);
  else if (intent.intent.toldOfHolds)
    addReport(tx, { id: reportId(ctx.newId(), intent.id), kind: 'outcome', intentId: intent.id }, ctx.now);
}

/**
 * Hooks of the broadcasts feature, which counts its own texts and parks them while a broadcast is paused. They run in the
 * transaction that changes the text. A broadcast has its intent's id.
 */
export type BroadcastHooks = {
  changed(tx: Tx, before: TextRecord, after: TextRecord): void;
  /** Called after the ended text was counted. */
  ended(tx: Tx, text: TextRecord, now: number): void;
  /** A claim was released: returns the text as it waits, is parked, or ended. */
  cameBack(tx: Tx, text: TextRecord, why: WaitReason | null, now: number): TextRecord;
  /** A waiting text was quarantined, or has come back from the quarantine. */
  quarantine(tx: Tx, id: string, isQuarantined: boolean, now: number): void;
  /** Pauses a workspace's running broadcasts because its key was unlinked; returns their ids. */
  pause(tx: Tx, workspace: string, now: number): string[];
  /** True if the broadcast is stored: then its intent stays, too. */
  exists(tx: Tx, id: string): boolean;
};

declare module '../../kit/store/storage.ts' {
  interface StepHooks {
    broadcastHooks: BroadcastHooks;
  }
}

/** The hooks of an app without the broadcasts feature. */
export const NO_BROADCASTS: BroadcastHooks = {
  changed: () => undefined,
  ended: () => undefined,
  cameBack: (_tx, text) => text,
  quarantine: () => undefined,
  pause: () => [],
  exists: () => false,
};
