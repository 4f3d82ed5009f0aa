import { describe, expect, test } from 'vitest';
import type { Claim } from '../../../src/texts/store/model.ts';
import type { Priority } from '../../../src/texts/text.ts';
import { type Engine, found, GIVEN_BACK, KEY, MINUTE, Rig, SENT, SLOT_MS } from './rig.ts';

const inLane = (claims: Claim[], priority: Priority) =>
  claims.filter(claim => claim.text.priority === priority).length;

export function describePace(engine: Engine): void {
  describe('sixty a minute', () => {
    test('people and bulk get 58 slots; the last two are for alerts', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 70 });
      expect(await rig.drain()).toHaveLength(58);
      await rig.queue({ priority: 'alert', count: 5 });
      expect(inLane(await rig.drain(), 'alert')).toBe(2);
      expect(await rig.outbox.nextDue()).toBe(rig.now + 2000); // To tell people who wait.
      await rig.outbox.tellWaiting(rig.now);
      expect(await rig.outbox.nextDue()).toBe(rig.now + SLOT_MS);
      rig.pass(SLOT_MS - 1);
      expect(await rig.drain()).toEqual([]);
      rig.pass(1);
      const next = await rig.drain();
      expect([inLane(next, 'alert'), inLane(next, 'people')]).toEqual([3, 12]);
    });

    test('a slot is counted from its reply, since the service may count as late as that', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 60 });
      const slow = await rig.claim();
      expect(await rig.drain()).toHaveLength(57);
      rig.pass(SLOT_MS - 1);
      await rig.outbox.settle(slow, SENT, rig.now);
      rig.pass(1);
      expect(await rig.drain()).toHaveLength(2);
      await rig.queue({ count: 100 });
      expect(await rig.drain()).toHaveLength(55);
      rig.pass(SLOT_MS - 2);
      expect(await rig.drain()).toHaveLength(0);
      rig.pass(1);
      expect(await rig.drain()).toHaveLength(1);
    });

    test('the question about a key takes a slot like any request', async () => {
      const rig = await Rig.on(engine);
      const slots: (string | null)[] = [];
      for (let taken = 0; taken < 58; taken++) {
        const slot = await rig.outbox.takeSlot(KEY, rig.now);
        await rig.outbox.freeSlot(found(slot ?? undefined), rig.now);
        slots.push(slot);
      }
      expect(new Set(slots).size).toBe(58);
      expect(await rig.outbox.takeSlot(KEY, rig.now)).toBeNull();
      expect(await rig.outbox.takeSlot('other', rig.now)).not.toBeNull();
      await rig.queueOne();
      expect(await rig.drain()).toEqual([]);
      rig.pass(SLOT_MS);
      expect(await rig.drain()).toHaveLength(1);
    });

    test('a request that never left gives its slot back, one the service saw does not', async () => {
      const rig = await Rig.on(engine);
      const tryOnce = async (counted: boolean) => {
        const claims = await rig.drain(null);
        const how = { ...GIVEN_BACK, counted, notBefore: rig.now + MINUTE };
        for (const claim of claims) await rig.outbox.release(claim, how, rig.now);
        return claims.length;
      };
      await rig.queue({ count: 20 });
      expect(await tryOnce(false)).toBe(20);
      await rig.queue({ count: 20 });
      expect(await tryOnce(true)).toBe(20);
      await rig.queue({ count: 60 });
      expect(await rig.drain()).toHaveLength(38);
    });

    test('so does a text that is refused before it leaves', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 20 });
      const never = { kind: 'refused', problem: { kind: 'NEVER_TEXT', number: '017••••5678' } } as const;
      for (const claim of await rig.drain(null)) await rig.outbox.settle(claim, never, rig.now);
      await rig.queue({ count: 60 });
      expect(await rig.drain()).toHaveLength(58);
    });

    test('at most 20 of a key are in flight; each end releases the next one at once', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 23 });
      const claims = await rig.drain(null);
      expect(claims).toHaveLength(20);
      const ends = [
        () => rig.outbox.settle(found(claims[0]), SENT, rig.now),
        () => rig.outbox.release(found(claims[1]), { ...GIVEN_BACK, notBefore: rig.now + MINUTE }, rig.now),
      ];
      for (const end of ends) {
        await end();
        expect(await rig.outbox.nextDue()).toBeLessThanOrEqual(rig.now);
        expect(await rig.drain(null)).toHaveLength(1);
      }
      await rig.ownerGone();
      expect(await rig.outbox.reap(rig.now)).toBe(20);
      expect(await rig.outbox.nextDue()).toBeLessThanOrEqual(rig.now);
      expect(await rig.drain(null)).toHaveLength(2); // The one given back for a minute is due, too.
    });

    test('the end of that question releases the next text at once, too', async () => {
      const rig = await Rig.on(engine);
      const slot = await rig.outbox.takeSlot(KEY, rig.now);
      await rig.queue({ count: 20 });
      expect(await rig.drain(null)).toHaveLength(19);
      await rig.outbox.freeSlot(found(slot ?? undefined), rig.now);
      expect(await rig.drain(null)).toHaveLength(1);
    });
  });

  describe('bulk', () => {
    test('has its own share at once, even if people have used theirs', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 70 });
      await rig.queue({ priority: 'bulk', count: 10 });
      let bulk = inLane(await rig.drain(), 'bulk');
      for (let second = 0; second < 5; second++) {
        rig.pass(1000);
        bulk += inLane(await rig.drain(), 'bulk');
      }
      expect(bulk).toBe(6);
    });

    test('that is cancelled gives its share back to people at once', async () => {
      const rig = await Rig.on(engine);
      const bulk = await rig.queue({ priority: 'bulk', count: 2 });
      expect(await rig.drain()).toHaveLength(1);
      await rig.queue({ count: 58 });
      expect(await rig.drain()).toHaveLength(52);
      const last = found(bulk[1]);
      await rig.outbox.cancel(last.workspace, last.id, rig.now);
      expect(await rig.drain()).toHaveLength(5);
    });

    test('has no share before it is due', async () => {
      const rig = await Rig.on(engine);
      await rig.queueOne({ priority: 'bulk' });
      const notBefore = rig.now + 10_000;
      await rig.outbox.release(await rig.claim(), { ...GIVEN_BACK, notBefore }, rig.now);
      await rig.queue({ count: 50 });
      expect(await rig.drain()).toHaveLength(50);
      rig.moveTo(notBefore - 1);
      await rig.queue({ count: 3 });
      expect(await rig.drain()).toHaveLength(3);
      rig.pass(1);
      await rig.queue({ count: 3 });
      expect((await rig.drain()).map(({ text }) => text.priority)).toEqual([
        'bulk',
        ...Array(3).fill('people'),
      ]);
    });
  });

  describe('a flood of alerts', () => {
    test('takes the whole minute while nobody else waits', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ priority: 'alert', count: 70 });
      expect(await rig.drain()).toHaveLength(60);
    });

    test('of a few isn’t held up by texts that wait', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 70 });
      await rig.queue({ priority: 'bulk', count: 10 });
      expect(inLane(await rig.drain(), 'people')).toBe(52);
      await rig.queue({ priority: 'alert', count: 7 });
      expect(inLane(await rig.drain(), 'alert')).toBe(7);
    });
  });

  describe('after a 429', () => {
    test('nothing goes before the wait is over, then one a second, then as usual', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 300 });
      const [until, slowUntil] = [rig.now + 7000, rig.now + 7000 + 10 * MINUTE];
      const how = { ...GIVEN_BACK, notBefore: until, counted: true, backOff: { until, slowUntil } };
      await rig.outbox.release(await rig.claim(), how, rig.now);
      await rig.queue({ priority: 'alert' });
      await rig.outbox.tellWaiting(rig.now);
      await rig.outbox.tellWaiting(rig.now);
      const times: number[] = [];
      for (;;) {
        times.push(...(await rig.drain()).map(claim => claim.claimedAt));
        const due = found((await rig.outbox.nextDue()) ?? undefined);
        if (due >= rig.now + MINUTE || times.length > 100) break;
        rig.moveTo(due);
      }
      expect(times[0]).toBe(until);
      const gaps = times.slice(1).map((at, index) => at - found(times[index]));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
      rig.moveTo(slowUntil);
      await rig.queue({ count: 70 });
      expect((await rig.drain()).length).toBeGreaterThan(1);
    });

    test('only that key waits', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 2 });
      const until = rig.now + 7000;
      const backOff = { until, slowUntil: until };
      await rig.outbox.release(
        await rig.claim(),
        { ...GIVEN_BACK, notBefore: until, counted: true, backOff },
        rig.now,
      );
      await rig.queue({ key: 'other', count: 3 });
      expect((await rig.drain()).map(claim => claim.text.fingerprint)).toEqual(Array(3).fill('other'));
    });

    test('a shorter wait doesn’t shorten a longer one', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 3 });
      const claims = [await rig.claim(), await rig.claim()];
      for (const [index, wait] of [9000, 2000].entries()) {
        const backOff = { until: rig.now + wait, slowUntil: rig.now + wait };
        const how = { ...GIVEN_BACK, notBefore: rig.now, counted: true, backOff };
        await rig.outbox.release(found(claims[index]), how, rig.now);
      }
      rig.pass(8999);
      expect(await rig.drain()).toEqual([]);
      rig.pass(1);
      expect(await rig.drain()).toHaveLength(3);
    });
  });
}
