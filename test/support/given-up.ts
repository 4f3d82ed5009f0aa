import { randomUUID } from 'node:crypto';
import { createClient } from '@redis/client';
import pino from 'pino';
import { onTestFinished } from 'vitest';
import { systemTime } from '../../src/domain/clock.ts';
import { openRedisStorage } from '../../src/storage/redis/index.ts';

/**
 * Another process on this Redis gives up what all others are sending, as if there had been no sign of life from them for
 * long; resolves with how many texts.
 */
export async function givenUpElsewhere(url: string, now: number): Promise<number> {
  const presence = { heartbeatMs: 5000, graceMs: 0 };
  const log = pino({ level: 'silent' });
  const other = await openRedisStorage({ url, newId: randomUUID, log, time: systemTime, presence });
  onTestFinished(() => other.close());
  const client = createClient({ url });
  await client.connect();
  onTestFinished(() => client.destroy());
  await client.del(await client.keys('{sms}:owner:*'));
  return other.claims.reap(now);
}
