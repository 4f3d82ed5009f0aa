import { describe, expect, test } from 'vitest';
import { type Engine, MINUTE, Rig, SENT, UNCERTAIN } from './rig.ts';

export function describeReports(engine: Engine): void {
  describe('reports', () => {
    /** Sends texts one millisecond apart, with a report for each. */
    async function withReports(count: number) {
      const rig = await Rig.on(engine);
      const ids: string[] = [];
      for (let index = 0; index < count; index++) {
        ids.push((await rig.queueOne()).id);
        await rig.drain();
        rig.pass(1);
      }
      const lease = (limit: number) => rig.outbox.leaseReports(rig.now, rig.now + MINUTE, limit);
      return { rig, ids, lease };
    }

    test('are leased by one of several racing reporters, oldest first', async () => {
      const { rig, ids, lease } = await withReports(6);
      const leased = await Promise.all([lease(4), lease(4), lease(4)]);
      expect(leased.flat().map(report => report.text?.id)).toEqual(ids);
      expect(await rig.outbox.nextReport()).toBeNull();
    });

    test('come again when their lease ends, with one more failure', async () => {
      const { rig, lease } = await withReports(1);
      const first = await lease(1);
      rig.pass(MINUTE - 1);
      await rig.outbox.reap(rig.now);
      expect(await lease(1)).toEqual([]);
      rig.pass(1);
      await rig.outbox.reap(rig.now);
      expect(await lease(1)).toEqual(first.map(report => ({ ...report, attempts: 1 })));
    });

    test('have time for delivery, however long the request took', async () => {
      const rig = await Rig.on(engine);
      await rig.queueOne();
      const claim = await rig.claim();
      rig.pass(50_000);
      await rig.outbox.settle(claim, SENT, rig.now, { reportHere: true, claimNext: false });
      rig.pass(MINUTE - 1);
      await rig.outbox.reap(rig.now);
      expect(await rig.told()).toEqual([]);
      rig.pass(1);
      await rig.outbox.reap(rig.now);
      expect(await rig.told()).toMatchObject([{ kind: 'result', attempts: 1 }]);
    });

    test('that are being delivered when their text’s outcome changes come once more', async () => {
      const rig = await Rig.on(engine);
      await rig.queueOne();
      const claim = await rig.claim();
      await rig.outbox.settle(claim, UNCERTAIN, rig.now);
      const leased = await rig.outbox.leaseReports(rig.now, rig.now + MINUTE, 9);
      await rig.outbox.settle(claim, SENT, rig.now);
      expect(await rig.told()).toEqual([]);
      const closed = leased.map(report => ({ report, posted: false }));
      expect(await rig.outbox.closeReports(closed, rig.now)).toBe(true);
      expect(await rig.told()).toMatchObject([{ text: { state: 'sent' } }]);
      expect(await rig.told()).toEqual([]);
    });

    test('that failed come again at their time, with their failures counted', async () => {
      const { rig, lease } = await withReports(1);
      for (const attempts of [0, 1, 2]) {
        const [report] = await lease(1);
        expect(report).toMatchObject({ attempts });
        await rig.outbox.retryReport(report as never, rig.now + 5000);
        expect(await rig.outbox.nextReport()).toBe(rig.now + 5000);
        expect(await lease(1)).toEqual([]);
        rig.pass(5000);
      }
    });

    test('are deleted once Slack has them, also across a restart', async () => {
      const { rig } = await withReports(2);
      expect(await rig.told()).toHaveLength(2);
      await rig.reopen();
      await rig.outbox.reap(rig.now);
      expect(await rig.outbox.nextReport()).toBeNull();
      expect(await rig.told()).toEqual([]);
    });

    test('count the posts through their intent’s response URL', async () => {
      const rig = await Rig.on(engine);
      const intent = await rig.added();
      await rig.outbox.postpone(intent.id, rig.now, 'SLACK_UNAVAILABLE', rig.now);
      expect(await rig.told(true)).toMatchObject([{ kind: 'waiting', posts: 0 }]);
      await rig.outbox.plan(intent.id, rig.plan([rig.planned()]), rig.now);
      rig.pass(MINUTE);
      await rig.outbox.reportWaiting(rig.now);
      expect(await rig.told(true)).toMatchObject([{ kind: 'waiting', posts: 1 }]);
      const [claim] = await rig.drain(UNCERTAIN);
      expect(await rig.told(true)).toMatchObject([{ kind: 'result', posts: 2 }]);
      await rig.outbox.settle(claim as never, SENT, rig.now);
      expect(await rig.told()).toMatchObject([{ kind: 'result', posts: 3 }]);
    });

    test('describe the state when read, not when made', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 58 });
      await rig.drain();
      await rig.told();
      const text = await rig.queueOne();
      await rig.drain();
      await rig.outbox.reportWaiting(rig.now);
      await rig.outbox.cancel(text.workspace, text.id, rig.now);
      expect(await rig.told()).toMatchObject([
        { kind: 'waiting', text: { id: text.id, state: 'cancelled' } },
        { kind: 'result', text: { id: text.id, state: 'cancelled' } },
      ]);
    });
  });
}
