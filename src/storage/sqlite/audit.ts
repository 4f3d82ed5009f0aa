import { AUDIT_KEPT, type Audit } from '../ports.ts';
import { toAuditEntry } from '../rows.ts';
import type { Database } from './database.ts';

export function createAudit(db: Database): Audit {
  return {
    record: (workspace, entry) =>
      db.write(() => {
        db.run('INSERT INTO audit (workspace, entry) VALUES (?, ?)', workspace, JSON.stringify(entry));
        db.run(
          `DELETE FROM audit WHERE workspace = ?1 AND id <=
             (SELECT id FROM audit WHERE workspace = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)`,
          workspace,
          AUDIT_KEPT,
        );
      }),
    list: async (workspace, limit) =>
      db
        .all('SELECT entry FROM audit WHERE workspace = ? ORDER BY id DESC LIMIT ? + 0', workspace, limit)
        .map(row => toAuditEntry(row.entry)),
  };
}
