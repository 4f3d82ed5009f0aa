import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { openDatabase } from '../../src/kit/store/sqlite/database.ts';

/* Another program (a shell, a backup, a BI tool) has the embedded engine's file open. */

function rig() {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-beside-'));
  const db = openDatabase(dataDir);
  const beside = new DatabaseSync(join(dataDir, 'sms.db'));
  onTestFinished(async () => {
    beside.close();
    await db.close();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const insert = `INSERT INTO records (tbl, id, body) VALUES ('words', '1', '"nobody may read this"')`;
  return {
    beside,
    db,
    keep: () => db.write(() => void db.run(insert)),
    delete: () => db.write(() => void db.run(`DELETE FROM records WHERE tbl = 'words'`)),
    isInFiles: () =>
      readdirSync(dataDir).some(name =>
        readFileSync(join(dataDir, name), 'latin1').includes('nobody may read'),
      ),
    modes: () => readdirSync(dataDir).map(name => statSync(join(dataDir, name)).mode & 0o777),
  };
}

test.each(['emptyLog', 'rewrite'] as const)(
  'while another program reads, %s says that deleted data is still there, and removes it once the read has ended',
  async purge => {
    const { beside, db, isInFiles, ...words } = rig();
    await words.keep();
    beside.exec('BEGIN; SELECT count(*) FROM records');
    await words.delete();
    expect(db[purge]()).toBe(false);
    expect(isInFiles()).toBe(true);
    beside.exec('COMMIT');
    await expect.poll(isInFiles, { timeout: 10_000 }).toBe(false);
    expect(db[purge]()).toBe(true);
  },
);

test('while another program writes, the app stays responsive, and its own writes follow', async () => {
  const { beside, db, keep } = rig();
  beside.exec('BEGIN IMMEDIATE');
  const keeping = keep();
  let isKept = false;
  void keeping.then(() => {
    isKept = true;
  });
  // In each turn the app does something else; none waits for the lock.
  for (let turn = 0; turn < 100; turn++) await endOfTurn();
  expect(isKept).toBe(false);
  beside.exec('COMMIT');
  await keeping;
  expect(db.all(`SELECT id FROM records WHERE tbl = 'words'`)).toEqual([{ id: '1' }]);
});

test('only the owner may read its files', async () => {
  const { keep, modes } = rig();
  await keep();
  expect(new Set(modes())).toEqual(new Set([0o600]));
});
