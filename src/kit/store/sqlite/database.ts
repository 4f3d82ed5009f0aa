import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from 'node:sqlite';
import type { StorageError } from '../errors.ts';
import { LOCK, lockFolder, openFile, watchFiles } from './file.ts';
import { createWriter } from './writer.ts';

/** 32 MB, which takes a quarter of a second or so. */
const MOST_REWRITTEN = 8192;

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
   * sync of the disk: it is all kept, or all refused.
   */
  write<T>(work: () => T): Promise<T>;
  /** Calls `write` before a transaction that has changed something is committed, to write what belongs to all of it. */
  beforeCommit(write: () => void): void;
  /** Empties the write-ahead log into the database: until then it may still contain deleted data. */
  emptyLog(): void;
  /**
   * The same, and writes the file anew: where pages are merged, parts of deleted rows may lie in their unused parts, even with
   * `secure_delete`. Not a file that is so large that everybody would wait for it.
   */
  rewrite(): void;
  close(): Promise<void>;
};

/**
 * Opens `sms.db` in `dataDir` (made if missing, private to its owner), and holds an OS lock on the folder until closed.
 *
 * @throws StorageError if another process has the folder, its data has another version, or it can't be used
 * @param failed called once if only a restart helps; nothing more is written
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
    const known = statements.get(sql) ?? db.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  const emptyLog = (): void => db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  let beforeCommit = (): void => undefined;
  /** Whether anything was written since the last commit. */
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
    emptyLog,
    rewrite() {
      const pages = Number(db.prepare('PRAGMA page_count').get()?.page_count);
      if (pages <= MOST_REWRITTEN) db.exec('VACUUM');
      emptyLog();
    },
    async close() {
      await writer.flushed();
      statements.clear();
      db.close();
      lock.close();
    },
  };
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
