import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { redis as redisEngine } from '../../contracts/storage/redis.ts';
import { Rig, SENT } from '../../contracts/storage/rig.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { createCity, linkKeys } from './city.ts';
import { createDice } from './dice.ts';
import { createFleet } from './fleet.ts';

/*
 * A Redis that comes back without its last moments, as after a failover or a crash between two syncs: it no longer
 * knows that a text was claimed. This test restores an earlier file, so nothing about it is left to chance.
 */

/** Where the append-only files are. */
async function filesOf({ url }: RedisServer): Promise<string> {
  const client = createClient({ url });
  await client.connect();
  const { dir = '' } = await client.configGet('dir');
  client.destroy();
  return join(dir, 'appendonlydir');
}

describe.skipIf(!hasRedisServer())('a Redis that lost the last moments', () => {
  test('a claim that it forgot isn’t made again: the result comes first, even if processes were restarted', {
    timeout: 150_000,
  }, async () => {
    const [redis, city] = await Promise.all([startRedisServer(), createCity()]);
    onTestFinished(async () => {
      await city.close();
      await redis.close();
    });
    const { service, slack } = city;
    const url = redis.freshUrl();
    await linkKeys(city, { kind: 'redis', url });
    const fleet = createFleet({ ...city.environment, REDIS_URL: url }, createDice());
    await Promise.all([fleet.start(0), fleet.start(1)]);
    slack.connect(`${fleet.target()}/slack/events`);
    const [team] = city.teams;
    const sms = (text: string) =>
      slack.command({ user: team?.user ?? '', channel: team?.channel ?? '', text: `01712345678 ${text}` });

    // Kept waiting by a 429, so that there is a moment in which the text is there but not claimed.
    service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' }, { requests: 1 });
    await sms('first');
    await slack.waitForPost(post => /is on hold/.test(post.text));
    const files = await filesOf(redis);
    cpSync(files, `${files}-before`, { recursive: true });
    service.faults.add({ kind: 'slow', when: 'after', ms: 4000 }, { requests: 1 });
    await service.requests.decided(2);
    await redis.kill();
    rmSync(files, { recursive: true });
    cpSync(`${files}-before`, files, { recursive: true });
    await redis.start();
    await fleet.start(2);

    await slack.waitForPost(post => /texted/.test(post.text));
    await sms('second'); // Claimed after the first could have been.
    await slack.waitFor(() => slack.posts().filter(post => /texted/.test(post.text)).length >= 2);
    expect(service.log.list().map(text => text.message)).toEqual(['first', 'second']);
    expect(service.requests.count()).toBe(3);
    expect(await fleet.stop()).toEqual([0, 0, 0]);
  });

  test('a text that has been sending for longer than a request lasts is uncertain, even if its owner is alive: it forgot', async () => {
    const redis = await startRedisServer();
    onTestFinished(redis.close);
    const rig = await Rig.on(redisEngine(() => redis));
    await rig.queueOne();
    const claim = await rig.claim();
    rig.pass(59_000);
    expect(await rig.outbox.reap(rig.now)).toBe(0);
    rig.pass(1000);
    expect(await rig.outbox.reap(rig.now)).toBe(1);
    expect((await rig.state(claim.text)).state).toBe('uncertain');
    await rig.outbox.settle(claim, SENT, rig.now);
    expect((await rig.state(claim.text)).state).toBe('sent');
  });
});
