import type { Outbox, Report, ReportKind } from '../ports.ts';
import { readEach, type Unreadable } from '../reading.ts';
import { type ReportDetail, toReport } from '../report-rows.ts';
import { hasPeople, TEXT_COLUMNS } from '../rows.ts';
import type { AsideTable } from './aside.ts';
import type { Bodies } from './bodies.ts';
import type { Database } from './database.ts';

type NewReport = {
  kind: ReportKind;
  intentId: string;
  textId?: string | null;
  follower?: string;
  dueAt?: number;
  detail?: ReportDetail;
  now: number;
};

export type Reports = Pick<
  Outbox,
  'follow' | 'leaseReports' | 'closeReport' | 'retryReport' | 'nextReport'
> & {
  /** Part of a larger step: call it inside `write`. Of an unattended intent only its outcome is told, and what concerns the key. */
  add(report: NewReport): void;
  /** Something of an intent came to its end: where it is unattended and that was all, its outcome is to be told. */
  ended(intentId: string, now: number): void;
};

/** With these something of an intent has come to its end. */
const ENDING = new Set<ReportKind>(['result', 'set_aside']);

const OF_TEXT = TEXT_COLUMNS.map(column => `texts.${column}`);

/** What Slack has to be told, leased like texts, until it has it. */
export function createReports(db: Database, bodies: Bodies, aside: AsideTable): Reports {
  function insert({ kind, intentId, textId = null, follower, detail = {}, dueAt, now }: NewReport): void {
    db.run(
      `INSERT INTO reports (intent_id, text_id, kind, follower, detail, due_at, created_at)
       VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (intent_id, follower) WHERE follower IS NOT NULL DO NOTHING`,
      intentId,
      textId,
      kind,
      follower ?? null,
      JSON.stringify(follower ? { ...detail, follower } : detail),
      dueAt ?? now,
      now,
    );
  }

  /** Unless nobody stands behind the intent; returns whether it did. */
  function insertAttended({ kind, intentId, textId = null, detail = {}, now }: NewReport): boolean {
    const added = db.run(
      `INSERT INTO reports (intent_id, text_id, kind, detail, due_at, created_at)
       SELECT id, ?2, ?3, ?4, ?5, ?5 FROM intents WHERE id = ?1 AND unattended = 0`,
      intentId,
      textId,
      kind,
      JSON.stringify(detail),
      now,
    );
    return added === 1;
  }

  const isUnattended = (intentId: string): boolean =>
    db.get('SELECT 1 FROM intents WHERE id = ? AND unattended = 1', intentId) !== undefined;

  function isSettled(intentId: string): boolean {
    const open = db.get(
      `SELECT 1 FROM intents WHERE id = ? AND state = 'open'
       UNION ALL SELECT 1 FROM texts WHERE intent_id = ? AND state IN ('queued', 'sending') LIMIT 1`,
      intentId,
      intentId,
    );
    return open === undefined;
  }

  function ended(intentId: string, now: number): void {
    if (!isUnattended(intentId) || !isSettled(intentId)) return;
    insert({ kind: 'outcome', intentId, now });
    db.run(
      `UPDATE reports SET due_at = MIN(due_at, ?) WHERE intent_id = ? AND follower IS NOT NULL AND leased = 0`,
      now,
      intentId,
    );
  }

  function add(report: NewReport): void {
    const { kind, intentId, now } = report;
    if (kind === 'held' || kind === 'balance_low') insert(report);
    else if (!insertAttended(report) && ENDING.has(kind)) ended(intentId, now);
  }

  /** `row`: of a report with the `body` of its intent. */
  function setAside({ row, why }: Unreadable<Record<string, unknown>>, now: number): void {
    const id = `report-${row.report_id}`;
    const [kept] = db.all(
      `DELETE FROM reports WHERE id = ?
       RETURNING intent_id, text_id, kind, follower, detail, attempts, created_at`,
      Number(row.report_id),
    );
    aside.put({
      kind: 'report',
      id,
      workspace: String(row.of_workspace),
      at: now,
      why,
      ...(kept && { kept }),
    });
    if (!hasPeople(row)) return;
    const problem = { kind: 'RESULT_UNREADABLE', id } as const;
    add({ kind: 'set_aside', intentId: String(kept?.intent_id), detail: { problem }, now });
  }

  return {
    add,

    ended,

    follow: (workspace, intentId, follower, deadline, now) =>
      db.write(() => {
        if (!db.get('SELECT 1 FROM intents WHERE workspace = ? AND id = ?', workspace, intentId)) return;
        insert({ kind: 'outcome', intentId, follower, dueAt: isSettled(intentId) ? now : deadline, now });
      }),

    leaseReports: (now, leaseUntil, limit) =>
      db.write(() => {
        const rows = db.all(
          `SELECT ${OF_TEXT}, intents.body, intents.posts, intents.workspace AS of_workspace, reports.kind, reports.detail, reports.attempts,
             reports.id AS report_id, reports.created_at AS reported_at
           FROM reports LEFT JOIN intents ON intents.id = reports.intent_id LEFT JOIN texts ON texts.id = reports.text_id
           WHERE reports.due_at <= ? ORDER BY reports.due_at, reports.id LIMIT ? + 0`,
          now,
          limit,
        );
        if (rows.length === 0) return [];
        const isGone = (row: Record<string, unknown>): boolean => row.body === null;
        const ids = JSON.stringify(rows.map(row => row.report_id));
        db.run(
          'UPDATE reports SET due_at = ?, leased = 1 WHERE id IN (SELECT value FROM json_each(?))',
          leaseUntil,
          ids,
        );
        // Retention removed what these were about.
        for (const row of rows.filter(isGone))
          db.run('DELETE FROM reports WHERE id = ?', Number(row.report_id));
        const there = rows.filter(row => !isGone(row));
        const { values, unreadable } = readEach(there, row => toLeased(row, bodies));
        for (const one of unreadable) setAside(one, now);
        return values;
      }),

    closeReport: (report, posted) =>
      db.write(() => {
        db.run('DELETE FROM reports WHERE id = ?', report.id);
        if (posted) db.run('UPDATE intents SET posts = posts + 1 WHERE id = ?', report.intent.id);
      }),

    retryReport: (report, notBefore) =>
      db.write(() => {
        db.run(
          'UPDATE reports SET due_at = ?, leased = 0, attempts = attempts + 1 WHERE id = ?',
          notBefore,
          report.id,
        );
      }),

    nextReport: async () => {
      const row = db.get('SELECT MIN(due_at) AS due FROM reports');
      return row?.due == null ? null : Number(row.due);
    },
  };
}

/** `row`: of a report with its intent and, where it is about one, its text, whose columns come by their own names. */
function toLeased(row: Record<string, unknown>, bodies: Bodies): Report {
  const { report_id: id, kind, detail, attempts, reported_at: created_at, body, posts } = row;
  return toReport(
    { id, kind, detail, attempts, created_at, body, posts },
    row.id === null ? null : row,
    bodies.read,
  );
}
