import { z } from 'zod';
import { indexedAt, type Store, table, type WorkspaceDeletion } from '../kit/store/store.ts';

const deletionSchema = z.object({
  /** The workspace. */
  id: z.string(),
  removeAt: z.int(),
});

const DELETIONS = table('deletion', deletionSchema, ({ removeAt }) => ({ due: indexedAt(removeAt) }));

/**
 * The deletion of a workspace's data some time after it uninstalled the app (see uninstall.ts).
 *
 * @param deletions what each feature deletes, in the order in which that is done
 */
export function createDeletions(store: Store, deletions: readonly WorkspaceDeletion[]) {
  return {
    /** Schedules a deletion. If one is scheduled already, the earlier time counts. */
    schedule: (workspace: string, at: number) =>
      store.transaction(tx => {
        const scheduled = tx.get(DELETIONS, workspace);
        tx.put(DELETIONS, { id: workspace, removeAt: Math.min(scheduled?.removeAt ?? at, at) });
      }),

    /** Cancels a deletion, because the app is installed again. */
    cancel: (workspace: string) =>
      store.transaction(tx => {
        if (tx.get(DELETIONS, workspace)) tx.delete(DELETIONS, workspace);
      }),

    /**
     * Deletes at most about `limit` records of a workspace whose time has come, and its schedule once no record is left.
     *
     * @returns the number of deleted records; 0 if no workspace's time has come
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
