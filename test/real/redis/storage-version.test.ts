import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemTime } from '../../../src/domain/clock.ts';
import { StorageError } from '../../../src/storage/errors.ts';
import type { Storage } from '../../../src/storage/ports.ts';
import { openRedisStorage } from '../../../src/storage/redis/index.ts';
import type { RedisMigration } from '../../../src/storage/redis/leading.ts';
import type { Presence } from '../../../src/storage/redis/presence.ts';
import { MIGRATIONS, versionOf } from '../../../src/storage/redis/version.ts';
import { redisAt } from '../../contracts/storage/redis.ts';
import { Rig, WORKSPACE } from '../../contracts/storage/rig.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/* The data on Redis has a version: older data is converted to ours, newer data is refused and left as it is. */

const VERSION = '{sms}:version';
const OURS = versionOf(MIGRATIONS);

/** A step that creates a record. */
const step = (id: string, from = ''): RedisMigration => ({
  isMade: () => false,
  isLeftOver: name => name === from,
  async lead({ write }) {
    const record = { table: 'step', value: { id }, workspace: null };
    await write([{ id, leaves: [], comes: [{ counter: `steps ${id}` }], record }]);
    return { step: 1 };
  },
});

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
    const open = async (migrations?: readonly RedisMigration[], presence?: Presence) => {
      const log = pino({ level: 'silent' });
      const storage = await openRedisStorage({
        url,
        newId: randomUUID,
        time: systemTime,
        log,
        ...(migrations && { migrations }),
        ...(presence && { presence }),
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

  /** A process without a sign of life for too long, and its work. */
  async function frozenOne() {
    const { url, client, open } = await fresh();
    const rig = await Rig.open(redisAt(url));
    const intent = rig.intent();
    await rig.close();
    const storage = await open(MIGRATIONS, { heartbeatMs: 600_000, graceMs: 30_000 });
    await client.del(await client.keys('{sms}:owner:*'));
    return { client, open, storage, add: () => storage.intents.add(intent, Date.now() + 30_000) };
  }
  const records = async (client: Awaited<ReturnType<typeof fresh>>['client']) =>
    (await all(client)).filter(([key]) => String(key).startsWith('{sms}:record:'));

  test('is written at the first start, if there is no data', async () => {
    const { url, client } = await fresh();
    const rig = await Rig.on(redisAt(url));
    expect(await client.get(VERSION)).toBe(String(OURS));
    const text = await rig.queueOne();
    await rig.reopen();
    expect(await client.get(VERSION)).toBe(String(OURS));
    expect((await rig.claim()).text).toMatchObject({ id: text.id });
  });

  test('is refused if a newer program made it, and nothing is changed', async () => {
    const { url, client, open } = await fresh();
    const rig = await Rig.open(redisAt(url));
    await rig.queueOne();
    await rig.close();
    for (const version of ['99', 'of later']) {
      await client.set(VERSION, version);
      const before = await all(client);
      await expect(open()).rejects.toThrow(StorageError);
      await expect(open()).rejects.toThrow(
        `The data on Redis has version ${version} and this program knows ${OURS}: run the newer program that made it.`,
      );
      expect(await all(client)).toEqual(before);
    }
  });

  test('goes through every missing step once, even if several start at the same time', async () => {
    const { url, client, open } = await fresh();
    const rig = await Rig.open(redisAt(url));
    const text = await rig.queueOne();
    await rig.close();
    await client.set('{sms}:left', 'over');
    const steps = [step('one', 'left'), step('two')];
    const opened = await Promise.all([1, 2, 3, 4].map(() => open([...MIGRATIONS, ...steps])));
    expect(await client.get(VERSION)).toBe(String(OURS + 2));
    expect(await client.exists(['{sms}:record:step:one', '{sms}:record:step:two'])).toBe(2);
    expect(await client.hmGet('{sms}:counters', ['steps one', 'steps two'])).toEqual(['1', '1']);
    expect(await client.exists(['{sms}:left', '{sms}:led_from'])).toBe(0);
    expect(await opened[0]?.history.text(WORKSPACE, text.id)).toMatchObject({ id: text.id });
    await expect(open()).rejects.toThrow('run the newer program that made it');
  });

  test('once it is converted, a process of the earlier version that was frozen meanwhile writes nothing more', async () => {
    const { client, open, storage, add } = await frozenOne();
    await open([...MIGRATIONS, step('one')]);
    const before = await records(client);
    await expect(add()).rejects.toThrow('run the newer program');
    await expect(storage.documents.set(WORKSPACE, 'settings', {})).rejects.toThrow('run the newer program');
    expect(await records(client)).toEqual(before);
  });

  test('nor while it is being converted', async () => {
    const { client, open, add } = await frozenOne();
    let meanwhile: unknown;
    const wakes: RedisMigration = {
      ...step('one'),
      async lead(leading) {
        meanwhile = await add().catch(error => error);
        return step('one').lead(leading);
      },
    };
    await open([...MIGRATIONS, wakes]);
    expect(meanwhile).toBeInstanceOf(StorageError);
    expect(await client.exists('{sms}:record:step:one')).toBe(1);
    expect(await client.keys('{sms}:record:intent:*')).toEqual([]);
  });

  test('stays as it was if a step fails, and the older program keeps working', async () => {
    const { client, open } = await fresh();
    await client.set(VERSION, String(OURS));
    await client.set('{sms}:list:broken', 'no list');
    const broken: RedisMigration = {
      ...step('broken'),
      async lead({ write }) {
        const record = { table: 'step', value: { id: 'broken' }, workspace: null };
        await write([{ id: 'broken', leaves: [], comes: [{ list: 'broken', score: 1 }], record }]);
        return {};
      },
    };
    const wrong: RedisMigration = {
      ...step('wrong'),
      lead: () => Promise.reject(new TypeError('a mistake')),
    };
    for (const bad of [broken, wrong]) {
      await expect(open([...MIGRATIONS, bad])).rejects.toThrow(
        `can't be brought from version ${OURS} to ${OURS + 1}`,
      );
      expect(await client.get(VERSION)).toBe(String(OURS));
    }
    await (await open()).ping();
  });

  test('that turns out to be newer only after the start: nothing is accepted or claimed', async () => {
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
