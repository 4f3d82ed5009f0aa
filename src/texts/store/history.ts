import type { Credits, PastCost } from '../../kit/credits.ts';
import { dayOf } from '../../kit/day.ts';
import type { HoldingCode } from '../../kit/problem.ts';
import { ASIDE, ASIDE_LISTS } from '../../kit/store/aside.ts';
import {
  type Looked,
  type Removal,
  removalOf,
  removeListed,
  type Store,
  type Tx,
} from '../../kit/store/store.ts';
import type { Usage } from '../limits.ts';
import type { Text } from '../text.ts';
import { asideAmong } from './aside.ts';
import { KEY_LISTS, KEYS } from './key.ts';
import { TEXT_LINK_LISTS, TEXT_LINKS } from './links.ts';
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
  REPORTS,
  TEXT_LISTS,
  TEXTS,
  type TextRecord,
  toText,
} from './model.ts';
import type { TextParent } from './telling.ts';
import {
  EVERYBODY,
  plus,
  SAME,
  SAME_LISTS,
  USAGE,
  USAGE_LISTS,
  usageId,
  WORKSPACE_LISTS,
  WORKSPACES,
} from './usage.ts';

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
  /** How many texts wait, but for those of broadcasts that are paused, and how many are being sent; for metrics. */
  counts(): Promise<{ queued: number; sending: number }>;
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
  /** Removes at most `limit` of what the question about the same text looks at, and no longer needs. */
  sweepSame(now: number, limit: number): Promise<number>;
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
        const found = tx.look(TEXTS, { list: TEXT_LISTS.ofIntent(intentId), limit: ALL });
        const settled = state !== 'open' && !found.records.some(isLasting);
        const unreadable = unreadableIn(tx, found);
        const sentAgain = found.records.flatMap(({ id, again }) => (again === null ? [] : id));
        return { settled, problem, omitted, texts: found.records.map(toText), unreadable, sentAgain };
      }),

    history: (workspace, actor, limit) =>
      store.read(tx => {
        const list = TEXT_LISTS.history(workspace, actor);
        const texts = tx.readable(TEXTS, { list, limit, reverse: true });
        return texts.map(text => ({ ...toText(text), actor: text.actor }));
      }),

    unreadable: (workspace, actor, limit) =>
      store.read(tx => {
        const list = TEXT_LISTS.history(workspace, actor);
        return unreadableIn(tx, tx.look(TEXTS, { list, limit, reverse: true }));
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
        for (const usage of tx.readable(USAGE, days)) {
          const { who } = usage;
          if (who === EVERYBODY) continue;
          sums.set(who, { actor: who, ...plus(sums.get(who) ?? NOTHING, usage) });
        }
        return [...sums.values()];
      }),

    waiting: (workspace, fingerprint) =>
      store.read(tx => {
        const list = TEXT_LISTS.waiting(workspace);
        tx.load([[KEYS, fingerprint]], [], [list]);
        return { held: tx.get(KEYS, fingerprint)?.held ?? null, texts: tx.count(list) };
      }),

    counts: () =>
      store.read(tx => {
        const busy = tx.readable(KEYS, { list: KEY_LISTS.inFlight, limit: ALL });
        const requests = busy.flatMap(({ slots }) => slots.filter(({ freeAt }) => freeAt === null));
        const sending = requests.filter(({ text }) => text !== null).length;
        return { queued: tx.count(TEXT_LISTS.expiry), sending };
      }),
  };
}

/** Ids of those that can't be read, whether or not they were set aside already. */
const unreadableIn = (tx: Tx, { unreadable, gone }: Looked<TextRecord>): string[] =>
  [
    ...unreadable.map(({ id }) => id),
    ...asideAmong(
      tx,
      gone.map(({ id }) => id),
    ),
  ].sort();

/** Deleting old data. */
/** How long we keep what the same-text question looks at: a little longer than it looks back. */
const SAME_KEPT_MS = 10 * 60_000;

export function createRetention(store: Store, parent: TextParent): Retention {
  return {
    workspaces: () =>
      store.read(tx => {
        return tx.list({ list: WORKSPACE_LISTS.all, limit: Number.MAX_SAFE_INTEGER }).map(({ id }) => id);
      }),

    sweepSame: (now, limit) =>
      store.change(tx => removeListed(tx, SAME, { list: SAME_LISTS.age, to: now - SAME_KEPT_MS }, limit)),

    async sweep(workspace, { textsBefore, identitiesBefore }, limit) {
      const removed = await store.change(tx => {
        let left = limit;
        const age = { list: INTENT_LISTS.age(workspace), to: textsBefore - 1, limit };
        const old = tx.look(INTENTS, age);
        for (const entry of old.unreadable) tx.discard(INTENTS, { ...entry, list: age.list });
        for (const entry of old.gone) tx.leave(age.list, entry);
        for (const intent of old.records) {
          if (left <= 0) break;
          if (isToStay(tx, intent, parent)) continue;
          left -= removeIntent(tx, intent, left);
        }
        const identities = tx.readable(IDENTITIES, {
          list: IDENTITY_LISTS.age(workspace),
          to: identitiesBefore - 1,
          limit,
        });
        let identitiesGone = 0;
        for (const { id, intent } of identities) {
          if (tx.get(INTENTS, intent)) continue;
          tx.delete(IDENTITIES, id);
          identitiesGone += 1;
        }
        const asides = { list: ASIDE_LISTS.of(workspace), to: textsBefore - 1 };
        const aside = removeListed(tx, ASIDE, asides, limit);
        return limit - left + old.unreadable.length + identitiesGone + aside;
      });
      if (removed > 0) await store.purge();
      return removed;
    },
  };
}

/** Whether it is open, part of it is waiting, being sent, or still to be reported, or its broadcast is still there. */
function isToStay(tx: Tx, intent: IntentRecord, parent: TextParent): boolean {
  if (intent.state === 'open' || tx.first(REPORT_LISTS.ofIntent(intent.id))) return true;
  if (intent.intent.rows) {
    return intent.pending > 0 || parent.isThere(tx, intent.id);
  }
  const texts = tx.readable(TEXTS, { list: TEXT_LISTS.ofIntent(intent.id), limit: 10_000 });
  return texts.some(isLasting);
}

/** Removes at most `limit` texts of an intent, and once none is left the intent; returns how many things. */
function removeIntent(tx: Tx, intent: IntentRecord, most: number): number {
  const list = TEXT_LISTS.ofIntent(intent.id);
  const { records: texts, unreadable, gone } = tx.look(TEXTS, { list, limit: most + 1 });
  for (const { id } of texts.slice(0, most)) tx.delete(TEXTS, id);
  for (const entry of unreadable) tx.discard(TEXTS, { ...entry, list });
  for (const entry of gone) tx.leave(list, entry);
  if (texts.length + unreadable.length > most) return most;
  tx.delete(INTENTS, intent.id);
  return Math.max(1, texts.length);
}

/** What a workspace has of texts. */
export const removeTexts: Removal = (tx, workspace, limit) => {
  const age = INTENT_LISTS.age(workspace);
  const intents = tx.look(INTENTS, { list: age, limit });
  for (const entry of intents.unreadable) tx.discard(INTENTS, { ...entry, list: age });
  for (const entry of intents.gone) tx.leave(age, entry);
  let removed = intents.unreadable.length;
  for (const intent of intents.records) {
    if (removed >= limit) break;
    removed += removeListed(tx, REPORTS, { list: REPORT_LISTS.ofIntent(intent.id) }, limit);
    removed += removeIntent(tx, intent, limit - removed);
  }
  removed += removeOthers(tx, workspace, limit);
  if (!tx.get(WORKSPACES, workspace)) return removed;
  tx.delete(WORKSPACES, workspace);
  return removed + 1;
};

const removeOthers = removalOf(
  { table: IDENTITIES, list: IDENTITY_LISTS.age },
  { table: USAGE, list: USAGE_LISTS.days },
  { table: TEXT_LINKS, list: TEXT_LINK_LISTS.of },
);
