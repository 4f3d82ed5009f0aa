import { describe, expect, test } from 'vitest';
import { runProgram } from '../support/program.ts';
import { startGuarded } from '../support/redis-sentinels.ts';
import { hasRedisServer } from '../support/redis-server.ts';
import { createStage, type Stage } from '../support/stage.ts';

/* Sentinels say where the master is; the app finds the one that takes its place. */

const ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64');

const receipt = ({ slack }: Stage, fits: RegExp) =>
  expect.poll(() => slack.posts().some(({ text }) => fits.test(text)), { timeout: 60_000 }).toBe(true);

describe.skipIf(!hasRedisServer())('a Redis that sentinels watch', () => {
  test('fails over while a request is under way: the app goes on with the new master, and nothing goes twice', {
    timeout: 120_000,
  }, async () => {
    const redis = await startGuarded();
    const stage = await createStage({
      program: true,
      environment: { REDIS_URL: redis.url, ENCRYPTION_KEYS },
    });
    await stage.link();
    await stage.sms('01712345678 first');
    await stage.post(/log #1/);

    stage.service.faults.add({ kind: 'slow', when: 'after', ms: 3000 }, { requests: 1 });
    const requests = stage.service.requests.count();
    await stage.sms('01712345678 second');
    await stage.service.requests.decided(requests + 1);
    await redis.failOver();
    await expect.poll(() => stage.logged(), { timeout: 30_000 }).toContain('restarted or replaced');
    await stage.post(/log #2/);
    await expect.poll(async () => (await stage.sms('01712345678 third')).body, { timeout: 20_000 }).toBe('');
    // The new master may not know what was claimed last: half a minute for those who do.
    await receipt(stage, /log #3/);
    expect(stage.accepted()).toEqual(['first', 'second', 'third']);
  });

  test('dies: the app goes on with the replica', { timeout: 120_000 }, async () => {
    const redis = await startGuarded();
    const stage = await createStage({
      program: true,
      environment: { REDIS_URL: redis.url, ENCRYPTION_KEYS },
    });
    await stage.link();
    await (await redis.master()).kill();
    const ready = async () => (await fetch(`${stage.appUrl}/readyz`)).status;
    await expect.poll(ready, { timeout: 60_000 }).toBe(200);
    expect((await stage.sms('01712345678 afterwards')).body).toBe('');
    await receipt(stage, /log #1/);
    expect(stage.accepted()).toEqual(['afterwards']);
  });

  test('under a name that no sentinel knows is refused at start', async () => {
    const redis = await startGuarded({ replicas: 0, sentinels: 1 });
    const stage = await createStage();
    const url = redis.url.replace('/mymaster', '/other');
    const program = runProgram({ ...stage.environment, REDIS_URL: url, ENCRYPTION_KEYS });
    expect(await program.ended).toBe(1);
    expect(program.output()).toContain("REDIS_URL can't be used: the sentinels know no master named other.");
  });
});
