import { randomUUID } from 'node:crypto';
import { setImmediate as endOfTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemTime } from '../../src/domain/clock.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { redis } from './storage/redis.ts';
import { found, KEY, MINUTE, Rig, WORKSPACE } from './storage/rig.ts';

/* An answer is waited for so long, and no longer; whoever gave it up has said so, and nothing may happen of it later. */

describe.skipIf(!hasRedisServer())('Redis’ time to answer', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());
  test('an answer that came in time is taken, though it is looked at later', async () => {
    const rig = await Rig.on(redis(() => server));
    await rig.added(); // The script is known to Redis from here on.
    const adding = rig.outbox.add(rig.intent(), rig.now);
    const asking = rig.outbox.workspaces();
    // The command is on its way; then nothing is read until its time is over, as in a process that was frozen. Between
    // two turns, timers come before the sockets.
    await endOfTurn();
    await endOfTurn();
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1600);
    expect(await adding).toBe('added');
    expect(await asking).toBeInstanceOf(Array);
  });

  test('what it comes to after it was given up is void, whatever was asked', async () => {
    const store = await redis(() => server).store();
    const rig = await Rig.on({ store: async () => store });
    const { outbox } = rig;
    const { mailboxes } = rig.storage;
    /** The process that asks and gives up. The other one, behind it, sees what came of that. */
    const asker = await store.open({ time: systemTime, newId: randomUUID });
    onTestFinished(() => asker.close());
    const box = { kind: 'alerts', workspace: WORKSPACE, name: '' } as const;
    const letter = { id: 'letter-1', box, body: 'fire', sameness: null };
    const leaseUntil = rig.now + MINUTE;

    await rig.queueOne({ key: 'another key' });
    await mailboxes.put(letter, rig.now);
    await rig.decide('accept', rig.intent(), {
      kind: 'refused',
      problem: { kind: 'GUEST_REFUSED' },
      omitted: [],
    });
    const open = await rig.added();
    const [added, accepted] = [rig.intent(), rig.intent()];

    server.signal('SIGSTOP');
    try {
      const asked = await Promise.allSettled([
        asker.outbox.add(added, rig.now),
        asker.outbox.accept(accepted, rig.plan([rig.planned()]), rig.now),
        asker.outbox.claim(rig.now, 9),
        asker.outbox.takeSlot(KEY, rig.now),
        asker.outbox.leaseOpen(rig.now, leaseUntil, 9),
        asker.outbox.leaseReports(rig.now, leaseUntil, 9),
        asker.mailboxes.put({ ...letter, id: 'letter-2' }, rig.now),
        asker.mailboxes.lease('alerts', rig.now, leaseUntil, 9),
      ]);
      for (const one of asked) expect(one).toMatchObject({ status: 'rejected', reason: { unsure: true } });
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
    expect(await mailboxes.lease('alerts', rig.now, leaseUntil, 9)).toMatchObject([{ letters: ['fire'] }]);
    // Sixty, less the two that are kept for alerts.
    for (let taken = 0; taken < 58; taken++) {
      const slot = await outbox.takeSlot(KEY, rig.now);
      await outbox.freeSlot(found(slot ?? undefined), rig.now);
    }
  });
});
