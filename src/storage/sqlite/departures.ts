import type { Departures } from '../ports.ts';
import type { Bodies } from './bodies.ts';
import type { Database } from './database.ts';
import type { DocumentTable } from './document-table.ts';
import type { Tally } from './tally.ts';

/** Workspaces that the app left, and how what they had leaves. */
export function createDepartures(
  db: Database,
  bodies: Bodies,
  table: DocumentTable,
  tally: Tally,
): Departures {
  /** What a workspace has, table by table; each statement removes at most so much. */
  function remove(workspace: string, limit: number): number {
    // Only of the next few intents: to look for them among all would take the longer the more there are.
    const reports = db.run(
      `DELETE FROM reports WHERE id IN (
         SELECT reports.id FROM (SELECT id FROM intents WHERE workspace = ?1 ORDER BY identity LIMIT ?2 + 0) AS next
         JOIN reports ON reports.intent_id = next.id LIMIT ?2 + 0)`,
      workspace,
      limit,
    );
    const texts = db.all(
      'DELETE FROM texts WHERE id IN (SELECT id FROM texts WHERE workspace = ? LIMIT ? + 0) RETURNING state',
      workspace,
      limit,
    );
    tally.removed(workspace, texts);
    // Reports are found by their intents, so these go when they have no report left.
    const intents =
      reports > 0
        ? 0
        : db.run(
            'DELETE FROM intents WHERE id IN (SELECT id FROM intents WHERE workspace = ? ORDER BY identity LIMIT ? + 0)',
            workspace,
            limit,
          );
    const documents = table.removeSome(workspace, limit);
    const audit = db.run(
      'DELETE FROM audit WHERE id IN (SELECT id FROM audit WHERE workspace = ? LIMIT ? + 0)',
      workspace,
      limit,
    );
    const mail = ['letters', 'mailboxes', 'letter_identities', 'aside'].map(table =>
      db.run(
        `DELETE FROM ${table} WHERE rowid IN (SELECT rowid FROM ${table} WHERE workspace = ? LIMIT ? + 0)`,
        workspace,
        limit,
      ),
    );
    const costs = db.run('DELETE FROM workspaces WHERE workspace = ?', workspace);
    const usage = db.run('DELETE FROM usage WHERE workspace = ?', workspace);
    return (
      reports +
      texts.length +
      intents +
      documents +
      audit +
      costs +
      usage +
      mail.reduce((sum, count) => sum + count)
    );
  }

  return {
    leave: (workspace, at) =>
      db.write(() => {
        db.run(
          `INSERT INTO departures (workspace, forget_at) VALUES (?, ?)
           ON CONFLICT (workspace) DO UPDATE SET forget_at = MIN(forget_at, excluded.forget_at)`,
          workspace,
          at,
        );
      }),

    stay: workspace =>
      db.write(() => {
        db.run('DELETE FROM departures WHERE workspace = ?', workspace);
      }),

    forget: async (now, limit) => {
      const removed = await db.write(() => {
        const row = db.get(
          'SELECT workspace FROM departures WHERE forget_at <= ? ORDER BY forget_at LIMIT 1',
          now,
        );
        if (!row) return 0;
        const workspace = String(row.workspace);
        const things = remove(workspace, limit);
        if (things > 0) return things;
        db.run('DELETE FROM counts WHERE workspace = ?', workspace);
        return db.run('DELETE FROM departures WHERE workspace = ?', workspace);
      });
      if (removed === 0) return 0;
      bodies.forget();
      db.emptyLog();
      return removed;
    },
  };
}
