import { hash } from 'node:crypto';
import type { Intent } from '../../domain/intent.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Plan, Planned, PlannedText } from '../ports.ts';
import { conclusionOf } from '../report-rows.ts';
import { laneNumber } from '../rows.ts';
import type { Database } from './database.ts';
import type { Reports } from './reports.ts';
import type { Tally } from './tally.ts';
import { count, exceeded } from './usage.ts';

/** What a plan comes to, and why: a refusal's reason, or the text that makes it look like a double. */
export type Verdict = {
  planned: Exclude<Planned, 'stale'>;
  problem: Problem | null;
  earlier: { at: number; actor: string } | null;
};

/** Parts of larger steps: call them inside `write`. */
export type Plans = {
  /** What a plan comes to; nothing is written. */
  judge(intent: Intent, plan: Plan, now: number): Verdict;
  /** Writes what follows from the verdict, but for what becomes of the intent itself (`becoming`). */
  carryOut(intent: Intent, plan: Plan, verdict: Verdict, now: number): void;
};

export function createPlans(
  db: Database,
  reports: Reports,
  tally: Tally,
  { newId, wall }: { newId: () => string; wall: (at: number) => number },
): Plans {
  function addTexts(intent: Intent, plan: Extract<Plan, { kind: 'texts' }>, now: number): void {
    const added: PlannedText[] = [];
    const madeAt = wall(now);
    for (const text of plan.texts) {
      const isNew = db.run(
        `INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness,
           state, created_at, made_at, not_before, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?, ?) ON CONFLICT (intent_id, number) DO NOTHING`,
        newId(),
        intent.id,
        intent.workspace,
        intent.actor,
        plan.fingerprint,
        laneNumber(text.lane),
        text.number,
        text.message,
        text.parts,
        samenessOf(intent.workspace, text),
        now,
        madeAt,
        now,
        text.expiresAt,
      );
      if (isNew) added.push(text);
    }
    count(db, intent, added, madeAt);
    tally.move(intent.workspace, null, 'queued', added.length);
    if (plan.texts.length > 0) ready(db, plan.fingerprint, now);
  }

  function earlierSame(intent: Intent, texts: PlannedText[], since: number): Verdict['earlier'] {
    for (const text of texts) {
      const row = db.get(
        `SELECT created_at, actor FROM texts
         WHERE sameness = ? AND created_at >= ? AND lane = 1 AND workspace = ? AND number = ? AND message = ?
           AND state NOT IN ('refused', 'cancelled')
         ORDER BY created_at DESC LIMIT 1`,
        samenessOf(intent.workspace, text),
        since,
        intent.workspace,
        text.number,
        text.message,
      );
      if (row) return { at: Number(row.created_at), actor: String(row.actor) };
    }
    return null;
  }

  /** An uncertain text is sent again by one press, whoever presses first; null: by this one, else why not. */
  function whyNotAgain({ workspace, of }: Intent): Problem | null {
    return againProblem(
      db.get('SELECT state, again FROM texts WHERE workspace = ? AND id = ?', workspace, of),
    );
  }

  function judge(intent: Intent, plan: Plan, now: number): Verdict {
    const refuse = (problem: Problem): Verdict => ({ planned: 'refused', problem, earlier: null });
    if (plan.kind === 'refused') return refuse(plan.problem);
    const over = plan.limits && exceeded(db, intent, plan.limits, plan.texts, wall(now));
    if (over) return refuse(over);
    const earlier = plan.askIfSince === null ? null : earlierSame(intent, plan.texts, plan.askIfSince);
    if (earlier) return { planned: 'asked', problem: null, earlier };
    const problem = intent.source === 'again' ? whyNotAgain(intent) : null;
    return problem ? refuse(problem) : { planned: 'planned', problem: null, earlier: null };
  }

  function carryOut(intent: Intent, plan: Plan, { problem, earlier }: Verdict, now: number): void {
    const intentId = intent.id;
    if (problem) reports.add({ kind: 'refusal', intentId, detail: { problem }, now });
    else if (earlier) reports.add({ kind: 'question', intentId, detail: { earlier }, now });
    else if (plan.kind === 'texts') {
      if (intent.source === 'again') {
        db.run('UPDATE texts SET again = ? WHERE id = ?', intentId, intent.of);
        reports.add({ kind: 'sent_again', intentId, textId: intent.of, now });
      }
      addTexts(intent, plan, now);
    }
  }

  return { judge, carryOut };
}

/** What becomes of an intent itself. `dueAt`: when it is looked at (again), while it is open. */
export type Becoming = { state: 'open' | Verdict['planned']; dueAt: number; conclusion: string | null };

export function becoming(plan: Plan, { planned, problem }: Verdict, now: number): Becoming {
  const again = plan.kind === 'texts' && planned === 'planned' ? plan.again : null;
  if (again !== null) return { state: 'open', dueAt: again, conclusion: null };
  return { state: planned, dueAt: now, conclusion: conclusionOf(plan, problem) };
}

/** Something of this key is worth a look at `at`, or earlier if that was said before. */
export function ready(db: Database, fingerprint: string, at: number): void {
  db.run(
    `INSERT INTO keys (fingerprint, ready_at) VALUES (?, ?)
     ON CONFLICT (fingerprint) DO UPDATE SET ready_at = excluded.ready_at
       WHERE ready_at IS NULL OR ready_at > excluded.ready_at`,
    fingerprint,
    at,
  );
}

/** Why the text of this row can't be sent again by a press; null: it can. */
function againProblem(text: Record<string, unknown> | undefined): Problem | null {
  if (!text) return { kind: 'GONE' };
  if (text.again !== null) return { kind: 'ALREADY_SENT_AGAIN' };
  const { state } = text;
  if (state === 'sent' || state === 'refused') return { kind: 'NO_LONGER_UNCERTAIN', state };
  return state === 'uncertain' ? null : { kind: 'UNEXPECTED' };
}

/** Equal for a workspace's texts with the same number and message, and seldom for others: whoever looks compares those. */
function samenessOf(workspace: string, { number, message }: Pick<PlannedText, 'number' | 'message'>): number {
  return Number.parseInt(hash('sha256', `${workspace}\0${number}\0${message}`, 'hex').slice(0, 12), 16);
}
