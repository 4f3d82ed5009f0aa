import { z } from 'zod';
import { indexedAt, removeListed, type Store, type Tx, table } from '../kit/store/store.ts';
import { type AuditEntry, storedEntrySchema } from './audit.ts';

/** Entries that a workspace keeps; a new one replaces the oldest. */
export const MAX_AUDIT_ENTRIES = 1000;

const auditSchema = z.object({ id: z.string(), workspace: z.string(), entry: storedEntrySchema });

export const AUDIT = table('audit', auditSchema, ({ workspace, entry }) => ({
  byWorkspace: indexedAt(entry.at, workspace),
}));

/** A workspace's changes, with the people who made them. */
export function createAudit(store: Store, newId: () => string) {
  return {
    record: (workspace: string, entry: AuditEntry) =>
      store.transaction(tx => putAudit(tx, newId, workspace, entry)),
    /** Newest first. */
    list: (workspace: string, limit: number) =>
      store.read(tx => {
        const index = AUDIT.index('byWorkspace', workspace);
        return tx.readable(AUDIT, { index, limit, reverse: true }).map(({ entry }) => entry);
      }),
  };
}

export type Audit = ReturnType<typeof createAudit>;

/** Records an entry as part of a larger transaction. */
export function putAudit(tx: Tx, newId: () => string, workspace: string, entry: AuditEntry): void {
  tx.insert(AUDIT, { id: newId(), workspace, entry });
  const index = AUDIT.index('byWorkspace', workspace);
  const excess = tx.count(index) + 1 - MAX_AUDIT_ENTRIES;
  if (excess > 0) removeListed(tx, AUDIT, { index }, excess);
}
