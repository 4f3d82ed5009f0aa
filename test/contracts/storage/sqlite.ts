import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { openSqliteStorage } from '../../support/engines.ts';
import { type Damage, type Damaged, damaged, RECORDS, type Repair } from './damage.ts';
import type { Engine, Store } from './rig.ts';

const log = pino({ level: 'silent' });

const storeIn = (dataDir: string, remove: () => void): Store => ({
  open: async options => openSqliteStorage({ dataDir, log, ...options }),
  damage: async (kind, id, how) => damageIn(dataDir, kind, id, how),
  remove: async () => remove(),
});

/** The embedded engine, with a folder for each store. */
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

function damageIn(dataDir: string, kind: Damaged, id: string, how: Damage): Repair {
  const change = (to?: string): string => {
    const db = new DatabaseSync(join(dataDir, 'sms.db'), { timeout: 5000 });
    const name = nameOf(db, kind, id);
    const row = db.prepare(`SELECT body FROM records WHERE ${NAME} = ?`).get(name);
    const before = String(row?.body);
    db.prepare(`UPDATE records SET body = ? WHERE ${NAME} = ?`).run(to ?? damaged(before, kind, how), name);
    db.close();
    return before;
  };
  const before = change();
  return async () => {
    mendAside(dataDir, id, before);
    change(before);
  };
}

/** Repairs the record if it was quarantined meanwhile. */
function mendAside(dataDir: string, id: string, body: string): void {
  const db = new DatabaseSync(join(dataDir, 'sms.db'), { timeout: 5000 });
  db.prepare(`UPDATE records SET body = json_set(body, '$.body', ?) WHERE tbl = 'quarantine' AND id = ?`).run(
    body,
    id,
  );
  db.close();
}

const NAME = "tbl || ' ' || id";

function nameOf(db: DatabaseSync, kind: Damaged, id: string): string {
  const { table, isIt } = RECORDS[kind];
  const rows = db.prepare('SELECT id FROM records WHERE tbl = ? ORDER BY id').all(table);
  return `${table} ${rows.findLast(row => isIt(String(row.id), id))?.id}`;
}
