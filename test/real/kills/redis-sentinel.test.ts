import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { selfSigned } from '../../contracts/gateway/self-signed.ts';
import { ENCRYPTION_KEYS } from '../../support/encryption-keys.ts';
import { createStage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';
import { type Secured, startGuarded } from '../support/redis-sentinels.ts';
import { hasRedisServer } from '../support/redis-server.ts';

/*
 * Sentinels say where the master is. All of them require a password and TLS here; under-load.test.ts runs
 * them without.
 */

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
  test('is refused at start with a sentence if its name, the password or the certificate is wrong', async () => {
    const how = secured();
    const redis = await startGuarded({ replicas: 0, sentinels: 1, secured: how, quick: true });
    const stage = await createStage();
    async function refused(url: string, more = {}): Promise<string> {
      const program = runProgram({
        ...stage.environment,
        REDIS_URL: url,
        REDIS_REPLICAS: '1',
        ENCRYPTION_KEYS,
        NODE_EXTRA_CA_CERTS: how.cert,
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
