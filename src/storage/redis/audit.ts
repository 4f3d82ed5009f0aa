import { AUDIT_KEPT, type Audit } from '../ports.ts';
import { readEach } from '../reading.ts';
import { toAuditEntry } from '../rows.ts';
import type { Connection } from './connection.ts';
import { PREFIX } from './prefix.ts';
import type { Scripts } from './scripts.ts';

/** The audit trail: a list for each workspace, newest first. */
export function createAudit(connection: Connection, scripts: Scripts): Audit {
  return {
    async record(workspace, entry) {
      await scripts.run('record', { workspace, entry: JSON.stringify(entry), kept: AUDIT_KEPT });
    },
    async list(workspace, limit) {
      const entries = await connection.ask(client =>
        client.lRange(`${PREFIX}audit:${workspace}`, 0, limit - 1),
      );
      return readEach(entries, toAuditEntry).values;
    },
  };
}
