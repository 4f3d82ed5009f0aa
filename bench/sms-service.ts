import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createSmsService } from '../src/sms-service/index.ts';
import { startProgram } from './parts.ts';
import { connect, serve } from './wire.ts';

/** Each may send sixty a minute: enough for all runs. */
const KEYS = 1000;
const LOAD = { total: 12_000, warm: 4000, width: 32 };
const ENTRIES = Number(process.env.BENCH_TEXTS ?? 1_000_000);
const ROUNDS = 2;
const PROGRAM = 'src/sms-service/main.ts';

/** A data directory with a log of a million texts, and keys with credits. */
async function fill(dataDir: string): Promise<string[]> {
  const service = await createSmsService({ dataDir });
  const account = service.accounts.create({ name: 'Bench', credits: '1000000' });
  const keys = Array.from({ length: KEYS }, () => service.keys.create(account.id).key);
  await service.close();
  const database = new DatabaseSync(join(dataDir, 'sms-service.sqlite'));
  database.exec(`
    BEGIN IMMEDIATE;
    WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${ENTRIES})
    INSERT INTO log_entries (account_id, api_key_id, number, message, parts, cost, balance, sent_at, state, submitted_at, route)
    SELECT ${account.id}, 1 + i % ${KEYS}, '017' || printf('%08d', i % 100000), 'The truck ' || i || ' is at the gate', 1, 3500,
      10000000000, ${Date.now()} - (${ENTRIES} - i) * 1000, 'submitted', 0, 'bench' FROM n;
    INSERT INTO ledger (account_id, kind, amount, balance, at, log_id)
    SELECT account_id, 'send', -cost, balance, sent_at, id FROM log_entries;
    COMMIT;
    PRAGMA wal_checkpoint(TRUNCATE);
  `);
  database.close();
  return keys;
}

/** Sends a second that are answered with success, over kept connections. */
async function rate(url: string, keys: readonly string[]): Promise<number> {
  const requests = Array.from({ length: LOAD.total }, (_, at) => {
    const body = `api_key=${keys[at % keys.length]}&number=01712345678&message=The+truck+is+at+the+gate+${at}`;
    const head = 'Host: bench\r\nContent-Type: application/x-www-form-urlencoded';
    return `POST /api/send-sms.php HTTP/1.1\r\n${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  });
  let next = 0;
  let answered = 0;
  let began = 0;
  await Promise.all(
    Array.from({ length: LOAD.width }, async () => {
      const line = await connect(url);
      for (let at = next++; at < LOAD.total; at = next++) {
        const { body } = await line.ask(requests[at] ?? '');
        if (!body.includes('"success":true')) throw new Error(`Not accepted: ${body}`);
        answered += 1;
        if (answered === LOAD.warm) began = performance.now();
      }
      line.close();
    }),
  );
  return ((LOAD.total - LOAD.warm) / (performance.now() - began)) * 1000;
}

async function bareRate(): Promise<number> {
  const program = await startProgram('bench/bare-sms-service.ts', {});
  const perSecond = await rate(program.url, ['key']);
  await program.stop();
  return perSecond;
}

/** A service with a full log: texts stay, or leave by a carrier that accepts all at once. */
async function fullRate(dataDir: string, keys: readonly string[], leaves: boolean): Promise<number> {
  const carrier = await serve(() => ({
    status: 200,
    json: '{"error":0,"msg":"ok","data":{"request_id":1}}',
  }));
  const routesFile = join(dataDir, 'routes.json');
  const route = { kind: 'sms.net.bd', name: 'bench', url: carrier.url, apiKey: 'key', window: 20 };
  writeFileSync(routesFile, JSON.stringify({ routes: [leaves ? route : { kind: 'none' }] }));
  const args = ['serve', '--port', '0', '--json', '--data', dataDir, '--routes', routesFile];
  const program = await startProgram(PROGRAM, {}, args);
  try {
    return await rate(program.url, keys);
  } finally {
    await program.stop();
    await carrier.close();
  }
}

/** Sends accepted a second: the best of a few rounds, in turns, also for the loop without storage. */
export async function acceptedSends(): Promise<{
  stays: number;
  leaves: number;
  bare: number;
  entries: number;
}> {
  const best = { stays: 0, leaves: 0, bare: 0 };
  const dataDir = mkdtempSync(join(tmpdir(), 'sms-bench-service-'));
  const keys = await fill(dataDir);
  for (let round = 0; round < ROUNDS; round++) {
    best.bare = Math.max(best.bare, await bareRate());
    best.stays = Math.max(best.stays, await fullRate(dataDir, keys, false));
    best.leaves = Math.max(best.leaves, await fullRate(dataDir, keys, true));
  }
  rmSync(dataDir, { recursive: true, force: true });
  return { ...best, entries: ENTRIES };
}
