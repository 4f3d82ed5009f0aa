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

/** Where something is stored, as key and field; null: it is the first of a list. */
async function placeOf(client: RedisClientType, what: Damaged, id: string): Promise<[string, string | null]> {
  switch (what) {
    case 'intent':
      return [`{sms}:intent:${id}`, 'body'];
    case 'text':
      return [`{sms}:text:${id}`, 'about'];
    case 'report':
      return [`{sms}:reports_of:${id}`, (await client.hKeys(`{sms}:reports_of:${id}`))[0] ?? ''];
    case 'mailbox':
      return [(await client.keys(`{sms}:mailbox:\\["${id}"*`))[0] ?? '', 'state'];
    case 'audit':
      return [`{sms}:audit:${id}`, null];
  }
}

async function damageOn(url: string, what: Damaged, id: string, how: Damage): Promise<Repair> {
  const change = async (to?: string): Promise<string> => {
    const client: RedisClientType = createClient({ url });
    await client.connect();
    const [key, field] = await placeOf(client, what, id);
    const before = (await (field === null ? client.lIndex(key, 0) : client.hGet(key, field))) ?? '';
    const after = to ?? damaged(before, what, how);
    await (field === null ? client.lSet(key, 0, after) : client.hSet(key, field, after));
    client.destroy();
    return before;
  };
  const before = await change();
  return async () => void (await change(before));
}
