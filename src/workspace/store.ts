import { z } from 'zod';
import { LINK_LISTS, LINKS } from '../kit/pages/page-links.ts';
import { ASIDE, ASIDE_LISTS } from '../kit/store/aside.ts';
import { DOCUMENT_LISTS, DOCUMENTS } from '../kit/store/documents.ts';
import {
  type Removal,
  removalOf,
  removeListed,
  type Store,
  type Table,
  type Tx,
} from '../kit/store/store.ts';
import { type AuditEntry, auditEntrySchema } from './audit.ts';

/** Workspaces that removed the app: their data is deleted some time later, unless the app comes back. */
export type ScheduledDeletions = {
  /** Everything that belongs to the workspace is deleted at `at`. If called again, the earlier time counts. */
  schedule(workspace: string, at: number): Promise<void>;
  /** The app is back: nothing is deleted. */
  cancel(workspace: string): Promise<void>;
  /**
   * Removes at most about `limit` things (texts, intents, reports, documents) of a workspace whose time has come; returns how
   * many. A workspace that has nothing left is itself forgotten.
   */
  removeDue(now: number, limit: number): Promise<number>;
};

/** How many entries of a workspace's audit log are kept; older ones go as new ones come. */
export const AUDIT_KEPT = 1000;

/** Who changed what in a workspace. */
export type Audit = {
  record(workspace: string, entry: AuditEntry): Promise<void>;
  /** The newest entries, newest first. */
  list(workspace: string, limit: number): Promise<AuditEntry[]>;
};

const auditSchema = z.object({ id: z.string(), workspace: z.string(), entry: auditEntrySchema });

export const AUDIT_LISTS = { of: (workspace: string): string => `audit.of ${workspace}` };

export const AUDIT: Table<Readonly<z.infer<typeof auditSchema>>> = {
  name: 'audit',
  schema: auditSchema,
  places: ({ workspace, entry }) => [{ list: AUDIT_LISTS.of(workspace), score: entry.at }],
};

const deletionSchema = z.object({
  /** The workspace. */
  id: z.string(),
  /** When everything it has here is deleted. */
  removeAt: z.int(),
});

const DELETION_LISTS = { due: 'deletions.due' };

const DELETIONS: Table<Readonly<z.infer<typeof deletionSchema>>> = {
  name: 'deletion',
  schema: deletionSchema,
  places: ({ removeAt }) => [{ list: DELETION_LISTS.due, score: removeAt }],
};

export function createAudit(store: Store, newId: () => string): Audit {
  return {
    record: (workspace, entry) => store.change(tx => putAudit(tx, newId, workspace, entry)),
    list: (workspace, limit) =>
      store.read(tx => {
        const entries = tx.readable(AUDIT, { list: AUDIT_LISTS.of(workspace), limit, reverse: true });
        return entries.map(({ entry }) => entry);
      }),
  };
}

/** An entry of the audit log, as part of a step. */
export function putAudit(tx: Tx, newId: () => string, workspace: string, entry: AuditEntry): void {
  tx.insert(AUDIT, { id: newId(), workspace, entry });
  const list = AUDIT_LISTS.of(workspace);
  const over = tx.count(list) + 1 - AUDIT_KEPT;
  if (over > 0) removeListed(tx, AUDIT, { list }, over);
}

/** What the workspace itself has, whatever features there are. */
export const removeOfWorkspace = removalOf(
  { table: ASIDE, list: ASIDE_LISTS.of },
  { table: DOCUMENTS, list: DOCUMENT_LISTS.of },
  { table: AUDIT, list: AUDIT_LISTS.of },
  { table: LINKS, list: LINK_LISTS.of },
);

/**
 * Workspaces that removed the app, and how their data is deleted. Each step looks whether they are still to be deleted: if the app
 * comes back in between, whatever is there from then on stays.
 *
 * @param removals what each feature has of a workspace
 */
export function createDeletions(store: Store, removals: readonly Removal[]): ScheduledDeletions {
  return {
    schedule: (workspace, at) =>
      store.change(tx => {
        const before = tx.get(DELETIONS, workspace);
        tx.put(DELETIONS, { id: workspace, removeAt: Math.min(before?.removeAt ?? at, at) });
      }),

    cancel: workspace =>
      store.change(tx => {
        if (tx.get(DELETIONS, workspace)) tx.delete(DELETIONS, workspace);
      }),

    async removeDue(now, limit) {
      const [due] = await store.read(tx => tx.list({ list: DELETION_LISTS.due, to: now, limit: 1 }));
      if (!due) return 0;
      const removed = await store.change(tx => {
        const isDue = (tx.get(DELETIONS, due.id)?.removeAt ?? Number.POSITIVE_INFINITY) <= now;
        return isDue ? removals.reduce((sum, remove) => sum + remove(tx, due.id, limit), 0) : 0;
      });
      if (removed > 0) {
        await store.purge();
        return removed;
      }
      return store.change(tx => {
        if (tx.get(DELETIONS, due.id)) tx.delete(DELETIONS, due.id);
        return 1;
      });
    },
  };
}
