import type { ReportKind } from '../ports.ts';
import type { Step } from '../records.ts';
import { isSettled } from '../rules/plan.ts';
import { usageIdsOf, used, useOfChange } from '../rules/usage.ts';
import { INTENTS, type IntentRecord } from '../tables/intent.ts';
import { REPORT_LISTS, REPORTS, type ReportRecord, reportId } from '../tables/report.ts';
import { isLasting, TEXTS, type TextRecord } from '../tables/text.ts';
import { USAGE } from '../tables/usage.ts';
import type { Transaction } from '../transaction.ts';

/** What a step makes records with: new ids, and the time line's now. */
export type Making = { newId: () => string; now: number };

/* What has to be told when something changes. Of an unattended intent only its outcome is told, and what concerns the key. */

/** Intents have few reports at a time; of one with more followers the others are told at their deadlines. */
const FOLLOWERS = 200;

export type NewReport = Pick<ReportRecord, 'intentId'> &
  Partial<Pick<ReportRecord, 'textId' | 'problem' | 'waiting' | 'earlier' | 'follower' | 'reader'>> & {
    id: string;
    kind: ReportKind;
    dueAt?: number;
  };

export function addReport(
  tx: Transaction,
  { id, kind, intentId, dueAt, ...says }: NewReport,
  now: number,
): void {
  tx.put(REPORTS, {
    id,
    kind,
    intentId,
    textId: null,
    problem: null,
    waiting: null,
    earlier: null,
    follower: null,
    reader: null,
    dueAt: dueAt ?? now,
    leasedBy: null,
    attempts: 0,
    createdAt: now,
    ...says,
  });
}

/**
 * Writes a text down as it is from now on, with all that follows where it came to an end: the day's use, and what is to
 * be told.
 */
export function* changeText(
  tx: Transaction,
  before: TextRecord,
  after: TextRecord,
  { newId, now }: Making,
): Step<void> {
  const intent = yield* putCounted(tx, before, after);
  if (isLasting(after)) return;
  if (!after.unattended) {
    addReport(
      tx,
      { id: reportId(newId(), after.intentId), kind: 'result', intentId: after.intentId, textId: after.id },
      now,
    );
    return;
  }
  if (intent) yield* tellOutcome(tx, intent, { newId, now });
}

/**
 * Writes a text down as it is from now on, with what counts it: the day's use, and its intent's count of those that last.
 * Returns the intent, if it is an unattended one that is known.
 */
export function* putCounted(
  tx: Transaction,
  before: TextRecord,
  after: TextRecord,
): Step<IntentRecord | null> {
  tx.put(TEXTS, after);
  const use = useOfChange(before, after);
  // A day that was forgotten stays so.
  if (use) for (const usage of yield* tx.getAll(USAGE, usageIdsOf(after))) tx.put(USAGE, used(usage, use));
  if (!after.unattended) return null;
  const intent = yield* tx.get(INTENTS, after.intentId);
  if (!intent) return null;
  const pending = intent.pending + Number(isLasting(after)) - Number(isLasting(before));
  if (pending === intent.pending) return intent;
  const counted = { ...intent, pending };
  tx.put(INTENTS, counted);
  return counted;
}

/** Something of an unattended intent came to its end: where that was all, its outcome is to be told. */
export function* tellOutcome(tx: Transaction, intent: IntentRecord, { newId, now }: Making): Step<void> {
  if (!isSettled(intent)) return;
  addReport(tx, { id: reportId(newId(), intent.id), kind: 'outcome', intentId: intent.id }, now);
  const reports = yield* tx.listed(REPORTS, { list: REPORT_LISTS.ofIntent(intent.id), limit: FOLLOWERS });
  for (const report of reports) {
    if (report.follower === null || report.leasedBy !== null) continue;
    tx.put(REPORTS, { ...report, dueAt: Math.min(report.dueAt, now) });
  }
}
