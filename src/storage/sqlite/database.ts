import { chmodSync, closeSync, fdatasync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { StorageError } from '../errors.ts';
import { MIGRATIONS } from './schema.ts';
import { createWriter } from './writer.ts';

const SQLITE_BUSY = 5;
/** 40 MB of log. */
const LOG_PAGES = 10_000;
const CACHE_KIB = 65_536;

const syncFile = promisify(fdatasync);

type Row = Record<string, unknown>;
type Prepared = { statement: StatementSync; columns: string[] };

/**
 * One SQLite file with what the outbox needs of it: prepared statements and grouped, durable writes. Write `LIMIT ? + 0`:
 * to a plain `LIMIT ?` SQLite looks at the value, and so plans the statement anew each time.
 */
export type Database = {
  all(sql: string, ...values: SQLInputValue[]): Row[];
  get(sql: string, ...values: SQLInputValue[]): Row | undefined;
  /** Runs a statement and returns how many rows it changed. */
  run(sql: string, ...values: SQLInputValue[]): number;
  /**
   * Runs `work` as one atomic step; resolves when it is on disk. Steps asked for at about the same time share one
   * transaction, and so one sync of the disk; one that throws undoes only itself. When one does, the others are undone
   * and run again, so `work` keeps nothing outside of the database but what `onUndone` forgets.
   */
  write<T>(work: () => T): Promise<T>;
  /** Calls `forget` whenever something written was undone: what is known of the database is to be read again. */
  onUndone(forget: () => void): void;
  /** Calls `write` at the end of what is written together: to write at once what its steps have in common. */
  beforeCommit(write: () => void): void;
  /** Empties the write-ahead log into the database: until then it may still hold what was deleted there. */
  emptyLog(): void;
  close(): Promise<void>;
};

/**
 * Opens `sms.db` in `dataDir` (made when missing, private to its owner), brings its schema up to date, and holds
 * an OS lock on the folder until closed.
 *
 * @throws StorageError when another process has the folder, a newer version of this program made the file, or
 *   either can't be used
 * @param migrations the schema's versions; a test may have some of its own
 */
export function openDatabase(dataDir: string, migrations: readonly string[] = MIGRATIONS): Database {
  const lock = lockFolder(dataDir);
  const { db, log } = openFile(join(dataDir, 'sms.db'), migrations, lock);
  const statements = new Map<string, Prepared>();
  const prepared = (sql: string): Prepared => {
    let known = statements.get(sql);
    if (!known) {
      known = prepare(db, sql);
      statements.set(sql, known);
    }
    return known;
  };
  const memories: (() => void)[] = [];
  const sums: (() => void)[] = [];
  const writer = createWriter(db, {
    undone: () => {
      for (const forget of memories) forget();
    },
    ending: () => {
      for (const write of sums) write();
    },
    sync: () => syncFile(log),
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
    run: (sql, ...values) => Number(prepared(sql).statement.run(...values).changes),
    write: writer.write,
    onUndone: forget => void memories.push(forget),
    beforeCommit: write => void sums.push(write),
    emptyLog: () => db.exec('PRAGMA wal_checkpoint(TRUNCATE)'),
    async close() {
      await writer.flushed();
      statements.clear();
      closeSync(log);
      db.close();
      lock.close();
    },
  };
}

/** Objects that node:sqlite makes of rows are slow to make and to read: twice as fast is to make them here. */
function prepare(db: DatabaseSync, sql: string): Prepared {
  const statement = db.prepare(sql);
  statement.setReturnArrays(true);
  return { statement, columns: statement.columns().map(column => column.name) };
}

function rowOf(columns: readonly string[], values: unknown): Row {
  const row: Row = {};
  let index = 0;
  for (const column of columns) row[column] = (values as unknown[])[index++];
  return row;
}

/** The database, and its write-ahead log as a file to be synced. */
function openFile(
  path: string,
  migrations: readonly string[],
  lock: DatabaseSync,
): { db: DatabaseSync; log: number } {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 5000 });
    chmodSync(path, 0o600); // Whatever the folder allows; its log takes the same mode.
    // The writer syncs the log behind each commit, beside the event loop: what was answered survives a power cut, and so
    // does a claim, without which a text could go twice. NORMAL has SQLite sync where it copies the log into the
    // database. https://www.sqlite.org/pragma.html#pragma_synchronous
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
    // Most of what is written touches the same pages again: copied out of the log more seldom, and kept in memory,
    // a text costs a quarter less or better. What was deleted leaves the log when it is emptied.
    db.exec('PRAGMA temp_store = MEMORY'); // What is deleted everywhere else is in no other file either.
    db.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}; PRAGMA cache_size = ${-CACHE_KIB}`);
    migrate(db, migrations);
    return { db, log: openSync(`${path}-wal`, 'r+') };
  } catch (cause) {
    db?.close();
    lock.close();
    if (cause instanceof StorageError) throw cause;
    throw new StorageError(`The database ${path} can't be used.`, { cause });
  }
}

/** An exclusive transaction on a file of its own: the OS frees it when the process ends, however it ends. */
function lockFolder(dataDir: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    lock = new DatabaseSync(join(dataDir, 'lock.db'));
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock?.close();
    const busy = (cause as { errcode?: number }).errcode === SQLITE_BUSY;
    throw new StorageError(
      busy ? `Another process is using ${dataDir}: stop it first.` : `The folder ${dataDir} can't be used.`,
      { cause },
    );
  }
}

/** Leads the file from its version to ours, in one transaction: when one step fails, all is as it was. */
function migrate(db: DatabaseSync, migrations: readonly string[]): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  if (version > migrations.length) {
    throw new StorageError(
      `The database has version ${version} and this program knows ${migrations.length}: run the newer program that made it.`,
    );
  }
  if (version === migrations.length) return;
  db.exec('BEGIN IMMEDIATE');
  for (const sql of migrations.slice(version)) db.exec(sql);
  // Part of the transaction. Whoever opened the file closes it after a failure, and that rolls all back.
  db.exec(`PRAGMA user_version = ${migrations.length}; COMMIT`);
}
