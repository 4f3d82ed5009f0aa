import { dayOf } from '../../kit/day.ts';
import { ERASED_NUMBER, type LocalNumber } from '../../kit/number.ts';
import { StorageError } from '../../kit/store/errors.ts';
import type { Range, Store, Tx } from '../../kit/store/store.ts';
import { type Intent, isUnattended, sharesReport } from '../intent.ts';
import type { WaitReason } from '../text.ts';
import { withClaim } from './claim.ts';
import { ERASING, numbersBeingErased } from './erasing.ts';
import { USAGE_KEPT_DAYS } from './history.ts';
import { carrying, getIntent, intentOf } from './intent-records.ts';
import { KEYS, loadKey, mayGoAtOnce, wakeKeys } from './key.ts';
import {
  type Accepted,
  type Claim,
  expectNew,
  INTENTS,
  type IntentRecord,
  isDuplicate,
  isReportShared,
  type Needed,
  type Plan,
  type PlannedText,
  type PlanResult,
  reportId,
  TEXTS,
  type TextRecord,
  textId,
  toText,
} from './model.ts';
import { isSettled, judge, type Moment, newIntent, newText, resolved } from './plan.ts';
import { INTENT_KIND, readOrQuarantine } from './quarantine.ts';
import { rememberForDuplicates, sameTextsSince } from './recent-texts.ts';
import {
  addReport,
  reportIntentOnHold,
  reportOutcome,
  type StepContext,
  type StepDeps,
} from './text-changes.ts';
import {
  EVERYBODY,
  ensureWorkspace,
  loadWorkspace,
  sumOf,
  USAGE,
  type UsageRecord,
  unused,
  usageId,
  usageIdsOf,
  used,
  WORKSPACES,
} from './usage.ts';

/**
 * How an intent is planned by what the store itself knows.
 *
 * `reads`: what is to be read at once. `about`: what its step takes turns with (see `Store.transaction`). `plan`: null: more has to
 * be asked than the store knows.
 */
export type LocalPlan = {
  reads: readonly Needed[];
  about: string | undefined;
  plan(tx: Tx): Plan | null;
};

/** What became of an intent when it was accepted. `open`: it is written, and its facts have to be asked for. */
export type Acceptance = { said: Accepted | 'open'; plan: Plan | null; claim: Claim | null };

/** Intents: each is stored once, and turned into texts, a question or a refusal once. */
export function createIntents(
  store: Store,
  {
    wall,
    unconfirmedClaims,
    ...deps
  }: StepDeps & { wall: (at: number) => number; unconfirmedClaims: Set<Claim> },
) {
  return {
    /**
     * Stores an intent, and what becomes of it if the store knows everything that decides, as one step. `duplicate`: one with
     * its id was there before, and nothing changes.
     *
     * @param at.leaseUntil how long it is this process's to resolve, if it stays open
     * @param at.mayStart whether a single text before which nothing of its key waits is claimed in the same step, if the key's
     *   minute has room; whoever asks makes its request at once
     */
    async accept(
      intent: Intent,
      local: LocalPlan,
      { now, leaseUntil, mayStart }: { now: number; leaseUntil: number; mayStart: boolean },
    ) {
      const owner = mayStart && store.claimsPausedMs() === 0 ? store.owner : null;
      const time = wall(now);
      let claimed: Claim | null = null;
      try {
        return await store.transaction((tx): Acceptance => {
          claimed = null;
          const needed: Needed[] = [...expectNew(tx, intent.id), [ERASING, intent.workspace]];
          tx.load([...needed, ...neededFor(intent, null, time), ...local.reads]);
          if (isDuplicate(tx, intent.id)) return { said: 'duplicate', plan: null, claim: null };
          ensureWorkspace(tx, intent.workspace);
          const erasing = numbersBeingErased(tx, intent.workspace);
          const its = local.plan(tx);
          const plan = its && dropErased(its, erasing);
          const fresh = newIntent(
            redactErased(intent, erasing),
            plan ? { dueAt: now, leasedBy: null } : { dueAt: leaseUntil, leasedBy: store.owner },
          );
          if (!plan) {
            tx.put(INTENTS, fresh);
            return { said: 'open', plan, claim: null };
          }
          const ctx = { ...deps, now, wall: time, owner, isNew: true };
          const { said, claim } = applyPlan(tx, fresh, plan, ctx);
          claimed = claim;
          return { said, plan, claim };
        }, local.about);
      } catch (error) {
        if (claimed && error instanceof StorageError && error.unsure) unconfirmedClaims.add(claimed);
        throw error;
      }
    },

    /**
     * Turns an open intent into texts, a question or a refusal. `stale`: it was no longer open. An intent never has two texts to
     * one number: where a plan repeats what an earlier plan of the intent has (see `retryAt`), it adds nothing. A plan that would
     * exceed a limit is refused as a whole: if plans race for the last text of a day, one gets it.
     */
    plan: (intentId: string, plan: Plan, now: number) =>
      store.transaction((tx): PlanResult => {
        const record = tx.get(INTENTS, intentId);
        if (record?.state !== 'open') return 'stale';
        const ctx = { ...deps, now, wall: wall(now), owner: null, isNew: false };
        tx.load(
          [[ERASING, record.workspace], ...neededFor(record.intent, plan, ctx.wall)],
          [earlierTexts(record.intent)],
        );
        return applyPlan(tx, record, dropErased(plan, numbersBeingErased(tx, record.workspace)), ctx).said;
      }, turnOf(plan)),

    /** Unresolved intents that are due, leased until `leaseUntil` so that one resolver works on each. */
    leaseOpen: (now: number, leaseUntil: number, limit: number) =>
      store.transaction(tx => {
        const range = { index: INTENTS.index('open'), to: now, limit };
        const due = readOrQuarantine(tx, INTENT_KIND, range, { ...deps, now });
        const open = due.filter(({ state, dueAt }) => state === 'open' && dueAt <= now);
        for (const record of open) tx.put(INTENTS, { ...record, dueAt: leaseUntil, leasedBy: store.owner });
        return open.map(({ intent }) => intent);
      }),

    /** When an open intent is next due; null if there is none. */
    nextOpen: () =>
      store.read(tx => {
        return tx.first(INTENTS.index('open'))?.score ?? null;
      }),

    /** Facts are missing: look again at `until`. The first time, the person is told why the text waits. */
    postpone: (intentId: string, until: number, why: WaitReason, now: number) =>
      store.transaction(tx => {
        const record = tx.get(INTENTS, intentId);
        if (record?.state !== 'open') return;
        tx.put(INTENTS, { ...record, dueAt: until, leasedBy: null, waitReported: true });
        if (record.waitReported || isUnattended(record.intent)) return;
        addReport(
          tx,
          { id: reportId(deps.newId(), intentId), kind: 'waiting', intentId, waiting: { why, until: null } },
          now,
        );
      }),

    intent: (workspace: string, intentId: string) =>
      store.read(tx => {
        const record = getIntent(tx, intentId);
        return record?.workspace === workspace ? record.intent : null;
      }),
  };
}

export type Intents = ReturnType<typeof createIntents>;

/** Texts of one key take turns, for they change its record. */
const turnOf = (plan: Plan): string | undefined => (plan.kind === 'texts' ? plan.fingerprint : undefined);

/** Neither facts that came late nor whoever sends something again brings anybody back who is being forgotten. */
function dropErased(plan: Plan, erasing: ReadonlySet<LocalNumber>): Plan {
  if (plan.kind !== 'texts' || !plan.texts.some(({ number }) => erasing.has(number))) return plan;
  const texts = plan.texts.filter(({ number }) => !erasing.has(number));
  if (texts.length > 0 || plan.retryAt !== null) return { ...plan, texts };
  return { kind: 'refused', problem: { kind: 'ERASED' }, omitted: plan.omitted };
}

/** What is asked for to somebody who is being forgotten keeps neither their number nor, if it is for nobody else, its words. */
function redactErased(intent: Intent, erasing: ReadonlySet<LocalNumber>): Intent {
  if (erasing.size === 0) return intent;
  const to = intent.to.map(who =>
    who.kind === 'number' && erasing.has(who.number) ? { ...who, number: ERASED_NUMBER } : who,
  );
  const isForOthers = to.some((who, nth) => who === intent.to[nth]);
  return isForOthers ? { ...intent, to } : { ...intent, to, message: '' };
}

/** Part of a larger step. False: one with its id was there before, and nothing changes. */
export function insertIntent(tx: Tx, record: IntentRecord): boolean {
  const { id, workspace } = record;
  if (isDuplicate(tx, id)) return false;
  tx.put(INTENTS, record);
  ensureWorkspace(tx, workspace);
  return true;
}

/** How many old days of a workspace's use are deleted at a time. */
const DAYS_AT_ONCE = 20;

/** `owner`: who would send a text at once; null: nobody. `isNew`: the intent has no texts yet. */
type Planning = StepContext & Moment & { owner: string | null; isNew: boolean };

/** Carries out an intent's plan. */
export function applyPlan(
  tx: Tx,
  record: IntentRecord,
  plan: Plan,
  ctx: Planning,
): { said: Exclude<PlanResult, 'stale'>; claim: Claim | null } {
  const { intent } = record;
  const grounds = loadPlanFacts(tx, intent, plan, ctx);
  const verdict = judge(intent, plan, grounds, ctx.wall);
  const next = resolved(record, plan, verdict, grounds.planned);
  let claim: Claim | null = null;
  if (verdict.planned === 'planned' && plan.kind === 'texts')
    claim = addTexts(tx, next, plan, verdict.texts, grounds, ctx);
  else tx.put(INTENTS, next);
  if (verdict.planned !== 'planned' && !isUnattended(intent)) {
    const report = { id: reportId(ctx.newId(), intent.id), intentId: intent.id };
    if (verdict.planned === 'asked')
      addReport(tx, { ...report, kind: 'question', earlier: verdict.earlier }, ctx.now);
    else if (!sharesReport(intent))
      addReport(tx, { ...report, kind: 'refusal', problem: verdict.problem }, ctx.now);
  }
  if (isUnattended(intent) || (sharesReport(intent) && verdict.planned !== 'asked'))
    reportOutcome(tx, next, ctx);
  if (isUnattended(intent) && plan.kind === 'texts' && !isSettled(next)) {
    const key = tx.get(KEYS, plan.fingerprint);
    if (key && key.held !== null) reportIntentOnHold(tx, next, ctx);
  }
  return { said: verdict.planned, claim };
}

/** Those that it has already, while not everybody's number is known. */
const earlierTexts = ({ id }: Intent): Range => ({ index: TEXTS.index('byIntent', id), limit: 10_000 });

/** What is read to turn a plan into texts. Null: it isn't made yet; then what doesn't depend on it. */
function neededFor(intent: Intent, plan: Plan | null, wall: number): Needed[] {
  const { workspace, actor, resendOf } = intent;
  return [
    [WORKSPACES, workspace],
    ...[actor, EVERYBODY].map((who): Needed => [USAGE, usageId(workspace, wall, who)]),
    ...(plan?.kind === 'texts' ? [[KEYS, plan.fingerprint] as const] : []),
    ...(resendOf === null ? [] : [[TEXTS, resendOf] as const]),
  ];
}

/** Everything needed to judge a plan. */
function loadPlanFacts(tx: Tx, intent: Intent, plan: Plan, { wall, isNew }: Planning) {
  const { workspace, actor } = intent;
  const same =
    plan.kind === 'texts' && plan.askIfSince !== null
      ? sameTextsSince(tx, workspace, plan.texts, plan.askIfSince)
      : [];
  const earlier = isNew ? [] : tx.list(earlierTexts(intent));
  const planned = tx.readable(TEXTS, earlier);
  const usageOf = (who: string): UsageRecord =>
    tx.get(USAGE, usageId(workspace, wall, who)) ?? unused(workspace, wall, who);
  return {
    earlier: earlier.length,
    planned: new Set<string>(planned.map(({ number }) => number)),
    day: { person: usageOf(actor), workspace: usageOf(EVERYBODY) },
    past: loadWorkspace(tx, workspace).lastPrice,
    same: tx.readable(TEXTS, same),
    original: intent.resendOf === null ? null : tx.get(TEXTS, intent.resendOf),
  };
}

/** Writes an intent that was planned, with its new texts. */
function addTexts(
  tx: Tx,
  record: IntentRecord,
  plan: Extract<Plan, { kind: 'texts' }>,
  texts: readonly PlannedText[],
  { earlier, original }: ReturnType<typeof loadPlanFacts>,
  ctx: Planning,
): Claim | null {
  const { intent } = record;
  const resent = intent.source === 'resend' ? original : null;
  if (resent) {
    tx.put(TEXTS, { ...resent, resentBy: intent.id });
    reportResend(tx, resent, intent, ctx);
  }
  const made = texts.map((planned, index) => ({
    ...newText(textId(intent.id, earlier + index), intent, planned, plan.fingerprint, ctx),
    ...(resent?.promotional ? { promotional: resent.promotional } : {}),
  }));
  const [first] = made;
  const isAlone = record.state === 'planned' && earlier + made.length === 1;
  if (first && isAlone) {
    made[0] = carrying(first, record);
    tx.delete(INTENTS, record.id);
  } else tx.put(INTENTS, record);
  if (made.length === 0) return null;
  const claim = claimAtOnce(tx, made, ctx);
  if (!claim) for (const text of made) tx.insert(TEXTS, text);
  rememberForDuplicates(
    tx,
    made.filter(({ priority }) => priority === 'people' || !isUnattended(intent)),
    ctx.now,
  );
  count(tx, intent, texts, ctx.wall);
  if (!claim) wakeKeys(tx, new Set([plan.fingerprint]), ctx.now);
  return claim;
}

/** The only text, if it goes at once; null: all of them wait for their turns. */
function claimAtOnce(
  tx: Tx,
  [text, ...others]: readonly TextRecord[],
  { newId, now, owner }: Planning,
): Claim | null {
  if (!text || others.length > 0 || owner === null) return null;
  const key = loadKey(tx, text.fingerprint, now);
  if (!mayGoAtOnce(key, text.priority, now)) return null;
  const taken = withClaim(key, text, { id: newId(), owner }, now);
  tx.put(KEYS, { ...taken.key, queueDueAt: null });
  tx.insert(TEXTS, taken.text);
  return { id: taken.text.claim ?? '', text: toText(taken.text), actor: text.actor, claimedAt: now };
}

/** In the post that shows it: its own, or that of all its intent's texts. */
function reportResend(tx: Tx, original: TextRecord, intent: Intent, ctx: StepContext): void {
  const about = isReportShared(original) ? intentOf(tx, original) : null;
  if (about && !isUnattended(about.intent)) {
    reportOutcome(tx, about, ctx);
  } else {
    const id = reportId(ctx.newId(), intent.id);
    addReport(tx, { id, kind: 'sent_again', intentId: intent.id, textId: original.id }, ctx.now);
  }
}

/** Counts texts in the day's use. */
export function count(
  tx: Tx,
  { workspace, actor }: Intent,
  added: readonly { parts: number }[],
  wall: number,
): void {
  const { texts, parts } = sumOf(added);
  const ids = usageIdsOf({ workspace, actor, madeAt: wall });
  const known = tx.many(USAGE, ids);
  if (known.length === 0) {
    // A new day has begun: delete days long gone, more of them than come.
    const old = {
      index: USAGE.index('byWorkspace', workspace),
      to: dayOf(wall) - USAGE_KEPT_DAYS - 1,
      limit: DAYS_AT_ONCE,
    };
    for (const { id } of tx.readable(USAGE, old)) tx.delete(USAGE, id);
  }
  for (const who of new Set([actor, EVERYBODY])) {
    const usage = known.find(one => one.who === who) ?? unused(workspace, wall, who);
    tx.put(USAGE, used(usage, { texts, millionths: 0, open: parts }));
  }
}
