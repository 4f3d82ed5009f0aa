import type { PageLinks } from '../pages/magic-links.ts';
import type { Stalls } from '../stalls/stalls.ts';
import type { Documents, EveryWorkspace, Revisions } from './documents.ts';
import type { Quarantine, RestorableKind } from './quarantine.ts';
import type { Store, WorkspaceDeletion } from './store.ts';
import type { Temporary } from './temporary.ts';

/** The engine that stores the app's data. */
export type StorageChoice =
  | { kind: 'sqlite'; dataDir: string }
  | {
      kind: 'redis';
      url: string;
      /** The server may keep nothing on disk. */
      isEphemeral?: boolean;
      /** The number of replicas that must have a write before it counts as written. */
      replicas?: number;
    };

/** An open engine. */
export type Engine = {
  store: Store;
  temporary: Temporary;
  /** The time line of all processes that share the store (see `Clock`). It is never behind a stored time. */
  now(): number;
  /** The time of day (see `Clock`). */
  wall(at?: number): number;
  /** Calls `listener` when another process may have left work. */
  onNews(listener: () => void): void;
  /** True if other processes may have the store open too. */
  isShared: boolean;
  /** Makes a test write. Rejects with the reason if the store is unreachable or refuses writes. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/**
 * The stores built on records: here those that belong to no feature; features add theirs (`declare module` in their index).
 *
 * One contract suite checks all engines (test/contracts). Each operation is one transaction, unless its comment says otherwise,
 * and is on disk when its promise resolves. Times are epoch milliseconds on the app's time line (see `Clock`) and come from the
 * caller.
 */
export interface Records {
  documents: Documents;
  revisions: Revisions;
  everyWorkspace: EveryWorkspace;
  links: PageLinks;
  stalls: Stalls;
  quarantine: Quarantine;
}

export type Storage = Records & Omit<Engine, 'store'>;

/** Functions that features run in the transactions of features below them, which declare them here (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
export interface StepHooks {}

/** The dependencies of a feature's stores. */
export type StoreGiven = {
  newId: () => string;
  /** The time of day at a moment on the time line. */
  wall: (at: number) => number;
  /** The hooks of the features above. */
  hooks: Partial<StepHooks>;
  /** All features' deletions of a workspace's data, in `deletionOrder`. */
  deletions: readonly WorkspaceDeletion[];
};

/** A feature's stores. */
export type Persistence = {
  open(store: Store, context: StoreGiven): Partial<Records>;
  /** Deletes the feature's data of a workspace that has uninstalled the app. */
  deleteWorkspaceData?: WorkspaceDeletion;
  /** The kinds of records that it quarantines when they can't be read. */
  quarantineKinds?(context: StoreGiven): readonly RestorableKind[];
  hooks?: Partial<StepHooks>;
};
