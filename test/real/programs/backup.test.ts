import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ENCRYPTION_KEYS } from '../../support/encryption-keys.ts';
import { alertmanager, makeHook } from '../../support/hooks.ts';
import { rowTo, runBroadcast } from '../../support/running-broadcast.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';
import { runCommand } from '../support/operator.ts';
import { runProgram } from '../support/program.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/* `npm run backup` under load, and `npm run restore` on a machine that has nothing. */

const ENGINES = hasRedisServer() ? ['SQLite', 'Redis'] : ['SQLite'];
const PATIENT = { timeout: 120_000 };
/** More than a minute takes. */
const TEXTS = 70;
/** More than become texts at a time. */
const ROWS = 150;

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'sms-backup-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

/** Moves the stage to another machine: its data is gone, its encryption keys aren't. */
function moveOn(stage: Stage, url: string | null): string {
  const { environment, dataDir } = stage;
  const empty = join(folder(), 'app');
  if (url !== null) environment.REDIS_URL = url;
  else {
    mkdirSync(empty);
    copyFileSync(join(dataDir, 'encryption-keys'), join(empty, 'encryption-keys'));
  }
  environment.DATA_DIR = empty;
  return empty;
}

describe.each(ENGINES)('on %s', engine => {
  let redis: RedisServer;
  beforeAll(async () => {
    if (engine === 'Redis') redis = await startRedisServer();
  });
  afterAll(() => redis?.close());
  const freshUrl = (): string | null => (engine === 'Redis' ? redis.freshUrl() : null);

  async function stageOn(): Promise<Stage> {
    const url = freshUrl();
    const environment: Record<string, string> = url ? { REDIS_URL: url, ENCRYPTION_KEYS } : {};
    return createLinkedStage({ program: runProgram, environment });
  }

  test('a restored backup sends nothing twice, and people are told of everything that may have gone', {
    timeout: 600_000,
  }, async () => {
    const stage = await stageOn();
    const hook = await makeHook(stage);
    await stage.restart();
    expect((await hook.call(alertmanager('disk', { DiskFull: { severity: 'critical' } }))).status).toBe(202);
    await expect.poll(() => stage.accepted().length, PATIENT).toBe(1);
    await runBroadcast(
      { ...stage, clock: { ...stage.clock, now: Date.now, wall: Date.now } },
      Array.from({ length: ROWS }, (_, index) => rowTo(index)),
    );
    await stage.restart();
    stage.service.faults.add({ kind: 'slow', ms: 150, when: 'after' });

    const typed = Array.from({ length: TEXTS }, (_, index) => `parcel ${String(index).padStart(4, '0')}`);
    const typing = Promise.all(typed.map(text => stage.sms(`0171234${text.slice(-4)} ${text}`)));
    await stage.service.requests.reached(8);
    const file = join(folder(), 'backup.db');
    const copied = await runCommand('backup', stage.environment, [file]);
    expect(copied).toEqual({ code: 0, said: expect.stringContaining('records') });
    expect(statSync(file).mode & 0o777, 'numbers are in it').toBe(0o600);
    await typing;
    const atBackup = stage.accepted().length;
    await expect.poll(() => stage.accepted().length, PATIENT).toBeGreaterThan(atBackup + 5);
    stage.program().kill('SIGKILL');
    await stage.program().ended;
    const before = new Set(stage.posts().map(({ ts }) => ts));

    moveOn(stage, freshUrl());
    const restored = await runCommand('restore', stage.environment, [file]);
    expect(restored.said).toMatch(/Texts that waited, and are uncertain now: \d+/);
    expect(restored).toEqual({ code: 0, said: expect.stringContaining('Broadcasts that weren') });
    await stage.start();

    await stage.post(/restored from a backup, so nobody knows whether this alert/);
    await stage.post(/paused itself.*restored from a backup/s);
    const again = () => stage.posts().filter(({ ts }) => !before.has(ts));
    await expect
      .poll(() => again().filter(({ text }) => text.includes('may or may not')).length, PATIENT)
      .toBeGreaterThan(5);
    await stage.sms('01712349999 after all that');
    await expect.poll(() => stage.accepted().includes('after all that'), PATIENT).toBe(true);
    const went = stage.accepted();
    expect(went.toSorted(), 'none twice').toEqual([...new Set(went)].toSorted());
  });

  test('a restore refuses what it would harm', { timeout: 300_000 }, async () => {
    const stage = await stageOn();
    const file = join(folder(), 'backup.db');
    const operate = (command: 'backup' | 'restore', ...args: string[]) =>
      runCommand(command, stage.environment, args);
    expect((await operate('backup', file)).code).toBe(0);
    expect(await operate('backup', file)).toEqual({
      code: 1,
      said: expect.stringContaining('name another one'),
    });
    expect(await operate('restore', file, '--replace'), 'while the app runs').toEqual({
      code: 1,
      said: expect.stringMatching(/stop (it|all of them)/),
    });
    await stage.stop();
    expect(await operate('restore', file)).toEqual({ code: 1, said: expect.stringContaining('--replace') });

    const damaged = join(folder(), 'damaged.db');
    const bytes = readFileSync(file);
    const at = bytes.indexOf('"workspace"');
    bytes.write('"w0rkspace"', at);
    writeFileSync(damaged, bytes);
    expect(await operate('restore', damaged, '--replace')).toEqual({
      code: 1,
      said: expect.stringContaining('damaged'),
    });

    expect(await operate('restore', folder(), '--replace')).toEqual({
      code: 1,
      said: expect.stringMatching(/^The file .* can't be read: it is a folder\.\n$/),
    });
    expect(await operate('backup', join(folder(), 'none', 'backup.db'))).toEqual({
      code: 1,
      said: "The backup can't be written: there is no folder for it.\n",
    });

    const empty = moveOn(stage, freshUrl());
    const otherKeys = Buffer.from(ENCRYPTION_KEYS, 'base64').reverse().toString('base64');
    const withOtherKeys = { ...stage.environment, ENCRYPTION_KEYS: otherKeys };
    expect(await runCommand('restore', withOtherKeys, [file])).toEqual({
      code: 1,
      said: expect.stringContaining('ENCRYPTION_KEYS'),
    });
    expect(existsSync(join(empty, 'sms.db')), 'nothing is there yet').toBe(false);
    expect((await operate('restore', file)).code).toBe(0);
    const replaced = await operate('restore', file, '--replace');
    expect(replaced.code).toBe(0);
    if (engine === 'SQLite') {
      const [, before = ''] = /What was there before is in (.*): delete/.exec(replaced.said) ?? [];
      expect(readdirSync(before)).toContain('sms.db');
    }
    await stage.start();
    await stage.sms('01712345678 it takes texts again');
    await stage.post(/on hold: this minute’s 60 requests are used up/);
    expect(stage.accepted(), 'nothing is sent for a minute').toEqual([]);
  });
});
