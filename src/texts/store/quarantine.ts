import { z } from 'zod';
import {
  moveToQuarantine,
  QUARANTINE,
  type QuarantineTable,
  quarantineTable,
  type Unreadable,
  workspaceIn,
} from '../../kit/store/quarantine.ts';
import type { Entry, Range, Row, Table, Tx } from '../../kit/store/store.ts';
import { type Intent, intentSchema, isUnattended, sharesReport } from '../intent.ts';
import { findIntent } from './intent-records.ts';
import { wakeKeys } from './key.ts';
import {
  INTENTS,
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
  const carried = kind === 'text' && !intent ? outlineIn(intentId, tx.stored(TEXTS, found.id)) : null;
  const outline = intent?.intent ?? carried ?? outlineOf(tx, intentId);
  moveToQuarantine(tx, kind, TABLES[kind], found, now, intent?.workspace ?? null);
  // It takes its intent along.
  if (kind !== 'report' && !intent) {
    const [kept] = tx.readable(QUARANTINE, [found.id]);
    keepId(tx, { id: intentId, workspace: kept?.workspace ?? '', createdAt: now });
  }
  // What became of a text among others is said with them.
  if (kind === 'text' && intent && sharesReport(intent.intent)) {
    const left = { ...intent, pending: intent.pending - 1 };
    tx.put(INTENTS, left);
    if (intent.intent.rows) ctx.broadcastHooks.quarantine(tx, intentId, true, now);
    reportOutcome(tx, left, ctx);
    return;
  }
  if (carried && sharesReport(carried)) {
    reportOutcome(tx, { ...newIntent(carried, { dueAt: now, leasedBy: null }), state: 'planned' }, ctx);
    return;
  }
  if (!outline || isUnattended(outline)) return;
  const problem = {
    kind: mayHaveGone ? ('RESULT_UNREADABLE' as const) : ('TEXT_UNREADABLE' as const),
    id: found.id,
  };
  addReport(tx, { id: reportId(ctx.newId(), intentId), kind: 'quarantined', intentId, problem }, now);
}

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
export function outlineOf(tx: Tx, intentId: string): Intent | null {
  const first = textId(intentId, 0);
  const bodies = [tx.stored(INTENTS, intentId), tx.stored(TEXTS, first)];
  const kept = tx.readable(QUARANTINE, [intentId, first]).map(({ body }) => body);
  for (const body of [...bodies, ...kept]) {
    const outline = outlineIn(intentId, body);
    if (outline) return outline;
  }
  return null;
}

/** What a stored intent says, or a text that carries it. */
function outlineIn(id: string, body: string | null): Intent | null {
  try {
    const stored = JSON.parse(body ?? 'null');
    const { workspace, actor } = stored;
    return outlineSchema.parse({
      ...(stored.carried ? { id, workspace, actor } : {}),
      ...(stored.carried ?? stored).intent,
    });
  } catch {
    return null;
  }
}

/** Whether an intent can't be read, quarantined or not. Of one that can, it may say so, too. */
export const isUnreadable = (tx: Tx, intentId: string): boolean =>
  !isMissing(tx, INTENTS, intentId) ||
  !isMissing(tx, TEXTS, textId(intentId, 0)) ||
  quarantinedAmong(tx, [intentId, textId(intentId, 0)]).length > 0;

/** Whose a text is that can't be read; null: it can, or nothing says whose it is. */
export function workspaceOfUnreadable(tx: Tx, id: string): string | null {
  const isHere = tx.tryRead(TEXTS, [id]).unreadable.length > 0;
  return isHere
    ? workspaceIn(tx.stored(TEXTS, id) ?? '')
    : (tx.readable(QUARANTINE, [id])[0]?.workspace ?? null);
}

/** Which of these can't be read, and were quarantined. */
export const quarantinedAmong = (tx: Tx, ids: readonly string[]): string[] =>
  tx.readable(QUARANTINE, ids).map(({ id }) => id);
