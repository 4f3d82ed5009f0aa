import type { ContactChange } from '../ports.ts';
import { FORGETTINGS, type ForgettingRecord } from '../tables/forgetting.ts';
import { intentIdOfText, rowOfText, TEXT_LISTS, TEXTS } from '../tables/text.ts';
import type { Transaction } from '../transaction.ts';
import { chunkAt } from './broadcast-feeding.ts';
import { clearRows } from './forgetting-rows.ts';
import { type Cleared, clearIntent, NOTHING_CLEARED, together } from './forgetting-texts.ts';
import { beginLeaving } from './leaving.ts';

/** More than wait for anybody. */
const MANY = 10_000;

/**
 * Starts to forget somebody, as part of the step that removes the contact: what waits for them is cancelled and cleared at once.
 * Everything else is looked for piece by piece.
 */
export function beginForgetting(
  tx: Transaction,
  forgets: NonNullable<ContactChange['forgets']>,
  newId: () => string,
): void {
  const begun = {
    stage: 'settings' as const,
    done: null,
    sending: [],
    words: null,
    dueAt: forgets.at,
    leasedBy: null,
  };
  const job: ForgettingRecord = { ...forgets, ...begun };
  const { texts, cancelled, sending } = clearWaiting(tx, job, newId);
  tx.put(FORGETTINGS, { ...job, texts, cancelled, sending });
  beginLeaving(tx, job);
}

function clearWaiting(tx: Transaction, job: ForgettingRecord, newId: () => string): Cleared {
  const making = { newId, now: job.at };
  const score = Number(job.number);
  const range = { list: TEXT_LISTS.waitingFor(job.workspace), from: score, to: score, limit: MANY };
  const waiting = tx.readable(
    TEXTS,
    tx.list(range).map(({ id }) => id),
  );
  let counts: Cleared = NOTHING_CLEARED;
  for (const intent of new Set(waiting.map(({ id }) => intentIdOfText(id))))
    counts = together(counts, clearIntent(tx, job, intent, making));
  for (const { id, parked } of waiting) {
    const chunk = parked === undefined ? null : chunkAt(tx, intentIdOfText(id), rowOfText(id));
    if (chunk) counts = together(counts, clearRows(tx, job, chunk.id, making));
  }
  return counts;
}
