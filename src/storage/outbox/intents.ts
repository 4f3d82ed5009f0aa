import { type Intent, isUnattended } from '../../domain/intent.ts';
import type { LocalNumber } from '../../domain/number.ts';
import type { Accepted, Intents, Plan, PlanResult } from '../ports.ts';
import type { Store } from '../store.ts';
import { LEAVING } from '../tables/forgetting.ts';
import { IDENTITIES, INTENT_LISTS, INTENTS, type IntentRecord, identityOf } from '../tables/intent.ts';
import { reportId } from '../tables/report.ts';
import { WORKSPACES } from '../tables/usage.ts';
import type { Transaction } from '../transaction.ts';
import { listedOrAside } from './aside.ts';
import { leavingOf } from './leaving.ts';
import { carryOut, prefetchFor } from './planning.ts';
import { addReport } from './telling.ts';

/** Intents: each is stored once, and turned into texts, a question or a refusal once. */
export function createIntents(
  store: Store,
  { newId, wall }: { newId: () => string; wall: (at: number) => number },
): Intents {
  return {
    add: (intent, leaseUntil) =>
      store.change(tx => {
        const fresh = newIntent(intent, { dueAt: leaseUntil, leasedBy: store.owner });
        return insertIntent(tx, fresh) ? 'added' : 'known';
      }),

    accept: (intent, plan, now) =>
      store.change((tx): Accepted => {
        const fresh = newIntent(intent, { dueAt: now, leasedBy: null });
        const making = { newId, now, wall: wall(now) };
        prefetchFor(tx, intent, plan, making.wall, [[IDENTITIES, identityOf(intent)]]);
        if (!insertIntent(tx, fresh)) return 'known';
        return carryOut(tx, fresh, plan, making);
      }),

    plan: (intentId, plan, now) =>
      store.change((tx): PlanResult => {
        const record = tx.get(INTENTS, intentId);
        if (record?.state !== 'open') return 'stale';
        const making = { newId, now, wall: wall(now) };
        prefetchFor(tx, record.intent, plan, making.wall, [[LEAVING, record.workspace]]);
        return carryOut(tx, record, withoutLeaving(plan, leavingOf(tx, record.workspace)), making);
      }),

    leaseOpen: (now, leaseUntil, limit) =>
      store.change(tx => {
        const range = { list: INTENT_LISTS.open, to: now, limit };
        const due = listedOrAside<IntentRecord>(tx, 'intent', range, { newId, now });
        const open = due.filter(({ state, dueAt }) => state === 'open' && dueAt <= now);
        for (const record of open) tx.put(INTENTS, { ...record, dueAt: leaseUntil, leasedBy: store.owner });
        return open.map(({ intent }) => intent);
      }),

    nextOpen: () =>
      store.read(tx => {
        return tx.first(INTENT_LISTS.open)?.score ?? null;
      }),

    postpone: (intentId, until, why, now) =>
      store.change(tx => {
        const record = tx.get(INTENTS, intentId);
        if (record?.state !== 'open') return;
        tx.put(INTENTS, { ...record, dueAt: until, leasedBy: null, told: true });
        if (record.told || isUnattended(record.intent.source)) return;
        addReport(
          tx,
          { id: reportId(newId(), intentId), kind: 'waiting', intentId, waiting: { why, until: null } },
          now,
        );
      }),

    intent: (workspace, intentId) =>
      store.read(tx => {
        const record = tx.get(INTENTS, intentId);
        return record?.workspace === workspace ? record.intent : null;
      }),

    intentBy: (workspace, identity) =>
      store.read(tx => {
        const known = tx.get(IDENTITIES, identityOf({ workspace, identity }));
        return known && (tx.get(INTENTS, known.intent)?.intent ?? null);
      }),
  };
}

/** Facts that came late don't bring anybody back who is being forgotten. */
function withoutLeaving(plan: Plan, leaving: ReadonlySet<LocalNumber>): Plan {
  if (plan.kind !== 'texts' || !plan.texts.some(({ number }) => leaving.has(number))) return plan;
  const texts = plan.texts.filter(({ number }) => !leaving.has(number));
  if (texts.length > 0 || plan.again !== null) return { ...plan, texts };
  return { kind: 'refused', problem: { kind: 'FORGOTTEN' }, omitted: plan.omitted };
}

export function newIntent(intent: Intent, lease: Pick<IntentRecord, 'dueAt' | 'leasedBy'>): IntentRecord {
  return {
    id: intent.id,
    workspace: intent.workspace,
    intent,
    state: 'open',
    told: false,
    posts: 0,
    pending: 0,
    problem: null,
    omitted: [],
    shown: null,
    createdAt: intent.acceptedAt,
    ...lease,
  };
}

/** Part of a larger step. False: its identity was already there, and nothing changes. */
export function insertIntent(tx: Transaction, record: IntentRecord): boolean {
  const { id, workspace, createdAt } = record;
  const identity = identityOf(record.intent);
  if (tx.get(IDENTITIES, identity)) return false;
  tx.put(IDENTITIES, { id: identity, workspace, intent: id, createdAt });
  tx.put(INTENTS, record);
  if (!tx.get(WORKSPACES, workspace)) tx.put(WORKSPACES, { id: workspace, past: null, warnedAt: null });
  return true;
}
