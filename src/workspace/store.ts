import { z } from 'zod';
import { LINKS } from '../kit/pages/magic-links.ts';
import { DOCUMENTS } from '../kit/store/documents.ts';
import { QUARANTINE } from '../kit/store/quarantine.ts';
import {
  deletionOf,
  indexedAt,
  removeListed,
  type Store,
  type Tx,
  table,
  type WorkspaceDeletion,
} from '../kit/store/store.ts';
import { type AuditEntry, storedEntrySchema } from './audit.ts';

/** How many entries of a workspace's audit log are kept; older ones go as new ones come. */
export const AUDIT_KEPT = 1000;

const auditSchema = z.object({ id: z.string(), workspace: z.string(), entry: storedEntrySchema });

export const AUDIT = table('audit', auditSchema, ({ workspace, entry }) => ({
  byWorkspace: indexedAt(entry.at, workspace),
}));

const deletionSchema = z.object({
  /** The workspace. */
  id: z.string(),
  /** When everything it has here is deleted. */
  removeAt: z.int(),
});

const DELETIONS = table('deletion', deletionSchema, ({ removeAt }) => ({ due: indexedAt(removeAt) }));

/** Who changed what in a workspace. */
export function createAudit(store: Store, newId: () => string) {
  return {
    record: (workspace: string, entry: AuditEntry) =>
      store.transaction(tx => putAudit(tx, newId, workspace, entry)),
    /** The newest entries, newest first. */
    list: (workspace: string, limit: number) =>
      store.read(tx => {
        const entries = tx.readable(AUDIT, {
          index: AUDIT.index('byWorkspace', workspace),
          limit,
          reverse: true,
        });
        return entries.map(({ entry }) => entry);
      }),
  };
}

export type Audit = ReturnType<typeof createAudit>;

/** An entry of the audit log, as part of a step. */
export function putAudit(tx: Tx, newId: () => string, workspace: string, entry: AuditEntry): void {
  tx.insert(AUDIT, { id: newId(), workspace, entry });
  const index = AUDIT.index('byWorkspace', workspace);
  const over = tx.count(index) + 1 - AUDIT_KEPT;
  if (over > 0) removeListed(tx, AUDIT, { index }, over);
}

/** What the workspace itself has, whatever features there are. */
export const removeOfWorkspace = deletionOf(QUARANTINE, DOCUMENTS, AUDIT, LINKS);

/** Workspaces that removed the app: their data is deleted some time later, unless the app comes back. */
export function createDeletions(store: Store, deletions: readonly WorkspaceDeletion[]) {
  return {
    /** Everything that belongs to the workspace is deleted at `at`. If called again, the earlier time counts. */
    schedule: (workspace: string, at: number) =>
      store.transaction(tx => {
        const before = tx.get(DELETIONS, workspace);
        tx.put(DELETIONS, { id: workspace, removeAt: Math.min(before?.removeAt ?? at, at) });
      }),

    /** The app is back: nothing is deleted. */
    cancel: (workspace: string) =>
      store.transaction(tx => {
        if (tx.get(DELETIONS, workspace)) tx.delete(DELETIONS, workspace);
      }),

    /**
     * Removes at most about `limit` things (texts, intents, reports, documents) of a workspace whose time has come; returns how
     * many. A workspace that has nothing left is itself forgotten.
     */
    async removeDue(now: number, limit: number) {
      const [due] = await store.read(tx => tx.list({ index: DELETIONS.index('due'), to: now, limit: 1 }));
      if (!due) return 0;
      const removed = await store.transaction(tx => {
        const isDue = (tx.get(DELETIONS, due.id)?.removeAt ?? Number.POSITIVE_INFINITY) <= now;
        return isDue ? deletions.reduce((sum, remove) => sum + remove(tx, due.id, limit), 0) : 0;
      });
      if (removed > 0) {
        await store.purge();
        return removed;
      }
      return store.transaction(tx => {
        if (tx.get(DELETIONS, due.id)) tx.delete(DELETIONS, due.id);
        return 1;
      });
    },
  };
}

export type ScheduledDeletions = ReturnType<typeof createDeletions>;
