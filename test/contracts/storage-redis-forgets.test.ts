import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { hasRedisServer, startRedisServer } from '../support/redis-server.ts';
import { redisAt } from './storage/redis.ts';
import { GIVEN_BACK, Rig, SENT } from './storage/rig.ts';

/* A server that lost its last moments is told again what this process claimed, and how that ended. */

async function onRedis() {
  const server = await startRedisServer();
  onTestFinished(server.close);
  const rig = await Rig.on(redisAt(server.url));
  const client = await createClient({ url: server.url }).connect();
  client.on('error', () => undefined); // It is killed.
  onTestFinished(() => client.destroy());
  return { server, rig, client };
}

describe.skipIf(!hasRedisServer())('a Redis that lost its last moments', () => {
  test('learns again what was claimed, sent and given back, before anything is claimed', async () => {
    const { server, rig, client } = await onRedis();
    const files = join((await client.configGet('dir')).dir ?? '', 'appendonlydir');
    await rig.queue({ count: 3 });
    cpSync(files, `${files}-before`, { recursive: true });
    const [settled, underWay, back] = await rig.outbox.claim(rig.now, 3);
    if (!settled || !underWay || !back) throw new Error('Three were asked for');
    await rig.outbox.settle(settled, SENT, rig.now);
    await rig.outbox.release(back, { ...GIVEN_BACK, notBefore: rig.now }, rig.now);
    await server.kill();
    rmSync(files, { recursive: true });
    cpSync(`${files}-before`, files, { recursive: true });
    await server.start();
    const states = async () => {
      const texts = await rig.outbox.history('T1', null, 3).catch(() => []);
      const of = (id: string) => texts.find(text => text.id === id)?.state;
      return [of(settled.text.id), of(underWay.text.id), of(back.text.id)];
    };
    await expect.poll(states, { timeout: 20_000 }).toEqual(['sent', 'sending', 'queued']);
    expect(await rig.claimOrNull()).toBeNull();
    await rig.outbox.settle(underWay, SENT, rig.now);
    expect(await states()).toEqual(['sent', 'sent', 'queued']);
  });

  test('is noticed though it is the same server on the same connection: nothing is claimed there for now', async () => {
    const { rig, client } = await onRedis();
    await rig.queueOne();
    await client.flushAll();
    await rig.queueOne();
    expect(await rig.claimOrNull()).toBeNull();
    await expect.poll(() => client.hGet('{sms}:server', 'epoch')).toBe('2');
    expect(await rig.claimOrNull()).toBeNull();
    expect(await rig.outbox.nextDue()).toBeGreaterThan(Date.now() + 20_000);
  });
});
