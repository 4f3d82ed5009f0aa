import { randomUUID } from 'node:crypto';
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { contactOf } from '../../src/contacts/contact.ts';
import { systemTime } from '../../src/kit/clock.ts';
import type { Credits } from '../../src/kit/credits.ts';
import type { LocalNumber } from '../../src/kit/number.ts';
import { DATA_VERSION, StorageError } from '../../src/kit/store/errors.ts';
import { openDatabase } from '../../src/kit/store/sqlite/database.ts';
import type { Settlement } from '../../src/texts/store/model.ts';
import { openSqliteStorage } from '../support/engines.ts';
import { found, Rig, SENT, WORKSPACE } from './storage/rig.ts';
import { sqliteIn } from './storage/sqlite.ts';

/* Guarantees of the embedded engine alone: one process, one folder, one file. */

function folder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-sqlite-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}
const log = pino({ level: 'silent' });
const open = (dataDir: string) => openSqliteStorage({ dataDir, time: systemTime, newId: randomUUID, log });

describe('one process per folder', () => {
  test('a second process asks the operator to stop the first; after that it opens', async () => {
    const dataDir = folder();
    const first = open(dataDir);
    expect(() => open(dataDir)).toThrow(StorageError);
    expect(() => open(dataDir)).toThrow(/Another process is using .*: stop it first/);
    await first.close();
    await open(dataDir).close(); // A refused start gives the lock back.
  });

  test('refuses data of another version in a sentence that says what to do, and leaves it unchanged', async () => {
    const dataDir = folder();
    await open(dataDir).close();
    const file = new DatabaseSync(join(dataDir, 'sms.db'));
    for (const [version, says] of [
      [DATA_VERSION + 1, new RegExp(`version ${DATA_VERSION + 1} .* run the newer program that made it`)],
      [
        DATA_VERSION - 1,
        new RegExp(`version ${DATA_VERSION - 1} .* run the earlier program .* an empty DATA_DIR`),
      ],
    ] as const) {
      file.exec(`PRAGMA user_version = ${version}`);
      expect(() => open(dataDir)).toThrow(says);
      expect(file.prepare('PRAGMA user_version').get()).toEqual({ user_version: version });
    }
    file.exec(`PRAGMA user_version = ${DATA_VERSION}`);
    file.close();
    await open(dataDir).close();
  });

  test.each([
    ['a file that is no database', (dir: string) => join(dir, 'sms.db')],
    ['a folder that can’t be used', (dir: string) => dir],
  ])('%s is a StorageError that names it', async (_name, place) => {
    const dataDir = join(folder(), 'data');
    if (place(dataDir) !== dataDir) await open(dataDir).close();
    writeFileSync(
      place(dataDir),
      'something else entirely, long enough to be read as a header of a file'.repeat(99),
    );
    expect(() => open(dataDir)).toThrow(StorageError);
    expect(() => open(dataDir)).toThrow(dataDir);
  });
});

test('charges add up and stay readable, however high a cost the service reports', async () => {
  const dataDir = folder();
  const rig = await Rig.on(sqliteIn(dataDir));
  const dear: Settlement = { kind: 'sent', logId: null, cost: '999999999999' as Credits, balance: null };
  const sendOne = async (): Promise<void> => {
    await rig.queueOne();
    await rig.drain(dear);
  };
  await sendOne();
  const file = new DatabaseSync(join(dataDir, 'sms.db'));
  // About ten thousand such texts add up to this.
  file.exec(
    `UPDATE records SET body = json_set(body, '$.millionths', 9007199254740000, '$.today.millionths', 9007199254740000) WHERE tbl IN ('usage', 'sender_usage')`,
  );
  file.close();
  await sendOne();
  const most = { millionths: Number.MAX_SAFE_INTEGER };
  expect(await rig.outbox.usage(WORKSPACE, null, rig.now)).toMatchObject(most);
  expect(await rig.outbox.usage(WORKSPACE, 'U1', rig.now)).toMatchObject(most);
  rig.pass(86_400_000);
  await sendOne();
  expect(await rig.outbox.senders(WORKSPACE, rig.now, 9)).toMatchObject({ most: [most], count: 1 });
});

test('sums that can’t be read begin anew, and keep nobody from being texted', async () => {
  const dataDir = folder();
  const rig = await Rig.on(sqliteIn(dataDir));
  await rig.queueOne();
  await rig.queueOne();
  await rig.drain();
  const file = new DatabaseSync(join(dataDir, 'sms.db'));
  file.exec(`UPDATE records SET body = 'broken' WHERE tbl IN ('usage', 'sender_usage')`);
  file.close();
  await rig.queueOne();
  await rig.drain();
  expect(await rig.outbox.usage(WORKSPACE, null, rig.now)).toMatchObject({ texts: 1 });
  expect(await rig.outbox.usage(WORKSPACE, 'U1', rig.now)).toMatchObject({ texts: 1 });
  const { most, count } = await rig.outbox.senders(WORKSPACE, rig.now, 9);
  expect([most.map(({ texts }) => texts), count]).toEqual([[1], 1]);
});

test.each(['sms.db', 'sms.db-wal', 'lock.db'])(
  'while %s is another file, or missing, no step is written, because it would be gone at the next start',
  async name => {
    const dataDir = folder();
    let passedMs = 0;
    const time = { ...systemTime, monotonic: () => systemTime.monotonic() + passedMs };
    const { documents, ping, close } = openSqliteStorage({ dataDir, time, newId: randomUUID, log });
    onTestFinished(close);
    await documents.set('T1', 'doc', 'before');
    const [path, elsewhere] = [join(dataDir, name), join(dataDir, 'elsewhere')];
    renameSync(path, elsewhere);
    passedMs = 1000; // The engine notices within a second.
    for (const replace of [() => undefined, () => copyFileSync(elsewhere, path)]) {
      replace();
      await expect(documents.set('T1', 'doc', 'lost')).rejects.toMatchObject({
        message: expect.stringContaining(`${path} was deleted, moved or replaced`),
        unsure: false,
      });
      await expect(ping()).rejects.toThrow(StorageError);
    }
    renameSync(elsewhere, path);
    await ping();
    expect(await documents.get('T1', 'doc', z.unknown())).toBe('before');
    await documents.set('T1', 'doc', 'after');
    expect(await documents.get('T1', 'doc', z.unknown())).toBe('after');
  },
);

test('syncs each write before it reports it as done', () => {
  const db = openDatabase(folder());
  onTestFinished(() => db.close());
  const FULL = 2;
  expect(db.get('PRAGMA synchronous')).toEqual({ synchronous: FULL });
  expect(db.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
});

test('a step that throws undoes only itself, not the other steps of its transaction', async () => {
  const { revisions, documents, close } = open(folder());
  onTestFinished(close);
  const change = (key: string, value: () => string) =>
    revisions.update('T1', key, z.string(), value).catch((error: Error) => error.message);
  const throws = (): never => {
    throw new Error('a step that throws');
  };
  const answers = [change('one', () => 'done'), change('two', throws), change('three', () => 'done')];
  expect(await Promise.all(answers)).toEqual(['done', 'a step that throws', 'done']);
  expect((await documents.keys('T1')).sort()).toEqual(['one', 'three']);
});

test('swept words are in no file of the folder', async () => {
  const dataDir = folder();
  const rig = await Rig.on(sqliteIn(dataDir));
  const bytes = () =>
    readdirSync(dataDir)
      .map(file => readFileSync(join(dataDir, file), 'latin1'))
      .join('');
  await rig.queue({ count: 20, message: 'what nobody may read later' });
  await rig.drain();
  await rig.told();
  expect(bytes()).toContain('nobody may read');
  rig.pass(31 * 86_400_000);
  await rig.outbox.sweep('T1', { textsBefore: rig.now - 30 * 86_400_000, idsBefore: 0 }, 100);
  await rig.reopen();
  expect(bytes()).not.toContain('nobody may read');
});

test('a crash before a deferred write: the report comes again, and the text isn’t sent again', async () => {
  const [dataDir, crashed] = [folder(), folder()];
  const rig = await Rig.on(sqliteIn(dataDir));
  await rig.queueOne();
  const { report } = await rig.outbox.settle(await rig.claim(), SENT, rig.now, {
    reportHere: true,
    claimNext: false,
  });
  const closing = rig.outbox.closeReports([{ report: found(report ?? undefined), posted: true }], rig.now);
  for (const file of ['sms.db', 'sms.db-wal']) copyFileSync(join(dataDir, file), join(crashed, file));
  const after = await Rig.on(sqliteIn(crashed));
  await after.ownerGone();
  await after.outbox.reap(after.now);
  expect(await after.claimOrNull()).toBeNull();
  expect(await after.told()).toMatchObject([{ kind: 'result', attempts: 1, text: { state: 'sent' } }]);
  // The surviving process writes it, at the latest when it is closed.
  void closing;
  await rig.ownerGone();
  await rig.outbox.reap(rig.now);
  expect(await rig.told()).toEqual([]);
});

test('a workspace that returns before the first step of its deletion loses nothing', async () => {
  const { documents, contacts, deletions, close } = open(folder());
  onTestFinished(close);
  const number = '01712345678' as LocalNumber;
  await documents.set('T1', 'settings', 1);
  await contacts.update('T1', { numbers: [number] }, () => ({
    change: { contacts: [contactOf({ id: 'ranu', workspace: 'T1', number, name: 'Ranu' })] },
    result: null,
  }));
  await deletions.schedule('T1', 0);
  // The deletion has found the workspace already, and its steps come after this one.
  await Promise.all([deletions.removeDue(Date.now(), 100), deletions.cancel('T1')]);
  expect(await documents.keys('T1')).toEqual(['settings']);
  expect((await contacts.find('T1', { numbers: [number] })).contacts).toHaveLength(1);
});

test('once waiting texts are refused, the deleted key is in no file of the folder, even while it is open', async () => {
  const dataDir = folder();
  const { documents, queue, close } = open(dataDir);
  onTestFinished(close);
  const bytes = () =>
    readdirSync(dataDir)
      .map(file => readFileSync(join(dataDir, file), 'latin1'))
      .join('');
  await documents.set('T1', 'linked-key', { sealed: 'v1.sealed-under-lock' });
  expect(bytes()).toContain('sealed-under-lock');
  await documents.delete('T1', 'linked-key');
  await queue.refuseWaiting('T1', { kind: 'UNLINKED' }, Date.now());
  expect(bytes()).not.toContain('sealed-under-lock');
});
