import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import { systemTime } from '../../clock.ts';
import type { StorageError } from '../errors.ts';
import { isBusy, LOCK, lockFolder, openFile, watchFiles } from './file.ts';
import { createWriter } from './writer.ts';

/** 32 MB, which takes a quarter of a second or so. */
const MOST_REWRITTEN = 8192;
const PURGE_AGAIN_MS = 1000;

type SqlRow = Record<string, SQLOutputValue>;

/**
 * One SQLite file: prepared statements and grouped, durable writes.
 */
export type Database = {
  all(sql: string, ...values: SQLInputValue[]): SqlRow[];
  get(sql: string, ...values: SQLInputValue[]): SqlRow | undefined;
  /** Runs a statement and returns how many rows it changed. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /**
   * Runs `work`; resolves when it is on disk. What is requested in one turn of the event loop shares one transaction, and so one
   * sync of the disk: it is all kept, or all refused. `soon`: it shares that of what is requested next, or waits a moment.
   */
  write<T>(work: () => T, when?: 'soon'): Promise<T>;
  /** Calls `write` before a transaction that has changed something is committed, to write what belongs to all of it. */
  beforeCommit(write: () => void): void;
  /**
   * Empties the write-ahead log into the database: until then it may still contain deleted data. False: another program is reading,
   * so that the log can't be emptied now. It is tried again until it can.
   */
  emptyLog(): boolean;
  /**
   * The same, and writes the file again: where pages are merged, parts of deleted rows may lie in their unused parts, even with
   * `secure_delete`. Not a file that is so large that everybody would wait for it.
   */
  rewrite(): boolean;
  close(): Promise<void>;
};

/**
 * Opens `sms.db` in `dataDir` (made if missing, private to its owner), and holds an OS lock on the folder until closed.
 *
 * @throws StorageError if another process has the folder, its data has another version, or it can't be used
 * @param options.failed called once if only a restart helps; nothing more is written
 */
export function openDatabase(
  dataDir: string,
  {
    failed = () => undefined,
    monotonic = systemTime.monotonic,
  }: { failed?: (error: StorageError) => void; monotonic?: () => number } = {},
): Database {
  const lock = lockFolder(dataDir);
  const path = join(dataDir, 'sms.db');
  const db = opened(() => openFile(path), lock);
  const statements = new Map<string, StatementSync>();
  const prepared = (sql: string): StatementSync => {
    const known = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  const purge = createPurge(db);
  let beforeCommit = (): void => undefined;
  /** Whether anything was written since the last commit. */
  let isChanged = false;
  const writer = createWriter(path, db, {
    ending: () => {
      if (!isChanged) return;
      beforeCommit();
      isChanged = false;
    },
    missing: watchFiles([path, `${path}-wal`, join(dataDir, LOCK)], monotonic),
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

/** `log`: the write-ahead log is to be emptied; `file`: the file is to be written again, too. */
type ToPurge = 'log' | 'file';

/** Purges now, or if another program is reading, as soon as it no longer does. */
function createPurge(db: DatabaseSync): { run(what: ToPurge): boolean; stop(): void } {
  let left: ToPurge | null = null;
  let timer: NodeJS.Timeout | null = null;

  /** Neither waits for a lock (see `openFile`): what another program holds is left for the next time. */
  function tryNow(what: ToPurge): boolean {
    try {
      const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count);
      if (what === 'file' && pages <= MOST_REWRITTEN) db.exec('VACUUM');
    } catch (error) {
      if (isBusy(error)) return false;
      throw error;
    }
    return db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get()?.busy === 0;
  }

  function run(what: ToPurge): boolean {
    if (timer) clearTimeout(timer);
    timer = null;
    left = left === 'file' ? 'file' : what;
    try {
      if (tryNow(left)) left = null;
    } finally {
      if (left) timer = setTimeout(again, PURGE_AGAIN_MS, left).unref();
    }
    return left === null;
  }

  /** Nobody waits for this one: if the disk fails, it is tried again, and whoever purges or writes next hears of it. */
  function again(what: ToPurge): void {
    try {
      run(what);
    } catch {
      // It is planned again by now.
    }
  }
  return { run, stop: () => timer && clearTimeout(timer) };
}

/** Gives the lock back if the file can't be opened. */
function opened(open: () => DatabaseSync, lock: DatabaseSync): DatabaseSync {
  try {
    return open();
  } catch (error) {
    lock.close();
    throw error;
  }
}
