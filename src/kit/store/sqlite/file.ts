import { chmodSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDataDir, unusable } from '../data-dir.ts';
import { DATA_VERSION, DataVersionError, StorageError } from '../errors.ts';

/** The file whose lock shows that a process has the folder. */
export const LOCK = 'lock.db';
const SQLITE_BUSY = 5;
/** To look at the files at each commit took a seventh of all that a lone text costs the store. */
const LOOK_AGAIN_MS = 1000;
/** 16 MB of log: as many pages as fit into the first part of its index, which then needs no more room. */
const LOG_PAGES = 4000;
const CACHE_KIB = 16_384;

/**
 * Opens the file, or makes it.
 *
 * @throws StorageError that says why it can't be used, such as data of another version
 */
export function openFile(path: string): DatabaseSync {
  let db: DatabaseSync | undefined;
  try {
    db = new DatabaseSync(path, { timeout: 5000 });
    demandOurs(db, path);
    chmodSync(path, 0o600); // Whatever the folder's permissions; the log gets the same mode.
    // FULL: each commit is synced before it returns. So answers survive a power cut, and so do claims; without its claim, a
    // text could go out twice. https://www.sqlite.org/pragma.html#pragma_synchronous
    db.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA secure_delete = ON');
    db.exec('PRAGMA temp_store = MEMORY'); // So that deleted data doesn't survive in temporary files.
    // Most writes touch the same pages again, so copy them out of the log less often, and keep them in memory. Deleted data
    // leaves the log when it is emptied.
    db.exec(`PRAGMA wal_autocheckpoint = ${LOG_PAGES}; PRAGMA cache_size = ${-CACHE_KIB}`);
    demandVersion(db, path);
    // From here on nothing waits for another program's lock: all of the app would stand still meanwhile. Writers try again.
    db.exec('PRAGMA busy_timeout = 0');
    return db;
  } catch (cause) {
    db?.close();
    throw cause instanceof StorageError ? cause : unusable(`The database ${path}`, path, cause);
  }
}

/** A database of another program is left as it is. */
function demandOurs(db: DatabaseSync, path: string): void {
  const tables = db.prepare(`SELECT name FROM sqlite_schema WHERE type = 'table'`).all();
  if (tables.length === 0 || tables.some(({ name }) => name === 'records')) return;
  throw new StorageError(`The database ${path} is another program's: move it away, or set another DATA_DIR.`);
}

/**
 * An exclusive transaction on a separate file: the OS releases it when the process ends, however it ends.
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

/** Whether another program holds a lock that is needed. The code's upper bits say more (https://www.sqlite.org/rescode.html). */
export const isBusy = (error: unknown): boolean =>
  ((error as { errcode?: number }).errcode ?? 0) % 256 === SQLITE_BUSY;

/** Makes our tables in a new file; one of another version is left as it is. */
function demandVersion(db: DatabaseSync, path: string): void {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  if (version === DATA_VERSION) return;
  if (version > 0)
    throw new DataVersionError(version, { data: `The database ${path}`, empty: 'an empty DATA_DIR' });
  db.exec(`BEGIN IMMEDIATE; ${SCHEMA} PRAGMA user_version = ${DATA_VERSION}; COMMIT`);
}

/**
 * Checks whether open files are still the ones in their folder. What is written to a deleted or replaced file is gone with
 * the process, and nobody finds it at the next start.
 *
 * @param paths files that exist now
 * @param monotonic milliseconds that only advance
 * @returns the first that no longer exists, or has been replaced; null: all were as they are, within the last second
 */
export function watchFiles(paths: readonly string[], monotonic: () => number): () => string | null {
  const known = paths.map(path => ({ path, inode: inodeOf(path) }));
  let lookedAt = monotonic();
  return () => {
    if (monotonic() - lookedAt < LOOK_AGAIN_MS) return null;
    const missing = known.find(({ path, inode }) => inodeOf(path) !== inode);
    // While one is missing, look each time: somebody may put it back.
    if (!missing) lookedAt = monotonic();
    return missing?.path ?? null;
  };
}

function inodeOf(path: string): string | null {
  try {
    const { dev, ino } = statSync(path);
    return `${dev}:${ino}`;
  } catch {
    return null;
  }
}

/** The tables of our version of the data (see `DATA_VERSION`). */
const SCHEMA = `
  CREATE TABLE records (
    tbl TEXT NOT NULL,
    id TEXT NOT NULL,
    body TEXT NOT NULL,              -- as JSON
    PRIMARY KEY (tbl, id)
  ) STRICT;
  CREATE TABLE entries (             -- where records stand
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
