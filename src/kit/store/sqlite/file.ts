import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDataDir, unusable } from '../data-dir.ts';
import { DATA_VERSION, DataVersionError, StorageError } from '../errors.ts';

/** The file whose lock reserves the folder for a process. */
export const LOCK = 'lock.db';
const SQLITE_BUSY = 5;
/** 16 MB of log: as many pages as fit into the first block of its index, which then never grows. */
const LOG_PAGES = 4000;
const CACHE_KIB = 16_384;

/**
 * Opens or creates the file.
 *
 * @throws StorageError with the reason why it can't be used, such as data of another version
 */
export function openFile(path: string): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 5000 });
    demandOurs(db, path);
    chmodSync(path, 0o600); // Private, whatever the folder's permissions; the log gets the same mode.
    // FULL: each commit is synced before it returns, so that answers and claims survive a power cut. A text whose claim is lost
    // could be sent twice. https://www.sqlite.org/pragma.html#pragma_synchronous
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    db.exec('PRAGMA temp_store = MEMORY'); // Deleted data must not survive in temporary files.
    // Most writes touch the same pages, so they are kept in memory and copied out of the log less often. A purge empties the log.
    db.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}; PRAGMA cache_size = ${-CACHE_KIB}`);
    demandVersion(db, path);
    // From here on nothing waits for another program's lock, because the whole app would stand still. The writer tries again.
    db.exec('PRAGMA busy_timeout = 0');
    return db;
  } catch (cause) {
    db?.close();
    throw cause instanceof StorageError ? cause : unusable(`The database ${path}`, path, cause);
  }
}

/** @throws StorageError if the database is another program's */
function demandOurs(db: DatabaseSync, path: string): void {
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  if (tables.length === 0 || tables.some(({ name }) => name === 'records')) return;
  throw new StorageError(`The database ${path} is another program's: move it away, or set another DATA_DIR.`);
}

/**
 * Locks the folder by an exclusive transaction on a separate file, which the OS releases whenever the process ends.
 *
 * @throws StorageError if another process has it, or the folder can't be used
 */
export function lockFolder(dataDir: string): DatabaseSync {
  let lock: DatabaseSync | undefined;
  try {
    openDataDir(dataDir);
    const path = join(dataDir, LOCK);
    lock = new DatabaseSync(path);
    chmodSync(path, 0o600);
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (cause) {
    lock?.close();
    if (cause instanceof StorageError) throw cause;
    if (isBusy(cause))
      throw new StorageError(`Another process is using ${dataDir}: stop it first.`, { cause });
    throw unusable(`The folder ${dataDir}`, join(dataDir, LOCK), cause);
  }
}

/** True if another program holds the lock. The code's upper bits have details (https://www.sqlite.org/rescode.html). */
export const isBusy = (error: unknown): boolean =>
  ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY;

/** Creates the tables in a new file. @throws DataVersionError if the data has another version */
function demandVersion(db: DatabaseSync, path: string): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  if (version === DATA_VERSION) return;
  if (version > 0)
    throw new DataVersionError(version, { data: `The database ${path}`, empty: 'an empty DATA_DIR' });
  createTables(db);
}

/** Creates the tables of `DATA_VERSION` in an empty database. */
export function createTables(db: DatabaseSync): void {
  db.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${DATA_VERSION}; COMMIT`);
}

/**
 * Checks whether open files are still the ones in their folder. Data written to a deleted or replaced file would be lost with
 * the process.
 *
 * @param paths files that exist now
 * @returns the first file that no longer exists or has been replaced; null if there is none
 */
export function watchFiles(paths: readonly string[]): () => string | null {
  const files = paths.map(path => ({ path, inode: inodeOf(path) }));
  return () => files.find(({ path, inode }) => inodeOf(path) !== inode)?.path ?? null;
}

function inodeOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}

/** The tables of `DATA_VERSION`. */
const SCHEMA = `
  CREATE TABLE records (
    tbl TEXT NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,              -- as JSON
    PRIMARY KEY (tbl, id)
  ) STRICT;
  CREATE TABLE entries (             -- index entries
    list TEXT NOT NULL,
    score INTEGER NOT NULL,
    id TEXT NOT NULL,
    PRIMARY KEY (list, score, id)
  ) STRICT, WITHOUT ROWID;

  CREATE TABLE temporary (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL,
    expires_at INTEGER NOT NULL
  ) STRICT;
  CREATE INDEX temporary_expiry ON temporary (expires_at);

  CREATE TABLE clock (               -- one row: where the app's time line was, and the time of day then
    only INTEGER PRIMARY KEY CHECK (only = 1),
    line INTEGER NOT NULL,
    wall INTEGER NOT NULL
  ) STRICT;
`;
