import { existsSync, mkdirSync, readdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sync } from '../backup-file.ts';
import { unusable } from '../data-dir.ts';
import { DATA_VERSION, DataVersionError, StorageError } from '../errors.ts';
import { createTables } from './file.ts';

/** The name of the database in `DATA_DIR`. */
const NAME = 'sms.db';

/**
 * Copies the database of `dataDir` to an empty file, as it is at one moment, while the app runs or not.
 *
 * @throws StorageError if there is none
 */
export function copyDatabase(dataDir: string, target: string): void {
  const path = join(dataDir, NAME);
  if (!existsSync(path)) {
    // Nobody is told of a file in a folder that they may not look into.
    const why = existsSync(dataDir) ? whyClosed(dataDir) : null;
    throw why ?? new StorageError(`There is no database in ${dataDir}: set DATA_DIR to the app's.`);
  }
  const db = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
  try {
    const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
    if (version !== DATA_VERSION)
      throw new DataVersionError(version, { data: `The database ${path}`, empty: 'another DATA_DIR' });
    db.prepare('VACUUM INTO ?').run(target);
  } finally {
    db.close();
  }
}

function whyClosed(dataDir: string): StorageError | null {
  try {
    readdirSync(dataDir);
    return null;
  } catch (cause) {
    return unusable(`The folder ${dataDir}`, dataDir, cause);
  }
}

/** Opens an empty file as a database with the app's tables, for data from elsewhere. */
export function newDatabase(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  createTables(db);
  return db;
}

const databaseFiles = (dataDir: string): string[] =>
  readdirSync(dataDir).filter(name => name.startsWith(NAME));

/** True if the folder has a database, or what is left of one. */
export const hasDatabase = (dataDir: string): boolean =>
  existsSync(dataDir) && databaseFiles(dataDir).length > 0;

/**
 * Puts a database into `dataDir`, whose lock the caller holds. An earlier one moves into the folder `before`, with its log: beside
 * another file's log, SQLite would add that to it.
 */
export function putDatabase(file: string, dataDir: string, before: string): void {
  const earlier = databaseFiles(dataDir);
  if (earlier.length > 0) {
    mkdirSync(join(dataDir, before), { mode: 0o700 });
    for (const name of earlier) renameSync(join(dataDir, name), join(dataDir, before, name));
  }
  renameSync(file, join(dataDir, NAME));
  sync(dataDir);
}
