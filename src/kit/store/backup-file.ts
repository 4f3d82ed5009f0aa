import { createHash } from 'node:crypto';
import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { whyNot } from './data-dir.ts';
import { DATA_VERSION, DataVersionError, StorageError } from './errors.ts';

/*
 * A backup is a file of the embedded store's tables, whichever engine the data is from, with one row that says when it was made and
 * what its content adds up to. So one program checks and prepares every backup, and each engine takes what the other had.
 */

/** `madeAt`: the time of day. `records`: how many it has. */
export type BackupFacts = { madeAt: number; engine: 'sqlite' | 'redis'; records: number };

const TABLE = `
  CREATE TABLE backup (
    only INTEGER PRIMARY KEY CHECK (only = 1),
    made_at INTEGER NOT NULL,
    engine TEXT NOT NULL,
    records INTEGER NOT NULL,
    checksum TEXT NOT NULL
  ) STRICT;`;

/** Everything that a restore takes, in an order that doesn't depend on how the file is laid out. */
const CONTENT = [
  'SELECT tbl, id, body FROM records ORDER BY tbl, id',
  'SELECT list, score, id FROM entries ORDER BY list, score, id',
  'SELECT key, value, expires_at FROM temporary ORDER BY key',
  'SELECT line, wall FROM clock',
];

function checksumOf(db: DatabaseSync): string {
  const hash = createHash('sha256');
  for (const sql of CONTENT)
    for (const row of db.prepare(sql).iterate()) hash.update(`${JSON.stringify(Object.values(row))}\n`);
  return hash.digest('hex');
}

/**
 * Makes a backup at `path`, readable only by its owner. It has its name once it is whole and on disk.
 *
 * @param write fills the file at the given path with the embedded store's tables
 * @throws StorageError if there is a file already, or it can't be written
 */
export async function makeBackup(
  path: string,
  about: Pick<BackupFacts, 'madeAt' | 'engine'>,
  write: (path: string) => Promise<void> | void,
): Promise<BackupFacts> {
  if (existsSync(path)) throw new StorageError(`There is a file ${path} already: name another one.`);
  const draft = `${path}.partial`;
  try {
    rmSync(draft, { force: true });
    closeSync(openSync(draft, 'wx', 0o600));
    await write(draft);
    const facts = sealed(draft, about);
    sync(draft);
    renameSync(draft, path);
    sync(dirname(path));
    return facts;
  } catch (cause) {
    rmSync(draft, { force: true });
    if (cause instanceof StorageError) throw cause;
    throw new StorageError(`The backup can't be written: ${whyNot(draft, cause)}.`, { cause });
  }
}

function sealed(path: string, { madeAt, engine }: Pick<BackupFacts, 'madeAt' | 'engine'>): BackupFacts {
  const db = new DatabaseSync(path);
  try {
    db.exec(TABLE);
    const records = Number(db.prepare('SELECT count(*) AS n FROM records').get()?.n);
    db.prepare('INSERT INTO backup VALUES (1, ?, ?, ?, ?)').run(madeAt, engine, records, checksumOf(db));
    return { madeAt, engine, records };
  } finally {
    db.close();
  }
}

export function sync(path: string): void {
  const file = openSync(path, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Copies a backup to `target`, a new file for the embedded store, and checks the copy.
 *
 * @throws StorageError if it is no backup, is damaged, or has another version
 */
export function copyOfBackup(path: string, target: string): BackupFacts {
  if (!existsSync(path)) throw new StorageError(`There is no file ${path}.`);
  try {
    closeSync(openSync(path, 'r'));
    if (statSync(path).isDirectory()) throw Object.assign(new Error(), { code: 'EISDIR' });
  } catch (cause) {
    throw new StorageError(`The file ${path} can't be read: ${whyNot(path, cause)}.`, { cause });
  }
  let db: DatabaseSync | undefined;
  try {
    copyFileSync(path, target);
    db = new DatabaseSync(target);
    const facts = checked(db, path);
    db.exec('DROP TABLE backup');
    return facts;
  } catch (cause) {
    if (cause instanceof StorageError) throw cause;
    throw isNoBackup(cause)
      ? new StorageError(`The file ${path} is no backup, or is damaged: take another one.`, { cause })
      : new StorageError(`The backup can't be copied to ${target}: ${whyNot(target, cause)}.`, { cause });
  } finally {
    db?.close();
  }
}

/** SQLite's codes for a file without our tables, a damaged one, and one that is no database (https://www.sqlite.org/rescode.html). */
const NO_BACKUP = new Set([1, 11, 26]);

const isNoBackup = (error: unknown): boolean =>
  NO_BACKUP.has(((error as { errcode?: number }).errcode ?? 0) & 0xff);

function checked(db: DatabaseSync, path: string): BackupFacts {
  const version = Number(db.prepare('PRAGMA user_version').get()?.user_version);
  const row = db.prepare('SELECT made_at, engine, records, checksum FROM backup').get();
  if (version !== DATA_VERSION)
    throw new DataVersionError(version, { data: `The backup ${path}`, empty: 'another backup' });
  const isWhole = db.prepare('PRAGMA integrity_check').get()?.integrity_check === 'ok';
  if (!isWhole || row?.checksum !== checksumOf(db))
    throw new StorageError(`The backup ${path} is damaged: take another one.`);
  return {
    madeAt: Number(row.made_at),
    engine: row.engine === 'redis' ? 'redis' : 'sqlite',
    records: Number(row.records),
  };
}
