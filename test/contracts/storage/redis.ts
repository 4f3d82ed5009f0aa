import { createClient, type RedisClientType } from '@redis/client';
import pino from 'pino';
import { systemTime } from '../../../src/kit/clock.ts';
import type { RedisServer } from '../../real/support/redis-server.ts';
import { openRedisStorage } from '../../support/engines.ts';
import { type Damage, type Damaged, damaged, RECORDS, type Repair } from './damage.ts';
import type { Engine } from './rig.ts';

/** The shared engine, with a database for each store. */
export const redis = (server: () => RedisServer): Engine => ({
  ownClock: true,
  store: () => redisAt(server().freshUrl()).store(),
});

/** On a database that the test chose. */
export const redisAt = (url: string): Engine => ({
  ownClock: true,
  store: async () => ({
    open: ({ newId }) => openRedisStorage({ url, newId, time: systemTime, log: pino({ level: 'silent' }) }),
    damage: (kind, id, how) => damageOn(url, kind, id, how),
    remove: async () => undefined,
  }),
});

async function keyOf(client: RedisClientType, kind: Damaged, id: string): Promise<string> {
  const { table, isIt } = RECORDS[kind];
  const begin = `{sms}:record:${table}:`;
  const keys = (await client.keys('{sms}:record:*')).filter(name => name.startsWith(begin)).sort();
  return keys.findLast(name => isIt(name.slice(begin.length), id)) ?? '';
}

async function damageOn(url: string, kind: Damaged, id: string, how: Damage): Promise<Repair> {
  const change = async (to?: string): Promise<string> => {
    const client: RedisClientType = createClient({ url });
    await client.connect();
    const key = await keyOf(client, kind, id);
    const before = (await client.get(key)) ?? '';
    // A record follows a line with its version; each write changes the version.
    const [, json = ''] = /^(?:[^\n]*\n)?(.*)$/s.exec(before) ?? [];
    const version = `by-hand.${Math.random()}\n`;
    const quarantineKey = `{sms}:record:quarantine:${id}`;
    const quarantine = await client.get(quarantineKey);
    if (to === undefined) await client.set(key, version + damaged(json, kind, how));
    else if (before !== '') await client.set(key, to.replace(/^[^\n]*\n/, version));
    // The record was quarantined meanwhile.
    else if (quarantine) await client.set(quarantineKey, repairQuarantined(quarantine, to));
    client.destroy();
    return before;
  };
  const before = await change();
  return async () => void (await change(before));
}

/** The quarantined record as it was before the damage. */
function repairQuarantined(quarantine: string, stored: string): string {
  const [bodyAt, storedAt] = [quarantine.indexOf('\n') + 1, stored.indexOf('\n') + 1];
  const record = { ...JSON.parse(quarantine.slice(bodyAt)), body: stored.slice(storedAt) };
  return quarantine.slice(0, bodyAt) + JSON.stringify(record);
}
