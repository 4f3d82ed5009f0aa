import { dayOf } from '../../domain/day.ts';
import { type Intent, isUnattended, reportsTogether } from '../../domain/intent.ts';
import { type Plan, type PlanResult, USAGE_KEPT_DAYS } from '../ports.ts';
import { all, both, type Entry } from '../records.ts';
import {
  isSettled,
  judge,
  type Moment,
  newText,
  remembered,
  resolved,
  sameIdOf,
  type Verdict,
} from '../rules/plan.ts';
import { EVERYBODY, sumOf, unused, usageIdsOf, used } from '../rules/usage.ts';
import { INTENTS, type IntentRecord } from '../tables/intent.ts';
import { KEYS } from '../tables/key.ts';
import { reportId } from '../tables/report.ts';
import { TEXT_LISTS, TEXTS, type TextRecord, textId } from '../tables/text.ts';
import { SAME, USAGE, USAGE_LISTS, usageId, WORKSPACES } from '../tables/usage.ts';
import type { Transaction } from '../transaction.ts';
import { readyAll } from './keys.ts';
import { addReport, type Making, tellOnHold, tellOutcome } from './telling.ts';

/** How many old days of a workspace's use are deleted at a time. */
const FORGOTTEN_AT_ONCE = 20;

type Planning = Making & Moment;

/** Carries out an intent's plan. */
export function carryOut(
  tx: Transaction,
  record: IntentRecord,
  plan: Plan,
  making: Planning,
): Exclude<PlanResult, 'stale'> {
  const { intent } = record;
  const grounds = groundsOf(tx, intent, plan, making.wall);
  const verdict = judge(intent, plan, grounds, making.wall);
  const next = resolved(record, plan, verdict, grounds.planned);
  tx.put(INTENTS, next);
  if (verdict.planned === 'planned') {
    if (plan.kind === 'texts') addTexts(tx, intent, plan, verdict, making);
  } else if (!isUnattended(intent.source)) {
    const report = { id: reportId(making.newId(), intent.id), intentId: intent.id };
    if (verdict.planned === 'asked')
      addReport(tx, { ...report, kind: 'question', earlier: verdict.earlier }, making.now);
    else if (!reportsTogether(intent))
      addReport(tx, { ...report, kind: 'refusal', problem: verdict.problem }, making.now);
  }
  if (isUnattended(intent.source) || (reportsTogether(intent) && verdict.planned !== 'asked'))
    tellOutcome(tx, next, making);
  if (isUnattended(intent.source) && plan.kind === 'texts' && !isSettled(next)) {
    const key = tx.get(KEYS, plan.fingerprint);
    if (key && key.held !== null) tellOnHold(tx, next, making);
  }
  return verdict.planned;
}

type Needed = readonly [{ name: string }, string];

/** Asks at once for what is read one by one to turn a plan into texts. */
export function prefetchFor(
  tx: Transaction,
  intent: Intent,
  plan: Plan,
  wall: number,
  more: readonly Needed[] = [],
): void {
  both(
    () => tx.prefetch([...more, ...neededFor(intent, plan, wall)]),
    () => textsOf(tx, intent),
  );
}

/** Those that it has already. */
const textsOf = (tx: Transaction, { id }: Intent): Entry[] =>
  tx.list({ list: TEXT_LISTS.ofIntent(id), limit: 10_000 });

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

/** Everything needed to judge a plan. */
function groundsOf(tx: Transaction, intent: Intent, plan: Plan, wall: number) {
  const { workspace, actor } = intent;
  const texts = plan.kind === 'texts' ? plan.texts : [];
  const asks = plan.kind === 'texts' && plan.askIfSince !== null;
  const before = textsOf(tx, intent);
  const planned = tx.readable(
    TEXTS,
    before.map(({ id }) => id),
  );
  const same = asks
    ? tx.getAll(
        SAME,
        texts.map(text => sameIdOf(workspace, text)),
      )
    : [];
  const earlier = tx.readable(TEXTS, same.flatMap(({ texts }) => texts.map(({ id }) => id)).reverse());
  const [person, everybody] = all(
    [actor, EVERYBODY].map(who => () => tx.get(USAGE, usageId(workspace, wall, who))),
  );
  return {
    planned: new Set<string>(planned.map(({ number }) => number)),
    day: {
      person: person ?? unused(workspace, wall, actor),
      workspace: everybody ?? unused(workspace, wall, EVERYBODY),
    },
    past: tx.get(WORKSPACES, workspace)?.past ?? null,
    same: earlier.toSorted((one, other) => other.createdAt - one.createdAt),
    original: intent.of === null ? null : tx.get(TEXTS, intent.of),
  };
}

function addTexts(
  tx: Transaction,
  intent: Intent,
  plan: Extract<Plan, { kind: 'texts' }>,
  { texts }: Extract<Verdict, { planned: 'planned' }>,
  making: Planning,
): void {
  const { now } = making;
  const original = intent.source === 'again' && intent.of !== null ? tx.get(TEXTS, intent.of) : null;
  if (original) {
    tx.put(TEXTS, { ...original, again: intent.id });
    tellSentAgain(tx, original, intent, making);
  }
  if (texts.length === 0) return;
  const before = textsOf(tx, intent);
  const made = texts.map((planned, index) => ({
    ...newText(textId(intent.id, before.length + index), intent, planned, plan.fingerprint, making),
    ...(original?.promotional ? { promotional: original.promotional } : {}),
  }));
  for (const text of made) tx.put(TEXTS, text);
  remember(
    tx,
    made.filter(({ priority }) => priority === 'people' || !isUnattended(intent.source)),
  );
  count(tx, intent, texts, making.wall);
  readyAll(tx, new Set([plan.fingerprint]), now);
}

/** In the post that shows it: its own, or that of all its intent's texts. */
function tellSentAgain(tx: Transaction, original: TextRecord, intent: Intent, making: Making): void {
  const [about] = original.unattended ? tx.readable(INTENTS, [original.intentId]) : [];
  if (about && !isUnattended(about.intent.source)) {
    tellOutcome(tx, about, making);
  } else {
    const id = reportId(making.newId(), intent.id);
    addReport(tx, { id, kind: 'sent_again', intentId: intent.id, textId: original.id }, making.now);
  }
}

/** Whoever sends one of these texts to the same number soon is asked first. */
export function remember(tx: Transaction, texts: readonly TextRecord[]): void {
  const ids = texts.map(text => sameIdOf(text.workspace, text));
  const known = new Map(tx.getAll(SAME, ids).map(same => [same.id, same]));
  for (const [index, text] of texts.entries()) {
    const id = ids[index] as string;
    const same = remembered(known.get(id) ?? { id, texts: [] }, text);
    known.set(id, same);
    tx.put(SAME, same);
  }
}

/** Counts texts in the day's use. */
export function count(
  tx: Transaction,
  { workspace, actor }: Intent,
  added: readonly { parts: number }[],
  wall: number,
): void {
  const { texts, parts } = sumOf(added);
  const ids = usageIdsOf({ workspace, actor, madeAt: wall });
  const known = tx.getAll(USAGE, ids);
  if (known.length === 0) {
    // A new day has begun: delete days long gone, more of them than come.
    const old = {
      list: USAGE_LISTS.days(workspace),
      to: dayOf(wall) - USAGE_KEPT_DAYS - 1,
      limit: FORGOTTEN_AT_ONCE,
    };
    for (const { id } of tx.listed(USAGE, old)) tx.delete(USAGE, id);
  }
  for (const who of new Set([actor, EVERYBODY])) {
    const usage = known.find(one => one.who === who) ?? unused(workspace, wall, who);
    tx.put(USAGE, used(usage, { texts, millionths: 0, open: parts }));
  }
}
