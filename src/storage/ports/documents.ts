import type { z } from 'zod';
import type { AuditEntry } from '../../domain/audit.ts';

/** Small documents: linked keys, settings, facts. Each belongs to a workspace; there is no way to read across. */
export type Documents = {
  /** Undefined: none. What does not fit the schema, or is no JSON, throws an UnreadableError. */
  get<T>(workspace: string, key: string, schema: z.ZodType<T>): Promise<T | undefined>;
  set(workspace: string, key: string, value: unknown, ttlMs?: number): Promise<void>;
  delete(workspace: string, key: string): Promise<void>;
  /** The keys of all documents of a workspace, in no order. */
  keys(workspace: string): Promise<string[]>;
};

/** Changes to documents that several make at once, such as settings and lists: none undoes another's unseen. */
export type Revisions = {
  /**
   * Changes a document that has no time to live, or makes it: of two changes at the same time the later one builds on
   * the other, so `change` may be called more than once. Returns the document as it is then.
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
  /** The workspaces that have a document of this key, in no order. */
  documentsCalled(key: string): AsyncIterable<string>;
  /**
   * Puts what `change` makes of a document in its place, unless somebody else changed it meanwhile: then `change`
   * is asked again. False when there is none, or when `change` returns undefined.
   */
  change(workspace: string, key: string, change: (value: unknown) => unknown): Promise<boolean>;
};

/** Workspaces that the app left: what they have here is deleted some time later, unless the app comes back. */
export type ScheduledDeletions = {
  /** All that belongs to the workspace is to go at `at`. Said again, the earlier time counts. */
  schedule(workspace: string, at: number): Promise<void>;
  /** The app is there again: nothing goes. */
  cancel(workspace: string): Promise<void>;
  /**
   * Removes at most about `limit` things (texts, intents, reports, documents) of a workspace whose time has come;
   * returns how many. A workspace that has nothing left is forgotten itself.
   */
  carryOut(now: number, limit: number): Promise<number>;
};

/** So many entries are kept of a workspace's audit trail; older ones leave as new ones come. */
export const AUDIT_KEPT = 1000;

/** Who changed what in a workspace. */
export type Audit = {
  record(workspace: string, entry: AuditEntry): Promise<void>;
  /** The newest entries, newest first. */
  list(workspace: string, limit: number): Promise<AuditEntry[]>;
};
