import { ERASED_NUMBER, type LocalNumber } from '../../kit/number.ts';
import type { Range, Store, Tx } from '../../kit/store/store.ts';
import { type Intent, isUnattended, sharesReport } from '../intent.ts';
import type { WaitReason } from '../text.ts';
import { claimIn, withClaim } from './claim.ts';
import { ERASING, numbersBeingErased } from './erasing.ts';
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
} from './model.ts';
import { afterPlan, checkPlan, isSettled, type Moment, newIntent, newText } from './plan.ts';
import { INTENT_KIND, readOrQuarantine } from './quarantine.ts';
import { duplicatedSince, rememberForDuplicates } from './recent-texts.ts';
import {
  addReport,
  reportIntentOnHold,
  reportOutcome,
  type StepContext,
  type StepDeps,
} from './text-changes.ts';
import {
  addUsage,
  ensureWorkspace,
  loadUsage,
  loadWorkspace,
  usageOf,
  WHOLE_WORKSPACE,
  WORKSPACES,
} from './usage.ts';

/**
 * Plans an intent from the store alone. `reads`: records to load in one round trip. `serializeBy`: see `Store.transaction`.
 * `plan` returns null if the store alone can't decide.
 */
export type LocalPlan = {
  reads: readonly Needed[];
  serializeBy: string | undefined;
  plan(tx: Tx): Plan | null;
};

/** `open`: the intent is stored, and the resolver plans it. */
export type Acceptance = { result: Accepted | 'open'; plan: Plan | null; claim: Claim | null };

/**
 * The two transactions that turn an intent into texts: `accept` stores a new intent, with its plan if there is a local one;
 * `plan` adds the plan of an open intent. Both apply the day's limits, ask about duplicates and leave out numbers being
 * erased.
 */
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
     * Stores an intent, and its plan if the store alone can decide. `duplicate`: an intent with its id was stored before,
     * and nothing changes.
     *
     * @param at.leaseUntil how long this process may resolve the intent if it stays open
     * @param at.mayClaim also claims its only text if the key's queue is empty and its minute has room; the caller then
     *   makes the request at once
     */
    accept(
      intent: Intent,
      local: LocalPlan,
      { now, leaseUntil, mayClaim }: { now: number; leaseUntil: number; mayClaim: boolean },
    ) {
      const owner = mayClaim && store.claimsPausedMs() === 0 ? store.owner : null;
      const time = wall(now);
      return claimIn(store, unconfirmedClaims, local.serializeBy, (tx, claims): Acceptance => {
        const needed: Needed[] = [...expectNew(tx, intent.id), [ERASING, intent.workspace]];
        tx.load([...needed, ...neededFor(intent, null, time), ...local.reads]);
        if (isDuplicate(tx, intent.id)) return { result: 'duplicate', plan: null, claim: null };
        ensureWorkspace(tx, intent.workspace);
        const erasing = numbersBeingErased(tx, intent.workspace);
        const localPlan = local.plan(tx);
        const plan = localPlan && dropErased(localPlan, erasing);
        const record = newIntent(
          redactErased(intent, erasing),
          plan ? { dueAt: now, leasedBy: null } : { dueAt: leaseUntil, leasedBy: store.owner },
        );
        if (!plan) {
          tx.put(INTENTS, record);
          return { result: 'open', plan, claim: null };
        }
        const ctx = { ...deps, now, wall: time, owner, isNew: true };
        const { result, claim } = applyPlan(tx, record, plan, ctx);
        if (claim) claims.push(claim);
        return { result, plan, claim };
      });
    },

    /**
     * Plans an open intent. `stale`: it was no longer open. Skips numbers that an earlier plan of the intent has texted (see
     * `retryAt`). A plan that exceeds a limit is refused as a whole: if plans race for the last text of a day, one gets it.
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
        return applyPlan(tx, record, dropErased(plan, numbersBeingErased(tx, record.workspace)), ctx).result;
      }, turnOf(plan)),

    /** Leases due open intents until `leaseUntil`, so that one resolver works on each. */
    leaseOpen: (now: number, leaseUntil: number, limit: number) =>
      store.transaction(tx => {
        const range = { index: INTENTS.index('open'), to: now, limit };
        const due = readOrQuarantine(tx, INTENT_KIND, range, { ...deps, now });
        const open = due.filter(({ state, dueAt }) => state === 'open' && dueAt <= now);
        for (const record of open) tx.put(INTENTS, { ...record, dueAt: leaseUntil, leasedBy: store.owner });
        return open.map(({ intent }) => intent);
      }),

    nextOpen: () =>
      store.read(tx => {
        return tx.first(INTENTS.index('open'))?.score ?? null;
      }),

    /** Facts are missing: makes the intent due at `until`. The first time, reports why the text waits. */
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

/** Plans for one key change its record, so they are serialized. */
const turnOf = (plan: Plan): string | undefined => (plan.kind === 'texts' ? plan.fingerprint : undefined);

/** Drops texts to numbers being erased, because late facts or a resend could store such a number again. */
function dropErased(plan: Plan, erasing: ReadonlySet<LocalNumber>): Plan {
  if (plan.kind !== 'texts' || !plan.texts.some(({ number }) => erasing.has(number))) return plan;
  const texts = plan.texts.filter(({ number }) => !erasing.has(number));
  if (texts.length > 0 || plan.retryAt !== null) return { ...plan, texts };
  return { kind: 'refused', problem: { kind: 'ERASED' }, omitted: plan.omitted };
}

/** Blanks numbers being erased in the intent, and the message too if the intent has no other recipient. */
function redactErased(intent: Intent, erasing: ReadonlySet<LocalNumber>): Intent {
  if (erasing.size === 0) return intent;
  const to = intent.to.map(recipient =>
    recipient.kind === 'number' && erasing.has(recipient.number)
      ? { ...recipient, number: ERASED_NUMBER }
      : recipient,
  );
  const isForOthers = to.some((recipient, nth) => recipient === intent.to[nth]);
  return isForOthers ? { ...intent, to } : { ...intent, to, message: '' };
}

/** Stores an intent within a larger transaction. Returns false, and changes nothing, if its id was stored before. */
export function insertIntent(tx: Tx, record: IntentRecord): boolean {
  const { id, workspace } = record;
  if (isDuplicate(tx, id)) return false;
  tx.put(INTENTS, record);
  ensureWorkspace(tx, workspace);
  return true;
}

/** `owner`: the process that claims a text at once; null if none may. `isNew`: the intent has no texts yet. */
type Planning = StepContext & Moment & { owner: string | null; isNew: boolean };

/** Checks a plan and writes what follows: texts, usage, reports, and a claim if one is possible. */
export function applyPlan(
  tx: Tx,
  record: IntentRecord,
  plan: Plan,
  ctx: Planning,
): { result: Exclude<PlanResult, 'stale'>; claim: Claim | null } {
  const { intent } = record;
  const facts = loadPlanFacts(tx, intent, plan, ctx);
  const check = checkPlan(intent, plan, facts, ctx.wall);
  const updated = afterPlan(record, plan, check, facts.plannedNumbers);
  let claim: Claim | null = null;
  if (check.planned === 'planned' && plan.kind === 'texts')
    claim = addTexts(tx, updated, plan, check.texts, facts, ctx);
  else tx.put(INTENTS, updated);
  if (check.planned !== 'planned' && !isUnattended(intent)) {
    const report = { id: reportId(ctx.newId(), intent.id), intentId: intent.id };
    if (check.planned === 'asked')
      addReport(tx, { ...report, kind: 'question', earlier: check.earlier }, ctx.now);
    else if (!sharesReport(intent))
      addReport(tx, { ...report, kind: 'refusal', problem: check.problem }, ctx.now);
  }
  if (isUnattended(intent) || (sharesReport(intent) && check.planned !== 'asked'))
    reportOutcome(tx, updated, ctx);
  if (isUnattended(intent) && plan.kind === 'texts' && !isSettled(updated)) {
    const key = tx.get(KEYS, plan.fingerprint);
    if (key && key.held !== null) reportIntentOnHold(tx, updated, ctx);
  }
  return { result: check.planned, claim };
}

/** The texts of an intent's earlier plans, made while some of its numbers were still unknown. */
const earlierTexts = ({ id }: Intent): Range => ({ index: TEXTS.index('byIntent', id), limit: 10_000 });

/** The records that a plan's transaction loads. `plan`: null before it is made. */
function neededFor(intent: Intent, plan: Plan | null, wall: number): Needed[] {
  const { workspace, actor, resendOf } = intent;
  return [
    [WORKSPACES, workspace],
    ...usageOf({ workspace, actor, madeAt: wall }),
    ...(plan?.kind === 'texts' ? [[KEYS, plan.fingerprint] as const] : []),
    ...(resendOf === null ? [] : [[TEXTS, resendOf] as const]),
  ];
}

function loadPlanFacts(tx: Tx, intent: Intent, plan: Plan, { wall, isNew }: Planning) {
  const { workspace, actor } = intent;
  const earlier = isNew ? [] : tx.list(earlierTexts(intent));
  const planned = tx.readable(TEXTS, earlier);
  const usedBy = (owner: string) => loadUsage(tx, workspace, wall, owner);
  return {
    earlier: earlier.length,
    plannedNumbers: new Set<string>(planned.map(({ number }) => number)),
    day: { person: usedBy(actor), workspace: usedBy(WHOLE_WORKSPACE) },
    lastPrice: loadWorkspace(tx, workspace).lastPrice,
    duplicated:
      plan.kind === 'texts' && plan.askIfSentSince !== null
        ? duplicatedSince(tx, workspace, plan.texts, plan.askIfSentSince)
        : null,
    original: intent.resendOf === null ? null : tx.get(TEXTS, intent.resendOf),
  };
}

/** Writes a planned intent with its new texts. */
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
  const newTexts = texts.map((planned, index) => ({
    ...newText(textId(intent.id, earlier + index), intent, planned, plan.fingerprint, ctx),
    ...(resent?.promotional ? { promotional: resent.promotional } : {}),
  }));
  const [first] = newTexts;
  const isAlone = record.state === 'planned' && earlier + newTexts.length === 1;
  if (first && isAlone) {
    newTexts[0] = carrying(first, record);
    tx.delete(INTENTS, record.id);
  } else tx.put(INTENTS, record);
  if (newTexts.length === 0) return null;
  const claim = claimNow(tx, newTexts, ctx);
  if (!claim) for (const text of newTexts) tx.insert(TEXTS, text);
  rememberForDuplicates(tx, intent, newTexts, ctx.now);
  addUsage(tx, intent, texts, ctx.wall);
  if (!claim) wakeKeys(tx, new Set([plan.fingerprint]), ctx.now);
  return claim;
}

/** Claims an intent's only text if it may skip the queue; null if it has to wait. */
function claimNow(
  tx: Tx,
  [text, ...remaining]: readonly TextRecord[],
  { newId, now, owner }: Planning,
): Claim | null {
  if (!text || remaining.length > 0 || owner === null) return null;
  const key = loadKey(tx, text.fingerprint, now);
  if (!mayGoAtOnce(key, text.priority, now)) return null;
  const claimed = withClaim(key, text, { id: newId(), owner }, now);
  tx.put(KEYS, claimed.key);
  tx.insert(TEXTS, claimed.text);
  return claimed.claim;
}

/** Reports the resend in the post that shows the original text: its own, or its intent's. */
function reportResend(tx: Tx, original: TextRecord, intent: Intent, ctx: StepContext): void {
  const sharing = isReportShared(original) ? intentOf(tx, original) : null;
  if (sharing && !isUnattended(sharing.intent)) {
    reportOutcome(tx, sharing, ctx);
  } else {
    const id = reportId(ctx.newId(), intent.id);
    addReport(tx, { id, kind: 'sent_again', intentId: intent.id, textId: original.id }, ctx.now);
  }
}
