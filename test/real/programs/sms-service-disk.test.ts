import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createSmsService } from '../../../src/sms-service/testing/service.ts';
import { failSyncs, hasStrace } from '../support/failing-syncs.ts';
import { runProgram } from '../support/program.ts';
import { canMount, smallDisk } from '../support/small-disk.ts';

/* The SMS service on a disk that fails or is full. */

const PROGRAM = ['--import', './src/node-version.mjs', 'src/sms-service/main.ts'];

/** A data directory with a funded account and its key. */
async function createAccount(dataDir = temporary()) {
  const service = await createSmsService({ dataDir });
  const { id } = service.accounts.create({ name: 'Padma', credits: '10' });
  const { key } = service.keys.create(id);
  await service.close();
  return { dataDir, key };
}

function temporary(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sms-service-disk-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

async function send(url: string, key: string, message: string) {
  const body = new URLSearchParams({ api_key: key, number: '01712345678', message });
  const response = await fetch(`${url}/api/send-sms.php`, { method: 'POST', body });
  return { status: response.status, ...((await response.json()) as { error?: string; message: string }) };
}

test.skipIf(!hasStrace())(
  'a sync that fails: the answer says that the text may have been charged, and the program ends with a sentence and 1',
  async () => {
    const { dataDir, key } = await createAccount();
    const program = runProgram({}, { args: [...PROGRAM, 'serve', '--port', '0', '--data', dataDir] });
    await program.says('listening on');
    const [url = ''] = /http:\S+/.exec(program.output()) ?? [];
    await send(url, key, 'first');
    await failSyncs(program.pid);
    expect(await send(url, key, 'nobody knows')).toMatchObject({
      status: 500,
      error: 'UNCONFIRMED',
      message: expect.stringMatching(/may have been charged/),
    });
    expect(await program.ended).toBe(1);
    expect(program.output()).toMatch(/^The SMS service failed: the disk .* may be lost.*\.$/m);
  },
);

test.skipIf(!hasStrace())('only its owner can read a backup, from its first byte on', async () => {
  const { dataDir } = await createAccount();
  const dir = temporary();
  const file = join(dir, 'backup.sqlite');
  const restored = join(dir, 'restored');
  // Others may read this folder, except for files that the owner keeps to themselves.
  mkdirSync(restored, { mode: 0o755 });
  /** The mode with which each file of a copy is created: at the first time that it is opened. */
  const created = (...args: string[]) => {
    const trace = join(dir, 'trace');
    const strace = ['-f', '-e', 'trace=openat', '-o', trace, process.execPath, ...PROGRAM, ...args];
    expect(spawnSync('strace', strace).status).toBe(0);
    const opened = readFileSync(trace, 'utf8').matchAll(
      /"([^"]*\.partial[^"]*)", [A-Z_|]*O_CREAT.*, (0\d+)\)/g,
    );
    // The last entry of a name wins, so this one is the first open.
    return new Map([...opened].reverse().map(([, path = '', mode]) => [path.replace(/.*\./, ''), mode]));
  };
  const ownerOnly = new Map([
    ['partial', '0600'],
    ['partial-journal', '0600'],
  ]);
  expect(created('backup', file, '--data', dataDir)).toEqual(ownerOnly);
  expect(created('restore', file, '--data', restored)).toEqual(ownerOnly);
  expect(statSync(file).mode & 0o777).toBe(0o600);
});

describe.skipIf(!canMount())('a full disk', () => {
  test('/readyz says that the database can’t be written; sends are refused without a charge, until there is room', async () => {
    const disk = smallDisk();
    const { key } = await createAccount(disk.path);
    const errors: unknown[] = [];
    const service = await createSmsService({
      dataDir: disk.path,
      operating: { port: 0 },
      onInternalError: error => errors.push(error),
    });
    onTestFinished(() => service.close());
    const ready = async () => {
      const response = await fetch(`${service.operatingUrl}/readyz`);
      return [response.status, ((await response.json()) as { why?: string }).why];
    };
    expect(await ready()).toEqual([200, undefined]);
    disk.fill();
    // The log of the database may have some room of its own.
    await expect.poll(() => send(service.url, key, 'hello')).toMatchObject({ error: 'INTERNAL_ERROR' });
    const { balance } = service.accounts.get(1);
    expect(await ready()).toEqual([503, expect.stringMatching(/can’t be written.*full/)]);
    expect(errors.length).toBeGreaterThan(0);
    disk.makeRoom();
    expect(await ready()).toEqual([200, undefined]);
    expect(service.accounts.get(1).balance).toBe(balance);
    expect((await send(service.url, key, 'hello')).status).toBe(200);
  });
});
