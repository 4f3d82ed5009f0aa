import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { databasePath } from '../../src/sms-service/store/database.ts';
import { DATA_VERSION } from '../../src/sms-service/store/schema.ts';
import { createSmsService } from '../../src/sms-service/testing/service.ts';

const MORNING = Date.UTC(2026, 10, 21, 3);
const EVENING = Date.UTC(2026, 10, 21, 19); // In Bangladesh, the 22nd.

function dataDirectory(): string {
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-service-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  return dataDir;
}

async function start(dataDir: string) {
  const clock = { now: MORNING };
  const service = await createSmsService({
    dataDir,
    clock: { now: () => clock.now, after: () => () => {} },
  });
  onTestFinished(() => service.close());
  const send = async (apiKey: string, message = 'hello') => {
    const body = new URLSearchParams({ api_key: apiKey, number: '01712345678', message });
    const response = await fetch(`${service.url}/api/send-sms.php`, { method: 'POST', body });
    return (await response.json()) as { cost?: number; balance?: number; error?: string };
  };
  return { service, clock, send };
}

it('lists every change to a balance, which is their sum', async () => {
  const dataDir = dataDirectory();
  const { service, clock, send } = await start(dataDir);
  const { id } = service.accounts.create({ name: 'Padma', credits: '10' });
  const { key } = service.keys.create(id);
  service.accounts.setTerms(id, { pricePerPart: '0.4001' });
  expect(await send(key, 'x'.repeat(161))).toMatchObject({ cost: 0.8002, balance: 9.1998 });
  service.accounts.topUp(id, '5', 'Invoice 17');
  clock.now = EVENING;
  service.accounts.correct(id, '-0.1998', 'Rounding of October');
  service.accounts.setTerms(id, { pricePerPart: null });
  expect(await send(key)).toMatchObject({ cost: 0.35, balance: 13.65 });
  service.accounts.useUp(id);
  expect(await send(key)).toMatchObject({ error: 'INSUFFICIENT_CREDITS' });

  const entries = service.ledger.list(id);
  expect(entries.map(({ kind, amount, balance, logId }) => [kind, amount, balance, logId])).toEqual([
    ['opening', '10', '10', null],
    ['send', '-0.8002', '9.1998', 1],
    ['top-up', '5', '14.1998', null],
    ['correction', '-0.1998', '14', null],
    ['send', '-0.35', '13.65', 2],
    ['correction', '-13.65', '0', null],
  ]);
  expect(entries[3]).toMatchObject({ note: 'Rounding of October', by: null, at: EVENING });
  expect(() => service.accounts.correct(id, '-1', 'more')).toThrow('only 0 credits');
  expect(() => service.accounts.correct(id, '1', ' ')).toThrow('note');

  const database = new DatabaseSync(databasePath(dataDir));
  onTestFinished(() => database.close());
  expect(database.prepare('SELECT sum(amount) AS amount FROM ledger').get()).toEqual({ amount: 0 });
  const days = database
    .prepare('SELECT day, kind, entries, amount FROM ledger_days ORDER BY day, kind')
    .all();
  expect(days.map(row => Object.values(row))).toEqual([
    [20778, 'opening', 1, 100_000],
    [20778, 'send', 1, -8002],
    [20778, 'top-up', 1, 50_000],
    [20779, 'correction', 2, -138_498],
    [20779, 'send', 1, -3500],
  ]);
  expect(() => database.exec('UPDATE ledger SET amount = 0')).toThrow('never changed');
  expect(() => database.exec('DELETE FROM ledger')).toThrow('never changed');
});

it('refuses data of another version, and leaves it unchanged', async () => {
  const dataDir = dataDirectory();
  const { service } = await start(dataDir);
  await service.close();
  const file = new DatabaseSync(databasePath(dataDir));
  onTestFinished(() => file.close());
  for (const [version, says] of [
    [DATA_VERSION + 1, 'A newer version of the SMS service wrote this data: run that one.'],
    [1, 'run that one, or choose another --data'],
  ] as const) {
    file.exec(`PRAGMA user_version = ${version}`);
    await expect(createSmsService({ dataDir })).rejects.toThrow(says);
    expect(file.prepare('PRAGMA user_version').get()).toEqual({ user_version: version });
  }
});
