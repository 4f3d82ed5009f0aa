import { createHash, randomBytes } from 'node:crypto';
import { chmodSync, closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { InputError } from '../input-error.ts';
import { demandSchema } from './schema.ts';

/** Kept in memory only, gone when closed. */
export const IN_MEMORY = ':memory:';

/** SQLite's codes for a disk that fails. A write that it refuses is the one kind of which nothing can be left. */
const SQLITE_IOERR = 10;
const SQLITE_IOERR_WRITE = SQLITE_IOERR | (3 << 8);
const SQLITE_BUSY = 5;

/** How long a command or a request waits for another process to finish its transaction. */
const BUSY_TIMEOUT_MS = 10_000;

/** The database's path in a data directory. */
export function databasePath(dataDir: string): string {
  return dataDir === IN_MEMORY ? IN_MEMORY : join(dataDir, 'sms-service.sqlite');
}

/**
 * Opens the database of a data directory, creating it if missing. A commit is on disk before it returns, so what was
 * answered survives `kill -9` and a power cut.
 */
export function openDatabase(dataDir: string): DatabaseSync {
  if (dataDir !== IN_MEMORY) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(databasePath(dataDir), { timeout: BUSY_TIMEOUT_MS });
  try {
    // Whatever the folder's permissions; the log gets the same mode.
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
 * Whether what failed so may have been written all the same: a sync fails after the commit is in SQLite's log, and the
 * next start finds it there unless something else was written over it. What the kernel couldn't sync it may drop, so a
 * later sync that succeeds proves nothing: whoever learns of this writes no more, and ends the program.
 */
export function mayBeWritten(error: unknown): boolean {
  const { errcode = 0 } = error as { errcode?: number };
  return (errcode & 0xff) === SQLITE_IOERR && errcode !== SQLITE_IOERR_WRITE;
}

/**
 * Runs `work` as one transaction that has the write lock from its start: either all of it happens, or nothing. Inside
 * another transaction it becomes part of that. After a failure that leaves open which of the two it was
 * (`mayBeWritten`), the connection writes nothing more.
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

/** The statements of a database, written as templates whose values are never part of the SQL. */
export function createSql(database: DatabaseSync) {
  const prepared = new Map<string, StatementSync>();
  /** Each is prepared when it is first used. */
  function statement(sql: string): StatementSync {
    const known = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, known);
    return known;
  }
  const of = (sql: TemplateStringsArray) => statement(sql.join('?'));
  const write = (how: string, table: string, row: object) => {
    const names = Object.keys(row);
    const into = `${how} INTO ${table} (${names}) VALUES (${names.map(() => '?')})`;
    return statement(into).run(...(Object.values(row) as SQLInputValue[]));
  };
  /** Returns how many rows it changed. */
  const run: Tag<number> = (sql, ...values) => Number(of(sql).run(...values).changes);
  return {
    run,
    /** Adds a row, whose columns have the names of its values; returns its id. */
    insert: (table: string, row: object) => Number(write('INSERT', table, row).lastInsertRowid),
    /** The same, in place of one with the same primary key. */
    replace: (table: string, row: object) => void write('INSERT OR REPLACE', table, row),
    /** What statements that return rows are read as: the row itself unless something else is said. */
    rows<T>(as: (row: Row) => T = row => ({ ...row }) as T) {
      /** The first; null: there is none. */
      const one: Tag<T | null> = (sql, ...values) => {
        const row = of(sql).get(...values);
        return row === undefined ? null : as(row);
      };
      const allOf = (sql: string, values: SQLInputValue[]) =>
        statement(sql)
          .all(...values)
          .map(as);
      const all: Tag<T[]> = (sql, ...values) => allOf(sql.join('?'), values);
      /** One by one, for more than fit into memory. */
      const each: Tag<Generator<T>> = function* (sql, ...values) {
        for (const row of of(sql).iterate(...values)) yield as(row);
      };
      return { one, all, each, allOf };
    },
  };
}

/** What was found; an InputError that names it if there is none. */
export function existing<T>(found: T | null, what: string): T {
  if (found !== null) return found;
  throw new InputError(`There is no ${what}.`, { kind: 'not-found' });
}

/** A row whose columns of these names are amounts. */
export function withCredits<T>(row: Row, ...names: (keyof T & string)[]): T {
  const amounts = names.map(name => [name, BigInt(row[name] as number | string)]);
  return { ...row, ...Object.fromEntries(amounts) };
}

/**
 * Makes this process the one that sends from a data directory: holds an exclusive transaction on a file of its own,
 * which the system ends when the process ends, however that happens. Null if another process has it. The returned
 * function releases it.
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

/** Waits until a file, or what a directory lists, is on disk. */
export function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/** A secret that is shown once, and the hash that recognises it: it is long and random, so it can't be guessed. */
export function newSecret(prefix = ''): { secret: string; hash: string } {
  const secret = `${prefix}${randomBytes(24).toString('base64url')}`;
  return { secret, hash: hashOf(secret) };
}

/** The SHA-256 that we keep of a secret. */
export function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
