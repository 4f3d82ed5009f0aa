import type { Store } from './store.ts';
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
