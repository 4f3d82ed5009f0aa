import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { InputError } from '../input-error.ts';
import { demandSchema } from './schema.ts';

export const IN_MEMORY = ':memory:';

/** SQLite's codes for a failing disk. Only a refused write certainly leaves nothing on disk. */
const SQLITE_IOERR = 10;
const SQLITE_IOERR_WRITE = SQLITE_IOERR | (3 << 8);
const SQLITE_BUSY = 5;

/** Longest wait of a command or request for another process's transaction. */
const BUSY_TIMEOUT_MS = 10_000;

export function databasePath(dataDir: string): string {
  return dataDir === IN_MEMORY ? IN_MEMORY : join(dataDir, 'sms-service.sqlite');
}

/**
 * Opens the database of a data directory, creating it if missing. A commit is on disk before it returns, so answered
 * requests survive `kill -9` and a power cut.
 */
export function openDatabase(dataDir: string): DatabaseSync {
  if (dataDir !== IN_MEMORY) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(databasePath(dataDir), { timeout: BUSY_TIMEOUT_MS });
  try {
    // The folder's permissions may be wider. SQLite gives the write-ahead log the same mode.
    if (dataDir !== IN_MEMORY) chmodSync(databasePath(dataDir), 0o600);
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    inTransaction(database, () => demandSchema(database));
  } catch (error) {
    database.close();
    throw error;
  }
  return database;
}

/**
 * True if a failed write may be on disk anyway: a sync fails after the commit is in SQLite's log, and the next start
 * finds it there unless it was overwritten. The kernel may drop the pages that it couldn't sync, so a later
 * successful sync proves nothing: after this error, write nothing more and end the program.
 */
export function mayBeWritten(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  return (errcode & 0xff) === SQLITE_IOERR && errcode !== SQLITE_IOERR_WRITE;
}

/**
 * Runs `work` as one transaction that holds the write lock from its start. Inside another transaction it becomes part
 * of that one. After an error that leaves the outcome open (`mayBeWritten`), the connection writes nothing more.
 */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  if (database.isTransaction) return work();
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (mayBeWritten(error)) database.exec('PRAGMA query_only = ON');
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

export type Row = Record<string, unknown>;
type Tag<T> = (sql: TemplateStringsArray, ...values: SQLInputValue[]) => T;

export type Sql = ReturnType<typeof createSql>;

/** Builds statements from templates, whose values are never part of the SQL. */
export function createSql(database: DatabaseSync) {
  const prepared = new Map<string, StatementSync>();
  /** Prepares each statement on its first use. */
  function statement(sql: string): StatementSync {
    const cached = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, cached);
    return cached;
  }
  const of = (sql: TemplateStringsArray) => statement(sql.join('?'));
  const write = (verb: string, table: string, row: object) => {
    const names = Object.keys(row);
    const into = `${verb} INTO ${table} (${names}) VALUES (${names.map(() => '?')})`;
    return statement(into).run(...(Object.values(row) as SQLInputValue[]));
  };
  /** Returns the number of changed rows. */
  const run: Tag<number> = (sql, ...values) => Number(of(sql).run(...values).changes);
  return {
    run,
    /** Inserts a row, whose columns have the names of its values. Returns its id. */
    insert: (table: string, row: object) => Number(write('INSERT', table, row).lastInsertRowid),
    /** Replaces the row with the same primary key. */
    replace: (table: string, row: object) => void write('INSERT OR REPLACE', table, row),
    /** Builds queries whose rows `as` converts; by default a row is returned unchanged. */
    rows<T>(as: (row: Row) => T = row => ({ ...row }) as T) {
      /** The first row; null if there is none. */
      const first: Tag<T | null> = (sql, ...values) => {
        const row = of(sql).get(...values);
        return row === undefined ? null : as(row);
      };
      const allOf = (sql: string, values: SQLInputValue[]) =>
        statement(sql)
          .all(...values)
          .map(as);
      const all: Tag<T[]> = (sql, ...values) => allOf(sql.join('?'), values);
      /** One by one, for more rows than fit into memory. */
      const each: Tag<Generator<T>> = function* (sql, ...values) {
        for (const row of of(sql).iterate(...values)) yield as(row);
      };
      return { first, all, each, allOf };
    },
  };
}

/** Returns a value that was found; for null, throws an InputError that names what is missing. */
export function existing<T>(value: T | null, name: string): T {
  if (value !== null) return value;
  throw new InputError(`There is no ${name}.`, { kind: 'not-found' });
}

/** Reads the named columns as amounts. */
export function withCredits<T>(row: Row, ...names: (keyof T & string)[]): T {
  const amounts = names.map(name => [name, BigInt(row[name] as number | string)]);
  return { ...row, ...Object.fromEntries(amounts) };
}

/**
 * Makes this process the one that sends from a data directory, by an exclusive transaction on a file of its own, which
 * the system ends with the process, even after a crash. Returns the function that releases it; null if another process
 * sends.
 */
export function lockSending(dataDir: string): (() => void) | null {
  if (dataDir === IN_MEMORY) return () => {};
  const lock = new DatabaseSync(join(dataDir, 'sending.lock'));
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return () => lock.close();
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return null;
    throw error;
  }
}

/** Waits until a file, or a directory's list of files, is on disk. */
export function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A secret that is shown once, and its stored hash. It is long and random, so it needs no slow hash. */
export function newSecret(prefix = ''): { secret: string; hash: string } {
  const secret = `${prefix}${randomBytes(24).toString('base64url')}`;
  return { secret, hash: hashOf(secret) };
}

export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
