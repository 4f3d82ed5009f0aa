import type { Hours } from '../../kit/day.ts';
import type { Problem } from '../../kit/problem.ts';
import { promotionalAt } from '../../workspace/promotional-hours.ts';
import { type Intent, sharesReport } from '../intent.ts';
import { overLimit, type Usage } from '../limits.ts';
import type { IntentRecord, Plan, PlannedText, TextRecord } from './model.ts';
import { sumOf, type WorkspaceRecord } from './usage.ts';

/* Pure: checks a plan against what the store knows, and makes the records that follow from it. */

/** A moment on the app's time line, and its time of day. */
export type Moment = { now: number; wall: number };

/** The store's facts that a plan is checked against. */
export type PlanFacts = {
  /** Numbers texted by an earlier plan of the intent. */
  plannedNumbers: ReadonlySet<string>;
  day: { person: Usage; workspace: Usage };
  lastPrice: WorkspaceRecord['lastPrice'];
  /** The text that a planned one would duplicate; null if there is none, or if the plan doesn't ask about duplicates. */
  duplicated: TextRecord | null;
  /** The uncertain text that the intent resends. */
  original: TextRecord | null;
};

/** The result of checking a plan. */
export type PlanCheck =
  | { planned: 'planned'; texts: PlannedText[] }
  /** `earlier`: the text that makes this one look like a duplicate; null if the plan itself asks first. */
  | { planned: 'asked'; earlier: { at: number; actor: string } | null }
  | { planned: 'refused'; problem: Problem };

/**
 * Checks a plan's limits, duplicates and, for a resend, the original text.
 *
 * @param wall the time of day, because limits are for a day
 */
export function checkPlan(intent: Intent, plan: Plan, facts: PlanFacts, wall: number): PlanCheck {
  if (plan.kind === 'refused') return { planned: 'refused', problem: plan.problem };
  const texts = plan.texts.filter(({ number }) => !facts.plannedNumbers.has(number));
  const over = plan.limits && overLimit(plan.limits, sumOf(texts), facts.day, facts.lastPrice, wall);
  if (over) return { planned: 'refused', problem: over };
  const { duplicated } = facts;
  if (duplicated) return { planned: 'asked', earlier: { at: duplicated.createdAt, actor: duplicated.actor } };
  if (plan.asksFirst) return { planned: 'asked', earlier: null };
  const problem =
    intent.source === 'resend' ? resendProblem(intent, facts.original, plan.hours ?? null, wall) : null;
  return problem ? { planned: 'refused', problem } : { planned: 'planned', texts };
}

/** An uncertain text is resent once, at the first press. A promotional one keeps its hours. */
function resendProblem(
  { workspace }: Intent,
  text: TextRecord | null,
  hours: Hours | null,
  wall: number,
): Problem | null {
  if (text?.workspace !== workspace) return { kind: 'GONE' };
  const problem = decidedProblem(text);
  if (problem) return problem;
  return text.promotional && hours && !promotionalAt(hours, wall).open
    ? { kind: 'OUT_OF_HOURS', ...hours }
    : null;
}

/** Why a person can't decide (any more) what becomes of an uncertain text: send it again, or mark it as sent; null if they can. */
export function decidedProblem({
  state,
  resentBy,
  byWord,
}: Pick<TextRecord, 'state' | 'resentBy' | 'byWord'>): Problem | null {
  if (resentBy !== undefined) return { kind: 'ALREADY_SENT_AGAIN' };
  if (byWord !== undefined) return { kind: 'NO_LONGER_UNCERTAIN', state: 'marked' };
  if (state === 'sent' || state === 'refused') return { kind: 'NO_LONGER_UNCERTAIN', state };
  return state === 'uncertain' ? null : { kind: 'UNEXPECTED' };
}

/**
 * The intent after its plan was checked. `pending` also counts the new texts.
 *
 * @param plannedNumbers numbers texted by an earlier plan: their recipients weren't left out
 */
export function afterPlan(
  before: IntentRecord,
  plan: Plan,
  check: PlanCheck,
  plannedNumbers: ReadonlySet<string>,
): IntentRecord {
  const record = withSignOffFixed(before, plan, check);
  const added = check.planned === 'planned' ? check.texts.length : 0;
  const pending = record.pending + (sharesReport(record.intent) ? added : 0);
  // Some numbers are still unknown.
  const retryAt = plan.kind === 'texts' && check.planned === 'planned' ? plan.retryAt : null;
  if (retryAt !== null) return { ...record, pending, state: 'open', dueAt: retryAt, leasedBy: null };
  const problem = check.planned === 'refused' ? check.problem : undefined;
  const omitted = plan.omitted.filter(
    ({ recipient }) => recipient.kind !== 'number' || !plannedNumbers.has(recipient.number),
  );
  return {
    ...record,
    ...(omitted.length > 0 && { omitted }),
    pending,
    state: check.planned,
    leasedBy: null,
    problem,
  };
}

/** What was asked about, or is planned in part, keeps its sign-off, though the workspace may change its line meanwhile. */
function withSignOffFixed(record: IntentRecord, plan: Plan, { planned }: PlanCheck): IntentRecord {
  if (plan.kind !== 'texts') return record;
  const { signOff, retryAt } = plan;
  const isToFix = signOff && (planned === 'asked' || signOff.line !== '' || retryAt !== null);
  return isToFix ? { ...record, intent: { ...record.intent, signOff } } : record;
}

export function newIntent(intent: Intent, lease: Pick<IntentRecord, 'dueAt' | 'leasedBy'>): IntentRecord {
  return {
    id: intent.id,
    workspace: intent.workspace,
    intent,
    state: 'open',
    pending: 0,
    createdAt: intent.acceptedAt,
    ...lease,
  };
}

export function newText(
  id: string,
  intent: Intent,
  planned: PlannedText,
  { fingerprint, undoMs = 0 }: Pick<Extract<Plan, { kind: 'texts' }>, 'fingerprint' | 'undoMs'>,
  at: Moment,
): TextRecord {
  const goesAt = at.now + undoMs;
  // A text whose time is nearly over goes at once.
  const isUndoable = undoMs > 0 && goesAt < planned.expiresAt;
  return {
    id,
    intentId: intent.id,
    workspace: intent.workspace,
    actor: intent.actor,
    fingerprint,
    priority: planned.priority,
    number: planned.number,
    message: planned.message,
    parts: planned.parts,
    state: 'queued',
    createdAt: at.now,
    madeAt: at.wall,
    notBefore: isUndoable ? goesAt : at.now,
    ...(isUndoable ? { undoUntil: goesAt } : {}),
    expiresAt: planned.expiresAt,
    ...(planned.ignoreDoNotText ? { ignoreDoNotText: true } : {}),
    ...(planned.teammate === undefined ? {} : { teammate: planned.teammate }),
  };
}

/** True once an intent with a shared report has no pending texts. An uncertain one may still be corrected. */
export const isSettled = ({ state, pending }: IntentRecord): boolean => state !== 'open' && pending === 0;
