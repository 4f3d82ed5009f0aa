import { LINK_LISTS, LINKS } from '../../kit/pages/page-links.ts';
import { ASIDE, ASIDE_LISTS } from '../../kit/store/aside.ts';
import { DOCUMENT_LISTS, DOCUMENTS } from '../../kit/store/documents.ts';
import { type Removal, removalOf, removeListed, type Store, type Tx } from '../../kit/store/store.ts';
import type { AuditEntry } from '../audit.ts';
import {
  AUDIT,
  AUDIT_KEPT,
  AUDIT_LISTS,
  type Audit,
  DELETION_LISTS,
  DELETIONS,
  type ScheduledDeletions,
} from './model.ts';

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
