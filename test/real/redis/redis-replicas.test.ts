import { createClient } from '@redis/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { ENCRYPTION_KEYS } from '../../support/encryption-keys.ts';
import { makeHook } from '../../support/hooks.ts';
import { createStage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/* With REDIS_REPLICAS, every confirmed write is on replicas first. */

/** A primary and a replica that is in sync. */
async function pair(): Promise<{ primary: RedisServer; replica: RedisServer }> {
  const primary = await startRedisServer();
  onTestFinished(primary.close);
  const replica = await startRedisServer(null, {}, { replicaof: `127.0.0.1 ${new URL(primary.url).port}` });
  onTestFinished(replica.close);
  const client = await createClient({ url: primary.url }).connect();
  onTestFinished(() => client.destroy());
  await expect
    .poll(async () => {
      await client.set('copied', 'yes');
      return client.wait(1, 100);
    })
    .toBe(1);
  return { primary, replica };
}

describe.skipIf(!hasRedisServer())('a Redis with a replica', () => {
  test('while the replica doesn’t answer, no text is accepted, and users are told so; then all works again by itself', async () => {
    const { primary, replica } = await pair();
    const stage = await createStage({
      program: runProgram,
      environment: {
        REDIS_URL: primary.url,
        REDIS_REPLICAS: '1',
        ENCRYPTION_KEYS,
      },
    });
    await stage.link();
    const { path, token } = await makeHook(stage);
    await stage.sms('01712345678 copied');
    await stage.post(/log #1/);
    const ready = async () => (await fetch(`${stage.appUrl}/readyz`)).text();
    expect(await ready()).not.toContain('REDIS_REPLICAS');

    const requests = stage.service.requests.count();
    replica.signal('SIGSTOP');
    expect((await stage.sms('01712345678 written')).body).toContain('/sms log');
    expect((await stage.sms('01712345678 refused')).body).toMatch(/nothing was sent/i);
    expect(await ready()).toContain('REDIS_REPLICAS');
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const call = { method: 'POST', headers, body: JSON.stringify({ text: 'Disk full' }) };
    expect((await fetch(stage.appUrl + path, call)).status).toBe(503);
    expect(stage.service.requests.count()).toBe(requests);

    replica.signal('SIGCONT');
    await stage.post(/log #2/);
    expect(stage.accepted()).toEqual(['copied', 'written']);
    expect((await fetch(stage.appUrl + path, call)).status).toBe(202);
  });
});
