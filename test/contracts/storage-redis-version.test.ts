import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemTime } from '../../src/domain/clock.ts';
import { StorageError } from '../../src/storage/errors.ts';
import type { Storage } from '../../src/storage/ports.ts';
import { openRedisStorage } from '../../src/storage/redis/index.ts';
import { MIGRATIONS } from '../../src/storage/redis/version.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { redisAt } from './storage/redis.ts';
import { Rig, WORKSPACE } from './storage/rig.ts';

/* The data on Redis tells its version: an older one is led to ours, a newer one is refused and left as it is. */

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
    const open = async (migrations?: readonly string[]) => {
      const log = pino({ level: 'silent' });
      const storage = await openRedisStorage({
        url,
        newId: randomUUID,
        time: systemTime,
        log,
        ...(migrations && { migrations }),
      });
      opened.push(storage);
      return storage;
    };
    return { url, client, open };
  }
  const all = async (client: Awaited<ReturnType<typeof fresh>>['client']) => {
    const keys = (await client.keys('*')).toSorted();
    return Promise.all(keys.map(async key => [key, await client.dump(key)]));
  };

  test('is written at first; data of before it has the first one', async () => {
    const { url, client } = await fresh();
    const rig = await Rig.on(redisAt(url));
    expect(await client.get(VERSION)).toBe(String(MIGRATIONS.length));
    const text = await rig.queueOne();
    await client.del(VERSION);
    await rig.reopen();
    expect(await client.get(VERSION)).toBe(String(MIGRATIONS.length));
    expect((await rig.claim()).text).toMatchObject({ id: text.id });
  });

  test('where a newer program made it, is refused in a sentence, and nothing is changed', async () => {
    const { url, client, open } = await fresh();
    const rig = await Rig.open(redisAt(url));
    await rig.queueOne();
    await rig.close();
    for (const version of ['99', 'of later']) {
      await client.set(VERSION, version);
      const before = await all(client);
      await expect(open()).rejects.toThrow(StorageError);
      await expect(open()).rejects.toThrow(
        `The data on Redis has version ${version} and this program knows ${MIGRATIONS.length}: run the newer program that made it.`,
      );
      expect(await all(client)).toEqual(before);
    }
  });

  test('is led through every missing step, each once, whoever starts at the same time', async () => {
    const { url, client, open } = await fresh();
    const rig = await Rig.open(redisAt(url));
    const text = await rig.queueOne();
    await rig.close();
    const steps = [
      "redis.call('INCR', P .. 'one')",
      "redis.call('SET', P .. 'two', redis.call('GET', P .. 'one') * 2) return 'early'",
    ];
    const opened = await Promise.all([1, 2, 3, 4].map(() => open([...MIGRATIONS, ...steps])));
    expect(await client.mGet([VERSION, '{sms}:one', '{sms}:two'])).toEqual([
      String(MIGRATIONS.length + 2),
      '1',
      '2',
    ]);
    expect(await opened[0]?.history.text(WORKSPACE, text.id)).toMatchObject({ id: text.id });
    await expect(open()).rejects.toThrow('run the newer program that made it');
  });

  test('stays what it was where a step fails, and the older program goes on', async () => {
    const { client, open } = await fresh();
    await open();
    const broken = "redis.call('INCR', P .. 'version_of_something_else', 'no number')";
    await expect(open([...MIGRATIONS, broken])).rejects.toThrow(
      `can't be brought from version ${MIGRATIONS.length} to ${MIGRATIONS.length + 1}`,
    );
    expect(await client.get(VERSION)).toBe(String(MIGRATIONS.length));
    await (await open()).ping();
  });

  test('that is found to be newer only after the start: nothing is taken or claimed', async () => {
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
    await expect(storage.intents.add(intent, 0)).rejects.toThrow(StorageError);
    expect(await storage.claims.claim(Date.now(), 1).catch(() => [])).toEqual([]);
  });
});
