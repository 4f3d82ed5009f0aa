import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { TimeSource } from '../../clock.ts';
import { createTimeline, resumed } from '../../timeline.ts';
import { StorageError } from '../errors.ts';
import type { Engine } from '../storage.ts';
import type { Database } from './database.ts';
import { createStore } from './store.ts';

/** Opens the folder's database beside the app that has it, only to read. Whatever would write rejects. */
export function openSqliteToRead({ dataDir, time }: { dataDir: string; time: TimeSource }): Engine {
  const db = new DatabaseSync(join(dataDir, 'sms.db'), { readOnly: true, timeout: 5000 });
  const refused = (): never => {
    throw new StorageError('The app has this folder: nothing is written beside it.');
  };
  const database: Database = {
    all: (sql, ...values) => db.prepare(sql).all(...values),
    get: (sql, ...values) => db.prepare(sql).get(...values),
    run: refused,
    write: async () => refused(),
    beforeCommit: () => undefined,
    emptyLog: refused,
    rewrite: refused,
    close: async () => db.close(),
  };
  const row = db.prepare('SELECT line, wall FROM clock').get();
  const mark = row ? { line: Number(row.line), wall: Number(row.wall) } : null;
  const { now, wall } = createTimeline(time, resumed(mark, time.wall()));
  return {
    store: createStore(database, { owner: 'reader', now, noted: () => undefined }),
    temporary: { get: async () => undefined, set: async () => refused(), delete: async () => refused() },
    now,
    wall,
    onNews: () => undefined,
    isShared: true,
    ping: async () => refused(),
    close: database.close,
  };
}
