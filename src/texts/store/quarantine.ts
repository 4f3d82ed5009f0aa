import { z } from 'zod';
import {
  moveToQuarantine,
  QUARANTINE,
  type QuarantineKind,
  type RestorableKind,
  restorable,
  type Unreadable,
} from '../../kit/store/quarantine.ts';
import type { Entry, Range, Row, Tx } from '../../kit/store/store.ts';
import { type Intent, intentSchema, isUnattended, sharesReport } from '../intent.ts';
import { findIntent } from './intent-records.ts';
import { wakeKeys } from './key.ts';
import {
  INTENTS,
  type IntentRecord,
  intentIdOfReport,
  intentIdOfText,
  isMissing,
  keepId,
  REPORTS,
  type ReportRecord,
  reportId,
  TEXTS,
  type TextRecord,
  textId,
} from './model.ts';
import { newIntent } from './plan.ts';
import { asInterrupted } from './settle.ts';
import {
  addReport,
  type BroadcastHooks,
  changeText,
  reportOutcome,
  type StepContext,
} from './text-changes.ts';

/* The quarantine of texts, intents and reports. Unlike for other kinds of records, the senders get a report. */

type TextQuarantineKind<R extends Row = Row> = QuarantineKind<R> & {
  /** The intent of a record of this kind, by the record's id. */
  intentIdOf(id: string): string;
};

export const INTENT_KIND: TextQuarantineKind<IntentRecord> = {
  name: 'intent',
  effect: 'a request to send; none of its texts is sent',
  table: INTENTS,
  intentIdOf: id => id,
};

export const TEXT_KIND: TextQuarantineKind<TextRecord> = {
  name: 'text',
  effect: 'not sent; if it was sent before, its result isn’t reported',
  table: TEXTS,
  intentIdOf: intentIdOfText,
};

export const REPORT_KIND: TextQuarantineKind<ReportRecord> = {
  name: 'report',
  effect: 'a result for Slack; it isn’t posted',
  table: REPORTS,
  intentIdOf: intentIdOfReport,
};

/**
 * Returns the readable records of a part of an index, and quarantines the unreadable ones. Also quarantines entries of
 * missing texts and intents, because the store has lost their records; a missing report was delivered.
 *
 * @param mayBeSent people learn that their text may have been sent, rather than that it won't be
 */
export function readOrQuarantine<R extends Row>(
  tx: Tx,
  kind: TextQuarantineKind<R>,
  where: Range | { index: string; entries: readonly Entry[] },
  ctx: StepContext,
  mayBeSent: boolean = kind.name === REPORT_KIND.name,
): R[] {
  const { index } = where;
  const { records, unreadable, missing } = tx.tryRead(kind.table, 'entries' in where ? where.entries : where);
  for (const entry of unreadable) quarantine(tx, kind, { ...entry, index }, ctx, mayBeSent);
  const isReport = kind.name === REPORT_KIND.name;
  const quarantined = new Set(quarantinedAmong(tx, isReport ? [] : missing.map(({ id }) => id)));
  for (const entry of missing) {
    if (isReport || quarantined.has(entry.id)) tx.removeEntry(index, entry);
    else quarantine(tx, kind, { ...entry, index, why: 'gone' }, ctx, mayBeSent);
  }
  return records;
}

/** Quarantines a record, and reports that to its intent's sender if enough of the intent is readable. */
export function quarantine(
  tx: Tx,
  kind: TextQuarantineKind,
  record: Unreadable,
  ctx: StepContext,
  mayBeSent: boolean,
): void {
  const { now } = ctx;
  const { id } = record;
  const intentId = kind.intentIdOf(id);
  const intent = kind.name === INTENT_KIND.name ? null : findIntent(tx, intentId);
  const outline = intent?.intent ?? outlineOf(tx, intentId);
  moveToQuarantine(tx, kind, record, now, intent?.workspace);
  const isWhole = kind.name !== REPORT_KIND.name && isMissing(tx, INTENTS, intentId);
  if (isWhole) {
    const [quarantined] = tx.readable(QUARANTINE, [id]);
    keepId(tx, { id: intentId, workspace: quarantined?.workspace ?? '', createdAt: now });
  }
  const about = intent ?? (isWhole && outline ? lost(outline, now) : null);
  // One report says the outcome of all the intent's texts.
  if (kind.name === TEXT_KIND.name && about && sharesReport(about.intent)) {
    const changed = { ...about, pending: about.pending - 1 };
    if (intent) tx.put(INTENTS, changed);
    if (about.intent.rows) ctx.broadcastHooks.quarantine(tx, intentId, true, now);
    reportOutcome(tx, changed, ctx);
    return;
  }
  if (!outline || isUnattended(outline)) return;
  const problem = {
    kind: mayBeSent ? ('RESULT_UNREADABLE' as const) : ('TEXT_UNREADABLE' as const),
    id,
  };
  addReport(tx, { id: reportId(ctx.newId(), intentId), kind: 'quarantined', intentId, problem }, now);
}

/** Stands in for an intent that was stored in its only text, which is unreadable. */
const lost = (intent: Intent, now: number): IntentRecord => ({
  ...newIntent(intent, { dueAt: now, leasedBy: null }),
  state: 'planned',
  pending: 1,
});

/** A restored text is pending again. If it was being sent, it is uncertain, because its request's outcome is unknown. */
function comeBack(tx: Tx, text: TextRecord, now: number, broadcastHooks: BroadcastHooks): void {
  wakeKeys(tx, new Set([text.fingerprint]), now);
  const [intent] = text.carried ? [] : tx.readable(INTENTS, [text.intentId]);
  if (intent && sharesReport(intent.intent)) {
    tx.put(INTENTS, { ...intent, pending: intent.pending + 1 });
    if (intent.intent.rows) broadcastHooks.quarantine(tx, intent.id, false, now);
  }
  if (text.state !== 'sending') return;
  const newId = (): string => `back-${text.id}`;
  changeText(tx, text, asInterrupted(text, now), { newId, now, broadcastHooks });
}

export const textQuarantine = (broadcastHooks: BroadcastHooks): readonly RestorableKind[] => [
  restorable(INTENT_KIND),
  restorable(TEXT_KIND, (tx, text, now) => comeBack(tx, text, now, broadcastHooks)),
  restorable(REPORT_KIND),
];

const outlineSchema = intentSchema.extend({
  resendOf: intentSchema.shape.resendOf.catch(null),
  to: z
    .array(z.unknown())
    .transform((): Intent['to'] => [])
    .catch([]),
  message: z.string().catch(''),
  priority: intentSchema.shape.priority.catch('people'),
  confirmed: z.boolean().catch(false),
  language: intentSchema.shape.language.catch(null),
} satisfies Partial<Record<keyof Intent, z.ZodType>>);

/** The part of an intent that a report to its people needs, without recipients and message; null if that is unreadable too. */
export function outlineOf(tx: Tx, id: string): Intent | null {
  try {
    const { carried, workspace, actor, ...stored } = JSON.parse(storedOf(tx, id) ?? 'null');
    return outlineSchema.parse(carried ? { ...carried.intent, id, workspace, actor } : stored.intent);
  } catch {
    return null;
  }
}

/** The stored or quarantined JSON of an intent, or of the text that carries it; null if there is neither. */
export function storedOf(tx: Tx, id: string): string | null {
  const text = textId(id, 0);
  const [quarantined] = tx.readable(QUARANTINE, [id, text]);
  return tx.stored(INTENTS, id) ?? quarantined?.body ?? tx.stored(TEXTS, text);
}

/** The quarantined ones among these ids. */
export const quarantinedAmong = (tx: Tx, ids: readonly string[]): string[] =>
  tx.readable(QUARANTINE, ids).map(({ id }) => id);
