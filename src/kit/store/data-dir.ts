import { accessSync, chmodSync, constants, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { StorageError } from './errors.ts';

const EVERYBODY_ELSE = 0o077;
/** A folder that all users of the machine share, such as /tmp: its permissions stay. */
const STICKY = 0o1000;

/**
 * Creates the folder for the app's data, private to its owner. Removes other users' permissions from an existing folder, unless
 * it belongs to another user; the files that we write into it are private in any case.
 *
 * @throws StorageError with the reason why the folder can't be used
 */
export function openDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const { mode } = statSync(dataDir);
    if ((mode & EVERYBODY_ELSE) !== 0 && (mode & STICKY) === 0) makePrivate(dataDir);
  } catch (cause) {
    throw unusable(`The folder ${dataDir}`, dataDir, cause);
  }
}

function makePrivate(dataDir: string): void {
  try {
    chmodSync(dataDir, 0o700);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EPERM') throw error;
  }
}

/** @param subject the beginning of the sentence, such as `The database /data/sms.db` */
export function unusable(subject: string, path: string, cause: unknown): StorageError {
  return new StorageError(`${subject} can't be used: ${whyNot(path, cause)}.`, { cause });
}

const FULL = 'the disk is full';
const READ_ONLY = 'the disk is read-only';
const NO_FOLDER = 'there is no folder for it';
const NO_RIGHTS = 'it belongs to another user, or this one may not write to it';

const BY_SYSTEM: Record<string, string> = {
  ENOSPC: FULL,
  EDQUOT: FULL,
  EROFS: READ_ONLY,
  EACCES: NO_RIGHTS,
  EPERM: NO_RIGHTS,
  EEXIST: 'it is no folder',
  EISDIR: 'it is a folder',
  ENOTDIR: 'it is in no folder',
};

/** By SQLite's result codes (https://www.sqlite.org/rescode.html), extended codes first. */
const BY_SQLITE: Record<number, string> = {
  4874: FULL, // SQLITE_IOERR_SHMSIZE: no room for the index of its log.
  5: 'another program keeps it locked',
  8: READ_ONLY,
  10: 'the disk fails',
  11: 'it is damaged; restore it from a backup',
  13: FULL,
  26: 'it is no SQLite database, or is damaged; move it away, or restore it from a backup',
};

/** The reason why the file system or SQLite refused an operation on `path`, as the end of a sentence. */
export function whyNot(path: string, error: unknown): string {
  const { code = '', errcode, message } = error as { code?: string; errcode?: number; message: string };
  const bySqlite = errcode === undefined ? undefined : (BY_SQLITE[errcode] ?? BY_SQLITE[errcode & 0xff]);
  const certain = BY_SYSTEM[code] ?? (bySqlite === FULL ? FULL : undefined);
  // SQLite has one code for errors that the file system distinguishes.
  const byFolder = BY_SYSTEM[accessError(path) ?? accessError(dirname(path)) ?? ''];
  return certain ?? byFolder ?? bySqlite ?? (code === 'ENOENT' ? NO_FOLDER : message);
}

/** The error code of reading and writing `path`, or the nearest existing folder above it; null if both are allowed. */
function accessError(path: string): string | null {
  try {
    accessSync(path, constants.R_OK | constants.W_OK);
    return null;
  } catch (error) {
    const { code = null } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? accessError(dirname(path)) : code;
  }
}
