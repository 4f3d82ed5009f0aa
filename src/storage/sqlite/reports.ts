import type { Outbox, Report, ReportKind } from '../ports.ts';
import { type ReportDetail, toReport } from '../rows.ts';
import type { Database } from './database.ts';

type NewReport = {
  kind: ReportKind;
  intentId: string;
  textId?: string | null;
  detail?: ReportDetail;
  now: number;
};

export type Reports = Pick<Outbox, 'leaseReports' | 'closeReport' | 'retryReport' | 'nextReport'> & {
  /** Part of a larger step: call it inside `write`. */
  add(report: NewReport): void;
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

  return {
    add: ({ kind, intentId, textId = null, detail = {}, now }) => {
      db.run(
        `INSERT INTO reports (intent_id, text_id, kind, detail, due_at, created_at) VALUES (?, ?, ?, ?, ?, ?)`,
        intentId,
        textId,
        kind,
        JSON.stringify(detail),
        now,
        now,
      );
    },

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
