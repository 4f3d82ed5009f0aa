import type { Retention } from '../ports.ts';
import type { Table } from '../records.ts';
import type { Store } from '../store.ts';
import { ASIDE, ASIDE_LISTS } from '../tables/aside.ts';
import { BROADCASTS } from '../tables/broadcast.ts';
import { IDENTITIES, IDENTITY_LISTS, INTENT_LISTS, INTENTS, type IntentRecord } from '../tables/intent.ts';
import { REPORT_LISTS } from '../tables/report.ts';
import { isLasting, TEXT_LISTS, TEXTS } from '../tables/text.ts';
import { WORKSPACE_LISTS } from '../tables/usage.ts';
import { GONE, type Transaction } from '../transaction.ts';

/** Deleting old data. */
export function createRetention(store: Store): Retention {
  return {
    workspaces: () =>
      store.read(tx => {
        return tx.list({ list: WORKSPACE_LISTS.all, limit: Number.MAX_SAFE_INTEGER }).map(({ id }) => id);
      }),

    async sweep(workspace, { textsBefore, identitiesBefore }, limit) {
      const removed = await store.change(tx => {
        let left = limit;
        const age = { list: INTENT_LISTS.age(workspace), to: textsBefore - 1, limit };
        const old = tx.looked(INTENTS, age);
        for (const { id } of old.unreadable) tx.drop(INTENTS, id, age.list);
        for (const intent of old.records) {
          if (left <= 0) break;
          if (isToStay(tx, intent)) continue;
          left -= removeIntent(tx, intent, left);
        }
        const identities = tx.listed(IDENTITIES, {
          list: IDENTITY_LISTS.age(workspace),
          to: identitiesBefore - 1,
          limit,
        });
        let forgotten = 0;
        for (const { id, intent } of identities) {
          if (tx.get(INTENTS, intent)) continue;
          tx.delete(IDENTITIES, id);
          forgotten += 1;
        }
        const asides = { list: ASIDE_LISTS.of(workspace), to: textsBefore - 1 };
        const aside = removeListed(tx, ASIDE, asides, limit);
        return limit - left + old.unreadable.length + forgotten + aside;
      });
      if (removed > 0) await store.purge();
      return removed;
    },
  };
}

/** Whether it is open, part of it is waiting, being sent, or still to be reported, or its broadcast is still there. */
function isToStay(tx: Transaction, intent: IntentRecord): boolean {
  if (intent.state === 'open' || tx.first(REPORT_LISTS.ofIntent(intent.id))) return true;
  if (intent.intent.source === 'broadcast') {
    const { unreadable } = tx.looked(BROADCASTS, [intent.id]);
    return intent.pending > 0 || !unreadable.some(({ why }) => why === GONE);
  }
  const texts = tx.listed(TEXTS, { list: TEXT_LISTS.ofIntent(intent.id), limit: 10_000 });
  return texts.some(isLasting);
}

/** Removes at most `limit` texts of an intent, and once none is left the intent; returns how many things. */
export function removeIntent(tx: Transaction, intent: IntentRecord, most: number): number {
  const list = TEXT_LISTS.ofIntent(intent.id);
  const { records: texts, unreadable } = tx.looked(TEXTS, { list, limit: most + 1 });
  for (const { id } of texts.slice(0, most)) tx.delete(TEXTS, id);
  for (const { id } of unreadable) tx.drop(TEXTS, id, list);
  if (texts.length + unreadable.length > most) return most;
  tx.delete(INTENTS, intent.id);
  return Math.max(1, texts.length);
}

/** Removes some of a list, including what can't be read; returns how many. */
export function removeListed<R extends { id: string }>(
  tx: Transaction,
  table: Table<R>,
  range: { list: string; to?: number },
  limit: number,
): number {
  const { records, unreadable } = tx.looked(table, { ...range, limit });
  for (const { id } of records) tx.delete(table, id);
  for (const { id } of unreadable) tx.drop(table, id, range.list);
  return records.length + unreadable.length;
}
