import { type Intent, isUnattended } from '../../domain/intent.ts';
import type { Accepted, Outbox, Planned } from '../ports.ts';
import { readEach, type Unreadable } from '../reading.ts';
import { hasPeople } from '../rows.ts';
import type { AsideTable } from './aside.ts';
import type { Bodies } from './bodies.ts';
import type { Database } from './database.ts';
import { type Becoming, becoming, type Plans } from './plans.ts';
import type { Reports } from './reports.ts';

type Intents = Pick<
  Outbox,
  'add' | 'accept' | 'leaseOpen' | 'nextOpen' | 'postpone' | 'plan' | 'intent' | 'intentBy'
>;

/** Intents: written down once, and turned into texts, a question or a refusal once. */
export function createIntents(
  db: Database,
  bodies: Bodies,
  reports: Reports,
  plans: Plans,
  aside: AsideTable,
): Intents {
  /** `row`: with `id`, `workspace` and `body`. */
  function setAside({ row, why }: Unreadable<Record<string, unknown>>, now: number): void {
    const id = String(row.id);
    const problem = { kind: 'TEXT_UNREADABLE', id } as const;
    db.run(
      `UPDATE intents SET state = 'aside', conclusion = ? WHERE id = ?`,
      JSON.stringify({ problem }),
      id,
    );
    aside.put({ kind: 'intent', id, workspace: String(row.workspace), at: now, why });
    if (hasPeople(row)) reports.add({ kind: 'set_aside', intentId: id, detail: { problem }, now });
  }

  return {
    add: (intent, leaseUntil) =>
      db.write(() => (insertIntent(db, bodies, intent, { dueAt: leaseUntil }) === 1 ? 'added' : 'known')),

    leaseOpen: (now, leaseUntil, limit) =>
      db.write(() => {
        const rows = db.all(
          `SELECT id, workspace, body FROM intents WHERE state = 'open' AND due_at <= ? ORDER BY due_at LIMIT ? + 0`,
          now,
          limit,
        );
        const { values, unreadable } = readEach(rows, bodies.read);
        for (const { id } of values) db.run('UPDATE intents SET due_at = ? WHERE id = ?', leaseUntil, id);
        for (const one of unreadable) setAside(one, now);
        return values;
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
        if (!row) return 'stale';
        const intent = bodies.read(row);
        const verdict = plans.judge(intent, plan, now);
        const { state, dueAt, conclusion } = becoming(plan, verdict, now);
        db.run(
          'UPDATE intents SET state = ?, due_at = ?, conclusion = ? WHERE id = ?',
          state,
          dueAt,
          conclusion,
          intentId,
        );
        plans.carryOut(intent, plan, verdict, now);
        if (state !== 'open' && isUnattended(intent.source)) reports.ended(intentId, now);
        return verdict.planned;
      }),

    accept: (intent, plan, now) =>
      db.write((): Accepted => {
        const verdict = plans.judge(intent, plan, now);
        const become = becoming(plan, verdict, now);
        if (insertIntent(db, bodies, intent, become) === 0) return 'known';
        plans.carryOut(intent, plan, verdict, now);
        if (become.state !== 'open' && isUnattended(intent.source)) reports.ended(intent.id, now);
        return verdict.planned;
      }),

    intent: async (workspace, intentId) => {
      const row = db.get(
        'SELECT body FROM intents WHERE workspace = ? AND id = ? AND body IS NOT NULL',
        workspace,
        intentId,
      );
      return row ? bodies.read(row) : null;
    },

    intentBy: async (workspace, identity) => {
      const row = db.get(
        'SELECT body FROM intents WHERE workspace = ? AND identity = ? AND body IS NOT NULL',
        workspace,
        identity,
      );
      return row ? bodies.read(row) : null;
    },
  };
}

/** How many intents were written: none where the identity was there. Part of a larger step: call it inside `write`. */
export function insertIntent(
  db: Database,
  bodies: Bodies,
  intent: Intent,
  { state = 'open', dueAt, conclusion = null }: Partial<Becoming> & Pick<Becoming, 'dueAt'>,
): number {
  return db.run(
    `INSERT INTO intents (id, workspace, identity, state, actor, unattended, body, due_at, created_at, conclusion)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (workspace, identity) DO NOTHING`,
    intent.id,
    intent.workspace,
    intent.identity,
    state,
    intent.actor,
    Number(isUnattended(intent.source)),
    bodies.write(intent),
    dueAt,
    intent.acceptedAt,
    conclusion,
  );
}
