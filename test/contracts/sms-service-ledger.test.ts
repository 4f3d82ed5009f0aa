import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, onTestFinished } from 'vitest';
import { createSmsService } from '../../src/sms-service/index.ts';
import { databasePath } from '../../src/sms-service/store/database.ts';
import { migrations } from '../../src/sms-service/store/migrations/index.ts';

const MORNING = Date.UTC(2026, 10, 21, 3);
const EVENING = Date.UTC(2026, 10, 21, 19); // The 22nd in Bangladesh.

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

it('derives the ledger of an earlier version from its log', async () => {
  const dataDir = dataDirectory();
  const earlier = new DatabaseSync(databasePath(dataDir));
  earlier.exec(`${migrations[0]} PRAGMA user_version = 1;
    INSERT INTO accounts (id, name, state, balance) VALUES (1, 'Padma', 'active', 900), (2, 'Meghna', 'suspended', 70), (3, 'Jamuna', 'active', 0);
    INSERT INTO api_keys (id, account_id, hash, created_at) VALUES (1, 1, 'x', 1);
    INSERT INTO log_entries (account_id, api_key_id, number, message, parts, cost, balance, sent_at) VALUES
      (1, 1, '01712345678', 'one', 1, 100, 400, ${MORNING - 4}), (1, 1, '01712345678', 'two', 1, 100, 300, ${MORNING - 3}),
      (1, 1, '01712345678', 'three', 1, 100, 1200, ${MORNING - 2}), (1, 1, '01712345678', 'four', 1, 100, 1100, ${MORNING - 1});`);
  earlier.close();
  const { service } = await start(dataDir);
  const amounts = (id: number) =>
    service.ledger.list(id).map(it => [it.kind, it.amount, it.balance, it.logId]);
  expect(amounts(1)).toEqual([
    ['opening', '0.05', '0.05', null],
    ['send', '-0.01', '0.04', 1],
    ['send', '-0.01', '0.03', 2],
    ['top-up', '0.1', '0.13', null],
    ['send', '-0.01', '0.12', 3],
    ['send', '-0.01', '0.11', 4],
    ['correction', '-0.02', '0.09', null],
  ]);
  expect(amounts(2)).toEqual([['opening', '0.007', '0.007', null]]);
  expect(amounts(3)).toEqual([]);
  expect(service.accounts.get(1).balance).toBe('0.09');
  expect(service.log.list(1).map(({ message }) => message)).toEqual(['one', 'two', 'three', 'four']);
});
