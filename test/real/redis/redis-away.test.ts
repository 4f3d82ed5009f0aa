import { randomUUID } from 'node:crypto';
import pino from 'pino';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemTime } from '../../../src/kit/clock.ts';
import { asked } from '../../support/asked.ts';
import { ENCRYPTION_KEYS } from '../../support/encryption-keys.ts';
import { openRedisStorage } from '../../support/engines.ts';
import { createStage } from '../../support/stage.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

const silent = pino({ level: 'silent' });

describe.skipIf(!hasRedisServer())('with everything on Redis', () => {
  let redis: RedisServer;
  beforeAll(async () => {
    redis = await startRedisServer();
  });
  afterAll(() => redis.close());

  const onRedis = () =>
    createStage({
      environment: { REDIS_URL: redis.freshUrl(), ENCRYPTION_KEYS },
    });
  const readiness = async (appUrl: string) => {
    const response = await fetch(`${appUrl}/readyz`);
    return { status: response.status, body: await response.json() };
  };

  test('a text is sent and its receipt arrives, across a restart of the app', async () => {
    const { link, sms, post, accepted, restart, slack } = await onRedis();
    await link();
    const { request } = await sms('01712345678 first');
    await post(/log #1/);
    await restart();
    await slack.redeliver(request);
    await sms('01712345678 second');
    await post(/log #2/);
    expect(accepted()).toEqual(['first', 'second']);
  });

  test('while it is frozen, a command is told that its result is unknown; its request has no effect', async () => {
    const { link, sms, post, accepted, appUrl, environment } = await onRedis();
    await link();
    await sms('01712345678 warm');
    await post(/log #1/);
    redis.signal('SIGSTOP');
    try {
      const reply = await sms('01712345678 lost in the frost');
      expect(reply).toMatchObject({ status: 200, json: { response_type: 'ephemeral' } });
      expect(reply.body).toContain('couldn’t confirm');
      expect(await readiness(appUrl)).toMatchObject({ status: 503, body: { slack: 'ok' } });
    } finally {
      redis.signal('SIGCONT');
    }
    await expect.poll(async () => (await readiness(appUrl)).status).toBe(200);
    // By now Redis has handled all requests from while it was frozen. None had an effect, now or when another
    // process checks.
    const behind = await openRedisStorage({
      time: systemTime,
      url: environment.REDIS_URL ?? '',
      newId: randomUUID,
      log: silent,
    });
    onTestFinished(() => behind.close());
    const [workspace = ''] = await behind.retention.workspaces();
    const texts = await behind.history.history(workspace, null, 9);
    expect(texts.map(({ message }) => message)).toEqual(['warm']);
    const FAR = Number.MAX_SAFE_INTEGER;
    expect(await behind.intents.leaseOpen(FAR, FAR, 9)).toEqual([]);
    await sms('01712345678 thawed');
    await post(/log #2/);
    expect(accepted()).toEqual(['warm', 'thawed']);
  });

  test('while it is gone, commands are told that nothing was sent, and nothing is', async () => {
    const stage = await onRedis();
    const { link, sms, post, appUrl, accepted, slack } = stage;
    await link();
    await redis.kill();
    await expect.poll(async () => (await readiness(appUrl)).status).toBe(503);
    const reply = await sms('01712345678 nobody hears');
    expect(reply.body).toContain('nothing was sent');
    const balance = await slack.command({ user: 'rafiq', text: 'balance' });
    expect(balance.status).toBe(200);
    await redis.start();
    await expect.poll(async () => (await readiness(appUrl)).status).toBe(200);
    expect(accepted()).toEqual([]);
    // The linked key is still there; only claiming waits half a minute for other processes, and says so.
    expect(await asked(stage, 'balance')).toContain('API key linked by');
    await sms('01712345678 has to wait');
    const notice = await post(/is on hold/);
    expect(notice.text).toContain(
      'database has restarted; to avoid sending twice, nothing goes out for half a minute',
    );
    expect(notice.text).toMatch(/in about (2\d|30) seconds/);
    expect(JSON.stringify(notice.blocks)).toContain('cancel_text');
    expect(accepted()).toEqual([]);
  });
});
