import { z } from 'zod';
import { type AuditEntry, auditEntrySchema } from '../../domain/audit.ts';
import type { Table } from '../store.ts';

/** Small documents: linked keys, settings, facts. Each belongs to a workspace; nobody can read another workspace's. */
export type Documents = {
  /** Undefined if there is none. Throws an UnreadableError if it doesn't fit the schema, or isn't JSON. */
  get<T>(workspace: string, key: string, schema: z.ZodType<T>): Promise<T | undefined>;
  set(workspace: string, key: string, value: unknown, ttlMs?: number): Promise<void>;
  delete(workspace: string, key: string): Promise<void>;
  /** The keys of all documents of a workspace, in no particular order. */
  keys(workspace: string): Promise<string[]>;
};

/** For documents that several people change at once, such as settings and lists: nobody's change overwrites another's unseen. */
export type Revisions = {
  /**
   * Changes a document without an expiry, or makes it. Of two changes at the same time the later one builds on the earlier
   * one, so `change` may be called more than once. Returns the resulting document.
   */
  update<T>(
    workspace: string,
    key: string,
    schema: z.ZodType<T>,
    change: (current: T | undefined) => T,
  ): Promise<T>;
};

/** For the operator's commands, which see all workspaces; no surface has it. */
export type EveryWorkspace = {
  /** The workspaces that have a document with this key, in no particular order. */
  documentsCalled(key: string): AsyncIterable<string>;
  /**
   * Replaces a document with what `change` makes of it, unless somebody else changed it meanwhile: then `change` is called
   * again. False if there is none, or if `change` returns undefined.
   */
  change(workspace: string, key: string, change: (value: unknown) => unknown): Promise<boolean>;
};

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
  carryOut(now: number, limit: number): Promise<number>;
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
  forgetAt: z.int(),
});

export const DELETION_LISTS = { due: 'deletions.due' };

export const DELETIONS: Table<Readonly<z.infer<typeof deletionSchema>>> = {
  name: 'deletion',
  schema: deletionSchema,
  places: ({ forgetAt }) => [{ list: DELETION_LISTS.due, score: forgetAt }],
};
