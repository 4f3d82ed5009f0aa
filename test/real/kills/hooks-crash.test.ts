import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { alertmanager, type Caller, makeHook, ON_CALL } from '../../support/hooks.ts';
import { createLinkedStage, SECOND, type Stage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/* Alerts while processes die, race, or lose their store. */

const numbers = (count: number) =>
  Array.from({ length: count }, (_, n) => `0171${String(n).padStart(7, '0')}`);

/** Everything in the channel. */
const shown = ({ slack }: Stage): string =>
  slack
    .posts()
    .filter(post => post.channel === ON_CALL)
    .map(post => JSON.stringify(post.blocks))
    .join('\n');

describe.skipIf(!hasRedisServer())('on Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis.close());
  const environment = () => ({
    REDIS_URL: redis.freshUrl(),
    ENCRYPTION_KEYS: Buffer.alloc(32, 7).toString('base64'),
  });

  test('two Alertmanagers posting to two processes, four times each, cause one text for each alert', async () => {
    const stage = await createLinkedStage({ program: runProgram, environment: environment() });
    const second = runProgram({ ...stage.environment, PORT: '0' });
    const urls = [stage.appUrl, `http://127.0.0.1:${await second.listening}`];
    const hooks: Caller[] = [];
    for (const number of numbers(8)) {
      hooks.push(await makeHook(stage, { recipients: [{ kind: 'number', number: number as never }] }));
    }
    const calls = hooks.flatMap(({ call }, n) =>
      Array.from({ length: 8 }, (_, again) =>
        call(alertmanager('group', { [`Alert${n}.`]: { severity: 'critical' } }), {
          appUrl: urls[again % 2] ?? '',
        }),
      ),
    );
    const answers = await Promise.all(calls);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    const ids = await Promise.all(
      answers.map(async answer => ((await answer.json()) as { ids: string[] }).ids[0]),
    );
    expect(new Set(ids).size).toBe(hooks.length);
    await stage.until(() => stage.accepted().length >= hooks.length);
    const isSaid = () => hooks.every((_hook, n) => shown(stage).includes(`Alert${n}.`));
    // A post may come twice, a text may not.
    await stage.until(() => isSaid() && (shown(stage).match(/accepted by/g)?.length ?? 0) >= hooks.length);
    expect(stage.accepted().sort()).toEqual(hooks.map((_hook, n) => `CRITICAL Alert${n}.`).sort());
    second.kill('SIGTERM');
    await second.ended;
  }, 120_000);

  test('while Redis is gone, a call gets 503 and nothing is stored; while it is frozen, the answer says that it is uncertain', async () => {
    const stage = await createLinkedStage({ environment: environment() });
    const { call } = await makeHook(stage);
    const body = alertmanager('a', { First: {} });
    redis.signal('SIGSTOP');
    try {
      const frozen = await call(body);
      expect([500, 503]).toContain(frozen.status);
    } finally {
      redis.signal('SIGCONT');
    }
    await expect.poll(async () => (await call(body)).status).toBe(202);
    // Its result is stored before Redis goes for good.
    while (!/accepted by/.test(shown(stage))) await stage.pass(SECOND);
    expect(stage.accepted()).toEqual(['WARNING First']);

    await redis.kill();
    const keyed = { headers: { 'idempotency-key': 'k' } };
    const answer = await call({ message: 'nobody hears' }, keyed);
    expect(answer.status).toBe(503);
    expect(await answer.json()).toMatchObject({ error: expect.stringContaining('nothing was stored') });
    await redis.start();
    await expect.poll(async () => (await call({ message: 'heard', to: '01812345678' })).status).toBe(202);
    // The key is still free: its call wasn't accepted.
    expect((await call({ message: 'other words' }, keyed)).status).toBe(202);
    expect(stage.accepted()).toEqual(['WARNING First']);
  });
});
