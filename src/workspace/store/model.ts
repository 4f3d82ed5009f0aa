import { z } from 'zod';
import type { Table } from '../../kit/store/store.ts';
import { type AuditEntry, auditEntrySchema } from '../audit.ts';

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

export const DELETION_LISTS = { due: 'deletions.due' };

export const DELETIONS: Table<Readonly<z.infer<typeof deletionSchema>>> = {
  name: 'deletion',
  schema: deletionSchema,
  places: ({ removeAt }) => [{ list: DELETION_LISTS.due, score: removeAt }],
};
