import type { Hours } from '../../kit/day.ts';
import type { Problem } from '../../kit/problem.ts';
import { promotionalAt } from '../../workspace/promotional-hours.ts';
import { type Intent, sharesReport } from '../intent.ts';
import { overLimit, type Usage } from '../limits.ts';
import type { IntentRecord, Plan, PlannedText, TextRecord } from './model.ts';
import { sumOf, type WorkspaceRecord } from './usage.ts';

/* What becomes of a planned intent. */

/** A moment on the app's time line, and its time of day. */
export type Moment = { now: number; wall: number };

/** What a plan is judged by. */
export type PlanFacts = {
  /** The numbers in an earlier plan of the intent. */
  planned: ReadonlySet<string>;
  day: { person: Usage; workspace: Usage };
  past: WorkspaceRecord['lastPrice'];
  /** Texts from the workspace's people with the same number and message as one of the plan, newest first. */
  same: readonly TextRecord[];
  /** The uncertain text that the intent is to send once more. */
  original: TextRecord | null;
};

/** The result of a plan, and why: a refusal's reason, or the text that makes it look like a repeat. */
export type Verdict =
  | { planned: 'planned'; texts: PlannedText[] }
  /** `earlier` null: the plan itself asks first. */
  | { planned: 'asked'; earlier: { at: number; actor: string } | null }
  | { planned: 'refused'; problem: Problem };

/** @param wall the time of day: limits are for a day */
export function judge(intent: Intent, plan: Plan, grounds: PlanFacts, wall: number): Verdict {
  if (plan.kind === 'refused') return { planned: 'refused', problem: plan.problem };
  const texts = plan.texts.filter(({ number }) => !grounds.planned.has(number));
  const over = plan.limits && overLimit(plan.limits, sumOf(texts), grounds.day, grounds.past, wall);
  if (over) return { planned: 'refused', problem: over };
  const { askIfSince } = plan;
  const same = askIfSince === null ? undefined : grounds.same.find(text => isDouble(text, askIfSince));
  if (same) return { planned: 'asked', earlier: { at: same.createdAt, actor: same.actor } };
  if (plan.asksFirst) return { planned: 'asked', earlier: null };
  const problem =
    intent.source === 'resend' ? resendProblem(intent, grounds.original, plan.hours ?? null, wall) : null;
  return problem ? { planned: 'refused', problem } : { planned: 'planned', texts };
}

/** A text that didn't go out doesn't make a repeat. */
function isDouble({ createdAt, state }: TextRecord, since: number): boolean {
  return createdAt >= since && state !== 'refused' && state !== 'cancelled';
}

/** An uncertain text is sent again at one press; only the first press counts. A promotional one keeps its hours. */
function resendProblem(
  { workspace }: Intent,
  text: TextRecord | null,
  hours: Hours | null,
  wall: number,
): Problem | null {
  if (text?.workspace !== workspace) return { kind: 'GONE' };
  if (text.resentBy !== undefined) return { kind: 'ALREADY_SENT_AGAIN' };
  const { state } = text;
  if (state === 'sent' || state === 'refused') return { kind: 'NO_LONGER_UNCERTAIN', state };
  if (state !== 'uncertain') return { kind: 'UNEXPECTED' };
  return text.promotional && hours && !promotionalAt(hours, wall).open
    ? { kind: 'OUT_OF_HOURS', ...hours }
    : null;
}

/**
 * The intent after the verdict. `pending`: how many of its texts are new.
 *
 * @param planned the numbers that have a text by an earlier plan: whoever has one wasn't left out
 */
export function resolved(
  record: IntentRecord,
  plan: Plan,
  verdict: Verdict,
  planned: ReadonlySet<string>,
): IntentRecord {
  const added = verdict.planned === 'planned' ? verdict.texts.length : 0;
  const pending = record.pending + (sharesReport(record.intent) ? added : 0);
  // Not everybody's number is known yet.
  const again = plan.kind === 'texts' && verdict.planned === 'planned' ? plan.retryAt : null;
  if (again !== null) return { ...record, pending, state: 'open', dueAt: again, leasedBy: null };
  const problem = verdict.planned === 'refused' ? verdict.problem : undefined;
  const omitted = plan.omitted.filter(({ who }) => who.kind !== 'number' || !planned.has(who.number));
  const left = omitted.length > 0 ? { omitted } : {};
  return { ...record, ...left, pending, state: verdict.planned, leasedBy: null, problem };
}

/** An open intent. */
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

/** A new waiting text. `at`: now, on the time line and as a time of day. */
export function newText(
  id: string,
  intent: Intent,
  planned: PlannedText,
  fingerprint: string,
  at: Moment,
): TextRecord {
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
    notBefore: at.now,
    expiresAt: planned.expiresAt,
    ...(planned.ignoreDoNotText ? { ignoreDoNotText: true } : {}),
    ...(planned.teammate === undefined ? {} : { teammate: planned.teammate }),
  };
}

/** Whether an intent whose texts are reported together has completely ended. An uncertain text may still be corrected. */
export const isSettled = ({ state, pending }: IntentRecord): boolean => state !== 'open' && pending === 0;
