import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemTime } from '../../../src/kit/clock.ts';
import { DATA_VERSION, StorageError } from '../../../src/kit/store/errors.ts';
import type { Storage } from '../../../src/kit/store/storage.ts';
import { redisAt } from '../../contracts/storage/redis.ts';
import { Rig } from '../../contracts/storage/rig.ts';
import { openRedisStorage } from '../../support/engines.ts';
import { outboxOf } from '../../support/outbox.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/* The data on Redis has a version: data of another version is refused and left unchanged. */

const VERSION = '{sms}:version';

describe.skipIf(!hasRedisServer())('the version of the data on Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());

  async function fresh(redis = server) {
    const url = redis.freshUrl();
    const client = await createClient({ url })
      .on('error', () => undefined)
      .connect();
    onTestFinished(() => client.destroy());
    const opened: Storage[] = [];
    onTestFinished(async () => {
      for (const storage of opened) await storage.close();
    });
    const open = async () => {
      const log = pino({ level: 'silent' });
      const storage = await openRedisStorage({ url, newId: randomUUID, time: systemTime, log });
      opened.push(storage);
      return storage;
    };
    return { url, client, open };
  }
  const all = async (client: Awaited<ReturnType<typeof fresh>>['client']) => {
    const keys = (await client.keys('*')).toSorted();
    return Promise.all(keys.map(async key => [key, await client.dump(key)]));
  };

  test('is written at the first start, if there is no data', async () => {
    const { url, client } = await fresh();
    const rig = await Rig.on(redisAt(url));
    expect(await client.get(VERSION)).toBe(String(DATA_VERSION));
    const text = await rig.queueOne();
    await rig.reopen();
    expect(await client.get(VERSION)).toBe(String(DATA_VERSION));
    expect((await rig.claim()).text).toMatchObject({ id: text.id });
  });

  test('is refused if it is another, in a sentence that says what to do, and no data is changed', async () => {
    const { url, client, open } = await fresh();
    const rig = await Rig.open(redisAt(url));
    await rig.queueOne();
    await rig.close();
    const newer = 'run the newer program that made it.';
    for (const [version, sentence] of [
      ['99', newer],
      ['of later', newer],
      ['2', 'run the earlier program that made it, or give this one another Redis database.'],
    ] as const) {
      await client.set(VERSION, version);
      const before = await all(client);
      await expect(open()).rejects.toThrow(StorageError);
      await expect(open()).rejects.toThrow(
        `The data on Redis has version ${version} and this program knows ${DATA_VERSION}: ${sentence}`,
      );
      expect(await all(client)).toEqual(before);
    }
  });

  test('that turns out to be newer only after the start: no text is accepted or claimed', async () => {
    const late = await startRedisServer();
    onTestFinished(late.close);
    const { url, client, open } = await fresh(late);
    const rig = await Rig.open(redisAt(url));
    await rig.queueOne();
    const intent = rig.intent();
    await rig.close();
    await client.set(VERSION, '99');
    await late.kill();
    const storage = await open();
    await late.start();
    await expect.poll(() => storage.ping().catch(({ message }) => message)).toMatch(/version 99/);
    await expect(outboxOf(storage).add(intent, 0)).rejects.toThrow(StorageError);
    expect(await storage.claims.claim(Date.now(), 1).catch(() => [])).toEqual([]);
  });
});
