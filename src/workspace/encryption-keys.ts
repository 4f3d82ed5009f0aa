import { randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  linkSync,
  openSync,
  readFileSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { join } from 'node:path';
import { openDataDir, unusable } from '../kit/store/data-dir.ts';

const KEY_BYTES = 32;

/** The file in `DATA_DIR` for the key that is made if the operator names none. */
export const ENCRYPTION_KEYS_FILE = 'encryption-keys';

/**
 * Reads `ENCRYPTION_KEYS`: comma-separated base64 of 32 bytes each, newest first. Null if it is malformed.
 */
export function parseEncryptionKeys(written: string): Buffer[] | null {
  const keys = written.split(',').map(part => part.trim());
  const buffers = keys.map(key => Buffer.from(key, 'base64'));
  const sound = keys.every(
    (key, index) => /^[A-Za-z0-9+/_-]+={0,2}$/.test(key) && buffers[index]?.length === KEY_BYTES,
  );
  return sound ? buffers : null;
}

/** Whether a key may have been made by chance: one byte, or a few, over and over is what somebody typed. */
export const isRandom = (key: Buffer): boolean => new Set(key).size > KEY_BYTES / 4;

/**
 * The keys kept in `dataDir`, made once, readable only by their owner. If you lose this file, you have to link keys again.
 *
 * @throws StorageError if they can't be made, and Error if the file holds something else
 */
export function embeddedEncryptionKeys(dataDir: string): Buffer[] {
  openDataDir(dataDir);
  const path = join(dataDir, ENCRYPTION_KEYS_FILE);
  const keys = parseEncryptionKeys(readOrMake(path).trim());
  if (!keys)
    throw new Error(
      `${path} should hold base64 of ${KEY_BYTES} bytes: restore it, or remove it and link again.`,
    );
  return keys;
}

function readOrMake(path: string): string {
  try {
    if (!existsSync(path)) make(path);
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw unusable(`The file ${path}`, path, cause);
  }
}

/** All or nothing: a process that dies half-way leaves nothing under the name, and of two processes one wins. */
function make(path: string): void {
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(KEY_BYTES).toString('base64')}\n`);
    fsyncSync(file);
    linkSync(draft, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    closeSync(file);
    unlinkSync(draft);
  }
}
