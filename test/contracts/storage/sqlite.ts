import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { openSqliteStorage } from '../../../src/storage/sqlite/index.ts';
import { type Damage, type Damaged, damaged, RECORDS, type Repair } from './damage.ts';
import type { Engine, Store } from './rig.ts';

const log = pino({ level: 'silent' });

const storeIn = (dataDir: string, remove: () => void): Store => ({
  open: async options => openSqliteStorage({ dataDir, log, ...options }),
  damage: async (what, id, how) => damageIn(dataDir, what, id, how),
  remove: async () => remove(),
});

/** The embedded engine, each store in a folder of its own. */
export const sqlite: Engine = {
  async store() {
    const dataDir = mkdtempSync(join(tmpdir(), 'sms-storage-'));
    return storeIn(dataDir, () => rmSync(dataDir, { recursive: true, force: true }));
  },
};

/** On a folder that the test makes and removes. */
export const sqliteIn = (dataDir: string): Engine => ({
  store: async () => storeIn(dataDir, () => undefined),
});

function damageIn(dataDir: string, what: Damaged, id: string, how: Damage): Repair {
  const { table, isIt } = RECORDS[what];
  const change = (to?: string): string => {
    const db = new DatabaseSync(join(dataDir, 'sms.db'), { timeout: 5000 });
    const rows = db.prepare('SELECT id, body FROM records WHERE tbl = ? ORDER BY id').all(table);
    const row = rows.findLast(one => isIt(String(one.id), id));
    const [name, body] = [String(row?.id), String(row?.body)];
    db.prepare('UPDATE records SET body = ? WHERE tbl = ? AND id = ?').run(
      to ?? damaged(body, what, how),
      table,
      name,
    );
    db.close();
    return body;
  };
  const before = change();
  return async () => void change(before);
}
