import { join } from 'node:path';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { DATA_VERSION, type StorageError } from '../errors.ts';
import { LOCK, lockFolder, openFile, watchFiles } from './file.ts';
import { createWriter } from './writer.ts';

/** 32 MB, which takes a quarter of a second or so. */
const MOST_REWRITTEN = 8192;

type SqlRow = Record<string, unknown>;
type Prepared = { statement: StatementSync; columns: string[] };

/**
 * One SQLite file: prepared statements and grouped, durable writes.
 */
export type Database = {
  all(sql: string, ...values: SQLInputValue[]): SqlRow[];
  get(sql: string, ...values: SQLInputValue[]): SqlRow | undefined;
  /** Runs a statement and returns how many rows it changed. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /**
   * Runs `work` as one atomic step; resolves when it is on disk. Steps requested at about the same time share one transaction,
   * and so one sync of the disk. A step that throws undoes only itself; the others are undone and run again, so `work` must
   * keep nothing outside the database.
   */
  write<T>(work: () => T): Promise<T>;
  /** Calls `write` before steps that are written together are committed, to write at once what they have in common. */
  beforeCommit(write: () => void): void;
  /** Writes to the file something that is already in it; rejects if it can't be written. */
  prove(): Promise<void>;
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
  const statements = new Map<string, Prepared>();
  const prepared = (sql: string): Prepared => {
    let known = statements.get(sql);
    if (!known) {
      known = prepare(db, sql);
      statements.set(sql, known);
    }
    return known;
  };
  const emptyLog = (): void => db.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const sums: (() => void)[] = [];
  /** Whether anything was written since those were. */
  let isChanged = false;
  const writer = createWriter(path, db, {
    ending: () => {
      if (!isChanged) return;
      for (const write of sums) write();
      isChanged = false;
    },
    missing: watchFiles([path, `${path}-wal`, join(dataDir, LOCK)]),
    failed,
  });
  return {
    all(sql, ...values) {
      const { statement, columns } = prepared(sql);
      return statement.all(...values).map(row => rowOf(columns, row));
    },
    get(sql, ...values) {
      const { statement, columns } = prepared(sql);
      const row = statement.get(...values);
      return row && rowOf(columns, row);
    },
    run(sql, ...values) {
      const changes = Number(prepared(sql).statement.run(...values).changes);
      isChanged ||= changes > 0;
      return changes;
    },
    write: writer.write,
    beforeCommit: write => void sums.push(write),
    prove: () => writer.write(() => void prepared(`PRAGMA user_version = ${DATA_VERSION}`).statement.run()),
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

/** The objects that node:sqlite makes of rows are slow to make and to read: making them here is twice as fast. */
function prepare(db: DatabaseSync, sql: string): Prepared {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return { statement, columns: statement.columns().map(column => column.name) };
}

function rowOf(columns: readonly string[], values: unknown): SqlRow {
  const row: SqlRow = {};
  let index = 0;
  for (const column of columns) row[column] = (values as unknown[])[index++];
  return row;
}
