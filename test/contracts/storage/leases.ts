import { describe, expect, test } from 'vitest';
import { type Engine, Rig, SENT } from './rig.ts';

export function describeLeases(engine: Engine): void {
  describe('what a process held when it died is taken up at the next look, not only when its lease would have ended:', () => {
    test('an intent that it was resolving', async () => {
      const rig = await Rig.on(engine);
      const intent = rig.intent();
      await rig.outbox.add(intent, rig.now + 30_000);
      await rig.reopen();
      await rig.outbox.reap(rig.now);
      expect(await rig.outbox.leaseOpen(rig.now, rig.now + 30_000, 10)).toEqual([intent]);
      expect(await rig.outbox.leaseOpen(rig.now, rig.now + 30_000, 10)).toEqual([]);
    });

    test('a result that it was posting; one that Slack refused waits as before', async () => {
      const rig = await Rig.on(engine);
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
    });
  });
}
