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

/** The embedded engine, each store in its own folder. */
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
  const change = (to?: string): string => {
    const db = new DatabaseSync(join(dataDir, 'sms.db'), { timeout: 5000 });
    const place = what === 'document' ? { of: 'documents', key: 'key', json: 'value' } : PLACE_OF_RECORDS;
    const name = what === 'document' ? id : nameOf(db, what, id);
    const row = db.prepare(`SELECT ${place.json} AS json FROM ${place.of} WHERE ${place.key} = ?`).get(name);
    const before = String(row?.json);
    db.prepare(`UPDATE ${place.of} SET ${place.json} = ? WHERE ${place.key} = ?`).run(
      to ?? damaged(before, what, how),
      name,
    );
    db.close();
    return before;
  };
  const before = change();
  return async () => {
    if (what !== 'document') mendAside(dataDir, id, before);
    change(before);
  };
}

/** It may have been set aside meanwhile. */
function mendAside(dataDir: string, id: string, body: string): void {
  const db = new DatabaseSync(join(dataDir, 'sms.db'), { timeout: 5000 });
  db.prepare(`UPDATE records SET body = json_set(body, '$.body', ?) WHERE tbl = 'aside' AND id = ?`).run(
    body,
    id,
  );
  db.close();
}

const PLACE_OF_RECORDS = { of: 'records', key: "tbl || ' ' || id", json: 'body' };

function nameOf(db: DatabaseSync, what: Exclude<Damaged, 'document'>, id: string): string {
  const { table, isIt } = RECORDS[what];
  const rows = db.prepare('SELECT id FROM records WHERE tbl = ? ORDER BY id').all(table);
  return `${table} ${rows.findLast(one => isIt(String(one.id), id))?.id}`;
}
