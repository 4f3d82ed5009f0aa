import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { IN_MEMORY } from './database.ts';

const SQLITE_BUSY = 5;

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
