import type { Entry, Tx } from '../../kit/store/store.ts';
import { applyPlan } from '../../texts/store/accept.ts';
import { dropFailing } from '../../texts/store/failing-numbers.ts';
import { findIntent, putIntent, textsOf } from '../../texts/store/intent-records.ts';
import { wakeKeys } from '../../texts/store/key.ts';
import { INTENTS, type IntentRecord, REPORTS, TEXTS, type TextRecord } from '../../texts/store/model.ts';
import { dropRecent } from '../../texts/store/recent-texts.ts';
import { asCancelled } from '../../texts/store/settle.ts';
import { changeText, type StepContext } from '../../texts/store/text-changes.ts';
import { type Cleared, type ErasureRecord, isOf, withoutPerson } from './erasure-model.ts';

/* Erases a person from texts, and from the intents that asked for them. */

/** More reports than an intent ever has. */
const MAX_TEXTS = 10_000;

export const NOTHING_CLEARED: Readonly<Cleared> = { texts: 0, cancelled: 0, sending: [] };

/** Adds two results; `sending` lists each text once. */
export function together(one: Cleared, other: Cleared): Cleared {
  return {
    texts: one.texts + other.texts,
    cancelled: one.cancelled + other.cancelled,
    sending: [...new Set([...one.sending, ...other.sending])],
  };
}

/**
 * Erases the person from an intent and its texts. Cancels texts waiting for them; a text being sent keeps its
 * number until it has ended. An intent with other recipients keeps its message, which is theirs, too.
 */
export function clearIntent(tx: Tx, job: ErasureRecord, id: string, ctx: StepContext): Cleared {
  // A broadcast's texts are cleared through its rows: see `RowsOfPeople`.
  if (findIntent(tx, id)?.intent.rows) return NOTHING_CLEARED;
  const texts = textsOf(tx, id);
  dropIfTheirs(tx, TEXTS, texts.unreadable, texts.index, job);
  const theirs = texts.records.filter(({ number }) => number === job.number);
  const cleared = clearTexts(tx, job, theirs, ctx);

  const { unreadable } = tx.tryRead(INTENTS, [id]);
  dropIfTheirs(tx, INTENTS, unreadable, INTENTS.index('byWorkspace', job.workspace), job);
  const record = findIntent(tx, id);
  if (!record || (theirs.length === 0 && !isAbout(job, record))) return cleared;
  const isForOthers = isAlsoForOthers(job, record, texts.records);
  const after = ended(tx, job, record, isForOthers, ctx);
  const intent = withoutPerson(job, after.intent);
  putIntent(tx, {
    ...after,
    intent: { ...intent, message: isForOthers ? after.intent.message : '' },
    problem: withoutPerson(job, after.problem),
    omitted: withoutPerson(job, after.omitted),
  });
  for (const report of tx.readable(REPORTS, { index: REPORTS.index('byIntent', id), limit: MAX_TEXTS })) {
    if (isOf(job, report.problem))
      tx.put(REPORTS, { ...report, problem: withoutPerson(job, report.problem) });
  }
  return cleared;
}

/** Removes number and message from texts to the person, except those being sent, whose ids are in `sending`. */
export function clearTexts(
  tx: Tx,
  job: ErasureRecord,
  texts: readonly TextRecord[],
  ctx: StepContext,
): Cleared {
  const cleared: Cleared = { texts: 0, cancelled: 0, sending: [] };
  const ended = new Set<string>();
  for (const text of texts) {
    const end = clearText(tx, job, text, ctx);
    if (end === 'sending') cleared.sending.push(text.id);
    else ended.add(text.id);
    if (end === 'cancelled') cleared.cancelled += 1;
  }
  cleared.texts = ended.size;
  if (ended.size > 0) dropRecent(tx, job.workspace, ({ id }) => !ended.has(id));
  dropFailing(tx, job.workspace, ({ number }) => number === job.number);
  return cleared;
}

/** `sending`: unchanged, because its request hasn't ended yet. */
function clearText(
  tx: Tx,
  job: ErasureRecord,
  text: TextRecord,
  ctx: StepContext,
): 'cleared' | 'cancelled' | 'sending' {
  if (text.state === 'sending') return 'sending';
  const isWaiting = text.state === 'queued';
  if (isWaiting) {
    changeText(tx, text, asCancelled(text, ctx.now), ctx);
    wakeKeys(tx, new Set([text.fingerprint]), ctx.now);
  }
  const { teammate: _, ...cleared } = withoutPerson(job, tx.get(TEXTS, text.id) ?? text);
  tx.put(TEXTS, { ...cleared, message: '' });
  return isWaiting ? 'cancelled' : 'cleared';
}

function isAbout(job: ErasureRecord, { intent, omitted, problem }: IntentRecord): boolean {
  return isOf(job, [intent.to, omitted, problem]);
}

/** True if the intent has other recipients. */
function isAlsoForOthers(
  job: ErasureRecord,
  { state, intent }: IntentRecord,
  texts: readonly TextRecord[],
): boolean {
  if (texts.some(({ number }) => number !== job.number)) return true;
  const isPlanned = state === 'planned' && texts.length > 0;
  return !isPlanned && intent.to.some(recipient => !isOf(job, recipient));
}

/** Refuses an open intent, or leaves it open for its other recipients. */
function ended(
  tx: Tx,
  job: ErasureRecord,
  record: IntentRecord,
  isForOthers: boolean,
  ctx: StepContext,
): IntentRecord {
  // Cancelling the intent's texts may have changed its record.
  const now = findIntent(tx, record.id) ?? record;
  if (now.state !== 'open') return now;
  if (isForOthers) {
    const to = now.intent.to.filter(recipient => !isOf(job, recipient));
    return { ...now, intent: { ...now.intent, to: to.length > 0 ? to : now.intent.to } };
  }
  const refused = { kind: 'refused' as const, problem: { kind: 'ERASED' as const }, omitted: [] };
  applyPlan(tx, now, refused, { ...ctx, wall: job.wall, owner: null, isNew: false });
  return tx.get(INTENTS, record.id) ?? now;
}

/** Deletes unreadable records that contain the number. */
export function dropIfTheirs(
  tx: Tx,
  table: { readonly name: string },
  unreadable: readonly Entry[],
  index: string,
  { number }: ErasureRecord,
): void {
  for (const entry of unreadable) {
    if (tx.stored(table, entry.id)?.includes(number)) tx.discard(table, { index, ...entry });
  }
}
