import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeHook } from '../../support/hooks.ts';
import { createLinkedStage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { createRedisWire } from '../support/redis-wire.ts';

/*
 * Redis stored something and its answer never came: nobody can say that it is stored. The app continues with it all the
 * same, as soon as Redis answers again: nothing else in these tests would wake anybody. What finds the lost answer runs
 * only where something is written, not where it is asked for.
 */

describe.skipIf(!hasRedisServer())('what was stored although the answer was lost', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis.close());

  async function wiredStage() {
    const wire = await createRedisWire(redis.freshUrl());
    const stage = await createLinkedStage({
      program: runProgram,
      environment: { REDIS_URL: wire.url, ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64') },
    });
    return { wire, stage };
  }

  test('a text from somebody we know nothing about yet is resolved and sent', async () => {
    const { wire, stage } = await wiredStage();
    await stage.sms('01812345678 hello', { user: 'shirin' });
    await stage.post(/log #1/);
    wire.loseAnswersFrom('for the first time');
    expect((await stage.sms('01712345678 for the first time')).body).toContain('couldn’t confirm');
    wire.mend();
    await stage.post(/log #2/);
    expect(stage.accepted()).toEqual(['hello', 'for the first time']);
  });

  test('a text from somebody we know is sent', async () => {
    const { wire, stage } = await wiredStage();
    await stage.sms('01812345678 hello');
    await stage.post(/log #1/);
    await stage.sms('01812345678 hello again');
    await stage.post(/log #2/);
    wire.loseAnswersFrom('as one who is known');
    expect((await stage.sms('01712345678 as one who is known')).body).toContain('couldn’t confirm');
    wire.mend();
    await stage.post(/log #3/);
    expect(stage.accepted()).toEqual(['hello', 'hello again', 'as one who is known']);
  });

  test('a call to a hook is texted, and the same call again changes nothing', async () => {
    const { wire, stage } = await wiredStage();
    const { call } = await makeHook(stage, { recipients: [] });
    const send = (to: string, message: string) => call({ to, message, dedup_key: `of ${to}` });
    await send('01812345678', 'in the sun');
    await stage.until(() => stage.accepted().length === 1);
    wire.loseAnswersFrom('in the frost');
    expect((await send('01712345678', 'in the frost')).status).toBe(500);
    wire.mend();
    await stage.until(() => stage.accepted().length === 2);
    expect((await send('01712345678', 'in the frost')).status).toBe(202);
    expect(stage.accepted()).toEqual(['in the sun', 'in the frost']);
  });
});
