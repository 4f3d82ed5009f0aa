import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { demandSchema } from './schema.ts';

/** Kept in memory only, gone when closed. */
export const IN_MEMORY = ':memory:';

/** SQLite's codes for a disk that fails. A write that it refuses is the one kind of which nothing can be left. */
const SQLITE_IOERR = 10;
const SQLITE_IOERR_WRITE = SQLITE_IOERR | (3 << 8);

/** How long a command or a request waits for another process to finish its transaction. */
const BUSY_TIMEOUT_MS = 10_000;

/** The database's path in a data directory. */
export function databasePath(dataDir: string): string {
  return dataDir === IN_MEMORY ? IN_MEMORY : join(dataDir, 'sms-service.sqlite');
}

/**
 * Opens the database of a data directory, creating it if missing. Integers are read as bigints. A commit is on disk
 * before it returns, so what was answered survives `kill -9` and a power cut.
 */
export function openDatabase(dataDir: string): DatabaseSync {
  if (dataDir !== IN_MEMORY) mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(databasePath(dataDir), { timeout: BUSY_TIMEOUT_MS, readBigInts: true });
  try {
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
