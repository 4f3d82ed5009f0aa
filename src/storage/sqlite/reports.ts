import type { Outbox, Report, ReportKind } from '../ports.ts';
import { type ReportDetail, toReport } from '../rows.ts';
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

/** What Slack has to be told, leased like texts, until it has it. */
export function createReports(db: Database): Reports {
  function read(id: number): Report | null {
    const row = db.get(
      `SELECT reports.*, intents.body, intents.posts FROM reports JOIN intents ON intents.id = reports.intent_id
       WHERE reports.id = ? AND intents.body IS NOT NULL`,
      id,
    );
    if (!row) return null;
    const text =
      row.text_id === null ? null : db.get('SELECT * FROM texts WHERE id = ?', String(row.text_id));
    return toReport(row, text);
  }

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

  return {
    add: report => {
      const { kind, intentId } = report;
      if (kind === 'held' || kind === 'balance_low' || !isUnattended(intentId)) insert(report);
      else if (kind === 'result') ended(intentId, report.now);
    },

    ended,

    follow: (workspace, intentId, follower, deadline, now) =>
      db.write(() => {
        if (!db.get('SELECT 1 FROM intents WHERE workspace = ? AND id = ?', workspace, intentId)) return;
        insert({ kind: 'outcome', intentId, follower, dueAt: isSettled(intentId) ? now : deadline, now });
      }),

    leaseReports: (now, leaseUntil, limit) =>
      db.write(() => {
        const rows = db.all(
          'SELECT id FROM reports WHERE due_at <= ? ORDER BY due_at, id LIMIT ?',
          now,
          limit,
        );
        const leased: Report[] = [];
        for (const row of rows) {
          const id = Number(row.id);
          const report = read(id);
          if (report) {
            db.run('UPDATE reports SET due_at = ?, leased = 1 WHERE id = ?', leaseUntil, id);
            leased.push(report);
          } else db.run('DELETE FROM reports WHERE id = ?', id); // Retention removed what it was about.
        }
        return leased;
      }),

    closeReport: (report, posted, now) =>
      db.write(() => {
        db.run('DELETE FROM reports WHERE id = ?', report.id);
        if (posted) db.run('UPDATE intents SET posts = posts + 1 WHERE id = ?', report.intent.id);
        if (report.kind === 'result' && report.text) {
          db.run('UPDATE texts SET reported_at = ? WHERE id = ?', now, report.text.id);
        }
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
