import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertmanager, makeHook } from '../../support/hooks.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { createSetClock, hasLibfaketime } from '../support/set-clock.ts';

/* The real program, and Redis, on a machine whose clock is set while they run. */

const HOUR = 3_600_000;

describe.skipIf(!hasLibfaketime()).each(['SQLite', 'Redis'])('on %s', engine => {
  describe.skipIf(engine === 'Redis' && !hasRedisServer())('the program', () => {
    const clock = createSetClock();
    let redis: RedisServer | undefined;
    beforeAll(async () => {
      if (engine === 'Redis') redis = await startRedisServer(null, clock.environment);
    });
    afterAll(async () => {
      await redis?.close();
      clock.close();
    });

    const staged = (): Promise<Stage> =>
      createLinkedStage({
        program: runProgram,
        // Slack's clock is right, and signatures are valid for only five minutes.
        mode: 'socket',
        environment: {
          ...clock.environment,
          ...(redis && {
            REDIS_URL: redis.freshUrl(),
            ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
          }),
        },
      });

    test.each([
      ['back', -HOUR],
      ['forward', HOUR],
    ])(
      'takes no notice when the clock is set %s by an hour',
      async (_, step) => {
        const stage = await staged();
        const { call } = await makeHook(stage);
        expect((await call(alertmanager('a', { First: {} }))).status).toBe(202);
        await expect.poll(stage.accepted).toEqual(['WARNING First']);

        stage.service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED', retryAfter: '3' }, { requests: 1 });
        await stage.sms('01712345679 it waits three seconds');
        await stage.post(/is on hold/);
        clock.step(step);
        await expect.poll(stage.accepted).toEqual(['WARNING First', 'it waits three seconds']);
        expect((await call(alertmanager('a', { First: { status: 'resolved' } }))).status).toBe(202);
        await stage.sms('01712345670 as before');
        await expect.poll(stage.accepted).toContain('as before');
        expect(stage.posts(/had to wait too long/)).toEqual([]);
        await stage.slack.waitForPost(post => JSON.stringify(post.blocks).includes('1 resolved'));
      },
      120_000,
    );
  });
});
