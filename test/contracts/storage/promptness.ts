import { describe, expect, test } from 'vitest';
import type { Claim, Settlement } from '../../../src/texts/store/model.ts';
import {
  type Engine,
  found,
  GIVEN_BACK,
  KEY,
  Rig,
  refusedHolding,
  SENT,
  UNCERTAIN,
  WORKSPACE,
} from './rig.ts';

/** Texts with room today, and how many of them left in time; null if there were none. */
async function counts(rig: Rig): Promise<string | null> {
  const [today] = await rig.storage.history.promptness(WORKSPACE, rig.now, 1);
  return today ? `${today.prompt} of ${today.withRoom}` : null;
}

const atOnce = async (rig: Rig): Promise<Claim> => found((await rig.acceptAtOnce()).claim ?? undefined);

/** Settles a claim whose request left now. */
const settleLeft = (rig: Rig, claim: Claim, settlement: Settlement = SENT) =>
  rig.storage.claims.settle(claim, settlement, rig.now, {
    reportHere: false,
    claimNext: false,
    leftAt: rig.now,
  });

export function describePromptness(engine: Engine): void {
  describe('texts with room', () => {
    test('are in time if they leave within a second of being asked for, whatever becomes of them', async () => {
      const rig = await Rig.on(engine);
      for (const [afterMs, settlement, counted] of [
        [0, SENT, '1 of 1'],
        [1000, UNCERTAIN, '2 of 2'],
        [1001, SENT, '2 of 3'],
      ] as const) {
        const claim = await atOnce(rig);
        rig.pass(afterMs);
        await settleLeft(rig, claim, settlement);
        expect(await counts(rig)).toBe(counted);
      }
    });

    test('count once, with their first request', async () => {
      const rig = await Rig.on(engine);
      const claim = await atOnce(rig);
      await settleLeft(rig, claim, refusedHolding('INSUFFICIENT_CREDITS'));
      expect(await counts(rig)).toBe('1 of 1');
      await rig.outbox.releaseHold(KEY, rig.now);
      rig.pass(60_000);
      await settleLeft(rig, await rig.claim());
      expect(await counts(rig)).toBe('1 of 1');

      const limited = await atOnce(rig);
      const release = { ...GIVEN_BACK, counted: true, notBefore: rig.now, leftAt: rig.now };
      await rig.outbox.release(limited, release, rig.now);
      expect(await counts(rig)).toBe('2 of 2');
      rig.pass(60_000);
      await settleLeft(rig, await rig.claim());
      expect(await counts(rig)).toBe('2 of 2');
    });

    test('are late if nothing left within the second, and don’t count if they ended before that', async () => {
      const rig = await Rig.on(engine);
      const unreachable = await atOnce(rig);
      await rig.outbox.release(unreachable, { ...GIVEN_BACK, notBefore: rig.now }, rig.now);
      await rig.outbox.cancel(WORKSPACE, unreachable.text.id, rig.now);
      expect(await counts(rig), 'cancelled at once').toBeNull();
      expect(await rig.claimOrNull()).toBeNull();

      const { text } = await atOnce(rig);
      await rig.ownerGone();
      await rig.outbox.reap(rig.now);
      expect((await rig.outbox.text(WORKSPACE, text.id))?.state).toBe('uncertain');
      expect(await counts(rig), 'interrupted').toBe('0 of 1');
    });

    test('are those that nothing held: no waiting text, no full minute, no held key; never bulk', async () => {
      const rig = await Rig.on(engine);
      await rig.acceptAtOnce({ key: 'several', texts: 60 });
      for (const claim of await rig.storage.claims.claim(rig.now, 100)) await settleLeft(rig, claim);
      rig.pass(5 * 60_000);
      const room = await counts(rig);
      // As many as may be under way at once.
      expect(room).toBe('20 of 20');
      for (const claim of await rig.storage.claims.claim(rig.now, 100)) await settleLeft(rig, claim);
      expect(await counts(rig), 'the others had none').toBe(room);
      await rig.queueOne({ priority: 'bulk' });
      await settleLeft(rig, await rig.claim());
      expect(await counts(rig), 'bulk').toBe(room);
    });

    test('planned later had room if there was room then, and were asked for when their intent was accepted', async () => {
      const rig = await Rig.on(engine);
      const intent = await rig.added();
      rig.pass(700);
      await rig.outbox.plan(intent.id, rig.plan([rig.planned()]), rig.now);
      await settleLeft(rig, await rig.claim());
      expect(await counts(rig)).toBe('1 of 1');
      const slow = await rig.added();
      rig.pass(1500);
      await rig.outbox.plan(slow.id, rig.plan([rig.planned()]), rig.now);
      await settleLeft(rig, await rig.claim());
      expect(await counts(rig)).toBe('1 of 2');
    });
  });
}
