import { createClient, type RedisClientType } from '@redis/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { ENCRYPTION_KEYS } from '../../support/encryption-keys.ts';
import { createLinkedStage, SECOND, type Stage } from '../../support/stage.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/*
 * A Redis that is up but accepts no writes: the app says so, loses nothing, and continues once Redis accepts
 * them again.
 */

const RIGHTS = ['on', '>secret', '~{sms}:*', '&{sms}:*', '+@all', '-@dangerous', '+info', '+config|get'];

type Admin = (...words: string[]) => Promise<unknown>;

async function ready({ appUrl }: Stage): Promise<[status: number, store: string]> {
  const response = await fetch(`${appUrl}/readyz`);
  const { store } = (await response.json()) as { store: string };
  return [response.status, store];
}

describe.skipIf(!hasRedisServer())('a Redis that accepts no writes', () => {
  let redis: RedisServer;
  let admin: RedisClientType;
  beforeAll(async () => {
    redis = await startRedisServer();
    admin = createClient({ url: redis.url });
    await admin.connect();
  });
  afterAll(async () => {
    admin?.destroy();
    await redis?.close();
  });

  const setting =
    (name: string, value: string) =>
    (ask: Admin): Promise<unknown> =>
      ask('CONFIG', 'SET', name, value);

  test.each<
    [
      name: string,
      refuse: (ask: Admin) => Promise<unknown>,
      back: (ask: Admin) => Promise<unknown>,
      said: RegExp,
    ]
  >([
    [
      'is out of memory',
      setting('maxmemory', '1'),
      setting('maxmemory', '0'),
      /^Redis takes no writes: it is out of memory/,
    ],
    [
      'has too few replicas',
      setting('min-replicas-to-write', '1'),
      setting('min-replicas-to-write', '0'),
      /^Redis takes no writes: too few replicas are connected/,
    ],
    [
      'became a replica',
      ask => ask('REPLICAOF', '127.0.0.1', '1'),
      ask => ask('REPLICAOF', 'NO', 'ONE'),
      /^Redis takes no writes: it is a replica/,
    ],
    [
      'lets its user only read',
      ask => ask('ACL', 'SETUSER', 'sms', '-@write'),
      ask => ask('ACL', 'SETUSER', 'sms', '+@write'),
      /^Redis does not let its user do what the app needs: /,
    ],
    [
      'lets its user run no scripts',
      ask => ask('ACL', 'SETUSER', 'sms', '-@scripting'),
      ask => ask('ACL', 'SETUSER', 'sms', '+@scripting'),
      /^Redis does not let its user do what the app needs: NOPERM .*'evalsha'/,
    ],
  ])('because it %s', async (_name, refuse, back, reason) => {
    const ask: Admin = (...words) => admin.sendCommand(words);
    await ask('ACL', 'SETUSER', 'sms', 'reset', ...RIGHTS);
    const url = new URL(redis.freshUrl());
    Object.assign(url, { username: 'sms', password: 'secret' });
    const stage = await createLinkedStage({
      environment: { REDIS_URL: url.href, ENCRYPTION_KEYS },
    });
    expect(await ready(stage)).toEqual([200, 'ok']);
    onTestFinished(() => back(ask).then(() => undefined));
    await refuse(ask);
    expect(await ready(stage)).toEqual([503, expect.stringMatching(reason)]);
    expect((await stage.sms('01712345678 refused')).body).toContain('nothing was sent');
    await back(ask);
    await stage.pass(2 * SECOND);
    expect(await ready(stage)).toEqual([200, 'ok']);
    expect((await stage.sms('01712345678 afterwards')).body).toBe('');
    await stage.post(/log #1/);
    expect(stage.accepted()).toEqual(['afterwards']);
  });
});
