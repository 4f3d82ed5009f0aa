import type { KeyvStoreAdapter, StoredData } from 'keyv';
import type { Log } from '../../../log.ts';
import type { TimeSource } from '../../clock.ts';
import { createTimeline, resumed, type Timeline } from '../../timeline.ts';
import type { StorageError } from '../errors.ts';
import { logQuarantined } from '../quarantine.ts';
import type { Engine } from '../storage.ts';
import { prove } from '../store.ts';
import { createTemporary, type TemporaryStore } from '../temporary.ts';
import { type Database, openDatabase } from './database.ts';
import { createStore } from './store.ts';

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
  /** Called once if the disk failed in a way that only a restart helps; nothing more is written. */
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
      logQuarantined(log, note);
      news(); // Wakes the workers, which tell people about the record.
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
    ping: () => prove(store),
    close: () => db.close(),
  };
}

/**
 * The time line of all times in this file. Each commit stores its position, from which the next process continues, so that no
 * stored time is in that process's future.
 */
function keepTime(db: Database, source: TimeSource): Timeline {
  const row = db.get('SELECT line, wall FROM clock');
  const mark = row ? { line: Number(row.line), wall: Number(row.wall) } : null;
  const timeline = createTimeline(source, resumed(mark, source.wall()));
  db.beforeCommit(() => {
    const { line, wall } = timeline.mark();
    db.run(
      `INSERT INTO clock (only, line, wall) VALUES (1, ?, ?)
       ON CONFLICT (only) DO UPDATE SET line = excluded.line, wall = excluded.wall`,
      line,
      wall,
    );
  });
  return timeline;
}

/** Keeps temporary values in a table of the same file, so that they are as durable as records. */
function createTemporaryStore(db: Database, now: () => number): TemporaryStore {
  const store: KeyvStoreAdapter = {
    opts: {},
    namespace: undefined,
    async get<Value>(key: string) {
      const row = db.get('SELECT value FROM temporary WHERE key = ? AND expires_at > ?', key, now());
      return row && (String(row.value) as StoredData<Value>);
    },
    set: (key: string, value: unknown, ttl = 0) =>
      db.write(() => {
        db.run('DELETE FROM temporary WHERE expires_at <= ?', now());
        db.run(
          `INSERT INTO temporary (key, value, expires_at) VALUES (?, ?, ?)
           ON CONFLICT (key) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
          key,
          String(value),
          now() + ttl,
        );
        return true;
      }),
    delete: (key: string) => db.write(() => db.run('DELETE FROM temporary WHERE key = ?', key) > 0),
    clear: () => db.write(() => void db.run('DELETE FROM temporary')),
    on() {
      return this; // No error events: a failure rejects the call.
    },
  };
  return { store, namespace: 'temporary', ask: call => call(), write: call => call() };
}
