import { describe, expect, test } from 'vitest';
import { type Engine, found, GIVEN_BACK, KEY, Rig, refusedHolding, SENT, WORKSPACE } from './rig.ts';

export function describeAtOnce(engine: Engine): void {
  describe('a text that may be sent at once', () => {
    test('a second submission is a duplicate, and claims nothing', async () => {
      const rig = await Rig.on(engine);
      const intent = rig.intent();
      const plan = rig.plan([rig.planned()]);
      const { claim } = await rig.outbox.acceptAtOnce(intent, plan, rig.now);
      expect(claim?.text).toMatchObject({ intentId: intent.id });
      expect(await rig.outbox.acceptAtOnce(intent, plan, rig.now)).toEqual({
        result: 'duplicate',
        claim: null,
      });
      expect(await rig.claimOrNull()).toBeNull();
      await rig.outbox.release(found(claim ?? undefined), { ...GIVEN_BACK, notBefore: rig.now }, rig.now);
      expect(found((await rig.claimOrNull()) ?? undefined).text.id).toBe(claim?.text.id);
    });

    test('queues behind waiting texts, for a held key and a key on trial, and as bulk or one of several', async () => {
      const rig = await Rig.on(engine);
      const isClaimed = async (...how: Parameters<Rig['acceptAtOnce']>) =>
        (await rig.acceptAtOnce(...how)).claim !== null;
      expect(await isClaimed({ priority: 'bulk', key: 'a' })).toBe(false);
      expect(await isClaimed({ key: 'b', texts: 2 })).toBe(false);
      await rig.queueOne({ key: 'c' });
      expect(await isClaimed({ key: 'c' })).toBe(false);

      const first = found((await rig.acceptAtOnce()).claim ?? undefined);
      await rig.outbox.settle(first, refusedHolding('INSUFFICIENT_CREDITS'), rig.now);
      expect(await isClaimed()).toBe(false);
      await rig.outbox.refuseWaiting(WORKSPACE, { kind: 'UNLINKED' }, rig.now);
      expect(await rig.claimOrNull()).toBeNull();
      expect(await isClaimed(), 'it is held, though nothing waits').toBe(false);
      await rig.outbox.refuseWaiting(WORKSPACE, { kind: 'UNLINKED' }, rig.now);
      await rig.outbox.releaseHold(KEY, rig.now);
      expect(await rig.claimOrNull()).toBeNull();
      expect(await isClaimed(), 'it is on trial').toBe(false);
    });

    test('the report of its result is leased to the process that settles it, and to no other', async () => {
      const rig = await Rig.on(engine);
      const claim = found((await rig.acceptAtOnce()).claim ?? undefined);
      const options = { reportHere: true, claimNext: false };
      const { report, more } = await rig.outbox.settle(claim, SENT, rig.now, options);
      expect(more).toBe(false);
      expect(report).toMatchObject({
        kind: 'result',
        text: { id: claim.text.id, state: 'sent' },
        attempts: 0,
      });
      expect(await rig.outbox.leaseReports(rig.now, rig.now + 60_000, 10)).toEqual([]);
      // A process that missed the answer settles again, and gets the report.
      const second = await rig.outbox.settle(claim, SENT, rig.now, options);
      expect(second.report).toMatchObject({ id: report?.id });
      await rig.outbox.closeReports([{ report: found(report ?? undefined), posted: true }], rig.now);
      expect((await rig.outbox.settle(claim, SENT, rig.now, options)).report).toBeNull();
      rig.pass(60_000);
      expect(await rig.outbox.leaseReports(rig.now, rig.now + 60_000, 10)).toEqual([]);
    });

    test('its end says whether other texts of its key wait', async () => {
      const rig = await Rig.on(engine);
      const claim = found((await rig.acceptAtOnce()).claim ?? undefined);
      await rig.queueOne();
      expect((await rig.outbox.settle(claim, SENT, rig.now)).more).toBe(true);
    });
  });
}
