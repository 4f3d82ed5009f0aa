import { existsSync } from 'node:fs';
import { createManagement, type Management } from '../management.ts';
import { Mistake } from '../mistake.ts';
import { databasePath } from '../store/database.ts';
import { openStore } from '../store/index.ts';

export const DEFAULT_DATA_DIR = './data/sms-service';

/**
 * Opens the data directory for one command, then closes it. Only `create` makes a missing one: for all other commands
 * it means a mistyped path.
 */
export function withData<T>(dataDir: string, work: (management: Management) => T, create = false): T {
  const { management, close } = openData(dataDir, create);
  try {
    return work(management);
  } finally {
    close();
  }
}

/** The same for a command that takes its time; it has to call `close`. */
export function openData(dataDir: string, create = false): { management: Management; close(): void } {
  if (!create && !existsSync(databasePath(dataDir))) {
    throw new Mistake(`There is no SMS service data in ${dataDir}: "account create" or "serve" makes it.`);
  }
  const store = openStore(dataDir);
  return { management: createManagement(store, Date.now), close: store.close };
}

/** Reads an id from the command line: a whole number from 1. */
export function parseId(written: string | undefined): number {
  if (written !== undefined && /^[1-9]\d{0,14}$/.test(written)) return Number(written);
  throw new Mistake(`"${written ?? ''}" is not an id: a whole number such as 1.`);
}
