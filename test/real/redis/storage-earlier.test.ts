import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { RedisClientType } from '@redis/client';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { StorageError } from '../../../src/storage/errors.ts';
import { connect } from '../../../src/storage/redis/connection.ts';
import { MOVE_TO_RECORDS } from '../../../src/storage/redis/earlier.ts';
import { createLeader, Overtaken, type RedisMigration } from '../../../src/storage/redis/leading.ts';
import { type Opened, outboxOf, testsOfMoved } from '../../contracts/earlier/moved.ts';
import { clientOf, leaveEarlier, openNow, stateOf } from '../../contracts/earlier/redis.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

const OWNER = '{sms}:owner:somebody';
const RUNS_STILL = 'Another process on this Redis still runs the earlier version: stop it first.';

describe.skipIf(!hasRedisServer())('a Redis of the earlier version', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());

  type Left = { url: string; client: RedisClientType; answers: Opened['answers'] };
  async function left(on = server): Promise<Left> {
    const url = on.freshUrl();
    const client = await clientOf(url);
    onTestFinished(() => client.destroy());
    return { url, client, answers: await leaveEarlier(client) };
  }
  async function open(url: string, migrations?: readonly RedisMigration[]): Promise<Opened['storage']> {
    const storage = await openNow(url, migrations);
    onTestFinished(() => storage.close());
    return storage;
  }
  /** What is there when nothing comes between. */
  async function moved(): Promise<Record<string, unknown>> {
    const { url, client } = await left();
    await open(url);
    return stateOf(client);
  }
  const dump = async (client: RedisClientType) => {
    const names = (await client.keys('*')).toSorted();
    return Promise.all(names.map(async name => [name, await client.dump(name)]));
  };

  testsOfMoved(async () => {
    const { url, answers } = await left();
    return { storage: await open(url), answers };
  });

  test('has nothing left of it, once', async () => {
    const { url, client } = await left();
    await client.set('{sms}:record:other:1', 'nobody knows of what');
    await open(url);
    expect(await client.get('{sms}:record:other:1')).toBe('nobody knows of what');
    const names = await client.keys('*');
    const kinds = new Set(names.map(name => name.split(':')[1]));
    expect([...kinds].toSorted()).toEqual([
      'counters',
      'documents',
      'documents_of',
      'list',
      'owner',
      'record',
      'server',
      'version',
    ]);
    const before = await stateOf(client);
    await open(url);
    expect(await stateOf(client)).toEqual(before);
  });

  test.each([1, 2, 4, 6, 9, 0])('is converted by the next start if one is killed (%s)', async writes => {
    const { url, client, answers } = await left();
    const script = fileURLToPath(new URL('../../contracts/earlier/killed-child.ts', import.meta.url));
    const child = spawn(process.execPath, [script, url, String(writes)], { stdio: 'inherit' });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    expect(await client.get('{sms}:version')).toBe(writes === 0 ? '2' : '1');
    const storage = await open(url);
    expect(await stateOf(client)).toEqual(await moved());
    expect(await outboxOf(storage).reap(answers.at + 60_000)).toBe(2);
  });

  test('is converted once by many that start at the same time', async () => {
    const { url, client } = await left();
    await Promise.all([1, 2, 3, 4].map(() => open(url)));
    expect(await stateOf(client)).toEqual(await moved());
  });

  /** The move, which waits before it writes for the so-and-so-manieth time. */
  function waiting(before: number) {
    const [reached, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const refused = Promise.withResolvers<string>();
    let writes = 0;
    const migration: RedisMigration = {
      ...MOVE_TO_RECORDS,
      lead: ({ connection, write }) =>
        MOVE_TO_RECORDS.lead({
          connection,
          async write(some) {
            writes += 1;
            if (writes === before) {
              reached.resolve();
              await gate.promise;
            }
            await write(some).catch(error => {
              refused.resolve(error.constructor.name);
              throw error;
            });
          },
        }),
    };
    return { migration, reached: reached.promise, go: gate.resolve, refused: refused.promise };
  }

  test('is left to the one that was quicker: whoever comes too late writes nothing', async () => {
    const { url, client } = await left();
    const late = waiting(3);
    const opening = open(url, [late.migration]);
    await late.reached;
    const quick = await open(url);
    await outboxOf(quick).expire(Date.now() + 200 * 365 * 86_400_000);
    const before = await stateOf(client);
    late.go();
    await opening;
    expect(await stateOf(client)).toEqual(before);
  });

  test('is converted by one at a time: whoever was silent for too long writes nothing beside the next', async () => {
    const { url, client } = await left();
    const [silent, next] = [waiting(3), waiting(2)];
    const first = open(url, [silent.migration]);
    await silent.reached;
    await expect.poll(() => client.exists('{sms}:leading')).toBe(0);
    const second = open(url, [next.migration]);
    await next.reached;
    silent.go();
    expect(await silent.refused).toBe('Overtaken');
    next.go();
    await Promise.all([first, second]);
    expect(await stateOf(client)).toEqual(await moved());
  });

  test('is not started again by one that takes over after it was already converted', async () => {
    const { url, client } = await left();
    await open(url);
    const before = await stateOf(client);
    const connection = await connect(url, pino({ level: 'silent' }));
    onTestFinished(() => connection.close());
    const leader = { id: 'late', silentMs: 60_000 };
    await client.set('{sms}:led_half', '1');
    await expect(createLeader(connection, MOVE_TO_RECORDS, 1, leader)).rejects.toThrow(Overtaken);
    await client.del(['{sms}:leading', '{sms}:led_half']);
    expect(await stateOf(client)).toEqual(before);
  });

  test('is not touched while a process of the earlier version runs: the start waits, and then says so', async () => {
    const { url, client } = await left();
    await client.set(OWNER, '1');
    const before = await dump(client);
    await expect(openNow(url)).rejects.toThrow(StorageError);
    await expect(openNow(url)).rejects.toThrow(RUNS_STILL);
    expect(await dump(client)).toEqual(before);
    await client.pExpire(OWNER, 300);
    await open(url);
    expect(await client.get('{sms}:version')).toBe('2');
  });

  test('is read again if a process of the earlier version started and did something meanwhile', async () => {
    const { url, client, answers } = await left();
    const text = answers.outcomes.waits?.texts[0]?.id ?? '';
    let turns = 0;
    const disturbed: RedisMigration = {
      ...MOVE_TO_RECORDS,
      async lead(leading) {
        const counts = await MOVE_TO_RECORDS.lead(leading);
        turns += 1;
        if (turns > 1) return counts;
        await client.hSet(`{sms}:text:${text}`, { state: 'sending', claim: 'of the other' });
        await client.del(['{sms}:reports', '{sms}:reports_of:intent-held']); // All was told.
        await client.set(OWNER, '1', { expiration: { type: 'PX', value: 50 } });
        return counts;
      },
    };
    const outbox = outboxOf(await open(url, [disturbed]));
    expect(turns).toBe(2);
    expect(await outbox.text('T1', text)).toMatchObject({ state: 'sending' });
    // It stands nowhere any more where it was put first.
    expect(await client.zScore('{sms}:list:texts.expiry', text)).toBeNull();
    const reports = await outbox.leaseReports(Date.now() + 60_000, Date.now() + 120_000, 100);
    expect(new Set(reports.map(({ kind }) => kind))).toEqual(new Set(['set_aside']));
    expect(await outbox.reap(Date.now() + 60_000)).toBe(3);
  });

  test('is converted even if it is put back under a running process', async () => {
    const url = server.freshUrl();
    const client = await clientOf(url);
    onTestFinished(() => client.destroy());
    await client.set('{sms}:version', '2');
    const move = waiting(1);
    const storage = await open(url, [move.migration]);
    const { intents, counts } = await leaveEarlier(client);
    await client.sendCommand(['CLIENT', 'KILL', 'TYPE', 'normal']);
    await move.reached;
    const [intent] = Object.values(intents);
    if (!intent) throw new Error('No intent');
    const another = { ...intent, id: 'another', identity: 'another' };
    await expect(outboxOf(storage).add(another, 0)).rejects.toThrow('being converted to another version');
    move.go();
    await expect
      .poll(() => outboxOf(storage).add(another, 0).catch(String), { timeout: 10_000 })
      .toBe('added');
    expect((await outboxOf(storage).counts()).sent).toBe(counts.sent);
  });

  test('is converted when it comes back after the start; nothing is written or claimed before', async () => {
    const late = await startRedisServer();
    onTestFinished(late.close);
    const { url, client, answers } = await left(late);
    await late.kill();
    const gate = Promise.withResolvers<void>();
    const slow: RedisMigration = {
      ...MOVE_TO_RECORDS,
      lead: async leading => {
        await gate.promise;
        return MOVE_TO_RECORDS.lead(leading);
      },
    };
    const storage = await open(url, [slow]);
    await late.start();
    const said = () => storage.ping().catch(({ message }) => message);
    await expect.poll(said).toBe('The data on Redis is being converted to another version.');
    const [intent] = Object.values(answers.intents);
    if (!intent) throw new Error('No intent');
    const another = { ...intent, id: 'another', identity: 'another' };
    await expect(outboxOf(storage).add(another, 0)).rejects.toThrow('being converted to another version');
    await expect(outboxOf(storage).counts()).rejects.toThrow('being converted to another version');
    expect(await outboxOf(storage).claim(answers.at + 3_600_000, 100)).toEqual([]);
    expect(await client.get('{sms}:version')).toBe('1');
    gate.resolve();
    await expect.poll(said, { timeout: 10_000 }).toBeUndefined();
    expect(await outboxOf(storage).add(another, 0)).toBe('added');
    const { queued = 0, sending = 0, ...ended } = answers.counts;
    expect(await outboxOf(storage).counts()).toEqual({ ...ended, queued: queued - 1, sending: sending - 1 });
  });
});
