import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemTime } from '../../../src/kit/clock.ts';
import { copyOfBackup, makeBackup } from '../../../src/kit/store/backup-file.ts';
import { whyNot } from '../../../src/kit/store/data-dir.ts';
import { StorageError } from '../../../src/kit/store/errors.ts';
import { copyDatabase } from '../../../src/kit/store/sqlite/backup.ts';
import { embeddedEncryptionKeys } from '../../../src/workspace/sealing.ts';
import { openSqliteStorage } from '../../support/engines.ts';
import { canMount, smallDisk } from '../support/small-disk.ts';

/* A start on an unusable folder gives the reason in one sentence. */

function folder(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-start-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}
const log = pino({ level: 'silent' });
const open = (dataDir: string) => openSqliteStorage({ dataDir, time: systemTime, newId: randomUUID, log });

/** The output of a start; empty if it succeeds. */
async function sentenceOf(start: () => unknown): Promise<string> {
  try {
    await (start() as { close?(): Promise<void> } | undefined)?.close?.();
    return '';
  } catch (error) {
    expect(error).toBeInstanceOf(StorageError);
    return (error as StorageError).message;
  }
}

/** Overwrites a part of the database's file. */
function damage(dataDir: string, at: number, bytes: number): void {
  const file = openSync(join(dataDir, 'sms.db'), 'r+');
  writeSync(file, Buffer.alloc(bytes, 0xff), 0, bytes, at);
  closeSync(file);
}

describe.skipIf(!canMount())('on a disk that', () => {
  test('is full: neither the encryption key nor the database can be created or opened, and no backup is called damaged', async () => {
    const disk = smallDisk(1);
    const [fresh, used] = [join(disk.path, 'fresh'), join(disk.path, 'used')];
    mkdirSync(fresh);
    await open(used).close();
    disk.fill();
    expect(await sentenceOf(() => embeddedEncryptionKeys(fresh))).toBe(
      `The file ${join(fresh, 'encryption-keys')} can't be used: the disk is full.`,
    );
    for (const dataDir of [fresh, used]) {
      expect(await sentenceOf(() => open(dataDir))).toMatch(
        /^The \w+ \S+ can't be used: the disk is full\.$/,
      );
    }
    const elsewhere = folder();
    await open(elsewhere).close();
    const backup = join(elsewhere, 'backup.db');
    await makeBackup(backup, { madeAt: 0, engine: 'sqlite' }, path => copyDatabase(elsewhere, path));
    const copy = join(fresh, 'copy.db');
    expect(await sentenceOf(() => copyOfBackup(backup, copy)), 'the backup itself is well').toBe(
      `The backup can't be copied to ${copy}: the disk is full.`,
    );
    disk.makeRoom();
    for (const dataDir of [fresh, used]) expect(await sentenceOf(() => open(dataDir))).toBe('');
  });

  test('is read-only', async () => {
    const disk = smallDisk();
    const [fresh, used] = [join(disk.path, 'fresh'), join(disk.path, 'used')];
    await open(used).close();
    disk.readOnly();
    for (const start of [embeddedEncryptionKeys, open]) {
      for (const dataDir of [fresh, used]) {
        expect(await sentenceOf(() => start(dataDir))).toMatch(
          /^The \w+ \S+ can't be used: the disk is read-only\.$/,
        );
      }
    }
  });
});

describe('on a folder whose', () => {
  test('database is another program’s: it is left unchanged', async () => {
    const dataDir = folder();
    const database = new DatabaseSync(join(dataDir, 'sms.db'));
    database.exec('CREATE TABLE orders (id INTEGER)');
    expect(await sentenceOf(() => open(dataDir))).toMatch(/sms\.db is another program's: move it away/);
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'delete' });
    expect(database.prepare('SELECT name FROM sqlite_schema').all()).toEqual([{ name: 'orders' }]);
    database.close();
  });

  test('database isn’t one', async () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, 'sms.db'), 'something else entirely '.repeat(99));
    expect(await sentenceOf(() => open(dataDir))).toMatch(/sms\.db can't be used: it is no SQLite database/);
  });

  test('database is damaged', async () => {
    const dataDir = folder();
    await open(dataDir).close();
    damage(dataDir, 100, 3000);
    expect(await sentenceOf(() => open(dataDir))).toMatch(/sms\.db can't be used: it is damaged; restore it/);
  });

  test('database another program keeps locked', async () => {
    const dataDir = folder();
    await open(dataDir).close();
    const database = new DatabaseSync(join(dataDir, 'sms.db'));
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE');
    expect(await sentenceOf(() => open(dataDir))).toMatch(
      /sms\.db can't be used: another program keeps it locked/,
    );
    database.close();
  });

  test('name is that of a file', async () => {
    const dataDir = join(folder(), 'file');
    writeFileSync(dataDir, '');
    expect(await sentenceOf(() => open(dataDir))).toBe(
      `The folder ${dataDir} can't be used: it is no folder.`,
    );
    expect(await sentenceOf(() => open(join(dataDir, 'in')))).toMatch(/can't be used: it is in no folder\.$/);
  });
});

test.each(['EACCES', 'EPERM'])('%s, as in a folder of another user, is reported', code => {
  expect(whyNot('/data', Object.assign(new Error('no'), { code }))).toBe(
    'it belongs to another user, or this one may not write to it',
  );
});

describe('the folder', () => {
  test('is readable only by its owner, even if it existed before and was open to everybody', async () => {
    const dataDir = folder();
    for (const mode of [0o755, 0o777, 0o750]) {
      chmodSync(dataDir, mode);
      await open(dataDir).close();
      expect((statSync(dataDir).mode & 0o7777).toString(8)).toBe('700');
    }
  });

  test('stays unchanged if the whole machine uses it', async () => {
    const shared = folder();
    chmodSync(shared, 0o1777);
    await open(shared).close();
    expect((statSync(shared).mode & 0o7777).toString(8)).toBe('1777');
    expect((statSync(join(shared, 'sms.db')).mode & 0o777).toString(8)).toBe('600');
  });
});
