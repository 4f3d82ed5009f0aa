import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openStore } from '../../../src/sms-service/store/store.ts';
import { createSmsService } from '../../../src/sms-service/testing/service.ts';
import { startSmsNetBd } from '../../support/http-carriers.ts';
import { startLeavingService } from '../../support/leaving-service.ts';

function folder(): string {
  const dir = mkdtempSync(join(tmpdir(), 'sms-service-operating-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  return dir;
}

/** Runs one command of the program; returns its output and how it ended. */
function run(...args: string[]) {
  return new Promise<{ code: number; stdout: string; stderr: string }>(resolve => {
    const program = ['--import', './src/node-version.mjs', 'src/sms-service/main.ts'];
    execFile(process.execPath, [...program, ...args], (error, stdout, stderr) => {
      resolve({ code: error ? Number(error.code) : 0, stdout, stderr });
    });
  });
}

it('reports on its own port that it is alive, that it is ready, and its metrics', async () => {
  const carrier = await startSmsNetBd();
  const { service, send, becomes, clock } = await startLeavingService([carrier.route()], {
    operating: { port: 0 },
  });
  const get = async (path: string) => {
    const response = await fetch(`${service().operatingUrl}${path}`);
    return { status: response.status, text: await response.text() };
  };
  expect(await get('/healthz')).toEqual({ status: 200, text: '{"ok":true}' });
  await becomes(await send(), 'submitted');
  carrier.refuse(417);
  await send();
  await send('hello', '12345');
  await expect.poll(() => service().delivery.routes()[0]?.health.healthy).toBe(false);
  const since = clock.now();
  await clock.advance(60_000);

  const ready = await get('/readyz');
  expect(ready.status).toBe(200);
  expect(JSON.parse(ready.text)).toEqual({
    ok: true,
    routes: [
      {
        name: 'netbd',
        kind: 'sms.net.bd',
        up: false,
        since: new Date(since).toISOString(),
        why: 'sms.net.bd 417: the account does not have enough balance',
      },
    ],
  });
  const { text: metrics } = await get('/metrics');
  for (const line of [
    'sms_service_accepted_total 2',
    'sms_service_refused_total{code="INVALID_NUMBER"} 1',
    'sms_service_texts_total{route="netbd",state="submitted"} 1',
    'sms_service_waiting 1',
    'sms_service_oldest_waiting_seconds 60',
    'sms_service_route_up{route="netbd",kind="sms.net.bd"} 0',
  ]) {
    expect(metrics.split('\n')).toContain(line);
  }
  expect(metrics).not.toMatch(/01712345678|good-key|Padma/);
  expect((await get('/api/send-sms.php')).status).toBe(404);
  expect((await fetch(`${service().url}/metrics`)).status).toBe(404);
  expect((await fetch(`${service().operatingUrl}/metrics`, { method: 'POST' })).status).toBe(405);
});

it('names the port in use', async () => {
  const service = await createSmsService({ operating: { port: 0 } });
  onTestFinished(() => service.close());
  const port = Number(new URL(service.operatingUrl ?? '').port);
  await expect(createSmsService({ operating: { port } })).rejects.toThrow(/--metrics-port/);
});

it('keeps a waiting text’s words, whatever the terms are, and deletes submissions after a month', async () => {
  const carrier = await startSmsNetBd();
  const dataDir = join(folder(), 'data');
  const routes = { giveUpAfterHours: 168, routes: [carrier.route()] };
  const { service, account, clock, send, becomes, passing, progress, restart } = await startLeavingService(
    [],
    {
      dataDir,
      routes,
    },
  );
  service().accounts.setTerms(account.id, { keepTextDays: 1 });
  await becomes(await send('first'), 'submitted');
  await carrier.away();
  const waits = await send('second');
  const pass = (days: number) => restart(() => clock.advance(days * 86_400_000));
  await pass(3);
  expect(
    service()
      .log.list()
      .map(it => it.message),
  ).toEqual(['', 'second']);
  await carrier.back();
  await passing(60_000, () => progress(waits).state).toBe('submitted');
  expect(carrier.texts.map(it => it.msg)).toEqual(['first', 'second']);

  const handedOver = () => {
    const store = openStore(dataDir);
    const counts = [1, waits].map(logId => store.submissions.of(logId).length);
    store.close();
    return counts;
  };
  await pass(20);
  expect(handedOver()).toEqual([1, 1]);
  await pass(10);
  expect(handedOver()).toEqual([0, 0]);
  expect(service().log.list()).toMatchObject([
    { message: '', cost: '0.35', number: '01712345678' },
    { message: '', cost: '0.35', number: '01712345678' },
  ]);
  expect(progress(waits).state).toBe('submitted');
});

it('is backed up while it sends; after a restore it adds up, and sends no text a second time', async () => {
  const carrier = await startSmsNetBd();
  const dir = folder();
  const dataDir = join(dir, 'data');
  const { send, becomes, service, account, restart, close, balance, clock } = await startLeavingService(
    [carrier.route()],
    {
      dataDir,
    },
  );
  await becomes(await send('before'), 'submitted');
  carrier.refuse(417);
  await send('waiting');
  const file = join(dir, 'backup.sqlite');
  let sending = true;
  const more = (async () => {
    while (sending) await send('meanwhile');
  })();
  expect(await run('backup', file, '--data', dataDir)).toMatchObject({ code: 0, stderr: '' });
  sending = false;
  await more;
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await run('backup', file, '--data', dataDir)).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/already/),
  });
  // After the backup, the waiting texts leave.
  carrier.refuse(null);
  await restart();
  await expect.poll(() => service().delivery.backlog().waiting).toBe(0);
  const balanceLater = balance();
  const sent = carrier.texts.length;
  const lastId = service().log.list().at(-1)?.logId ?? 0;
  await close();

  const restoredDir = join(dir, 'restored');
  const restored = await run('restore', file, '--data', restoredDir, '--json');
  expect(restored).toMatchObject({ code: 0, stderr: '' });
  expect((await run('restore', file, '--data', restoredDir)).stderr).toMatch(/already has data/);
  // By the same clock, because texts that wait for a day expire.
  const again = await createSmsService({
    dataDir: restoredDir,
    clock,
    routes: { routes: [carrier.route()] },
  });
  onTestFinished(() => again.close());
  const texts = again.log
    .list()
    .map(({ logId, message }) => ({ message, ...again.delivery.progress(logId) }));
  expect(texts[0]).toMatchObject({ message: 'before', state: 'submitted' });
  expect(texts[1]).toMatchObject({
    message: 'waiting',
    state: 'unknown',
    reason: expect.stringMatching(/backup/),
  });
  expect(texts.slice(1).every(({ state }) => state === 'unknown')).toBe(true);
  expect(JSON.parse(restored.stdout)).toEqual({ data: restoredDir, unknown: texts.length - 1 });
  const amounts = again.ledger.list(account.id).map(it => Math.round(Number(it.amount) * 10_000));
  expect(again.accounts.get(account.id).balance).toBe(String(amounts.reduce((sum, it) => sum + it) / 10_000));
  expect(Number(again.accounts.get(account.id).balance)).toBeGreaterThanOrEqual(Number(balanceLater));

  const { key } = again.keys.create(account.id);
  const body = new URLSearchParams({ api_key: key, number: '01712345678', message: 'after' });
  const response = await fetch(`${again.url}/api/send-sms.php`, { method: 'POST', body });
  expect(((await response.json()) as { log_id: number }).log_id).toBeGreaterThan(lastId);
  await expect.poll(() => again.delivery.backlog().waiting).toBe(0);
  expect(carrier.texts).toHaveLength(sent + 1);
  expect(carrier.texts.at(-1)?.msg).toBe('after');
});

it('restores nothing from an incomplete backup', async () => {
  const dir = folder();
  const file = join(dir, 'backup.sqlite');
  const service = await createSmsService({ dataDir: join(dir, 'data') });
  await service.close();
  await run('backup', file, '--data', join(dir, 'data'));
  writeFileSync(join(dir, 'half.sqlite'), readFileSync(file).subarray(0, 20_000));
  writeFileSync(join(dir, 'words.sqlite'), 'no database at all');
  for (const name of ['half.sqlite', 'words.sqlite']) {
    const { code, stderr } = await run('restore', join(dir, name), '--data', join(dir, 'restored'));
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(/not a complete backup/) });
  }
  expect((await run('restore', join(dir, 'none'), '--data', join(dir, 'restored'))).stderr).toMatch(
    /no file/,
  );
  expect((await run('restore', file, '--data', join(dir, 'restored'))).code).toBe(0);
});
