import type { TimeSource } from '../../../src/domain/clock.ts';
import { createLog } from '../../../src/log.ts';
import { StorageError } from '../../../src/storage/errors.ts';
import { createNewId } from '../../../src/storage/ids.ts';
import { openStorage, type StorageChoice } from '../../../src/storage/open.ts';
import type { Storage } from '../../../src/storage/ports.ts';

const TRIES = 20;

/** Where the app keeps what it has, and its time. */
export type Beside = { choice: () => Promise<StorageChoice>; time: TimeSource };

/**
 * Does something on the app's own store, beside the app; on SQLite, while there is none. While time runs fast, Redis has little
 * of it to answer, so whatever failed is tried again.
 */
export async function onStore<T>(
  how: Beside,
  work: (storage: Storage) => Promise<T>,
  tries = TRIES,
): Promise<T> {
  const log = createLog({ level: 'silent', stream: process.stderr, secrets: [] });
  const storage = await openStorage(await how.choice(), {
    ...{ time: how.time, newId: createNewId(Date.now), log },
  });
  const done = work(storage).finally(() => storage.close());
  return done.catch(error => {
    if (!(error instanceof StorageError) || tries === 1) throw error;
    return onStore(how, work, tries - 1);
  });
}
