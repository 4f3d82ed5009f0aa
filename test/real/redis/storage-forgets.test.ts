import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@redis/client';
import pino from 'pino';
import { describe, expect, onTestFinished, test } from 'vitest';
import { systemTime } from '../../../src/domain/clock.ts';
import type { Intent } from '../../../src/domain/intent.ts';
import type { Text } from '../../../src/domain/text.ts';
import type { HistoryEntry, InboxAddress, Storage } from '../../../src/storage/ports.ts';
import { openRedisStorage } from '../../../src/storage/redis/index.ts';
import type { Presence } from '../../../src/storage/redis/presence.ts';
import { broadcastsOn, rowOf } from '../../contracts/storage/broadcast-rig.ts';
import { redisAt } from '../../contracts/storage/redis.ts';
import { GIVEN_BACK, KEY, Rig, SENT, WAYS, WORKSPACE } from '../../contracts/storage/rig.ts';
import { hasRedisServer, startRedisServer } from '../support/redis-server.ts';

/* A server that lost its last moments is told again what this process did in them. */

const PRESENCE: Presence = { heartbeatMs: 200, graceMs: 30_000 };

async function onRedis() {
  const server = await startRedisServer();
  onTestFinished(server.close);
  const rig = await Rig.on(redisAt(server.url));
  const client = await createClient({ url: server.url }).connect();
  client.on('error', () => undefined); // It is killed.
  onTestFinished(() => client.destroy());
  const files = join((await client.configGet('dir')).dir ?? '', 'appendonlydir');
  /** It forgets everything written from now on; resolves with a function that makes it forget. */
  const forgetting = () => {
    cpSync(files, `${files}-before`, { recursive: true });
    return async () => {
      await server.kill();
      rmSync(files, { recursive: true });
      cpSync(`${files}-before`, files, { recursive: true });
      await server.start();
    };
  };
  const states = async (...texts: Text[]) => {
    const all = await rig.outbox.history('T1', null, 10).catch(() => []);
    return texts.map(({ id }) => all.find(text => text.id === id)?.state);
  };
  return { server, rig, client, forgetting, states };
}

describe.skipIf(!hasRedisServer())('a Redis that lost its last moments', () => {
  test('is told again what was claimed, sent and given back, before anything is claimed', async () => {
    const { rig, forgetting, states } = await onRedis();
    await rig.queue({ count: 3 });
    const forget = forgetting();
    const [settled, underWay, back] = await rig.outbox.claim(rig.now, 3);
    if (!settled || !underWay || !back) throw new Error('Three were asked for');
    await rig.outbox.settle(settled, SENT, rig.now);
    await rig.outbox.release(back, { ...GIVEN_BACK, notBefore: rig.now }, rig.now);
    await forget();
    const now = () => states(settled.text, underWay.text, back.text);
    await expect.poll(now, { timeout: 20_000 }).toEqual(['sent', 'sending', 'queued']);
    expect(await rig.claimOrNull()).toBeNull();
    await rig.outbox.settle(underWay, SENT, rig.now);
    expect(await now()).toEqual(['sent', 'sent', 'queued']);
  });

  test.each(WAYS)('is told again what was accepted (%s), and what became of it', async way => {
    const { rig, forgetting, states } = await onRedis();
    const forget = forgetting();
    const intents = Array.from({ length: 3 }, () => rig.intent());
    for (const intent of intents) await rig.decide(way, intent, rig.plan([rig.planned()]));
    const texts = (await rig.outbox.history('T1', null, 3)).toReversed();
    const [sent, cancelled, waiting] = texts as [HistoryEntry, HistoryEntry, HistoryEntry];
    const claim = await rig.claim();
    await rig.outbox.settle(claim, SENT, rig.now);
    await rig.outbox.cancel('T1', cancelled.id, rig.now);
    await forget();
    const now = () => states(sent, cancelled, waiting);
    await expect.poll(now, { timeout: 20_000 }).toEqual(['sent', 'cancelled', 'queued']);
    const [known] = intents;
    if (known) expect(await rig.outbox.accept(known, rig.plan([rig.planned()]), rig.now)).toBe('known');
    expect((await rig.outbox.usage('T1', null, rig.now)).texts).toBe(2);
  });

  test('is told again, too, if it took over an older copy and was promoted again before anybody noticed', async () => {
    const { rig, server, client, states } = await onRedis();
    await rig.queue({ count: 2 });
    const copy = await startRedisServer();
    onTestFinished(copy.close);
    const there = await createClient({ url: copy.url }).connect();
    onTestFinished(() => there.destroy());
    const { hostname, port } = new URL(server.url);
    const follows = (to: typeof client, host: string, of: string) => to.sendCommand(['REPLICAOF', host, of]);
    await follows(there, hostname, port);
    await expect.poll(() => there.info('replication')).toContain('master_link_status:up');
    await follows(there, 'NO', 'ONE');
    const [sent, underWay] = await rig.outbox.claim(rig.now, 2);
    if (!sent || !underWay) throw new Error('Two were asked for');
    await rig.outbox.settle(sent, SENT, rig.now);
    await follows(client, hostname, new URL(copy.url).port);
    await expect.poll(() => client.info('replication')).toContain('master_link_status:up');
    await follows(client, 'NO', 'ONE');
    const now = () => states(sent.text, underWay.text);
    await expect.poll(now, { timeout: 20_000 }).toEqual(['sent', 'sending']);
    expect(await rig.claimOrNull()).toBeNull();
  });

  test('is told what one process sent, even if another one, which had planned it, is gone', async () => {
    const { rig, server, forgetting } = await onRedis();
    const other = await openRedisStorage({
      url: server.url,
      newId: randomUUID,
      time: systemTime,
      log: pino({ level: 'silent' }),
      presence: PRESENCE,
    });
    const intent = await rig.added();
    const plan = rig.plan([rig.planned()]);
    const forget = forgetting();
    await rig.outbox.plan(intent.id, plan, rig.now);
    const [claim] = await other.claims.claim(rig.now, 1);
    if (!claim) throw new Error('One waits');
    await rig.close();
    await forget();
    const state = async () => (await other.history.text('T1', claim.text.id).catch(() => null))?.state;
    await expect.poll(state, { timeout: 20_000 }).toBe('sending');
    expect(await other.intents.plan(intent.id, plan, rig.now)).toBe('planned');
    expect(await other.history.history('T1', null, 10)).toHaveLength(1);
    await other.claims.settle(claim, SENT, rig.now);
    expect(await state()).toBe('sent');
    await other.close();
  });

  test('is told again how far broadcasts were, what became of their rows, and that one was paused and went on', async () => {
    const { rig, forgetting } = await onRedis();
    const it = broadcastsOn(rig);
    const other = broadcastsOn(rig, 'b2');
    await it.gather(Array.from({ length: 40 }, (_, index) => rowOf(index)));
    await other.gather([rowOf(50), rowOf(51)]);
    const { broadcasts } = rig.storage;
    const forget = forgetting();
    for (const one of [it, other]) await broadcasts.start(WORKSPACE, one === it ? 'b1' : 'b2', one.doing());
    await it.feed({ most: 30 });
    await it.feed({ most: 30 });
    const claim = await rig.claim();
    await rig.outbox.settle(claim, SENT, rig.now);
    rig.pass(10);
    await broadcasts.pause(WORKSPACE, 'b1', 'person', it.doing());
    rig.pass(10);
    await broadcasts.resume(WORKSPACE, 'b1', it.doing());
    await other.feed();
    await broadcasts.cancel(WORKSPACE, 'b2', other.doing());
    const before = [await it.one(), await other.one()];
    await forget();
    const now = async () =>
      Promise.all([it.one(), other.one()])
        .then(all => all.map(({ state, next, counts }) => ({ state, next, counts })))
        .catch(() => null);
    const expected = before.map(({ state, next, counts }) => ({ state, next, counts }));
    expect(expected).toMatchObject([
      { state: 'running', next: 30, counts: { sent: 1, open: 29 } },
      { state: 'ended', counts: { cancelled: 2 } },
    ]);
    await expect.poll(now, { timeout: 20_000 }).toEqual(expected);
    expect((await it.states()).slice(0, 3)).toEqual(['sent', 'queued', 'queued']);
    const texts = await rig.outbox.history(WORKSPACE, null, 100);
    expect(texts, 'those of the other are cancelled').toHaveLength(32);
  });

  test('is told again what came into inboxes and what each process made of it, and nothing else', async () => {
    const { rig, server, forgetting } = await onRedis();
    const other = await openRedisStorage({
      url: server.url,
      newId: randomUUID,
      time: systemTime,
      log: pino({ level: 'silent' }),
      presence: PRESENCE,
    });
    const [alerts, posts] = (['alerts', 'posts'] as const).map(kind => ({ kind, workspace: 'T1', name: '' }));
    if (!alerts || !posts) return;
    const put = (id: string, { inboxes }: Storage = rig.storage, identity: string | null = null) =>
      inboxes.put(
        {
          id,
          address: alerts,
          body: id,
          sameness: identity === null ? null : { identity, digest: null, forMs: 60_000, ends: null },
        },
        rig.now,
      );
    const lease = ({ inboxes }: Storage, kind: 'alerts' | 'posts' = 'alerts') =>
      inboxes.lease(kind, rig.now, rig.now + 10_000, 9);
    async function handle(storage: Storage, state: string, intents: Intent[] = []): Promise<void> {
      const [leased] = await lease(storage);
      if (!leased) throw new Error('One waits');
      const events = [{ address: posts as InboxAddress, body: state }];
      const next = { state, dueAt: null, intents, events, unreadable: [] };
      expect(await storage.inboxes.commit(leased, next, rig.now)).toBe(true);
    }
    await put('a');
    await handle(rig.storage, 'knows a');
    const forget = forgetting();
    await put('b');
    const intents = [rig.intent({ source: 'hook' }), rig.intent({ source: 'hook' })];
    await handle(other, 'knows b', intents.slice(0, 1));
    await put('c', other, 'same');
    await handle(rig.storage, 'knows c', intents.slice(1));
    await put('d', other);
    await rig.storage.textLinks.keep(
      { workspace: 'T1', intent: 'i' },
      [{ hash: 'h', number: rig.number() }],
      Date.now() + 60_000,
      rig.now,
    );
    await forget();

    const look = async () => rig.storage.inboxes.look(alerts).catch(() => null);
    await expect.poll(look, { timeout: 20_000 }).toEqual({ state: 'knows c', events: ['d'] });
    expect((await rig.storage.inboxes.look(posts)).events).toHaveLength(3);
    for (const { id } of intents) expect(await rig.outbox.intent('T1', id)).not.toBeNull();
    expect(await put('c again', other, 'same')).toEqual({ kind: 'known', id: 'c' });
    expect(await rig.storage.textLinks.find('h', rig.now)).not.toBeNull();
    // Others may still have to tell it what they did: nothing is decided before that.
    expect(await lease(rig.storage)).toEqual([]);
    expect(await rig.storage.inboxes.nextDue('alerts')).toBeGreaterThan(Date.now() + 1000);

    // What it knows isn't told again, even if whoever handled it is gone.
    await other.close();
    const forgetLess = forgetting();
    await put('e');
    await forgetLess();
    await expect.poll(look, { timeout: 20_000 }).toEqual({ state: 'knows c', events: ['d', 'e'] });
    expect((await rig.storage.inboxes.look(posts)).events).toHaveLength(3);
  });

  test('counts what was sent of rows that it forgot, once whoever fed them is gone', async () => {
    const { rig, server, forgetting } = await onRedis();
    const it = broadcastsOn(rig);
    await it.start(5);
    const other = await openRedisStorage({
      url: server.url,
      newId: randomUUID,
      time: systemTime,
      log: pino({ level: 'silent' }),
      presence: PRESENCE,
    });
    const forget = forgetting();
    await it.feed({ most: 3 });
    const [claim] = await other.claims.claim(rig.now, 1);
    if (!claim) throw new Error('One waits');
    await other.claims.settle(claim, SENT, rig.now);
    await rig.close();
    await forget();
    const state = async () => (await other.history.text('T1', claim.text.id).catch(() => null))?.state;
    await expect.poll(state, { timeout: 20_000 }).toBe('sent');
    expect(await other.broadcasts.one('T1', 'b1')).toMatchObject({ next: 0, counts: { open: 0, sent: 0 } });
    const given = { from: 0, fingerprint: KEY, most: 40, leaveOut: new Map(), limits: null };
    const fed = await other.broadcasts.feed('b1', given, rig.now);
    expect(fed).toMatchObject({ next: 5, counts: { open: 4, sent: 1, millionths: 350_000 } });
    expect(await other.history.history('T1', null, 10)).toHaveLength(5);
    await other.close();
  });

  test('is noticed even if it is the same server on the same connection: nothing is claimed there for now', async () => {
    const { rig, client } = await onRedis();
    const epoch = async () => Number(await client.hGet('{sms}:server', 'epoch'));
    await rig.queueOne();
    const before = await epoch();
    await client.flushAll();
    await rig.queueOne();
    expect(await rig.claimOrNull()).toBeNull();
    await expect.poll(epoch).toBe(before + 1);
    expect(await rig.claimOrNull()).toBeNull();
    expect(await rig.outbox.nextDue()).toBeGreaterThan(Date.now() + 20_000);
  });
});
