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
import { carriedBy, findIntent, getIntent, intentIndexes, textsOf } from './intent-records.ts';
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
import { loadWorkspace, plus, USAGE, usageId, WHOLE_WORKSPACE, WORKSPACES } from './usage.ts';

/** A month, and some days to look back at it. */
export const USAGE_KEPT_DAYS = 40;

/** More than any workspace, intent or time span has. */
const MAX_ENTRIES = 1_000_000;

const NO_USAGE: Usage = { texts: 0, millionths: 0, open: 0 };

const historyOf = (workspace: string, actor: string | null): string =>
  actor === null ? TEXTS.index('byWorkspace', workspace) : TEXTS.index('byActor', workspace, actor);

/** Reads texts, outcomes, usage and counts. */
export function createHistory(store: Store) {
  return {
    text: (workspace: string, textId: string) =>
      store.read(tx => {
        const text = tx.get(TEXTS, textId);
        return text?.workspace === workspace ? toText(text) : null;
      }),

    /** Null if this workspace has no such intent, or it was deleted after the retention time. */
    outcome: (workspace: string, intentId: string) =>
      store.read((tx): IntentOutcome | null => {
        const record = getIntent(tx, intentId);
        const read = textsOf(tx, intentId);
        const unreadable = unreadableIn(tx, read);
        // An unreadable text may carry its intent, which is then unreadable, too.
        const owner =
          record?.workspace ?? (unreadable.length > 0 ? workspaceIn(storedOf(tx, intentId) ?? '') : null);
        if (owner !== workspace) return null;
        const { state, problem, omitted }: Partial<IntentRecord> = record ?? {};
        const settled = state !== 'open' && !read.records.some(isPending);
        const sentAgain = read.records.flatMap(({ id, resentBy }) => (resentBy ? id : []));
        return {
          settled,
          problem: problem ?? null,
          omitted: omitted ?? [],
          texts: read.records.map(toText),
          unreadable,
          sentAgain,
        };
      }),

    /** The newest texts of a workspace, or of one person. */
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

    /** Ids of unreadable texts among those that `history` covers, for an operator. */
    unreadable: (workspace: string, actor: string | null, limit: number) =>
      store.read(tx => {
        const index = historyOf(workspace, actor);
        return unreadableIn(tx, tx.tryRead(TEXTS, { index, limit, reverse: true }));
      }),

    /**
     * The balance after the last send with a key, and when that was, because the service has no balance call. Null if
     * unknown.
     */
    balance: (fingerprint: string) =>
      store.read(tx => {
        const key = tx.get(KEYS, fingerprint);
        return key && key.balance !== null && key.balanceAt !== null
          ? { balance: key.balance, at: key.balanceAt }
          : null;
      }),

    /**
     * The last price: `cost` for `parts` parts; null while the service has given none. For estimates (`expectedCost`).
     * Outlives the texts, and costs one look-up.
     */
    costPerPart: (workspace: string) => store.read(tx => loadWorkspace(tx, workspace).lastPrice),

    /**
     * The usage of a workspace or one person on the day of `at` (a time of day). Counted as it happens, so it costs
     * the same however long the history is. Kept for USAGE_KEPT_DAYS.
     */
    usage: (workspace: string, actor: string | null, at: number) =>
      store.read(tx => {
        const usage = tx.get(USAGE, usageId(workspace, at, actor ?? WHOLE_WORKSPACE));
        const { texts, millionths, open } = usage ?? NO_USAGE;
        return { texts, millionths, open };
      }),

    /**
     * The usage of each sender, summed over the days from that of `from` to that of `to`; in no particular order.
     */
    usageByActor: (workspace: string, from: number, to: number) =>
      store.read(tx => {
        const days = {
          index: USAGE.index('byWorkspace', workspace),
          from: dayOf(from),
          to: dayOf(to),
          limit: MAX_ENTRIES,
        };
        const sums = new Map<string, Usage & { actor: string }>();
        for (const usage of tx.readable(USAGE, days)) {
          const { owner: actor } = usage;
          if (actor === WHOLE_WORKSPACE) continue;
          sums.set(actor, { actor, ...plus(sums.get(actor) ?? NO_USAGE, usage) });
        }
        return [...sums.values()];
      }),

    /** Why a key is held (null if it isn't), and how many of the workspace's texts are waiting. */
    waiting: (workspace: string, fingerprint: string) =>
      store.read(tx => {
        const index = TEXTS.index('waiting', workspace);
        tx.load([[KEYS, fingerprint]], [], [index]);
        return { held: tx.get(KEYS, fingerprint)?.held ?? null, texts: tx.count(index) };
      }),

    /** For metrics: texts that wait, without paused broadcasts', and texts being sent. */
    counts: () =>
      store.read(tx => {
        const leased = tx.readable(TEXTS, { index: TEXTS.index('leased'), limit: MAX_ENTRIES });
        const sending = leased.filter(({ state }) => state === 'sending').length;
        return { queued: tx.count(TEXTS.index('expiry')), sending };
      }),
  };
}

export type History = ReturnType<typeof createHistory>;

/** Ids of unreadable texts, quarantined ones included. */
const unreadableIn = (tx: Tx, { unreadable, missing }: ReadResult<TextRecord>): string[] =>
  [
    ...unreadable.map(({ id }) => id),
    ...quarantinedAmong(
      tx,
      missing.map(({ id }) => id),
    ),
  ].sort();

/** Deletes old data. */
export function createRetention(store: Store, broadcastHooks: BroadcastHooks) {
  return {
    /** All workspaces that ever had an intent, in no particular order. */
    workspaces: () =>
      store.read(tx => tx.list({ index: WORKSPACES.index('all'), limit: MAX_ENTRIES }).map(({ id }) => id)),

    /**
     * Deletes at most `limit` texts from before `textsBefore`, as many intents, and as many idempotency keys from before
     * `idsBefore`; returns how many things. What waits or has yet to be reported stays.
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

/** Deletes at most `max` texts of an intent, and with the last one the intent; returns how many things. */
function removeIntent(tx: Tx, intent: IntentRecord, max: number): number {
  const { records: texts, unreadable, missing, index } = textsOf(tx, intent.id, max + 1);
  for (const { id } of texts.slice(0, max)) tx.delete(TEXTS, id);
  for (const entry of unreadable) tx.discard(TEXTS, { ...entry, index });
  for (const entry of missing) tx.removeEntry(index, entry);
  if (texts.length + unreadable.length > max) return max;
  if (tx.get(INTENTS, intent.id)) tx.delete(INTENTS, intent.id);
  return Math.max(1, texts.length);
}

/** Deletes everything that a workspace has of texts. */
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
