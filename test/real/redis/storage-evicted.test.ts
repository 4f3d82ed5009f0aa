import { createClient } from '@redis/client';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { redisAt } from '../../contracts/storage/redis.ts';
import { MINUTE, Rig, WORKSPACE } from '../../contracts/storage/rig.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';

/* A Redis that evicts keys, or whose keys somebody else wrote: what is gone is gone, and holds up nobody. */

describe.skipIf(!hasRedisServer())('keys that are gone or garbage', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());

  async function onRedis() {
    const url = server.freshUrl();
    const rig = await Rig.on(redisAt(url));
    const client = await createClient({ url }).connect();
    onTestFinished(() => client.destroy());
    return { rig, client };
  }

  test('texts: all others are claimed, reported, moved, expired, refused, swept and forgotten', async () => {
    const { rig, client } = await onRedis();
    const evicted = await rig.queue({ count: 9, patienceMs: MINUTE });
    const good = [await rig.queueOne(), await rig.queueOne({ workspace: 'T2', key: 'theirs' })];
    await client.del(evicted.slice(0, 3).map(({ id }) => `{sms}:record:text:${id}`));
    const claims = await rig.outbox.claim(rig.now, 20);
    expect(claims).toHaveLength(6 + good.length);
    const others = new Set(good.map(({ id }) => id));
    for (const claim of claims.filter(({ text }) => !others.has(text.id))) {
      const how = { why: null, counted: false, ifUncertain: { kind: 'EXPIRED' }, backOff: null } as const;
      await rig.outbox.release(claim, { ...how, notBefore: rig.now + MINUTE }, rig.now);
    }
    const gone = async (from: number, to: number) =>
      void (await client.del(evicted.slice(from, to).map(({ id }) => `{sms}:record:text:${id}`)));
    await gone(3, 4);
    await rig.outbox.tellWaiting(rig.now);
    await gone(4, 5);
    await rig.outbox.moveWaiting(WORKSPACE, 'another', rig.now);
    await gone(5, 6);
    rig.pass(MINUTE);
    await rig.outbox.expire(rig.now);
    await rig.outbox.refuseWaiting(WORKSPACE, { kind: 'UNLINKED' }, rig.now);
    expect(await rig.storage.aside.counts()).toMatchObject({ text: 6 });
    expect(await rig.outbox.counts()).toEqual({ sending: 2, refused: 3 });
    // None of theirs gets a turn, and nothing is left of them.
    expect(await rig.storage.aside.retry(null, rig.now)).toEqual([]);
    expect(await rig.storage.aside.list()).toEqual([]);
    await rig.told();
    const before = { textsBefore: rig.now, identitiesBefore: rig.now };
    expect(await rig.outbox.sweep(WORKSPACE, before, 100)).toBeGreaterThan(0);
    await gone(6, 9);
    await rig.storage.deletions.schedule(WORKSPACE, rig.now);
    while ((await rig.storage.deletions.removeDue(rig.now, 100)) > 0);
    expect(await rig.outbox.workspaces()).toEqual(['T2']);
  });

  test('intents, reports, inboxes and requests in progress: the others continue', async () => {
    const { rig, client } = await onRedis();
    const [gone, good] = [await rig.added(), await rig.added()];
    await client.del(`{sms}:record:intent:${gone.id}`);
    expect(await rig.outbox.leaseOpen(rig.now, rig.now + MINUTE, 9)).toEqual([good]);
    expect(await rig.storage.aside.list()).toMatchObject([{ id: gone.id, workspace: null }]);
    const texts = await rig.queue({ count: 2 });
    await rig.drain();
    const reports = await client.keys('{sms}:record:report:*');
    await client.del(reports.filter(key => key.endsWith(`.${texts[0]?.intentId}`)));
    expect((await rig.told()).map(({ text }) => text?.id)).toEqual([texts[1]?.id]);

    const address = { kind: 'alerts', workspace: WORKSPACE, name: '' } as const;
    await rig.storage.inboxes.put({ id: 'event', address, body: 'kept', sameness: null }, rig.now);
    await client.del('{sms}:record:inbox:alerts T1 ');
    const [leased] = await rig.storage.inboxes.lease('alerts', rig.now, rig.now + MINUTE, 9);
    expect(leased).toMatchObject({ address, version: 0, state: null, events: ['kept'] });

    // Nothing is known about a key any more: it waits a minute, so that it isn't used more than allowed.
    const text = await rig.queueOne();
    await client.set('{sms}:record:key:key-1', 'garbage');
    expect(await rig.claimOrNull()).toBeNull();
    rig.pass(MINUTE + 1000);
    expect((await rig.claim()).text.id).toBe(text.id);
  });
});
