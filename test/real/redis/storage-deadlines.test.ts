import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemTime } from '../../../src/kit/clock.ts';
import { StorageError } from '../../../src/kit/store/errors.ts';
import { redis, redisAt } from '../../contracts/storage/redis.ts';
import { found, KEY, MINUTE, Rig, WORKSPACE } from '../../contracts/storage/rig.ts';
import { outboxOf } from '../../support/outbox.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { createRedisWire } from '../support/redis-wire.ts';

/** The name of the script that writes. */
const COMMIT = createHash('sha1')
  .update(readFileSync(new URL('../../../src/kit/store/redis/commit.lua', import.meta.url), 'utf8'))
  .digest('hex');

/*
 * The store waits this long for an answer; after that the caller has reported a failure, so the request may
 * have no effect.
 */

describe.skipIf(!hasRedisServer())('Redis’ time to answer', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());
  test('an answer that arrived in time is accepted, even if it is read later', async () => {
    const rig = await Rig.on(redis(() => server));
    await rig.added(); // From here on, Redis knows the script.
    const intent = rig.intent();
    const adding = rig.outbox.add(intent, rig.now);
    adding.catch(() => undefined);
    const asking = rig.outbox.workspaces();
    // The command is on its way; then nothing is read until its time is over, as in a process that was
    // frozen. Between two turns, timers run before sockets.
    await endOfTurn();
    await endOfTurn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1600);
    expect(await asking).toBeInstanceOf(Array);
    // The read arrived in time, but the write that follows would be too late, so it isn't sent.
    await expect(adding).rejects.toThrow(StorageError);
    expect(await rig.outbox.intent(WORKSPACE, intent.id)).toBeNull();
  });

  test('a write that comes too late has no effect', async () => {
    const url = server.freshUrl();
    const wire = await createRedisWire(url);
    const rig = await Rig.on(redisAt(url));
    const asker = await redisAt(wire.url).store();
    const storage = await asker.open({ time: systemTime, newId: randomUUID });
    onTestFinished(() => storage.close());
    const outbox = outboxOf(storage);
    await rig.queueOne();
    await outbox.add(rig.intent(), rig.now); // From here on, Redis knows the script.
    const intent = rig.intent();
    for (const late of [() => outbox.add(intent, rig.now), () => outbox.claim(rig.now, 9)]) {
      wire.holdFrom(COMMIT);
      await expect(late()).rejects.toMatchObject({ unsure: true });
      expect(wire.isLosing()).toBe(true);
      // Both read their clocks in whole milliseconds.
      const givenUp = Date.now();
      await expect.poll(() => Date.now() - givenUp).toBeGreaterThan(5);
      wire.mend();
      await expect
        .poll(() =>
          outbox.workspaces().then(
            () => 'there',
            () => 'away',
          ),
        )
        .toBe('there');
    }
    expect(await rig.outbox.intent(WORKSPACE, intent.id)).toBeNull();
    expect(await rig.outbox.counts()).toEqual({ queued: 1 });
  });

  test('a request that reaches it after the caller gave up has no effect, of any kind', async () => {
    const store = await redis(() => server).store();
    const rig = await Rig.on({ store: async () => store });
    const { outbox } = rig;
    const { inboxes } = rig.storage;
    /** The process that asks and gives up. The other one later reads the effects. */
    const asker = await store.open({ time: systemTime, newId: randomUUID });
    onTestFinished(() => asker.close());
    const address = { kind: 'alerts', workspace: WORKSPACE, name: '' } as const;
    const event = { id: 'event-1', address, body: 'fire', dedupe: null };
    const leaseUntil = rig.now + MINUTE;

    await rig.queueOne({ key: 'another key' });
    await inboxes.put(event, rig.now);
    await rig.decide('accept', rig.intent(), {
      kind: 'refused',
      problem: { kind: 'GUEST_REFUSED' },
      omitted: [],
    });
    const open = await rig.added();
    const [added, accepted] = [rig.intent(), rig.intent()];

    server.signal('SIGSTOP');
    try {
      const asking = outboxOf(asker);
      const results = await Promise.allSettled([
        asking.add(added, rig.now),
        asking.accept(accepted, rig.plan([rig.planned()]), rig.now),
        asker.claims.claim(rig.now, 9),
        asker.claims.takeSlot(KEY, rig.now),
        asker.intents.leaseOpen(rig.now, leaseUntil, 9),
        asker.reports.leaseReports(rig.now, leaseUntil, 9),
        asker.inboxes.put({ ...event, id: 'event-2' }, rig.now),
        asker.inboxes.lease('alerts', rig.now, leaseUntil, 9),
      ]);
      for (const result of results)
        expect(result).toMatchObject({ status: 'rejected', reason: expect.any(StorageError) });
      // Both read their clocks in whole milliseconds.
      const givenUp = Date.now();
      await expect.poll(() => Date.now() - givenUp).toBeGreaterThan(5);
    } finally {
      server.signal('SIGCONT');
    }
    await expect.poll(() => rig.storage.ping().then(() => 'there')).toBe('there');

    expect(await outbox.intent(WORKSPACE, added.id)).toBeNull();
    expect(await outbox.intent(WORKSPACE, accepted.id)).toBeNull();
    expect(await outbox.leaseOpen(rig.now, leaseUntil, 9)).toEqual([open]);
    expect(await outbox.claim(rig.now, 9)).toHaveLength(1);
    expect(await outbox.leaseReports(rig.now, leaseUntil, 9)).toHaveLength(1);
    expect(await inboxes.lease('alerts', rig.now, leaseUntil, 9)).toMatchObject([{ events: ['fire'] }]);
    // Sixty, minus the two that are reserved for alerts.
    for (let claimed = 0; claimed < 58; claimed++) {
      const slot = await outbox.takeSlot(KEY, rig.now);
      await outbox.freeSlot(found(slot ?? undefined), rig.now);
    }
  });
});
