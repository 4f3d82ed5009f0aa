import { randomUUID } from 'node:crypto';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { createClient } from '@redis/client';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { createDocuments } from '../../src/storage/documents.ts';
import type { Storage } from '../../src/storage/ports.ts';
import { connect } from '../../src/storage/redis/connection.ts';
import { openRedisStorage } from '../../src/storage/redis/index.ts';
import { createMemory } from '../../src/storage/redis/memory.ts';
import { loadScripts, type Scripts } from '../../src/storage/redis/scripts.ts';
import { watchServer } from '../../src/storage/redis/server.ts';
import { createShelf } from '../../src/storage/redis/shelf.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/* Documents are remembered, and Redis tells when one changed: nobody reads an old one for long, or after a change of its own. */

const log = pino({ level: 'silent' });
const anything = z.unknown();
const plusOne = (value: unknown): unknown => Number(value ?? 0) + 1;

describe.skipIf(!hasRedisServer())('documents that a process remembers', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());

  async function opened(url: string): Promise<Storage> {
    const storage = await openRedisStorage({ url, newId: randomUUID, log });
    onTestFinished(() => storage.close());
    return storage;
  }
  async function adminOf(url: string) {
    const admin = await createClient({ url }).connect();
    onTestFinished(() => admin.destroy());
    return admin;
  }
  /** Two processes on one Redis, and a look behind both. */
  async function pair() {
    const url = server.freshUrl();
    const [here, other, admin] = await Promise.all([opened(url), opened(url), adminOf(url)]);
    const read = (key = 'doc') => here.documents.get('T1', key, anything);
    return { url, here, other, admin, read };
  }
  /** As `pair`, but Redis tells the one that is `here` of nothing, and each of its scripts goes after a read. */
  async function untold() {
    const { url, other } = await pair();
    const nothing = (): void => undefined;
    const connection = await connect(url, log, { prefix: 'no such key', changed: nothing, missed: nothing });
    onTestFinished(() => connection.close());
    const scripts = loadScripts(connection, await watchServer(connection, log), 'here');
    const run: Scripts['run'] = async (name, given) => {
      await endOfTurn();
      await read();
      return scripts.run(name, given);
    };
    const shelf = createShelf(connection, { ...scripts, run }, createMemory(99));
    const here = createDocuments(shelf);
    const read = () => here.get('T1', 'doc', anything);
    return { other, here, read };
  }

  test('are not asked for again while nobody changes them, nor is one that is not there', async () => {
    const { here, other, admin, read } = await pair();
    await other.documents.set('T1', 'doc', { a: 1 });
    const readBoth = async () => [await read(), await read('none')];
    await readBoth();
    await here.ping(); // What Redis had to tell of came before this answer.
    await readBoth();
    await admin.configResetStat();
    for (let time = 0; time < 10; time++) expect(await readBoth()).toEqual([{ a: 1 }, undefined]);
    await other.documents.set('T1', 'another', 1);
    await here.ping();
    expect(await readBoth()).toEqual([{ a: 1 }, undefined]);
    expect(await admin.info('commandstats')).not.toMatch(/^cmdstat_m?get:/m);
  });

  test('are read as others made, changed and deleted them', async () => {
    const { other, admin, read } = await pair();
    const { documents, everyWorkspace, departures } = other;
    const changes: [unknown, () => Promise<unknown>][] = [
      [1, () => documents.set('T1', 'doc', 1)],
      [2, () => documents.set('T1', 'doc', 2, 60_000)],
      [3, () => everyWorkspace.change('T1', 'doc', plusOne)],
      [undefined, () => documents.delete('T1', 'doc')],
      [1, () => documents.update('T1', 'doc', anything, plusOne)],
      [undefined, () => departures.leave('T1', 0).then(() => departures.forget(1, 10))],
      [5, () => documents.set('T1', 'doc', 5)],
      [undefined, () => admin.flushDb()],
    ];
    for (const [index, [expected, change]] of changes.entries()) {
      await read();
      await change();
      await expect.poll(() => read(), { message: `change ${index}` }).toEqual(expected);
    }
  });

  test('that another changed before it told of anything else are read as it left them', async () => {
    const { here, other, read } = await pair();
    for (let count = 1; count <= 20; count++) {
      await other.documents.set('T1', 'doc', count);
      // Whatever Redis is asked for after a change is answered after it has told of that.
      await here.ping();
      expect(await read()).toBe(count);
    }
  });

  test('are read anew after the connection was cut, and Redis tells of changes on the new one', async () => {
    const { other, admin, read } = await pair();
    await other.documents.set('T1', 'doc', 1);
    await expect.poll(() => read()).toBe(1);
    // Changed where nobody is left to be told.
    await admin
      .multi()
      .addCommand(['CLIENT', 'KILL', 'TYPE', 'normal'])
      .set('{sms}:documents::["T1","doc"]', '{"value":2}')
      .exec();
    const readWhenBack = () => read().catch(() => 'away');
    await expect.poll(readWhenBack).toBe(2);
    await expect.poll(() => other.documents.set('T1', 'doc', 3).then(() => 'set')).toBe('set');
    await expect.poll(readWhenBack).toBe(3);
  });

  test('are asked for again once Redis did not answer something in time', async () => {
    const { here, read } = await pair();
    await here.documents.set('T1', 'doc', 1);
    await read();
    server.signal('SIGSTOP');
    try {
      await expect(here.ping()).rejects.toThrow('in time');
      await expect(read()).rejects.toThrow('in time');
    } finally {
      server.signal('SIGCONT');
    }
    await expect.poll(() => read()).toBe(1);
  });

  test('are read as this process left them, before Redis tells of it', async () => {
    const { here, read } = await untold();
    const changes: [unknown, () => Promise<unknown>][] = [
      [1, () => here.set('T1', 'doc', 1)],
      [2, () => here.update('T1', 'doc', anything, plusOne)],
      [3, () => here.change('T1', 'doc', plusOne)],
      [undefined, () => here.delete('T1', 'doc')],
      [4, () => here.set('T1', 'doc', 4)],
    ];
    for (const [expected, change] of changes) {
      await read();
      await change();
      expect(await read()).toBe(expected);
    }
  });

  test('are changed as they are stored, not as they are remembered', async () => {
    const { here, other, read } = await untold();
    expect(await read()).toBeUndefined();
    await other.documents.set('T1', 'doc', 1);
    expect(await here.change('T1', 'doc', plusOne)).toBe(true);
    expect(await read()).toBe(2);
    await other.documents.set('T1', 'doc', 10);
    const seen: unknown[] = [];
    await here.update('T1', 'doc', anything, value => {
      seen.push(value);
      return plusOne(value);
    });
    expect(seen).toEqual([10]);
    expect(await read()).toBe(11);
  });
});
