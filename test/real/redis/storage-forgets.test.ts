import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { redisAt } from '../../contracts/storage/redis.ts';
import { Rig, SENT } from '../../contracts/storage/rig.ts';
import { hasRedisServer, startRedisServer } from '../support/redis-server.ts';

/*
 * A server that lost its last moments may not know of a claim, so no text is claimed until the claim's
 * process is done.
 */

async function onRedis() {
  const server = await startRedisServer();
  onTestFinished(server.close);
  const rig = await Rig.on(redisAt(server.url));
  const client = await createClient({ url: server.url }).connect();
  client.on('error', () => undefined); // The test kills it.
  onTestFinished(() => client.destroy());
  const files = join((await client.configGet('dir')).dir ?? '', 'appendonlydir');
  /** Makes the server lose everything written from now on; resolves with a function that does so. */
  const startLosing = () => {
    cpSync(files, `${files}-before`, { recursive: true });
    return async () => {
      await server.kill();
      rmSync(files, { recursive: true });
      cpSync(`${files}-before`, files, { recursive: true });
      await server.start();
    };
  };
  const epoch = async () => Number(await client.hGet('{sms}:server', 'epoch'));
  return { server, rig, client, startLosing, epoch };
}

describe.skipIf(!hasRedisServer())('a Redis that lost its last moments', () => {
  test('makes processes wait: live ones write their last changes again, and no text is claimed for half a minute', async () => {
    const { rig, startLosing } = await onRedis();
    await rig.queue({ count: 3 });
    const loseSince = startLosing();
    await rig.outbox.settle(await rig.claim(), SENT, rig.now);
    await rig.claim();
    await loseSince();
    const counts = () => rig.outbox.counts().catch(() => null);
    await expect.poll(counts, { timeout: 20_000 }).toEqual({ queued: 1, sending: 1, sent: 1 });
    await expect.poll(() => rig.outbox.nextDue()).toBeGreaterThan(Date.now() + 10_000);
    expect(await rig.claimOrNull()).toBeNull();
  });

  test('is told again of a request in flight: its process is alive, so its end is recorded and no text is sent twice', async () => {
    const { rig, startLosing } = await onRedis();
    const text = await rig.queueOne();
    const loseSince = startLosing();
    const claim = await rig.claim();
    await loseSince();
    const state = () => rig.state(text).catch(() => null);
    await expect.poll(state, { timeout: 20_000 }).toMatchObject({ state: 'sending' });
    const settle = () => rig.outbox.settle(claim, SENT, rig.now).then(() => 'recorded', String);
    await expect.poll(settle, { timeout: 20_000 }).toBe('recorded');
    expect(await state()).toMatchObject({ state: 'sent', logId: '7' });
    expect(await rig.outbox.counts()).toEqual({ sent: 1 });
  });

  test('is noticed if it took over an older copy and was promoted again before any process looked', async () => {
    const { rig, server, client, epoch } = await onRedis();
    await rig.queue({ count: 2 });
    const copy = await startRedisServer();
    onTestFinished(copy.close);
    const copyClient = await createClient({ url: copy.url }).connect();
    onTestFinished(() => copyClient.destroy());
    const { hostname, port } = new URL(server.url);
    const follows = (to: typeof client, host: string, of: string) => to.sendCommand(['REPLICAOF', host, of]);
    await follows(copyClient, hostname, port);
    await expect.poll(() => copyClient.info('replication')).toContain('master_link_status:up');
    await follows(copyClient, 'NO', 'ONE');
    await rig.claim();
    const before = await epoch();
    await follows(client, hostname, new URL(copy.url).port);
    await expect.poll(() => client.info('replication')).toContain('master_link_status:up');
    await follows(client, 'NO', 'ONE');
    await expect.poll(epoch, { timeout: 20_000 }).toBe(before + 1);
    expect(await rig.claimOrNull()).toBeNull();
  });

  test('is noticed even if it is the same server on the same connection: no text is claimed for now', async () => {
    const { rig, client, epoch } = await onRedis();
    await rig.queueOne();
    const before = await epoch();
    await client.flushAll();
    await rig.queueOne();
    expect(await rig.claimOrNull()).toBeNull();
    await expect.poll(epoch).toBe(before + 1);
    expect(await rig.claimOrNull()).toBeNull();
    expect(await rig.outbox.nextDue()).toBeGreaterThan(Date.now() + 20_000);
  });
});
