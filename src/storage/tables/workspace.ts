import { z } from 'zod';
import { auditEntrySchema } from '../../domain/audit.ts';
import type { Table } from '../records.ts';

const auditSchema = z.object({ id: z.string(), workspace: z.string(), entry: auditEntrySchema });

export const AUDIT_LISTS = { of: (workspace: string): string => `audit.of ${workspace}` };
export const AUDIT_COUNTERS = { of: (workspace: string): string => `audit ${workspace}` };

export const AUDIT: Table<Readonly<z.infer<typeof auditSchema>>> = {
  name: 'audit',
  schema: auditSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace, entry }) => [
    { list: AUDIT_LISTS.of(workspace), score: entry.at },
    { counter: AUDIT_COUNTERS.of(workspace) },
  ],
};

const deletionSchema = z.object({
  /** The workspace. */
  id: z.string(),
  /** When everything it has here is deleted. */
  forgetAt: z.int(),
});

export const DELETION_LISTS = { due: 'deletions.due' };

export const DELETIONS: Table<Readonly<z.infer<typeof deletionSchema>>> = {
  name: 'deletion',
  schema: deletionSchema,
  workspaceOf: ({ id }) => id,
  places: ({ forgetAt }) => [{ list: DELETION_LISTS.due, score: forgetAt }],
};
