import { type Intent, isUnattended } from '../../domain/intent.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Outbox, Plan, Planned, PlannedText } from '../ports.ts';
import { conclusionOf, laneNumber, toIntent } from '../rows.ts';
import { samenessOf } from '../sameness.ts';
import type { Database } from './database.ts';
import type { Reports } from './reports.ts';
import { count, exceeded } from './usage.ts';

type Intents = Pick<
  Outbox,
  'add' | 'accept' | 'leaseOpen' | 'nextOpen' | 'postpone' | 'plan' | 'intent' | 'intentBy'
>;

type Conclusion = { planned: Exclude<Planned, 'stale'>; problem: Problem | null };

/** Intents: written down once, and turned into texts, a question or a refusal once. */
export function createIntents(db: Database, reports: Reports, newId: () => string): Intents {
  function addTexts(intent: Intent, plan: Extract<Plan, { kind: 'texts' }>, now: number): void {
    const added: PlannedText[] = [];
    for (const text of plan.texts) {
      const isNew = db.run(
        `INSERT INTO texts (id, intent_id, workspace, actor, fingerprint, lane, number, message, parts, sameness,
           state, created_at, not_before, expires_at)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 'queued', ?, ?, ?) ON CONFLICT (intent_id, number) DO NOTHING`,
        newId(),
        intent.id,
        intent.workspace,
        intent.actor,
        plan.fingerprint,
        laneNumber(text.lane),
        text.number,
        text.message,
        text.parts,
        samenessOf(text),
        now,
        now,
        text.expiresAt,
      );
      if (isNew) added.push(text);
    }
    count(db, intent, added, now);
    if (plan.texts.length > 0) ready(db, plan.fingerprint, now);
  }

  function earlierSame(intent: Intent, texts: PlannedText[], since: number) {
    for (const text of texts) {
      const row = db.get(
        `SELECT created_at, actor FROM texts
         WHERE workspace = ? AND sameness = ? AND created_at >= ? AND lane = 1
           AND state NOT IN ('refused', 'cancelled')
         ORDER BY created_at DESC LIMIT 1`,
        intent.workspace,
        samenessOf(text),
        since,
      );
      if (row) return { at: Number(row.created_at), actor: String(row.actor) };
    }
    return null;
  }

  /** An uncertain text is sent again by one press, whoever presses first; null when this one is it, else why not. */
  function takeAgain({ id, workspace, of }: Intent): Problem | null {
    const text = db.get('SELECT state, again FROM texts WHERE workspace = ? AND id = ?', workspace, of);
    const problem = againProblem(text);
    if (!problem) db.run('UPDATE texts SET again = ? WHERE id = ?', id, of);
    return problem;
  }

  /** What the plan comes to, and why if that is a refusal; the caller keeps both with the intent. */
  function conclude(intent: Intent, plan: Plan, now: number): Conclusion {
    const refuse = (problem: Problem): Conclusion => {
      reports.add({ kind: 'refusal', intentId: intent.id, detail: { problem }, now });
      return { planned: 'refused', problem };
    };
    if (plan.kind === 'refused') return refuse(plan.problem);
    const over = plan.limits && exceeded(db, intent, plan.limits, plan.texts, now);
    if (over) return refuse(over);
    const earlier = plan.askIfSince === null ? null : earlierSame(intent, plan.texts, plan.askIfSince);
    if (earlier) {
      reports.add({ kind: 'question', intentId: intent.id, detail: { earlier }, now });
      return { planned: 'asked', problem: null };
    }
    if (intent.source === 'again') {
      const problem = takeAgain(intent);
      if (problem) return refuse(problem);
      reports.add({ kind: 'sent_again', intentId: intent.id, textId: intent.of, now });
    }
    addTexts(intent, plan, now);
    return { planned: 'planned', problem: null };
  }

  /** An open intent becomes what its plan says. */
  function carryOut(intent: Intent, plan: Plan, now: number): Exclude<Planned, 'stale'> {
    const { planned, problem } = conclude(intent, plan, now);
    const again = plan.kind === 'texts' && planned === 'planned' ? plan.again : null;
    if (again !== null) {
      db.run('UPDATE intents SET due_at = ? WHERE id = ?', again, intent.id);
      return planned;
    }
    const conclusion = conclusionOf(plan, problem);
    db.run('UPDATE intents SET state = ?, conclusion = ? WHERE id = ?', planned, conclusion, intent.id);
    reports.ended(intent.id, now);
    return planned;
  }

  return {
    add: (intent, leaseUntil) =>
      db.write(() => {
        const added = insertIntent(db, intent, leaseUntil);
        return added === 1 ? 'added' : 'known';
      }),

    leaseOpen: (now, leaseUntil, limit) =>
      db.write(() => {
        const rows = db.all(
          `SELECT id, body FROM intents WHERE state = 'open' AND due_at <= ? ORDER BY due_at LIMIT ?`,
          now,
          limit,
        );
        for (const row of rows)
          db.run('UPDATE intents SET due_at = ? WHERE id = ?', leaseUntil, String(row.id));
        return rows.map(toIntent);
      }),

    nextOpen: async () => {
      const row = db.get(`SELECT MIN(due_at) AS due FROM intents WHERE state = 'open'`);
      return row?.due == null ? null : Number(row.due);
    },

    postpone: (intentId, until, why, now) =>
      db.write(() => {
        db.run(`UPDATE intents SET due_at = ? WHERE id = ? AND state = 'open'`, until, intentId);
        const first = db.run(
          `UPDATE intents SET told = 1 WHERE id = ? AND state = 'open' AND told = 0`,
          intentId,
        );
        if (first) reports.add({ kind: 'waiting', intentId, detail: { waiting: { why, until: null } }, now });
      }),

    plan: (intentId, plan, now) =>
      db.write((): Planned => {
        const row = db.get(`SELECT body FROM intents WHERE id = ? AND state = 'open'`, intentId);
        return row ? carryOut(toIntent(row), plan, now) : 'stale';
      }),

    accept: (intent, plan, now) =>
      db.write(() => (insertIntent(db, intent, now) ? carryOut(intent, plan, now) : 'known')),

    intent: async (workspace, intentId) => {
      const row = db.get(
        'SELECT body FROM intents WHERE workspace = ? AND id = ? AND body IS NOT NULL',
        workspace,
        intentId,
      );
      return row ? toIntent(row) : null;
    },

    intentBy: async (workspace, identity) => {
      const row = db.get(
        'SELECT body FROM intents WHERE workspace = ? AND identity = ? AND body IS NOT NULL',
        workspace,
        identity,
      );
      return row ? toIntent(row) : null;
    },
  };
}

/** How many intents were written: none where the identity was there. Part of a larger step: call it inside `write`. */
export function insertIntent(db: Database, intent: Intent, leaseUntil: number): number {
  return db.run(
    `INSERT INTO intents (id, workspace, identity, state, actor, unattended, body, due_at, created_at)
     VALUES (?, ?, ?, 'open', ?, ?, ?, ?, ?) ON CONFLICT (workspace, identity) DO NOTHING`,
    intent.id,
    intent.workspace,
    intent.identity,
    intent.actor,
    Number(isUnattended(intent.source)),
    JSON.stringify(intent),
    leaseUntil,
    intent.acceptedAt,
  );
}

/** Something of this key is worth a look at `at`, or earlier if that was said before. */
export function ready(db: Database, fingerprint: string, at: number): void {
  db.run(
    `INSERT INTO keys (fingerprint, ready_at) VALUES (?, ?)
     ON CONFLICT (fingerprint) DO UPDATE SET ready_at = MIN(COALESCE(ready_at, excluded.ready_at), excluded.ready_at)`,
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
