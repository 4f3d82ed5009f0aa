import { dayOf } from '../../kit/day.ts';
import { QUARANTINE, workspaceIn } from '../../kit/store/quarantine.ts';
import {
  deletionOf,
  discardUnreadable,
  type ReadResult,
  removeListed,
  type Store,
  type Tx,
  type WorkspaceDeletion,
} from '../../kit/store/store.ts';
import type { Usage } from '../limits.ts';
import { carriedBy, findIntent, getIntent, intentLists, textsOf } from './intent-records.ts';
import { KEYS } from './key.ts';
import { TEXT_LINKS } from './links.ts';
import {
  IDEMPOTENCY_KEYS,
  INTENTS,
  type IntentOutcome,
  type IntentRecord,
  intentIdOfText,
  isPending,
  keepId,
  REPORTS,
  TEXTS,
  type TextRecord,
  toText,
} from './model.ts';
import { quarantinedAmong, storedOf } from './quarantine.ts';
import { dropRecent } from './recent-texts.ts';
import type { BroadcastHooks } from './text-changes.ts';
import { EVERYBODY, loadWorkspace, plus, USAGE, usageId, WORKSPACES } from './usage.ts';

/** A month, plus some days in which people may still ask about the last one. */
export const USAGE_KEPT_DAYS = 40;

/** More than any workspace, intent or span of days has. */
const ALL = 1_000_000;

const NOTHING: Usage = { texts: 0, millionths: 0, open: 0 };

/** All texts of a workspace, or of one of its people, by age. */
const historyOf = (workspace: string, actor: string | null): string =>
  actor === null ? TEXTS.index('byWorkspace', workspace) : TEXTS.index('byActor', workspace, actor);

/** Questions about texts, and figures that follow from them. */
export function createHistory(store: Store) {
  return {
    text: (workspace: string, textId: string) =>
      store.read(tx => {
        const text = tx.get(TEXTS, textId);
        return text?.workspace === workspace ? toText(text) : null;
      }),

    /** Null: there is no such intent in this workspace, or it was deleted after the retention time. */
    outcome: (workspace: string, intentId: string) =>
      store.read((tx): IntentOutcome | null => {
        const record = getIntent(tx, intentId);
        const found = textsOf(tx, intentId);
        const unreadable = unreadableIn(tx, found);
        // A text that can't be read may have taken its intent along.
        const whose =
          record?.workspace ?? (unreadable.length > 0 ? workspaceIn(storedOf(tx, intentId) ?? '') : null);
        if (whose !== workspace) return null;
        const { state, problem, omitted }: Partial<IntentRecord> = record ?? {};
        const settled = state !== 'open' && !found.records.some(isPending);
        const sentAgain = found.records.flatMap(({ id, resentBy }) => (resentBy ? id : []));
        return {
          settled,
          problem: problem ?? null,
          omitted: omitted ?? [],
          texts: found.records.map(toText),
          unreadable,
          sentAgain,
        };
      }),

    /** The newest texts of a workspace, or of one of its people. */
    history: (workspace: string, actor: string | null, limit: number) =>
      store.read(tx => {
        const index = historyOf(workspace, actor);
        const texts = tx.readable(TEXTS, { index, limit, reverse: true });
        return texts.map(text => ({
          ...toText(text),
          actor: text.actor,
          isResent: text.resentBy !== undefined,
        }));
      }),

    /** Ids of those among them that can't be read; an operator finds them by these. */
    unreadable: (workspace: string, actor: string | null, limit: number) =>
      store.read(tx => {
        const list = historyOf(workspace, actor);
        return unreadableIn(tx, tx.tryRead(TEXTS, { index: list, limit, reverse: true }));
      }),

    /** The balance after the last send with a key, and when that was: the service has no balance call. */
    balance: (fingerprint: string) =>
      store.read(tx => {
        const key = tx.get(KEYS, fingerprint);
        return key && key.balance !== null && key.balanceAt !== null
          ? { balance: key.balance, at: key.balanceAt }
          : null;
      }),

    /**
     * What a part costs this workspace, from the last text whose cost the service gave: `cost` for `parts` parts. Null while
     * none is known. For estimates (`expectedCost`): the service names no price beforehand. It is one look-up, however long the
     * history is, and outlives the texts themselves.
     */
    costPerPart: (workspace: string) =>
      store.read(tx => {
        return loadWorkspace(tx, workspace).lastPrice;
      }),

    /**
     * What was texted on the day of `at` (a time of day), in a workspace or by one of its people. Counted as it happens, so it
     * costs the same however long the history is. Kept for USAGE_KEPT_DAYS.
     */
    usage: (workspace: string, actor: string | null, at: number) =>
      store.read(tx => {
        const usage = tx.get(USAGE, usageId(workspace, at, actor ?? EVERYBODY));
        const { texts, millionths, open } = usage ?? NOTHING;
        return { texts, millionths, open };
      }),

    /** The same for each sender, over all days from that of `from` to that of `to`; in no particular order. */
    usageByActor: (workspace: string, from: number, to: number) =>
      store.read(tx => {
        const days = {
          index: USAGE.index('byWorkspace', workspace),
          from: dayOf(from),
          to: dayOf(to),
          limit: ALL,
        };
        const sums = new Map<string, Usage & { actor: string }>();
        for (const usage of tx.readable(USAGE, days)) {
          const { who } = usage;
          if (who === EVERYBODY) continue;
          sums.set(who, { actor: who, ...plus(sums.get(who) ?? NOTHING, usage) });
        }
        return [...sums.values()];
      }),

    /** Why a key is held, if it is, and how many of the workspace's texts are waiting. */
    waiting: (workspace: string, fingerprint: string) =>
      store.read(tx => {
        const list = TEXTS.index('waiting', workspace);
        tx.load([[KEYS, fingerprint]], [], [list]);
        return { held: tx.get(KEYS, fingerprint)?.held ?? null, texts: tx.count(list) };
      }),

    /** How many texts wait, but for those of broadcasts that are paused, and how many are being sent; for metrics. */
    counts: () =>
      store.read(tx => {
        const leased = tx.readable(TEXTS, { index: TEXTS.index('leased'), limit: ALL });
        const sending = leased.filter(({ state }) => state === 'sending').length;
        return { queued: tx.count(TEXTS.index('expiry')), sending };
      }),
  };
}

export type History = ReturnType<typeof createHistory>;

/** Ids of those that can't be read, whether or not they were quarantined already. */
const unreadableIn = (tx: Tx, { unreadable, missing }: ReadResult<TextRecord>): string[] =>
  [
    ...unreadable.map(({ id }) => id),
    ...quarantinedAmong(
      tx,
      missing.map(({ id }) => id),
    ),
  ].sort();

/** Deleting old data. */
export function createRetention(store: Store, broadcastHooks: BroadcastHooks) {
  return {
    /** The workspaces that have intents, in no particular order. */
    workspaces: () =>
      store.read(tx => {
        return tx
          .list({ index: WORKSPACES.index('all'), limit: Number.MAX_SAFE_INTEGER })
          .map(({ id }) => id);
      }),

    /**
     * Removes at most `limit` of a workspace's texts from before `textsBefore`, as many intents' words, and as many ids of
     * removed ones from before `idsBefore`; returns how many in all. Anything that waits or hasn't been reported yet stays.
     */
    async sweep(
      workspace: string,
      { textsBefore, idsBefore }: { textsBefore: number; idsBefore: number },
      limit: number,
    ) {
      const removed = await store.transaction(tx => {
        let left = limit;
        const old = oldest(tx, workspace, { to: textsBefore - 1, limit });
        for (const { id, score } of old.discarded)
          keepId(tx, { id: intentIdOfText(id), workspace, createdAt: score });
        for (const intent of old.intents) {
          if (left <= 0) break;
          if (isToStay(tx, intent, broadcastHooks)) continue;
          left -= removeIntent(tx, intent, left);
          if (!findIntent(tx, intent.id)) keepId(tx, intent);
        }
        dropRecent(tx, workspace, ({ at }) => at >= textsBefore);
        const ids = { index: IDEMPOTENCY_KEYS.index('byWorkspace', workspace), to: idsBefore - 1 };
        const idsRemoved = removeListed(tx, IDEMPOTENCY_KEYS, ids, limit);
        const expired = { index: QUARANTINE.index('byWorkspace', workspace), to: textsBefore - 1 };
        const quarantine = removeListed(tx, QUARANTINE, expired, limit);
        return limit - left + old.discarded.length + idsRemoved + quarantine;
      });
      if (removed > 0) await store.purge();
      return removed;
    },
  };
}

export type Retention = ReturnType<typeof createRetention>;

/** Whether it is open, part of it is waiting, being sent, or still to be reported, or its broadcast is still there. */
function isToStay(tx: Tx, intent: IntentRecord, broadcastHooks: BroadcastHooks): boolean {
  if (intent.state === 'open' || tx.first(REPORTS.index('byIntent', intent.id))) return true;
  if (intent.intent.rows) {
    return intent.pending > 0 || broadcastHooks.isThere(tx, intent.id);
  }
  return textsOf(tx, intent.id).records.some(text => isPending(text) || text.report);
}

/** The oldest intents of a workspace. Those that can't be read are deleted. */
function oldest(tx: Tx, workspace: string, range: { to?: number; limit: number }) {
  const [own, alone] = intentLists(workspace);
  const records = discardUnreadable(tx, INTENTS, { index: own, ...range });
  const texts = discardUnreadable(tx, TEXTS, { index: alone, ...range });
  return {
    intents: [...records.readable, ...texts.readable.flatMap(text => carriedBy(text) ?? [])],
    discarded: [...records.discarded, ...texts.discarded],
  };
}

/** Removes at most `limit` texts of an intent, and once none is left the intent; returns how many things. */
function removeIntent(tx: Tx, intent: IntentRecord, most: number): number {
  const { records: texts, unreadable, missing, index } = textsOf(tx, intent.id, most + 1);
  for (const { id } of texts.slice(0, most)) tx.delete(TEXTS, id);
  for (const entry of unreadable) tx.discard(TEXTS, { ...entry, index });
  for (const entry of missing) tx.removeEntry(index, entry);
  if (texts.length + unreadable.length > most) return most;
  if (tx.get(INTENTS, intent.id)) tx.delete(INTENTS, intent.id);
  return Math.max(1, texts.length);
}

/** What a workspace has of texts. */
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

const removeOthers = deletionOf(IDEMPOTENCY_KEYS, USAGE, TEXT_LINKS);
