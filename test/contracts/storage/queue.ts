import { describe, expect, test } from 'vitest';
import { type Engine, KEY, MINUTE, Rig, refusedHolding, SENT, WORKSPACE } from './rig.ts';

export function describeQueue(engine: Engine): void {
  describe('while texts wait', () => {
    test('a text can be cancelled until it is claimed, and only from its workspace', async () => {
      const rig = await Rig.on(engine);
      const [first, second] = (await rig.queue({ count: 2 })) as [never, never];
      const text = await rig.state(first);
      const claimed = await rig.state(second);
      expect(await rig.outbox.cancel('T2', text.id, rig.now)).toBe('unknown');
      const presses = Array.from({ length: 5 }, () => rig.outbox.cancel(WORKSPACE, text.id, rig.now));
      expect((await Promise.all(presses)).filter(answer => answer === 'cancelled')).toHaveLength(1);
      expect((await rig.drain()).map(claim => claim.text.id)).toEqual([claimed.id]);
      expect(await rig.outbox.cancel(WORKSPACE, claimed.id, rig.now)).toBe('too_late');
      expect((await rig.told()).map(report => report.text?.state)).toEqual(['cancelled', 'sent']);
    });

    test('what can be undone isn’t born sending, waits behind nothing and no one, and is undone or claimed, never both', async () => {
      const rig = await Rig.on(engine);
      const plan = () => rig.plan([rig.planned()], { undoMs: 10_000 });
      const accept = () => rig.outbox.acceptAtOnce(rig.intent(), plan(), rig.now);
      for (const accepted of [await accept(), await accept()])
        expect(accepted).toMatchObject({ result: 'planned', claim: null });
      const atOnce = await rig.queueOne();
      expect((await rig.claim()).text.id, 'a text that can’t be undone goes first').toBe(atOnce.id);
      rig.pass(9_999);
      expect(await rig.claimOrNull()).toBeNull();
      expect(await rig.outbox.reportWaiting(rig.now), 'no notice that it waits').toBe(0);
      rig.pass(1);
      const waiting = (await rig.outbox.history(WORKSPACE, null, 9)).filter(
        ({ state }) => state === 'queued',
      );
      const [undone, drained] = await Promise.all([
        rig.outbox.cancel(WORKSPACE, waiting[0]?.id ?? '', rig.now, true),
        rig.drain(),
      ]);
      const claimed = drained.map(({ text }) => text.id);
      expect(claimed.includes(waiting[0]?.id ?? '')).toBe(undone === 'too_late');
      expect(claimed).toContain(waiting[1]?.id);
      const reports = (await rig.told()).map(({ kind, text }) => `${kind} ${text?.state}`);
      expect(
        reports.filter(report => report === 'result cancelled'),
        'whoever cancels says so',
      ).toEqual([]);
    });

    test('a text that would be too old after the ten seconds goes at once', async () => {
      const rig = await Rig.on(engine);
      const plan = rig.plan([rig.planned({ expiresAt: rig.now + 10_000 })], { undoMs: 10_000 });
      expect((await rig.outbox.acceptAtOnce(rig.intent(), plan, rig.now)).claim).not.toBeNull();
    });

    test('another key takes over this workspace’s texts only', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 2 });
      await rig.queue({ workspace: 'T2' });
      await rig.outbox.settle(await rig.claim(), refusedHolding('INVALID_API_KEY'), rig.now);
      await rig.outbox.moveWaiting(WORKSPACE, 'new', rig.now);
      expect((await rig.drain()).map(({ text }) => [text.workspace, text.fingerprint])).toEqual([
        [WORKSPACE, 'new'],
        [WORKSPACE, 'new'],
      ]);
      expect(await rig.outbox.waiting('T2', KEY)).toEqual({ held: 'INVALID_API_KEY', texts: 1 });
    });

    test('unlinking refuses all waiting texts of one workspace, and leaves what is being sent', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 4 });
      await rig.queue({ workspace: 'T2' });
      const claim = await rig.claim();
      expect(await rig.outbox.refuseWaiting(WORKSPACE, { kind: 'UNLINKED' }, rig.now)).toHaveLength(3);
      rig.pass(1);
      await rig.outbox.settle(claim, SENT, rig.now);
      const reports = await rig.told();
      expect(reports.map(report => report.text?.problem?.kind ?? report.text?.state)).toEqual([
        ...Array(3).fill('UNLINKED'),
        'sent',
      ]);
      expect((await rig.drain()).map(({ text }) => text.workspace)).toEqual(['T2']);
    });

    test('another key takes over all of them, even while the first ones are cancelled', async () => {
      const rig = await Rig.on(engine);
      const texts = await rig.queue({ count: 450 });
      const moved = rig.outbox.moveWaiting(WORKSPACE, 'new', rig.now);
      for (const { id } of texts.slice(0, 120)) await rig.outbox.cancel(WORKSPACE, id, rig.now);
      await moved;
      const after = await Promise.all(texts.map(text => rig.state(text)));
      const waiting = after.filter(({ state }) => state === 'queued');
      expect(waiting.length).toBeGreaterThan(300);
      expect(waiting.filter(({ fingerprint }) => fingerprint !== 'new').length).toBe(0);
    });

    test('unlinking refuses any number of texts in steps that let others in, and spares later ones', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 450 });
      const refused = rig.outbox.refuseWaiting(WORKSPACE, { kind: 'UNLINKED' }, rig.now);
      const added = rig.outbox.add(rig.intent(), rig.now);
      expect(await Promise.race([refused, added])).toBe('added');
      rig.pass(1);
      const fresh = await rig.queueOne();
      expect(await refused).toHaveLength(450);
      expect(await rig.outbox.counts()).toEqual({ refused: 450, queued: 1 });
      expect((await rig.claim()).text.id).toBe(fresh.id);
    });

    test('texts expire at their time, also across a restart and with a held key', async () => {
      const rig = await Rig.on(engine);
      const ends = rig.now + 15 * MINUTE;
      const met = await rig.queueOne({ patienceMs: 15 * MINUTE });
      await rig.outbox.settle(await rig.claim(), refusedHolding('INSUFFICIENT_CREDITS'), rig.now);
      const [text] = await rig.queue({ patienceMs: 15 * MINUTE });
      await rig.told();
      rig.moveTo(ends - 1);
      expect(await rig.outbox.expire(rig.now)).toEqual([]);
      await rig.reopen();
      rig.moveTo(ends);
      await rig.outbox.releaseHold(KEY, rig.now);
      expect(await rig.drain()).toEqual([]);
      expect((await rig.outbox.expire(rig.now)).map(({ id }) => id)).toEqual([met.id, text?.id]);
      expect(await rig.outbox.expire(rig.now)).toEqual([]);
      const problem = { kind: 'EXPIRED' };
      expect(await rig.told()).toMatchObject([
        { kind: 'result', text: { id: met.id, state: 'refused', problem } },
        { kind: 'result', text: { id: text?.id, state: 'refused', problem } },
      ]);
    });

    test('a text is sent, however many before it expired', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 450, patienceMs: 1000 });
      const patient = await rig.queueOne();
      rig.pass(1000);
      let claim = await rig.claimOrNull();
      while (!claim && (await rig.outbox.expire(rig.now)).length > 0) claim = await rig.claimOrNull();
      expect(claim?.text.id).toBe(patient.id);
    });
  });

  describe('reporting that a text waits', () => {
    const tell = async (rig: Rig) => {
      await rig.drain(null);
      await rig.outbox.reportWaiting(rig.now);
      return (await rig.told()).map(({ kind, waiting, text }) => ({ kind, waiting, id: text?.id }));
    };

    test('happens at once if the minute is used up, and only once', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 58 });
      await rig.drain();
      await rig.told();
      const until = rig.now + 60_500;
      rig.pass(1000);
      const text = await rig.queueOne();
      expect(await tell(rig)).toEqual([{ kind: 'waiting', id: text.id, waiting: { why: 'PACE', until } }]);
      rig.pass(5000);
      expect(await tell(rig)).toEqual([]);
    });

    test('for texts behind twenty unanswered requests, comes later and names no time', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 21 });
      expect(await tell(rig)).toEqual([]);
      rig.pass(2000);
      const waiting = { why: 'UNANSWERED', until: null };
      expect(await tell(rig)).toMatchObject([{ kind: 'waiting', waiting }]);
    });

    test('is left out for alerts and bulk, and for texts that are sent within two seconds', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 58 });
      await rig.drain();
      await rig.told();
      await rig.queue({ priority: 'bulk', count: 3 });
      rig.pass(60_500 - 1500);
      await rig.queueOne();
      expect(await tell(rig)).toEqual([]);
      rig.pass(1500);
      expect(await tell(rig)).toEqual([]);
      expect(await rig.outbox.counts()).toMatchObject({ sending: 2, sent: 58 });
    });
  });
}
