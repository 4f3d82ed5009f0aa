import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '../src/kit/store/sqlite/database.ts';

const PURGES = 100;

/** The longest time, in milliseconds, that one of many purges blocks the app while another program reads the file. */
export async function purgesBesideReader(): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-bench-purge-'));
  const db = openDatabase(dataDir);
  const reader = new DatabaseSync(join(dataDir, 'sms.db'));
  const insert = 'INSERT OR REPLACE INTO records (tbl, id, body) VALUES (?, ?, ?)';
  const write = (id: number) =>
    db.write(() => void db.run(insert, 'bench', String(id % 50), 'x'.repeat(999)));
  await write(0);
  reader.exec('BEGIN; SELECT count(*) FROM records');
  let longest = 0;
  for (let id = 1; id <= PURGES; id++) {
    await write(id);
    const from = performance.now();
    db.emptyLog();
    longest = Math.max(longest, performance.now() - from);
  }
  reader.close();
  await db.close();
  rmSync(dataDir, { recursive: true });
  return longest;
}
