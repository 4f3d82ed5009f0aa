import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSqliteStorage } from '../../../src/storage/sqlite/index.ts';
import type { Engine } from './rig.ts';

/** The embedded engine, each store in a folder of its own. */
export const sqlite: Engine = {
  async store() {
    const dataDir = mkdtempSync(join(tmpdir(), 'sms-storage-'));
    return {
      open: async options => openSqliteStorage({ dataDir, ...options }),
      remove: async () => rmSync(dataDir, { recursive: true, force: true }),
    };
  },
};

/** On a folder that the test makes and removes. */
export const sqliteIn = (dataDir: string): Engine => ({
  store: async () => ({
    open: async options => openSqliteStorage({ dataDir, ...options }),
    remove: async () => undefined,
  }),
});
