import type { Credits, PastCost } from '../../domain/credits.ts';
import { dayOf } from '../../domain/day.ts';
import type { Usage } from '../../domain/limits.ts';
import type { HoldingCode } from '../../domain/problem.ts';
import { TEXT_STATES, type Text, type TextState } from '../../domain/text.ts';
import { ASIDE, ASIDE_LISTS } from '../aside-model.ts';
import { BROADCASTS } from '../broadcasts/model.ts';
import { all, both, type Table } from '../records.ts';
import type { Store } from '../store.ts';
import { GONE, type Transaction } from '../transaction.ts';
import { KEYS } from './key.ts';
import {
  type HistoryEntry,
  IDENTITIES,
  IDENTITY_LISTS,
  INTENT_LISTS,
  INTENTS,
  type IntentOutcome,
  type IntentRecord,
  isLasting,
  REPORT_LISTS,
  TEXT_COUNTERS,
  TEXT_LISTS,
  TEXTS,
  toText,
} from './model.ts';
import { EVERYBODY, plus, USAGE, USAGE_LISTS, usageId, WORKSPACE_LISTS, WORKSPACES } from './usage.ts';

/** A month, plus some days in which people may still ask about the last one. */
export const USAGE_KEPT_DAYS = 40;

/** Questions about texts, and figures that follow from them. */
export type History = {
  text(workspace: string, textId: string): Promise<Text | null>;
  /** Null: there is no such intent in this workspace, or it was deleted after the retention time. */
  outcome(workspace: string, intentId: string): Promise<IntentOutcome | null>;
  /** The newest texts of a workspace, or of one of its people. */
  history(workspace: string, actor: string | null, limit: number): Promise<HistoryEntry[]>;
  /** Ids of those among them that can't be read; an operator finds them by these. */
  unreadable(workspace: string, actor: string | null, limit: number): Promise<string[]>;
  /** The balance after the last send with a key, and when that was: the service has no balance call. */
  balance(fingerprint: string): Promise<{ balance: Credits; at: number } | null>;
  /**
   * What a part costs this workspace, from the last text whose cost the service gave: `cost` for `parts` parts. Null while
   * none is known. For estimates (`expectedCost`): the service names no price beforehand. It is one look-up, however long the
   * history is, and outlives the texts themselves.
   */
  costPerPart(workspace: string): Promise<PastCost | null>;
  /**
   * What was texted on the day of `at` (a time of day), in a workspace or by one of its people. Counted as it happens, so it
   * costs the same however long the history is. Kept for USAGE_KEPT_DAYS.
   */
  usage(workspace: string, actor: string | null, at: number): Promise<Usage>;
  /** The same for each sender, over all days from that of `from` to that of `to`; in no particular order. */
  usageByActor(workspace: string, from: number, to: number): Promise<(Usage & { actor: string })[]>;
  /** Why a key is held, if it is, and how many of the workspace's texts are waiting. */
  waiting(workspace: string, fingerprint: string): Promise<{ held: HoldingCode | null; texts: number }>;
  /** Texts by state, for metrics. */
  counts(): Promise<Partial<Record<TextState, number>>>;
};

/** Deleting old data. */
export type Retention = {
  /** The workspaces that have intents, in no particular order. */
  workspaces(): Promise<string[]>;
  /**
   * Removes at most `limit` of a workspace's texts from before `textsBefore`, as many intents' words, and as many identities
   * from before `identitiesBefore`; returns how many in all. Anything that waits or hasn't been reported yet stays.
   */
  sweep(
    workspace: string,
    before: { textsBefore: number; identitiesBefore: number },
    limit: number,
  ): Promise<number>;
};

/** More than any workspace, intent or span of days has. */
const ALL = 1_000_000;

const NOTHING: Usage = { texts: 0, millionths: 0, open: 0 };

/** Questions about texts. */
export function createHistory(store: Store): History {
  return {
    text: (workspace, textId) =>
      store.read(tx => {
        const text = tx.get(TEXTS, textId);
        return text?.workspace === workspace ? toText(text) : null;
      }),

    outcome: (workspace, intentId) =>
      store.read(tx => {
        const record = tx.get(INTENTS, intentId);
        if (record?.workspace !== workspace) return null;
        const { state, problem, omitted } = record;
        const found = tx.looked(TEXTS, { list: TEXT_LISTS.ofIntent(intentId), limit: ALL });
        const settled = state !== 'open' && !found.records.some(isLasting);
        const unreadable = found.unreadable.map(({ id }) => id);
        const sentAgain = found.records.flatMap(({ id, again }) => (again === null ? [] : id));
        return { settled, problem, omitted, texts: found.records.map(toText), unreadable, sentAgain };
      }),

    history: (workspace, actor, limit) =>
      store.read(tx => {
        const list = TEXT_LISTS.history(workspace, actor);
        const texts = tx.listed(TEXTS, { list, limit, reverse: true });
        return texts.map(text => ({ ...toText(text), actor: text.actor }));
      }),

    unreadable: (workspace, actor, limit) =>
      store.read(tx => {
        const list = TEXT_LISTS.history(workspace, actor);
        const { unreadable } = tx.looked(TEXTS, { list, limit, reverse: true });
        return unreadable.flatMap(({ id, why }) => (why === GONE ? [] : id));
      }),

    balance: fingerprint =>
      store.read(tx => {
        const key = tx.get(KEYS, fingerprint);
        return key && key.balance !== null && key.balanceAt !== null
          ? { balance: key.balance, at: key.balanceAt }
          : null;
      }),

    costPerPart: workspace =>
      store.read(tx => {
        return tx.get(WORKSPACES, workspace)?.past ?? null;
      }),

    usage: (workspace, actor, at) =>
      store.read(tx => {
        const usage = tx.get(USAGE, usageId(workspace, at, actor ?? EVERYBODY));
        const { texts, millionths, open } = usage ?? NOTHING;
        return { texts, millionths, open };
      }),

    usageByActor: (workspace, from, to) =>
      store.read(tx => {
        const days = { list: USAGE_LISTS.days(workspace), from: dayOf(from), to: dayOf(to), limit: ALL };
        const sums = new Map<string, Usage & { actor: string }>();
        for (const usage of tx.listed(USAGE, days)) {
          const { who } = usage;
          if (who === EVERYBODY) continue;
          sums.set(who, { actor: who, ...plus(sums.get(who) ?? NOTHING, usage) });
        }
        return [...sums.values()];
      }),

    waiting: (workspace, fingerprint) =>
      store.read(tx => {
        const [key, texts] = both(
          () => tx.get(KEYS, fingerprint),
          () => tx.count(TEXT_COUNTERS.waiting(workspace)),
        );
        return { held: key?.held ?? null, texts };
      }),

    counts: () =>
      store.read(tx => {
        const found = all(TEXT_STATES.map(state => () => tx.count(TEXT_COUNTERS.state(state))));
        const counts: Partial<Record<TextState, number>> = {};
        for (const [index, state] of TEXT_STATES.entries()) {
          const count = found[index] ?? 0;
          if (count > 0) counts[state] = count;
        }
        return counts;
      }),
  };
}

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
