import { AUDIT_KEPT, type Audit } from '../ports.ts';
import { readEach } from '../reading.ts';
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
    async list(workspace, limit) {
      const newest = 'SELECT entry FROM audit WHERE workspace = ? ORDER BY id DESC LIMIT ? + 0';
      return readEach(db.all(newest, workspace, limit), row => toAuditEntry(row.entry)).values;
    },
  };
}
