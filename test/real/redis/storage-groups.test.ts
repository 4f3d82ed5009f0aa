import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { redisAt } from '../../contracts/storage/redis.ts';
import { Rig, SENT } from '../../contracts/storage/rig.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/* Steps in one batch don't affect each other. */

describe.skipIf(!hasRedisServer())('steps in one batch', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());

  async function onRedis() {
    const url = server.freshUrl();
    const rig = await Rig.on(redisAt(url));
    const client = await createClient({ url }).connect();
    onTestFinished(() => client.destroy());
    return { rig, client };
  }

  test('a failing step does not affect the others', async () => {
    const { rig, client } = await onRedis();
    const texts = await rig.queue({ count: 5 });
    const claims = await rig.outbox.claim(rig.now, 5);
    expect(claims).toHaveLength(5);
    const broken = claims[2]?.text.id;
    await client.rename(`{sms}:record:text:${broken}`, 'kept');
    await client.set(`{sms}:record:text:${broken}`, 'not what is expected there');
    const settled = await Promise.allSettled(claims.map(claim => rig.outbox.settle(claim, SENT, rig.now)));
    expect(settled.map(({ status }) => status)).toEqual([
      'fulfilled',
      'fulfilled',
      'rejected',
      'fulfilled',
      'fulfilled',
    ]);
    expect(settled[2]).toMatchObject({ reason: { message: expect.stringContaining(broken ?? '') } });

    // Retried once possible, it is recorded, and only once.
    await client.rename('kept', `{sms}:record:text:${broken}`);
    await Promise.all(claims.map(claim => rig.outbox.settle(claim, SENT, rig.now)));
    const history = await rig.outbox.history('T1', null, 9);
    expect(history.map(({ state }) => state)).toEqual(texts.map(() => 'sent'));
    expect(await rig.told()).toHaveLength(5);
  });
});
