import type { Log } from '../../../log.ts';
import type { TimeSource } from '../../clock.ts';
import { sayAside } from '../aside.ts';
import type { Engine } from '../engine.ts';
import type { StorageError } from '../errors.ts';
import { createTemporary } from '../temporary.ts';
import { openDatabase } from './database.ts';
import { createStore } from './store.ts';
import { createTemporaryStore } from './temporary-store.ts';
import { keepTime } from './time.ts';

/**
 * The embedded engine: one process, one folder.
 *
 * @throws StorageError if another process has the folder, or its data has another version
 */
export function openSqlite(options: {
  dataDir: string;
  time: TimeSource;
  newId: () => string;
  log: Log;
  /** Called once if the disk failed so that only a restart helps; nothing more is written. */
  failed?: (error: StorageError) => void;
}): Engine {
  const { dataDir, time, newId, log, failed } = options;
  const db = openDatabase(dataDir, failed);
  const { now, wall } = keepTime(db, time);
  let news = (): void => undefined;
  const store = createStore(db, {
    owner: newId(),
    now,
    noted: note => {
      sayAside(log, note);
      news(); // There are people to tell.
    },
  });
  return {
    store,
    temporary: createTemporary(createTemporaryStore(db, now)),
    now,
    wall,
    onNews(listener) {
      news = listener;
    },
    isShared: false,
    ping: db.prove,
    close: () => db.close(),
  };
}
