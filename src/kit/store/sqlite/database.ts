import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { StorageError } from '../errors.ts';
import { isBusy, LOCK, lockFolder, openFile, watchFiles } from './file.ts';
import { createWriter } from './writer.ts';

/** The pages of 32 MB. Rewriting these takes about a quarter of a second, in which the app stands still. */
const MAX_REWRITTEN_PAGES = 8192;
const PURGE_AGAIN_MS = 1000;

type SqlRow = Record<string, SQLOutputValue>;

/** One SQLite file: prepared statements and grouped, durable writes. */
export type Database = {
  all(sql: string, ...values: SQLInputValue[]): SqlRow[];
  get(sql: string, ...values: SQLInputValue[]): SqlRow | undefined;
  /** Runs a statement and returns the number of changed rows. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /**
   * Runs `work`; resolves when its writes are on disk. Writes of one turn of the event loop share one SQLite transaction, and so
   * one sync of the disk. `soon`: joins the next write, or waits a moment.
   */
  write<T>(work: () => T, when?: 'soon'): Promise<T>;
  /** Calls `write` before each commit that has changes, as part of it. */
  beforeCommit(write: () => void): void;
  /**
   * Empties the write-ahead log, which may contain deleted data, into the database. Returns false if another program that reads
   * the file prevents it; it is then tried again until it succeeds.
   */
  emptyLog(): boolean;
  /**
   * Like `emptyLog`, and rewrites the file, because merged pages may contain fragments of deleted rows, even with `secure_delete`.
   * Doesn't rewrite a large file, because the app would stand still meanwhile.
   */
  rewrite(): boolean;
  close(): Promise<void>;
};

/**
 * Opens `sms.db` in `dataDir` (created if missing, private to its owner), and holds an OS lock on the folder until closed.
 *
 * @param failed called once if only a restart helps; nothing more is written
 * @throws StorageError if another process has the folder, its data has another version, or it can't be used
 */
export function openDatabase(
  dataDir: string,
  failed: (error: StorageError) => void = () => undefined,
): Database {
  const lock = lockFolder(dataDir);
  const path = join(dataDir, 'sms.db');
  const db = opened(() => openFile(path), lock);
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const statement = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, statement);
    return statement;
  };
  const purge = createPurge(db);
  let beforeCommit = (): void => undefined;
  /** True if rows have changed since the last commit. */
  let isChanged = false;
  const writer = createWriter(path, db, {
    ending: () => {
      if (!isChanged) return;
      beforeCommit();
      isChanged = false;
    },
    missing: watchFiles([path, `${path}-wal`, join(dataDir, LOCK)]),
    failed,
  });
  return {
    all: (sql, ...values) => prepared(sql).all(...values),
    get: (sql, ...values) => prepared(sql).get(...values),
    run(sql, ...values) {
      const changes = Number(prepared(sql).run(...values).changes);
      isChanged ||= changes > 0;
      return changes;
    },
    write: writer.write,
    beforeCommit(write) {
      beforeCommit = write;
    },
    emptyLog: () => purge.run('log'),
    rewrite: () => purge.run('file'),
    async close() {
      purge.stop();
      await writer.flushed();
      statements.clear();
      db.close();
      lock.close();
    },
  };
}

/** `log`: empties the write-ahead log; `file`: also rewrites the file. */
type ToPurge = 'log' | 'file';

/** Purges now, or once no other program is reading. */
function createPurge(db: DatabaseSync): { run(target: ToPurge): boolean; stop(): void } {
  let remaining: ToPurge | null = null;
  let timer: NodeJS.Timeout | null = null;

  /** Doesn't wait for another program's lock (see `openFile`); returns false if there is one. */
  function tryNow(target: ToPurge): boolean {
    try {
      const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count);
      if (target === 'file' && pages <= MAX_REWRITTEN_PAGES) db.exec('VACUUM');
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
    return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  }

  function run(target: ToPurge): boolean {
    if (timer) clearTimeout(timer);
    timer = null;
    remaining = remaining === 'file' ? 'file' : target;
    try {
      if (tryNow(remaining)) remaining = null;
    } finally {
      if (remaining) timer = setTimeout(retry, PURGE_AGAIN_MS, remaining).unref();
    }
    return remaining === null;
  }

  /** No caller waits for a retry: if the disk fails, the next write or purge reports it. */
  function retry(target: ToPurge): void {
    try {
      run(target);
    } catch {
      // `run` has scheduled the next try.
    }
  }
  return { run, stop: () => timer && clearTimeout(timer) };
}

/** Releases the lock if the file can't be opened. */
function opened(open: () => DatabaseSync, lock: DatabaseSync): DatabaseSync {
  try {
    return open();
  } catch (error) {
    lock.close();
    throw error;
  }
}
