import type { TimeSource } from '../domain/clock.ts';
import type { Log } from '../log.ts';
import type { StorageError } from './errors.ts';
import type { Storage } from './index.ts';

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

/**
 * Opens the chosen engine, and loads no other: Redis' client takes as much memory as a tenth of the program. A new engine is
 * one folder next to the two, and one case here.
 *
 * @param given.time this machine's clocks
 * @param given.failed called once if the store failed so badly that only a restart helps; nothing more is written
 * @throws StorageError if it can't be used
 */
export async function openStorage(
  choice: StorageChoice,
  given: { time: TimeSource; newId: () => string; log: Log; failed?: (error: StorageError) => void },
): Promise<Storage> {
  switch (choice.kind) {
    case 'redis':
      return (await import('./redis/index.ts')).openRedisStorage({ ...choice, ...given });
    case 'sqlite':
      return (await import('./sqlite/index.ts')).openSqliteStorage({ ...choice, ...given });
  }
}
