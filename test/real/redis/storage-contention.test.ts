import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { systemTime } from '../../../src/kit/clock.ts';
import { StorageError } from '../../../src/kit/store/errors.ts';
import type { Storage } from '../../../src/kit/store/storage.ts';
import type { Claim } from '../../../src/texts/store/model.ts';
import { redisAt } from '../../contracts/storage/redis.ts';
import { MINUTE, Rig, SENT, WORKSPACE } from '../../contracts/storage/rig.ts';
import { outboxOf } from '../../support/outbox.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { createRedisWire } from '../support/redis-wire.ts';

/** Retries as the store's users do if it had no time. */
async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof StorageError)) throw error;
    }
  }
}

/* Each process decides by what it has read, and another may have changed that before it writes. */

describe.skipIf(!hasRedisServer())('several processes on one Redis', () => {
  let server: RedisServer;
  beforeAll(async () => {
    server = await startRedisServer();
  });
  afterAll(() => server.close());

  async function several(count: number) {
    const url = server.freshUrl();
    const rig = await Rig.on(redisAt(url));
    const store = await redisAt(url).store();
    const processes: Storage[] = [];
    for (let n = 0; n < count; n++) {
      const storage = await store.open({ time: systemTime, newId: randomUUID });
      onTestFinished(() => storage.close());
      processes.push(storage);
    }
    return { rig, processes };
  }

  test('a process finds nothing more to claim just when another adds a text: it is claimed all the same', async () => {
    const { rig, processes } = await several(2);
    const [claiming, adding] = processes.map(outboxOf);
    if (!claiming || !adding) return;
    for (let nth = 0; nth < 150; nth++) {
      const key = `key ${nth}`;
      await rig.queueOne({ key, priority: 'alert' });
      const intent = rig.intent({ priority: 'alert' });
      const plan = rig.plan([rig.planned({ priority: 'alert' })], { fingerprint: key });
      const drain = async (): Promise<number> => {
        const claims = await patiently(() => claiming.claim(rig.now, 9));
        return claims.length === 0 ? 0 : claims.length + (await drain());
      };
      const [claimed] = await Promise.all([drain(), patiently(() => adding.accept(intent, plan, rig.now))]);
      expect(claimed + (await drain()), `round ${nth}`).toBe(2);
    }
  });

  test('a process ends its turn at an inbox just when another adds an event: the event gets a turn at once', async () => {
    const url = server.freshUrl();
    const wire = await createRedisWire(url);
    const [rig, { storage: turns }] = [await Rig.on(redisAt(url)), await Rig.on(redisAt(wire.url))];
    const address = { kind: 'alerts', workspace: WORKSPACE, name: '' } as const;
    const put = (body: string) => rig.storage.inboxes.put({ id: body, address, body, dedupe: null }, rig.now);
    const lease = () => turns.inboxes.lease('alerts', rig.now, rig.now + MINUTE, 1);
    const turn = async (state: string) => {
      const [leased] = await lease();
      if (!leased) throw new Error('One is due');
      const commit = { dueAt: null, intents: [], events: [], unreadable: [] };
      return turns.inboxes.commit(leased, { state, ...commit }, rig.now);
    };
    await put('first');
    expect(await turn('as it was')).toBe(true);
    await put('second');
    wire.holdFrom('the turn is over');
    const ended = turn('the turn is over');
    await expect.poll(wire.isLosing).toBe(true);
    await put('third');
    wire.mend();
    expect(await ended).toBe(true);
    await expect.poll(async () => (await lease()).map(({ events }) => events)).toEqual([['third']]);
  });

  test('claim from the same keys: each text once, and no key beyond its pace', async () => {
    const { rig, processes } = await several(3);
    const keys = ['one', 'two'];
    for (const key of keys) await rig.queue({ key, count: 100, priority: 'people' });
    const claims: Claim[] = [];
    const drain = async (storage: Storage): Promise<void> => {
      const outbox = outboxOf(storage);
      for (
        let some = await patiently(() => outbox.claim(rig.now, 3));
        some.length > 0;
        some = await patiently(() => outbox.claim(rig.now, 3))
      ) {
        claims.push(...some);
        await Promise.all(some.map(claim => patiently(() => outbox.settle(claim, SENT, rig.now))));
      }
    };
    // Processes that find nothing while others hold all slots look again.
    for (let looks = 0; looks < 5; looks++) await Promise.all(processes.map(drain));
    const texts = claims.map(({ text }) => text.id);
    expect(new Set(texts).size).toBe(texts.length);
    for (const key of keys) {
      // Sixty, minus the two that are reserved for alerts.
      expect(claims.filter(({ text }) => text.fingerprint === key)).toHaveLength(58);
    }
    expect(await rig.outbox.counts()).toEqual({ sent: 116, queued: 84 });
    expect(await rig.outbox.usage(WORKSPACE, null, rig.now)).toMatchObject({ texts: 200 });
  });

  test('get the same redelivered intent: it makes one text, claimed once', async () => {
    const { rig, processes } = await several(2);
    for (let nth = 0; nth < 30; nth++) {
      const key = `key ${nth}`;
      const intent = rig.intent({ idempotencyKey: key, message: key });
      const plan = rig.plan([rig.planned()], { fingerprint: key });
      const deliver = (storage: Storage) =>
        patiently(() => outboxOf(storage).acceptAtOnce(intent, plan, rig.now));
      const answers = await Promise.all([...processes, ...processes, ...processes].map(deliver));
      // If an answer is lost, the next one reports a duplicate.
      expect(answers.filter(answer => answer.result === 'planned').length).toBeLessThanOrEqual(1);
      expect(answers.filter(({ claim }) => claim !== null).length).toBeLessThanOrEqual(1);
    }
    expect(await rig.outbox.history(WORKSPACE, null, 99)).toHaveLength(30);
    expect(await rig.outbox.usage(WORKSPACE, null, rig.now)).toMatchObject({ texts: 30 });
  });

  test('plan the same intent, settle the same claim, and count in the same day: each once', async () => {
    const { rig, processes } = await several(4);
    const intents = await Promise.all(Array.from({ length: 10 }, () => rig.added()));
    const plans = processes.flatMap(storage =>
      intents.map(({ id }) => patiently(() => storage.intents.plan(id, rig.plan([rig.planned()]), rig.now))),
    );
    // If an answer is lost, the next one reports a stale plan.
    const planned = (await Promise.all(plans)).filter(planned => planned === 'planned');
    expect(planned.length).toBeLessThanOrEqual(10);
    const [first] = processes;
    const claims = (await patiently(async () => first?.claims.claim(rig.now, 99))) ?? [];
    expect(claims).toHaveLength(10);
    await Promise.all(
      processes.flatMap(storage =>
        claims.map(claim => patiently(() => storage.claims.settle(claim, SENT, rig.now))),
      ),
    );
    expect(await rig.outbox.usage(WORKSPACE, 'U1', rig.now)).toMatchObject({ texts: 10, open: 0 });
    const reports = await rig.outbox.leaseReports(rig.now, rig.now + MINUTE, 99);
    expect(reports.filter(({ kind }) => kind === 'result')).toHaveLength(10);
  });
});
