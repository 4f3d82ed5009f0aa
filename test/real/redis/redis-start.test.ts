import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type RedisClientType } from '@redis/client';
import { describe, expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../contracts/gateway/self-signed.ts';
import { ENCRYPTION_KEYS } from '../../support/encryption-keys.ts';
import { createStage, type Stage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/* The app's start with its Redis: with a password, over TLS, before Redis, or without it. */

async function redisServer(tls?: { cert: string; key: string }): Promise<RedisServer> {
  const server = await startRedisServer(tls);
  onTestFinished(server.close);
  return server;
}

async function asAdmin<T>(redis: RedisServer, work: (client: RedisClientType) => Promise<T>): Promise<T> {
  const client: RedisClientType = createClient({ url: redis.url });
  await client.connect();
  return work(client).finally(() => client.destroy());
}

const stageOn = (url: string, more: Record<string, string> = {}) =>
  createStage({ program: runProgram, environment: { REDIS_URL: url, ENCRYPTION_KEYS, ...more } });

/** The exit code and output of a program that can't use its Redis. */
async function endOf(stage: Stage, more: Record<string, string>): Promise<{ code: unknown; said: string }> {
  const program = runProgram({ ...stage.environment, ...more });
  return { code: await program.ended, said: program.output() };
}

/**
 * Checks the whole product: a key is linked, a text is sent, its receipt and the log are there, also after a
 * restart.
 */
async function worksOn({ link, sms, post, restart, accepted }: Stage): Promise<void> {
  await link();
  await sms('01712345678 first');
  await post(/log #1/);
  await restart();
  await sms('01712345678 second');
  await post(/log #2/);
  expect((await sms('log')).body).toContain('accepted by the SMS service');
  expect(accepted()).toEqual(['first', 'second']);
}

describe.skipIf(!hasRedisServer())('a real redis-server', () => {
  test('with a user, a password and a database number: the app needs only its own keys and channel', async () => {
    const redis = await redisServer();
    const rights = 'on >s3cret/of+sms ~{sms}:* &{sms}:* +@all -@dangerous +info +config|get';
    await asAdmin(redis, client => client.sendCommand(['ACL', 'SETUSER', 'sms', ...rights.split(' ')]));
    const host = new URL(redis.url).host;
    const stage = await stageOn(`redis://sms:${encodeURIComponent('s3cret/of+sms')}@${host}/7`);
    await worksOn(stage);
    expect(stage.logged()).not.toMatch(/NOPERM|s3cret/);
    await asAdmin(redis, async client => {
      expect(await client.dbSize()).toBe(0);
      await client.select(7);
      expect((await client.keys('*')).filter(key => !key.startsWith('{sms}:'))).toEqual([]);
      expect(await client.dbSize()).toBeGreaterThan(0);
    });

    const wrong = await endOf(stage, { REDIS_URL: `redis://sms:wrong@${host}/7` });
    expect(wrong).toMatchObject({
      code: 1,
      said: expect.stringMatching(/REDIS_URL can't be used: WRONGPASS/),
    });
    const noPassword = await endOf(stage, { REDIS_URL: `redis://sms@${host}/7` });
    expect(noPassword.said).toMatch(/REDIS_URL can't be used: WRONGPASS/);
    const noSuch = await endOf(stage, { REDIS_URL: `redis://${host}/5000` });
    expect(noSuch).toMatchObject({
      code: 1,
      said: expect.stringMatching(/REDIS_URL can't be used: .*DB index/),
    });
    await asAdmin(redis, client => client.configSet('requirepass', 'needed'));
    const none = await endOf(stage, { REDIS_URL: `redis://${host}` });
    expect(none).toMatchObject({ code: 1, said: expect.stringMatching(/REDIS_URL can't be used: NOAUTH/) });
  });

  test('over TLS, with a certificate from an authority that only NODE_EXTRA_CA_CERTS names', async () => {
    const stage = await createStage();
    const file = (name: 'cert' | 'key'): string => {
      const path = join(stage.dataDir, `${name}.pem`);
      writeFileSync(path, selfSigned[name]);
      return path;
    };
    const { tlsUrl } = await redisServer({ cert: file('cert'), key: file('key') });
    await worksOn(await stageOn(tlsUrl, { NODE_EXTRA_CA_CERTS: file('cert') }));
    const unknown = await endOf(stage, { REDIS_URL: tlsUrl, ENCRYPTION_KEYS });
    expect(unknown.code).toBe(1);
    expect(unknown.said).toMatch(
      /REDIS_URL can't be used: DEPTH_ZERO_SELF_SIGNED_CERT.* NODE_EXTRA_CA_CERTS/,
    );
  });

  const looks = async ({ appUrl }: Stage) => {
    const [health, ready] = await Promise.all(['healthz', 'readyz'].map(path => fetch(`${appUrl}/${path}`)));
    return [health?.status, ready?.status];
  };

  test('that starts after the app: until then the app is alive, isn’t ready and sends nothing; then every text is sent', async () => {
    const redis = await redisServer();
    await redis.kill();
    const stage = await stageOn(redis.url);
    expect(await looks(stage)).toEqual([200, 503]);
    const reply = await stage.sms('01712345678 too early');
    expect(reply).toMatchObject({ status: 200, json: { response_type: 'ephemeral' } });
    expect(reply.body).toContain('nothing was sent');
    await redis.start();
    await expect.poll(() => looks(stage), { timeout: 30_000 }).toEqual([200, 200]);
    await worksOn(stage);
  });
});
