import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemTime, type TimeSource } from '../../../src/kit/clock.ts';
import type { Storage } from '../../../src/kit/store/storage.ts';
import { redisAt } from '../../contracts/storage/redis.ts';
import { describeTime } from '../../contracts/storage/time.ts';
import { openRedisStorage } from '../../support/engines.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { createSetClock, hasLibfaketime } from '../support/set-clock.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.skipIf(!hasRedisServer() || !hasLibfaketime())('against a redis-server whose clock is set', () => {
  const clock = createSetClock();
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer(null, clock.environment);
  });
  afterAll(async () => {
    await server.close();
    clock.close();
  });

  const open = (url: string, newId: () => string, time: TimeSource = systemTime) =>
    openRedisStorage({
      url,
      newId,
      time,
      log: pino({ level: 'silent' }),
      liveness: { heartbeatMs: 500, graceMs: 30_000 },
    });

  describeTime({
    ownClock: true,
    step: clock.step,
    async store() {
      const url = server.freshUrl();
      return { ...(await redisAt(url).store()), open: ({ newId }) => open(url, newId) };
    },
  });

  /** A process on this Redis, closed at the test's end. */
  async function process(url: string, time?: TimeSource): Promise<Storage> {
    const storage = await open(url, randomUUID, time);
    onTestFinished(() => storage.close());
    return storage;
  }
  const apart = (one: Storage, other: Storage) => Math.abs(one.now() - other.now());

  test.each([HOUR, -HOUR])(
    'a process that joins others uses their time line, %i ms from the clock',
    async step => {
      const url = server.freshUrl();
      const [first, second] = await Promise.all([process(url), process(url)]);
      clock.step(step);
      for (const clock of [first, second]) {
        await expect.poll(() => Math.abs(clock.wall() - clock.now() - step)).toBeLessThan(MINUTE);
      }
      const third = await process(url);
      for (const clock of [first, second]) {
        await expect.poll(() => apart(clock, third)).toBeLessThan(200);
      }
      expect(Math.abs(third.wall() - third.now() - step)).toBeLessThan(MINUTE);
    },
  );

  test('a process that stood still catches up with the others', async () => {
    const url = server.freshUrl();
    let stoodStill = 0;
    const paused = { ...systemTime, monotonic: () => performance.now() - stoodStill };
    const [steady, stalled] = [await process(url), await process(url, paused)];
    await expect.poll(() => apart(stalled, steady)).toBeLessThan(200);
    const before = steady.now();
    stoodStill = 3000;
    await expect.poll(() => steady.now() - before).toBeGreaterThan(3000);
    await expect.poll(() => apart(stalled, steady)).toBeLessThan(200);
    expect(steady.now() - before).toBeLessThan(MINUTE);
  });
});
