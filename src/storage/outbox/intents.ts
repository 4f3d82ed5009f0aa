import { dayOf } from '../../domain/day.ts';
import { type Intent, isUnattended } from '../../domain/intent.ts';
import { type Accepted, type Intents, type Plan, type Planned, USAGE_KEPT_DAYS } from '../ports.ts';
import type { Step } from '../records.ts';
import { all } from '../records.ts';
import { ready } from '../rules/key.ts';
import { judge, type Moment, newText, remembered, resolved, sameIdOf, type Verdict } from '../rules/plan.ts';
import { EVERYBODY, sumOf, unused, usageIdsOf, used } from '../rules/usage.ts';
import type { Store } from '../store.ts';
import { IDENTITIES, INTENT_LISTS, INTENTS, type IntentRecord, identityOf } from '../tables/intent.ts';
import { KEYS, unusedKey } from '../tables/key.ts';
import { reportId } from '../tables/report.ts';
import { TEXT_LISTS, TEXTS, type TextRecord, textId } from '../tables/text.ts';
import { SAME, USAGE, USAGE_LISTS, usageId, WORKSPACES } from '../tables/usage.ts';
import type { Transaction } from '../transaction.ts';
import { listedOrAside } from './aside.ts';
import { addReport, tellOutcome } from './telling.ts';

/** So many days' use of a workspace leaves at a time. */
const FORGOTTEN_AT_ONCE = 20;

/** Intents: written down once, and turned into texts, a question or a refusal once. */
export function createIntents(
  store: Store,
  { newId, wall }: { newId: () => string; wall: (at: number) => number },
): Intents {
  return {
    add: (intent, leaseUntil) =>
      store.change(function* (tx) {
        const fresh = newIntent(intent, { dueAt: leaseUntil, leasedBy: store.owner });
        return (yield* insertIntent(tx, fresh)) ? 'added' : 'known';
      }),

    accept: (intent, plan, now) =>
      store.change(function* (tx): Step<Accepted> {
        const fresh = newIntent(intent, { dueAt: now, leasedBy: null });
        const making = { newId, now, wall: wall(now) };
        yield* tx.prefetch([[IDENTITIES, identityOf(intent)], ...neededFor(intent, plan, making.wall)]);
        if (!(yield* insertIntent(tx, fresh))) return 'known';
        return yield* carryOut(tx, fresh, plan, making);
      }),

    plan: (intentId, plan, now) =>
      store.change(function* (tx): Step<Planned> {
        const record = yield* tx.get(INTENTS, intentId);
        if (record?.state !== 'open') return 'stale';
        const making = { newId, now, wall: wall(now) };
        yield* tx.prefetch(neededFor(record.intent, plan, making.wall));
        return yield* carryOut(tx, record, plan, making);
      }),

    leaseOpen: (now, leaseUntil, limit) =>
      store.change(function* (tx) {
        const range = { list: INTENT_LISTS.open, to: now, limit };
        const due = yield* listedOrAside<IntentRecord>(tx, 'intent', range, { newId, now });
        const open = due.filter(({ state, dueAt }) => state === 'open' && dueAt <= now);
        for (const record of open) tx.put(INTENTS, { ...record, dueAt: leaseUntil, leasedBy: store.owner });
        return open.map(({ intent }) => intent);
      }),

    nextOpen: () =>
      store.read(function* (tx) {
        return (yield* tx.first(INTENT_LISTS.open))?.score ?? null;
      }),

    postpone: (intentId, until, why, now) =>
      store.change(function* (tx) {
        const record = yield* tx.get(INTENTS, intentId);
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
      store.read(function* (tx) {
        const record = yield* tx.get(INTENTS, intentId);
        return record?.workspace === workspace ? record.intent : null;
      }),

    intentBy: (workspace, identity) =>
      store.read(function* (tx) {
        const known = yield* tx.get(IDENTITIES, identityOf({ workspace, identity }));
        return known && ((yield* tx.get(INTENTS, known.intent))?.intent ?? null);
      }),
  };
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
    createdAt: intent.acceptedAt,
    ...lease,
  };
}

/** Part of a larger step. False: its identity was there, and nothing changes. */
export function* insertIntent(tx: Transaction, record: IntentRecord): Step<boolean> {
  const { id, workspace, createdAt } = record;
  const identity = identityOf(record.intent);
  if (yield* tx.get(IDENTITIES, identity)) return false;
  tx.put(IDENTITIES, { id: identity, workspace, intent: id, createdAt });
  tx.put(INTENTS, record);
  if (!(yield* tx.get(WORKSPACES, workspace)))
    tx.put(WORKSPACES, { id: workspace, past: null, warnedAt: null });
  return true;
}

type Making = { newId: () => string } & Moment;

function* carryOut(
  tx: Transaction,
  record: IntentRecord,
  plan: Plan,
  making: Making,
): Step<Exclude<Planned, 'stale'>> {
  const { intent } = record;
  const verdict = judge(intent, plan, yield* groundsOf(tx, intent, plan, making.wall), making.wall);
  const next = resolved(record, plan, verdict);
  tx.put(INTENTS, next);
  if (verdict.planned === 'planned') {
    if (plan.kind === 'texts') yield* addTexts(tx, intent, plan, verdict, making);
  } else if (!isUnattended(intent.source)) {
    const report = { id: reportId(making.newId(), intent.id), intentId: intent.id };
    if (verdict.planned === 'refused')
      addReport(tx, { ...report, kind: 'refusal', problem: verdict.problem }, making.now);
    else addReport(tx, { ...report, kind: 'question', earlier: verdict.earlier }, making.now);
  }
  if (isUnattended(intent.source)) yield* tellOutcome(tx, next, making);
  return verdict.planned;
}

type Needed = readonly [{ name: string }, string];

/** The records that turning a plan into texts looks at. */
function neededFor(intent: Intent, plan: Plan, wall: number): Needed[] {
  const { workspace, actor, of } = intent;
  const same = plan.kind === 'texts' && plan.askIfSince !== null ? plan.texts : [];
  return [
    [WORKSPACES, workspace],
    ...[actor, EVERYBODY].map((who): Needed => [USAGE, usageId(workspace, wall, who)]),
    ...same.map((text): Needed => [SAME, sameIdOf(workspace, text)]),
    ...(plan.kind === 'texts' ? [[KEYS, plan.fingerprint] as const] : []),
    ...(of === null ? [] : [[TEXTS, of] as const]),
  ];
}

/** All that judging a plan looks at. */
function* groundsOf(tx: Transaction, intent: Intent, plan: Plan, wall: number) {
  const { workspace, actor } = intent;
  const texts = plan.kind === 'texts' ? plan.texts : [];
  const asks = plan.kind === 'texts' && plan.askIfSince !== null;
  const before = yield* tx.list({ list: TEXT_LISTS.ofIntent(intent.id), limit: 10_000 });
  const planned = yield* tx.readable(
    TEXTS,
    before.map(({ id }) => id),
  );
  const same = asks
    ? yield* tx.getAll(
        SAME,
        texts.map(text => sameIdOf(workspace, text)),
      )
    : [];
  const earlier = yield* tx.readable(TEXTS, same.flatMap(({ texts }) => texts.map(({ id }) => id)).reverse());
  const [person, everybody] = yield* all(
    [actor, EVERYBODY].map(who => tx.get(USAGE, usageId(workspace, wall, who))),
  );
  return {
    planned: new Set<string>(planned.map(({ number }) => number)),
    day: {
      person: person ?? unused(workspace, wall, actor),
      workspace: everybody ?? unused(workspace, wall, EVERYBODY),
    },
    past: (yield* tx.get(WORKSPACES, workspace))?.past ?? null,
    same: earlier.toSorted((one, other) => other.createdAt - one.createdAt),
    original: intent.of === null ? null : yield* tx.get(TEXTS, intent.of),
  };
}

function* addTexts(
  tx: Transaction,
  intent: Intent,
  plan: Extract<Plan, { kind: 'texts' }>,
  { texts }: Extract<Verdict, { planned: 'planned' }>,
  making: Making,
): Step<void> {
  const { now } = making;
  const original = intent.source === 'again' && intent.of !== null ? yield* tx.get(TEXTS, intent.of) : null;
  if (original) {
    tx.put(TEXTS, { ...original, again: intent.id });
    addReport(
      tx,
      {
        id: reportId(making.newId(), intent.id),
        kind: 'sent_again',
        intentId: intent.id,
        textId: original.id,
      },
      now,
    );
  }
  if (texts.length === 0) return;
  const before = yield* tx.list({ list: TEXT_LISTS.ofIntent(intent.id), limit: 10_000 });
  for (const [index, planned] of texts.entries()) {
    const text = newText(textId(intent.id, before.length + index), intent, planned, plan.fingerprint, making);
    tx.put(TEXTS, text);
    if (text.lane === 'people') yield* remember(tx, text);
  }
  yield* count(tx, intent, texts, making.wall);
  const key = (yield* tx.get(KEYS, plan.fingerprint)) ?? unusedKey(plan.fingerprint);
  const woken = ready(key, now);
  if (woken !== key) tx.put(KEYS, woken);
}

function* remember(tx: Transaction, text: TextRecord): Step<void> {
  const id = sameIdOf(text.workspace, text);
  tx.put(SAME, remembered((yield* tx.get(SAME, id)) ?? { id, texts: [] }, text));
}

function* count(
  tx: Transaction,
  { workspace, actor }: Intent,
  added: readonly { parts: number }[],
  wall: number,
): Step<void> {
  const { texts, parts } = sumOf(added);
  const ids = usageIdsOf({ workspace, actor, madeAt: wall });
  const known = yield* tx.getAll(USAGE, ids);
  if (known.length === 0) {
    // A new day has begun: days long gone leave, more than come.
    const old = {
      list: USAGE_LISTS.days(workspace),
      to: dayOf(wall) - USAGE_KEPT_DAYS - 1,
      limit: FORGOTTEN_AT_ONCE,
    };
    for (const { id } of yield* tx.listed(USAGE, old)) tx.delete(USAGE, id);
  }
  for (const who of new Set([actor, EVERYBODY])) {
    const usage = known.find(one => one.who === who) ?? unused(workspace, wall, who);
    tx.put(USAGE, used(usage, { texts, millionths: 0, open: parts }));
  }
}
