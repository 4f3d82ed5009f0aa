import { createClient, type RedisClientType } from '@redis/client';
import pino from 'pino';
import { systemTime } from '../../../src/domain/clock.ts';
import { openRedisStorage } from '../../../src/storage/redis/index.ts';
import type { RedisServer } from '../../support/redis-server.ts';
import { type Damage, type Damaged, damaged, type Repair } from './damage.ts';
import type { Engine } from './rig.ts';

/** The shared engine, each store in a database of its own. */
export const redis = (server: () => RedisServer): Engine => ({
  ownClock: true,
  store: () => redisAt(server().freshUrl()).store(),
});

/** On a database that the test knows. */
export const redisAt = (url: string): Engine => ({
  ownClock: true,
  store: async () => ({
    open: ({ newId }) => openRedisStorage({ url, newId, time: systemTime, log: pino({ level: 'silent' }) }),
    damage: (what, id, how) => damageOn(url, what, id, how),
    remove: async () => undefined,
  }),
});

/** One value in Redis. */
type Place = { get(): Promise<string | null>; set(value: string): Promise<unknown> };

async function placeOf(client: RedisClientType, what: Damaged, id: string): Promise<Place> {
  const fieldOf = (key: string, field: string): Place => ({
    get: () => client.hGet(key, field),
    set: value => client.hSet(key, field, value),
  });
  switch (what) {
    case 'intent':
      return fieldOf(`{sms}:intent:${id}`, 'body');
    case 'text':
      return fieldOf(`{sms}:text:${id}`, 'about');
    case 'report':
      return fieldOf(`{sms}:reports_of:${id}`, (await client.hKeys(`{sms}:reports_of:${id}`))[0] ?? '');
    case 'mailbox':
      return fieldOf((await client.keys(`{sms}:mailbox:\\["${id}"*`))[0] ?? '', 'state');
    case 'audit':
      return {
        get: () => client.lIndex(`{sms}:audit:${id}`, 0),
        set: value => client.lSet(`{sms}:audit:${id}`, 0, value),
      };
    case 'document':
      return {
        get: () => client.get(`{sms}:documents::${id}`),
        set: value => client.set(`{sms}:documents::${id}`, value),
      };
  }
}

async function damageOn(url: string, what: Damaged, id: string, how: Damage): Promise<Repair> {
  const change = async (to?: string): Promise<string> => {
    const client: RedisClientType = createClient({ url });
    await client.connect();
    const { get, set } = await placeOf(client, what, id);
    const before = (await get()) ?? '';
    await set(to ?? damaged(before, what, how));
    client.destroy();
    return before;
  };
  const before = await change();
  return async () => void (await change(before));
}
