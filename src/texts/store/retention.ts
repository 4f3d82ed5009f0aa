import { DAY_MS } from '../../kit/day.ts';
import { QUARANTINE } from '../../kit/store/quarantine.ts';
import {
  deletionOf,
  discardUnreadable,
  removeListed,
  type Store,
  type Tx,
  type WorkspaceDeletion,
} from '../../kit/store/store.ts';
import { dropFailing } from './failing-numbers.ts';
import { carriedBy, findIntent, intentIndexes, textsOf } from './intent-records.ts';
import { TEXT_LINKS } from './links.ts';
import {
  IDEMPOTENCY_KEYS,
  INTENTS,
  type IntentRecord,
  intentIdOfText,
  isPending,
  keepId,
  REPORTS,
  TEXTS,
} from './model.ts';
import { dropRecent } from './recent-texts.ts';
import type { BroadcastHooks } from './text-changes.ts';
import { SENDER_USAGE, USAGE, WORKSPACES } from './usage.ts';

/** Idempotency keys outlive their texts by this long, so that a late redelivery is still recognised. */
const IDS_LONGER_MS = 7 * DAY_MS;
/** More than there are workspaces. */
const MAX_WORKSPACES = 1_000_000;

/** The moments before which data is deleted, for `sweep`. */
export function cutOffsOf(retentionDays: number, now: number): { textsBefore: number; idsBefore: number } {
  const textsBefore = now - retentionDays * DAY_MS;
  return { textsBefore, idsBefore: textsBefore - IDS_LONGER_MS };
}

/** Deletes old data. */
export function createRetention(store: Store, broadcastHooks: BroadcastHooks) {
  return {
    /** All workspaces that ever had an intent, in no particular order. */
    workspaces: () =>
      store.read(tx =>
        tx.list({ index: WORKSPACES.index('all'), limit: MAX_WORKSPACES }).map(({ id }) => id),
      ),

    /**
     * Deletes at most `limit` texts from before `textsBefore`, as many intents, and as many idempotency keys from before
     * `idsBefore`; returns how many records it deleted. Texts that wait or have yet to be reported stay.
     */
    async sweep(
      workspace: string,
      { textsBefore, idsBefore }: { textsBefore: number; idsBefore: number },
      limit: number,
    ) {
      const removed = await store.transaction(tx => {
        let remaining = limit;
        const old = oldest(tx, workspace, { to: textsBefore - 1, limit });
        for (const { id, score } of old.discarded)
          keepId(tx, { id: intentIdOfText(id), workspace, createdAt: score });
        for (const intent of old.intents) {
          if (remaining <= 0) break;
          if (mustStay(tx, intent, broadcastHooks)) continue;
          remaining -= removeIntent(tx, intent, remaining);
          if (!findIntent(tx, intent.id)) keepId(tx, intent);
        }
        dropRecent(tx, workspace, ({ at }) => at >= textsBefore);
        dropFailing(tx, workspace, ({ at }) => at < textsBefore);
        const ids = { index: IDEMPOTENCY_KEYS.index('byWorkspace', workspace), to: idsBefore - 1 };
        const idsRemoved = removeListed(tx, IDEMPOTENCY_KEYS, ids, limit);
        const expired = { index: QUARANTINE.index('byWorkspace', workspace), to: textsBefore - 1 };
        const quarantine = removeListed(tx, QUARANTINE, expired, limit);
        return limit - remaining + old.discarded.length + idsRemoved + quarantine;
      });
      if (removed > 0) await store.purge();
      return removed;
    },
  };
}

export type Retention = ReturnType<typeof createRetention>;

/** True if the intent is open, part of it waits, is being sent or has yet to be reported, or its broadcast is stored. */
function mustStay(tx: Tx, intent: IntentRecord, broadcastHooks: BroadcastHooks): boolean {
  if (intent.state === 'open' || tx.first(REPORTS.index('byIntent', intent.id))) return true;
  if (intent.intent.rows) {
    return intent.pending > 0 || broadcastHooks.exists(tx, intent.id);
  }
  return textsOf(tx, intent.id).records.some(text => isPending(text) || text.report);
}

/** A workspace's oldest intents. Deletes unreadable ones. */
function oldest(tx: Tx, workspace: string, range: { to?: number; limit: number }) {
  const [own, alone] = intentIndexes(workspace);
  const records = discardUnreadable(tx, INTENTS, { index: own, ...range });
  const texts = discardUnreadable(tx, TEXTS, { index: alone, ...range });
  return {
    intents: [...records.readable, ...texts.readable.flatMap(text => carriedBy(text) ?? [])],
    discarded: [...records.discarded, ...texts.discarded],
  };
}

/** Deletes at most `max` texts of an intent, and with the last one the intent; returns how many texts, at least 1. */
function removeIntent(tx: Tx, intent: IntentRecord, max: number): number {
  const { records: texts, unreadable, missing, index } = textsOf(tx, intent.id, max + 1);
  for (const { id } of texts.slice(0, max)) tx.delete(TEXTS, id);
  for (const entry of unreadable) tx.discard(TEXTS, { ...entry, index });
  for (const entry of missing) tx.removeEntry(index, entry);
  if (texts.length + unreadable.length > max) return max;
  if (tx.get(INTENTS, intent.id)) tx.delete(INTENTS, intent.id);
  return Math.max(1, texts.length);
}

/** Deletes a workspace's texts, their intents and reports, and everything else that this feature stores for it. */
export const removeTexts: WorkspaceDeletion = (tx, workspace, limit) => {
  const { intents, discarded } = oldest(tx, workspace, { limit });
  let removed = discarded.length;
  for (const intent of intents) {
    if (removed >= limit) break;
    removed += removeListed(tx, REPORTS, { index: REPORTS.index('byIntent', intent.id) }, limit);
    removed += removeIntent(tx, intent, limit - removed);
  }
  removed += removeOthers(tx, workspace, limit);
  const { records, unreadable } = tx.tryRead(WORKSPACES, [workspace]);
  for (const { id } of records) tx.delete(WORKSPACES, id);
  for (const entry of unreadable) tx.discard(WORKSPACES, { index: WORKSPACES.index('all'), ...entry });
  if (records.length + unreadable.length === 0) return removed;
  return removed + 1;
};

const removeOthers = deletionOf(IDEMPOTENCY_KEYS, USAGE, SENDER_USAGE, TEXT_LINKS);
