import type { TimeSource } from '../kit/clock.ts';
import type { Engine, StorageChoice } from '../kit/store/engine.ts';
import type { StorageError } from '../kit/store/errors.ts';
import type { Log } from '../log.ts';
import { type Storage, storageOn } from './storage.ts';

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
  return storageOn(await openEngine(choice, given), given.newId);
}

async function openEngine(choice: StorageChoice, given: Parameters<typeof openStorage>[1]): Promise<Engine> {
  switch (choice.kind) {
    case 'redis':
      return (await import('../kit/store/redis/index.ts')).openRedis({ ...choice, ...given });
    case 'sqlite':
      return (await import('../kit/store/sqlite/index.ts')).openSqlite({ ...choice, ...given });
  }
}
