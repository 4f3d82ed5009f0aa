import { z } from 'zod';
import {
  moveToQuarantine,
  QUARANTINE,
  type QuarantineTable,
  quarantineTable,
  type Unreadable,
} from '../../kit/store/quarantine.ts';
import type { Entry, Range, Row, Table, Tx } from '../../kit/store/store.ts';
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

/* Texts, intents and reports that can't be read when their turn comes. */

const TABLES = { intent: INTENTS, text: TEXTS, report: REPORTS } as const;
type TextQuarantineKind = keyof typeof TABLES;

const INTENT_ID_OF: Record<TextQuarantineKind, (id: string) => string> = {
  intent: id => id,
  text: intentIdOfText,
  report: intentIdOfReport,
};

/**
 * The readable records of a list that gives them a turn. The others are quarantined, so that they don't block it. So are texts and
 * intents of which nothing is left, as if the store had lost them; a report that is gone was told.
 *
 * @param mayHaveGone people hear that a text may have gone out, rather than that it won't
 */
export function readOrQuarantine<R extends Row>(
  tx: Tx,
  kind: TextQuarantineKind,
  where: Range | { index: string; entries: readonly Entry[] },
  ctx: StepContext,
  mayHaveGone: boolean = kind === 'report',
): R[] {
  const table = TABLES[kind] as unknown as Table<R>;
  const { index } = where;
  const { records, unreadable, missing } = tx.tryRead(table, 'entries' in where ? where.entries : where);
  for (const one of unreadable) quarantine(tx, kind, { index: index, ...one }, ctx, mayHaveGone);
  const known = new Set(quarantinedAmong(tx, kind === 'report' ? [] : missing.map(({ id }) => id)));
  for (const entry of missing) {
    if (kind === 'report' || known.has(entry.id)) tx.removeEntry(index, entry);
    else quarantine(tx, kind, { index: index, ...entry, why: 'gone' }, ctx, mayHaveGone);
  }
  return records;
}

/** Quarantines something that could not be read, and tells the people concerned if they are known. */
export function quarantine(
  tx: Tx,
  kind: TextQuarantineKind,
  found: Unreadable,
  ctx: StepContext,
  mayHaveGone: boolean,
): void {
  const { now } = ctx;
  const intentId = INTENT_ID_OF[kind](found.id);
  const intent = kind === 'intent' ? null : findIntent(tx, intentId);
  const outline = intent?.intent ?? outlineOf(tx, intentId);
  moveToQuarantine(tx, kind, TABLES[kind], found, now, intent?.workspace ?? null);
  const isWhole = kind !== 'report' && isMissing(tx, INTENTS, intentId);
  if (isWhole) {
    const [kept] = tx.readable(QUARANTINE, [found.id]);
    keepId(tx, { id: intentId, workspace: kept?.workspace ?? '', createdAt: now });
  }
  // What became of a text among others is said with them, and so is what became of all.
  const about = intent ?? (isWhole && outline ? lost(outline, now) : null);
  if (kind === 'text' && about && sharesReport(about.intent)) {
    const left = { ...about, pending: about.pending - 1 };
    if (intent) tx.put(INTENTS, left);
    if (about.intent.rows) ctx.broadcastHooks.quarantine(tx, intentId, true, now);
    reportOutcome(tx, left, ctx);
    return;
  }
  if (!outline || isUnattended(outline)) return;
  const problem = {
    kind: mayHaveGone ? ('RESULT_UNREADABLE' as const) : ('TEXT_UNREADABLE' as const),
    id: found.id,
  };
  addReport(tx, { id: reportId(ctx.newId(), intentId), kind: 'quarantined', intentId, problem }, now);
}

/** An intent that its only text has taken along. */
const lost = (intent: Intent, now: number): IntentRecord => ({
  ...newIntent(intent, { dueAt: now, leasedBy: null }),
  state: 'planned',
  pending: 1,
});

/** A text that can be read again waits with its intent's others; of one that was being sent, nobody knows whether it went out. */
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

/** What follows when one of them can be read again. */
export const textQuarantine = (
  broadcastHooks: BroadcastHooks,
): Record<TextQuarantineKind, QuarantineTable> => ({
  intent: quarantineTable(INTENTS),
  text: quarantineTable(TEXTS, (tx, text, now) => comeBack(tx, text, now, broadcastHooks)),
  report: quarantineTable(REPORTS),
});

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

/** As much of an intent as we need to tell its people something, without recipients and words. Null if not even that can be read. */
export function outlineOf(tx: Tx, id: string): Intent | null {
  try {
    const { carried, workspace, actor, ...stored } = JSON.parse(storedOf(tx, id) ?? 'null');
    return outlineSchema.parse(carried ? { ...carried.intent, id, workspace, actor } : stored.intent);
  } catch {
    return null;
  }
}

/** What is stored of an intent, or of a text that carries it, quarantined or not; null: nothing. */
export function storedOf(tx: Tx, id: string): string | null {
  const text = textId(id, 0);
  const [kept] = tx.readable(QUARANTINE, [id, text]);
  return tx.stored(INTENTS, id) ?? kept?.body ?? tx.stored(TEXTS, text);
}

/** Which of these can't be read, and were quarantined. */
export const quarantinedAmong = (tx: Tx, ids: readonly string[]): string[] =>
  tx.readable(QUARANTINE, ids).map(({ id }) => id);
