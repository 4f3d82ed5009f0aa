import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../contracts/gateway/self-signed.ts';
import { createStage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';
import { type Secured, startGuarded } from '../support/redis-sentinels.ts';
import { hasRedisServer } from '../support/redis-server.ts';

/*
 * Sentinels say where the master is, and the app finds its successor. All of them require a password and TLS here;
 * test/chaos/promotions.test.ts runs them without.
 */

const ENCRYPTION_KEYS = Buffer.alloc(32, 7).toString('base64');

function secured(): Secured {
  const dir = mkdtempSync(join(tmpdir(), 'sms-secured-'));
  onTestFinished(() => rmSync(dir, { recursive: true }));
  const file = (name: 'cert' | 'key'): string => {
    writeFileSync(join(dir, name), selfSigned[name]);
    return join(dir, name);
  };
  return { cert: file('cert'), key: file('key'), user: 'sms', password: 's3cret' };
}

describe.skipIf(!hasRedisServer())('a Redis that sentinels watch', () => {
  test('fails over while a request is in progress, and the old master dies right after: the app continues, and nothing is sent twice', {
    timeout: 120_000,
  }, async () => {
    const how = secured();
    const redis = await startGuarded({ secured: how, quick: true });
    const stage = await createStage({
      program: runProgram,
      environment: { REDIS_URL: redis.url, ENCRYPTION_KEYS, NODE_EXTRA_CA_CERTS: how.cert },
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

    const accepted = async (text: string) =>
      expect.poll(async () => (await stage.sms(`01712345678 ${text}`)).body, { timeout: 30_000 }).toBe('');
    await accepted('third');
    await redis.copied(1);
    await (await redis.master()).kill();
    await accepted('fourth');
    // The new master may not know the latest claims: half a minute for those who do.
    const receipts = () => stage.posts(/texted/).length;
    await expect.poll(receipts, { timeout: 60_000 }).toBeGreaterThanOrEqual(4);
    expect(stage.accepted().toSorted()).toEqual(['first', 'fourth', 'second', 'third']);
    expect(stage.logged()).not.toContain('s3cret');
  });

  test('is refused at start with a sentence if its name, the password or the certificate is wrong', async () => {
    const how = secured();
    const redis = await startGuarded({ replicas: 0, sentinels: 1, secured: how, quick: true });
    const stage = await createStage();
    async function refused(url: string, more = {}): Promise<string> {
      const program = runProgram({
        ...{ ...stage.environment, REDIS_URL: url, ENCRYPTION_KEYS, NODE_EXTRA_CA_CERTS: how.cert },
        ...more,
      });
      expect(await program.ended).toBe(1);
      return program.output();
    }
    const [name, password, certificate] = await Promise.all([
      refused(redis.url.replace('/mymaster', '/other')),
      refused(redis.url.replace('s3cret', 'wrong')),
      refused(redis.url, { NODE_EXTRA_CA_CERTS: '' }),
    ]);
    expect(name).toContain("REDIS_URL can't be used: the sentinels know no master named other.");
    expect(password).toContain("REDIS_URL can't be used: WRONGPASS");
    expect(certificate).toMatch(/REDIS_URL can't be used: DEPTH_ZERO_SELF_SIGNED_CERT.* NODE_EXTRA_CA_CERTS/);
  });
});
