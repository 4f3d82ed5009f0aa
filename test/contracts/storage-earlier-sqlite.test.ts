import { randomUUID } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { StorageError } from '../../src/storage/errors.ts';
import { openSqliteStorage } from '../../src/storage/sqlite/index.ts';
import { type Opened, outboxOf, testsOfMoved } from './earlier/moved.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, 'earlier', name), 'utf8');
const answers = JSON.parse(read('sqlite-3.answers.json')) as Opened['answers'];

function folder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-earlier-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  const db = new DatabaseSync(join(dataDir, 'sms.db'));
  db.exec(read('sqlite-3.sql'));
  db.close();
  return dataDir;
}

function openIn(dataDir: string, lines: string[] = []): Opened['storage'] {
  const at = () => answers.at;
  const log = pino({}, { write: line => void lines.push(line) });
  const storage = openSqliteStorage({ dataDir, time: { wall: at, monotonic: at }, newId: randomUUID, log });
  return storage;
}

describe('a file of the earlier version', () => {
  testsOfMoved(async () => {
    const storage = openIn(folder());
    onTestFinished(() => storage.close());
    return { storage, answers };
  });

  test('is converted once, and says so with counts', async () => {
    const dataDir = folder();
    const lines: string[] = [];
    for (let start = 0; start < 2; start++) await openIn(dataDir, lines).close();
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { msg: 'converted the data to this version', text: 25, intent: 30, report: 10, unreadable: 5 },
    ]);
  });

  test('holds nothing as it was: what is deleted later can’t be read anywhere in it', async () => {
    const dataDir = folder();
    const storage = openIn(dataDir);
    const { deletions, close } = storage;
    const outbox = outboxOf(storage);
    const now = answers.at + 60 * 86_400_000;
    await outbox.reap(now);
    for (const workspace of ['T1', 'T2', 'T3']) await deletions.schedule(workspace, now);
    while ((await deletions.carryOut(now, 100)) > 0);
    const bytes = () =>
      ['sms.db', 'sms.db-wal'].map(name => readFileSync(join(dataDir, name), 'latin1')).join();
    expect(bytes()).not.toMatch(/hello|017111|identity sent|hooks\.slack|to posts|grafana/);
    await close();
  });

  test('has texts that show whose they are, even if they can’t be read', async () => {
    const dataDir = folder();
    await openIn(dataDir).close();
    const [id = '', other = ''] = answers.outcomes['hook-waits']?.texts.map(text => text.id) ?? [];
    const change = (to: string) => {
      const db = new DatabaseSync(join(dataDir, 'sms.db'));
      db.exec(
        `UPDATE records SET body = json_set(body, '$.number', '${to}') WHERE tbl = 'text' AND id = '${id}'`,
      );
      db.close();
    };
    change('fax');
    const storage = openIn(dataDir);
    onTestFinished(() => storage.close());
    const { aside } = storage;
    const outbox = outboxOf(storage);
    const now = answers.at + 30 * 60_000;
    const sendAll = async () => {
      const claims = await outbox.claim(now, 100);
      for (const claim of claims)
        await outbox.settle(claim, { kind: 'sent', logId: '1', cost: null, balance: null }, now);
      return claims.map(({ text }) => text.id);
    };
    const outcomes = async () => {
      const reports = await outbox.leaseReports(now, now + 1, 100);
      for (const report of reports) await outbox.closeReport(report, true, now);
      const own = reports.filter(({ follower }) => follower === null);
      return own.filter(({ kind, intent }) => kind === 'outcome' && intent.id === 'intent-hook-waits').length;
    };
    await outbox.reap(now);
    await outcomes();
    expect(await sendAll()).toContain(other);
    expect(await outcomes()).toBe(1);
    change('01711111162');
    await aside.retry([id], now);
    expect(await sendAll()).toContain(id);
    expect(await outcomes()).toBe(1);
  });

  test('stays entirely as it was if it can’t be converted', async () => {
    const dataDir = folder();
    const dump = () => {
      const db = new DatabaseSync(join(dataDir, 'sms.db'));
      const rows = ['texts', 'intents', 'slots', 'reports'].map(of =>
        db.prepare(`SELECT * FROM ${of}`).all(),
      );
      const version = db.prepare('PRAGMA user_version').get();
      db.close();
      return { rows, version };
    };
    const db = new DatabaseSync(join(dataDir, 'sms.db'));
    db.exec('CREATE TABLE records (something TEXT)');
    db.close();
    const before = dump();
    expect(() => openIn(dataDir)).toThrow(StorageError);
    expect(dump()).toEqual(before);
  });
});
