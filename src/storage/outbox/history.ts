import { dayOf } from '../../domain/day.ts';
import type { Usage } from '../../domain/limits.ts';
import { TEXT_STATES, type TextState } from '../../domain/text.ts';
import type { History } from '../ports.ts';
import { all, both } from '../records.ts';
import { EVERYBODY, plus } from '../rules/usage.ts';
import type { Store } from '../store.ts';
import { INTENTS } from '../tables/intent.ts';
import { KEYS } from '../tables/key.ts';
import { isLasting, TEXT_COUNTERS, TEXT_LISTS, TEXTS, toText } from '../tables/text.ts';
import { USAGE, USAGE_LISTS, usageId, WORKSPACES } from '../tables/usage.ts';
import { GONE } from '../transaction.ts';

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
