import { closeSync, existsSync, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { InputError } from '../input-error.ts';
import { databasePath, sync } from './database.ts';
import { DATA_VERSION } from './schema.ts';

/** Text ids jump this far after a restore, so that no id issued after the backup is issued again. */
const SKIPPED_IDS = 1_000_000;

/**
 * Copies the database at one moment into a file, while the service runs. The copy is on disk when this returns.
 * Throws an InputError if the file exists.
 */
export function backUp(dataDir: string, file: string): void {
  if (existsSync(file)) throw new InputError(`${file} already exists: choose another file.`);
  const partial = `${file}.partial`;
  createPrivate(partial);
  const database = new DatabaseSync(databasePath(dataDir), { readOnly: true, timeout: 10_000 });
  try {
    database.prepare('VACUUM INTO ?').run(partial);
  } catch (error) {
    rmSync(partial, { force: true });
    throw error;
  } finally {
    database.close();
  }
  sync(partial);
  renameSync(partial, file);
  sync(dirname(file));
}

/**
 * Creates a data directory from a backup. Texts that were waiting for their carrier may have been sent since: they
 * become `unknown`, and are never sent. Returns their number. Throws an InputError if the directory already has a
 * database, or if the file isn't a backup.
 */
export function restore(file: string, dataDir: string, now: number): number {
  const target = databasePath(dataDir);
  if (existsSync(target))
    throw new InputError(`${dataDir} already has data: move it away, or choose another --data.`);
  if (!existsSync(file)) throw new InputError(`There is no file ${file}.`);
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const partial = `${target}.partial`;
  createPrivate(partial);
  copyChecked(file, partial);
  const count = disarm(partial, now);
  sync(partial);
  renameSync(partial, target);
  sync(dataDir);
  return count;
}

/**
 * Creates an empty file that only this user can read, for SQLite to fill. Until the copy is done, other users could
 * read a file that SQLite created itself.
 */
function createPrivate(path: string): void {
  rmSync(path, { force: true });
  closeSync(openSync(path, 'wx', 0o600));
}

function copyChecked(file: string, partial: string): void {
  const source = new DatabaseSync(file, { readOnly: true });
  try {
    const { integrity_check: integrity } = source.prepare('PRAGMA integrity_check').get() as {
      integrity_check: string;
    };
    const { user_version: version } = source.prepare('PRAGMA user_version').get() ?? {};
    if (integrity !== 'ok' || version !== DATA_VERSION) throw new Error(`${integrity}, version ${version}`);
    source.prepare('VACUUM INTO ?').run(partial);
  } catch (error) {
    rmSync(partial, { force: true });
    throw new InputError(`${file} is not a complete backup of the SMS service.`, { cause: error });
  } finally {
    source.close();
  }
}

function disarm(partial: string, now: number): number {
  const database = new DatabaseSync(partial);
  try {
    database.exec('BEGIN IMMEDIATE');
    const reason = 'Restored from a backup: it may have been sent after the backup was made';
    const { changes } = database
      .prepare(
        `UPDATE log_entries SET state = 'unknown', endedAt = ?, reason = ?
         WHERE logId IN (SELECT logId FROM queue) AND state = 'accepted'`,
      )
      .run(now, reason);
    database.exec(
      `UPDATE submissions SET state = 'unknown', doubtful = 1 WHERE state IN ('waiting', 'submitting')`,
    );
    database.exec('DELETE FROM queue');
    database.prepare(`UPDATE sqlite_sequence SET seq = seq + ? WHERE name = 'log_entries'`).run(SKIPPED_IDS);
    database.exec('COMMIT');
    return Number(changes);
  } finally {
    database.close();
  }
}
