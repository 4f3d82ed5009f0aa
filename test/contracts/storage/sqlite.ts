import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { openSqliteStorage } from '../../../src/storage/sqlite/index.ts';
import { type Damage, type Damaged, damaged, type Repair } from './damage.ts';
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

/** By which column a row is found, and what is damaged in it. */
const PLACES: Record<Damaged, { table: string; by: string; json: string; foreign?: [string, string] }> = {
  intent: { table: 'intents', by: 'id', json: 'body' },
  text: { table: 'texts', by: 'id', json: 'problem', foreign: ['number', 'fax'] },
  report: { table: 'reports', by: 'intent_id', json: 'detail', foreign: ['kind', 'fax'] },
  audit: { table: 'audit', by: 'workspace', json: 'entry' },
  mailbox: { table: 'mailboxes', by: 'kind', json: 'state' },
  document: { table: 'documents', by: 'key', json: 'value' },
};

function damageIn(dataDir: string, what: Damaged, id: string, how: Damage): Repair {
  const { table, by, json, foreign } = PLACES[what];
  const [column, value] = (how === 'foreign' && foreign) || [json, null];
  const change = (to: unknown): string | null => {
    const db = new DatabaseSync(join(dataDir, 'sms.db'), { timeout: 5000 });
    const row = db
      .prepare(`SELECT rowid AS number, ${column} AS value FROM ${table} WHERE ${by} = ? ORDER BY rowid DESC`)
      .get(id);
    const before = row?.value as string | null;
    const next = to === undefined ? (value ?? damaged(before ?? '{}', what, how)) : (to as string | null);
    db.prepare(`UPDATE ${table} SET ${column} = ? WHERE rowid = ?`).run(next, row?.number as number);
    db.close();
    return before;
  };
  const before = change(undefined);
  return async () => void change(before);
}
