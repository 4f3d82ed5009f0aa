import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient, type RedisClientType } from '@redis/client';
import pino from 'pino';
import { systemTime } from '../../../src/domain/clock.ts';
import { dayOf } from '../../../src/domain/day.ts';
import type { Storage } from '../../../src/storage/ports.ts';
import { openRedisStorage } from '../../../src/storage/redis/index.ts';
import type { RedisMigration } from '../../../src/storage/redis/leading.ts';
import type { Opened } from './moved.ts';

const read = (name: string): string => readFileSync(join(import.meta.dirname, name), 'utf8');

/** What the earlier version left, put into a Redis as if it had been stopped just now; and what it said of it. */
export async function leaveEarlier(client: RedisClientType): Promise<Opened['answers']> {
  const { at } = JSON.parse(read('redis-1.answers.json')) as Opened['answers'];
  const later = Date.now() - at;
  const shifted = (text: string): string =>
    text
      .replaceAll(/\b179\d{10}\b/g, time => String(Number(time) + later))
      .replaceAll(/(?<=usage:T\d:)\d+/g, day => String(Number(day) + dayOf(at + later) - dayOf(at)));
  for (const command of JSON.parse(shifted(read('redis-1.json'))) as string[][])
    await client.sendCommand(command);
  // Redis itself was not restarted.
  await client.hDel('{sms}:server', 'run_id');
  return JSON.parse(shifted(read('redis-1.answers.json')));
}

export async function clientOf(url: string): Promise<RedisClientType> {
  const client: RedisClientType = createClient({ url });
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

/** Opens it with short signs of life. */
export const openNow = (url: string, migrations?: readonly RedisMigration[]): Promise<Storage> =>
  openRedisStorage({
    url,
    newId: randomUUID,
    time: systemTime,
    log: pino({ level: 'silent' }),
    presence: { heartbeatMs: 300, graceMs: 0 },
    ...(migrations && { migrations }),
  });

/** Which records there are, where they stand, and what is counted; not when. */
export async function stateOf(client: RedisClientType): Promise<Record<string, unknown>> {
  const names = (await client.keys('*')).filter(name => !/:(owner:|server$)/.test(name)).toSorted();
  const found = await Promise.all(
    names.map(async name => {
      if (name.includes(':list:')) return [name, (await client.zRange(name, 0, -1)).toSorted()];
      return [name, name.endsWith(':counters') ? await client.hGetAll(name) : ''];
    }),
  );
  return Object.fromEntries(found);
}
