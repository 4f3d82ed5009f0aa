import { describe, expect, onTestFinished, test } from 'vitest';
import { redis as redisEngine } from '../../contracts/storage/redis.ts';
import { Rig, SENT } from '../../contracts/storage/rig.ts';
import { sqlite } from '../../contracts/storage/sqlite.ts';
import { hasRedisServer, startRedisServer } from '../support/redis-server.ts';

/* What a process held when it died is taken up at the next look, not only when its lease would have ended. */

async function rigOn(engine: 'SQLite' | 'Redis'): Promise<Rig> {
  if (engine === 'SQLite') return Rig.on(sqlite);
  const server = await startRedisServer();
  onTestFinished(server.close);
  return Rig.on(redisEngine(() => server));
}

describe.each([
  ['SQLite', true],
  ['Redis', hasRedisServer()],
] as const)('%s', (engine, isHere) => {
  test.skipIf(!isHere)('an intent that a gone process was resolving', async () => {
    const rig = await rigOn(engine);
    const intent = rig.intent();
    await rig.outbox.add(intent, rig.now + 30_000);
    await rig.reopen();
    await rig.outbox.reap(rig.now);
    expect(await rig.outbox.leaseOpen(rig.now, rig.now + 30_000, 10)).toEqual([intent]);
    expect(await rig.outbox.leaseOpen(rig.now, rig.now + 30_000, 10)).toEqual([]);
  });

  test.skipIf(!isHere)(
    'a result that a gone process was posting; one that Slack refused waits as before',
    async () => {
      const rig = await rigOn(engine);
      await rig.queue({ count: 2 });
      await rig.drain(SENT);
      const [failed, other] = await rig.outbox.leaseReports(rig.now, rig.now + 60_000, 10);
      if (!failed || !other) throw new Error('There are two results');
      await rig.outbox.retryReport(failed, rig.now + 8000);
      // Not for the first time either.
      await rig.outbox.retryReport(other, rig.now);
      expect(await rig.outbox.leaseReports(rig.now, rig.now + 60_000, 10)).toHaveLength(1);
      await rig.reopen();
      await rig.outbox.reap(rig.now);
      const due = await rig.outbox.leaseReports(rig.now, rig.now + 60_000, 10);
      expect(due.map(report => report.id)).toEqual([other.id]);
    },
  );
});
