import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { systemTime } from '../../../src/kit/clock.ts';
import { makeBackup } from '../../../src/kit/store/backup-file.ts';
import { copyRedis, loadIntoRedis } from '../../../src/kit/store/redis/backup.ts';
import { openRedis } from '../../../src/kit/store/redis/index.ts';
import { copyDatabase, newDatabase } from '../../../src/kit/store/sqlite/backup.ts';
import { openSqlite } from '../../../src/kit/store/sqlite/index.ts';
import type { Engine } from '../../../src/kit/store/storage.ts';
import { indexedAt, table } from '../../../src/kit/store/store.ts';
import { createLog } from '../../../src/log.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/* A backup under constant commits has the data of one moment. Each commit moves the same count into records far apart. */

const PLACES = 2500;
const PATIENT = { timeout: 60_000 };
const COUNTS = table('count', z.object({ id: z.string(), n: z.int() }), ({ n }) => ({
  all: indexedAt(n),
}));
const log = createLog({ level: 'silent', stream: { write: () => undefined }, secrets: [] });
const newId = (): string => crypto.randomUUID();

const folder = (): string => {
  const path = mkdtempSync(join(tmpdir(), 'sms-moment-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
};

/** Writes a count into two records and, each in its turn, one of many. */
const count = ({ store }: Engine, n: number): Promise<void> =>
  store.transaction(tx => {
    for (const id of ['first', `place ${n % PLACES}`, 'zlast']) {
      tx.get(COUNTS, id);
      tx.put(COUNTS, { id, n });
    }
  });

/** Counts on until `work` ends; it begins after some counts. */
async function counting<T>(engine: Engine, work: () => Promise<T>): Promise<T> {
  let n = 1;
  for (; n < 20; n += 1) await count(engine, n);
  let isOver = false;
  const end = (): void => {
    isOver = true;
  };
  const working = work();
  working.then(end, end);
  for (; !isOver; n += 1) await count(engine, n);
  return working;
}

/** The same count in both records, no later one in any, and an index entry for each record. */
function isOfOneMoment(path: string): void {
  const db = new DatabaseSync(path, { readOnly: true });
  onTestFinished(() => db.close());
  const rows = db.prepare("SELECT id, body FROM records WHERE tbl = 'count'").all();
  const counts = new Map(rows.map(({ id, body }) => [String(id), Number(JSON.parse(String(body)).n)]));
  const first = counts.get('first') ?? -1;
  expect(first).toBeGreaterThan(0);
  expect(counts.get('zlast')).toBe(first);
  expect(counts.get(`place ${first % PLACES}`)).toBe(first);
  expect(Math.max(...counts.values())).toBe(first);
  const entries = db.prepare("SELECT id, score FROM entries WHERE list = 'count.all'").all();
  expect(new Map(entries.map(({ id, score }) => [String(id), Number(score)]))).toEqual(counts);
  expect(entries).toHaveLength(counts.size);
}

const fill = ({ store }: Engine): Promise<unknown> =>
  Promise.all(
    Array.from({ length: PLACES / 50 }, (_, page) =>
      store.transaction(tx => {
        for (let at = 0; at < 50; at++) tx.insert(COUNTS, { id: `place ${page * 50 + at}`, n: 0 });
      }),
    ),
  );

test('on SQLite', PATIENT, async () => {
  const dataDir = folder();
  const engine = openSqlite({ dataDir, time: systemTime, newId, log });
  onTestFinished(engine.close);
  await fill(engine);
  const path = join(folder(), 'backup.db');
  await counting(engine, () =>
    makeBackup(path, { madeAt: 0, engine: 'sqlite' }, target => copyDatabase(dataDir, target)),
  );
  isOfOneMoment(path);
});

describe.skipIf(!hasRedisServer())('on Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer(null, {}, { appendfsync: 'no' });
  });
  afterAll(() => redis?.close());

  const open = (url: string): Promise<Engine> => openRedis({ url, time: systemTime, newId, log });
  const copied = (url: string, path: string) =>
    makeBackup(path, { madeAt: 0, engine: 'redis' }, async target => {
      const db = newDatabase(target);
      await copyRedis({ kind: 'redis', url }, db, log).finally(() => db.close());
    });

  test('under commits of two processes, and loaded into another Redis', PATIENT, async () => {
    const url = redis.freshUrl();
    const [engine, second] = [await open(url), await open(url)];
    onTestFinished(second.close);
    await fill(engine);
    const path = join(folder(), 'backup.db');
    await Promise.all([
      counting(engine, () => copied(url, path)),
      second.store.transaction(tx => tx.insert(COUNTS, { id: 'b', n: 0 })),
    ]);
    isOfOneMoment(path);
    await engine.close();

    const elsewhere = redis.freshUrl();
    const db = new DatabaseSync(path, { readOnly: true });
    await loadIntoRedis({ kind: 'redis', url: elsewhere }, db, { mayReplace: false, log });
    db.close();
    const loaded = await open(elsewhere);
    onTestFinished(loaded.close);
    const before = await second.store.read(tx => tx.count(COUNTS.index('all')));
    expect(await loaded.store.read(tx => tx.count(COUNTS.index('all')))).toBe(before);
    await expect(copied(url, path), 'it never overwrites a backup').rejects.toThrow('name another one');
    const again = join(folder(), 'backup.db');
    await copied(elsewhere, again);
    isOfOneMoment(again);
  });

  test('no process starts on a Redis into which a restore has not ended', async () => {
    const url = redis.freshUrl();
    const db = newDatabase(join(folder(), 'broken.db'));
    db.exec("INSERT INTO records VALUES ('count', 'a', '{}')");
    db.exec('DROP TABLE entries');
    await expect(loadIntoRedis({ kind: 'redis', url }, db, { mayReplace: false, log })).rejects.toThrow();
    db.close();
    await expect(open(url)).rejects.toThrow('half restored: run `npm run restore` again');
  });
});
