import type { PageLinks } from '../pages/magic-links.ts';
import type { Stalls } from '../stalls/stalls.ts';
import type { Documents, EveryWorkspace, Revisions } from './documents.ts';
import type { Quarantine, RestorableKind } from './quarantine.ts';
import type { Store, WorkspaceDeletion } from './store.ts';
import type { Temporary } from './temporary.ts';

/** Where an app keeps what it must not lose. */
export type StorageChoice =
  | { kind: 'sqlite'; dataDir: string }
  | {
      kind: 'redis';
      url: string;
      /** The server may keep nothing on disk. */
      isEphemeral?: boolean;
      /** How many replicas must have what is written before anybody is told of it. */
      replicas?: number;
    };

/** An open engine. */
export type Engine = {
  store: Store;
  temporary: Temporary;
  /** The time line that everybody who shares the store uses; see `Clock`. It is never behind what was stored before. */
  now(): number;
  /** The time of day; see `Clock`. */
  wall(at?: number): number;
  /** Calls `listener` when there may be something to do that no caller here knows about, because another process left it. */
  onNews(listener: () => void): void;
  /** Whether other processes may have the store open too. */
  isShared: boolean;
  /** Makes a test write that changes nothing; rejects, and says why, if the store can't be reached or doesn't accept it. */
  ping(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Everything that is kept in records: here what belongs to no feature; each adds its own (`declare module`, in its index).
 *
 * All engines keep what is promised here, checked by one contract suite (test/contracts). Every operation is one atomic step,
 * unless it says that it takes several, and is on disk when its promise resolves. Times are epoch milliseconds on the app's
 * time line (see `Clock`) and come from the caller.
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

/** What features do in the steps of those below them; whoever asks for it declares it here (`declare module`). */
// biome-ignore lint/suspicious/noEmptyInterface: features fill it.
export interface StepHooks {}

/** What a feature is given to open what it keeps. */
export type StoreGiven = {
  newId: () => string;
  /** The time of day at a moment on the time line. */
  wall: (at: number) => number;
  /** Of the features above. */
  hooks: Partial<StepHooks>;
  /** What goes with a workspace, of all features. */
  deletions: readonly WorkspaceDeletion[];
};

/** What a feature keeps. */
export type Persistence = {
  open(store: Store, given: StoreGiven): Partial<Records>;
  /** What goes with a workspace. */
  deleteWorkspaceData?: WorkspaceDeletion;
  /** The kinds of records that it quarantines when they can't be read. */
  quarantineKinds?(given: StoreGiven): readonly RestorableKind[];
  hooks?: Partial<StepHooks>;
};
