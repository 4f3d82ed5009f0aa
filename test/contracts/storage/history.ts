import { describe, expect, test } from 'vitest';
import { type Engine, KEY, MINUTE, Rig, SENT, UNCERTAIN, WORKSPACE } from './rig.ts';

const DAY = 24 * 60 * MINUTE;

export function describeHistory(engine: Engine): void {
  describe('history', () => {
    test('the newest texts come first, of everybody or one person, never of another workspace', async () => {
      const rig = await Rig.on(engine);
      const ids: string[] = [];
      for (const actor of ['U1', 'U2', 'U1', 'U2']) {
        ids.unshift((await rig.queueOne({ actor })).id);
        await rig.queueOne({ actor, workspace: 'T2', key: 'theirs' });
        rig.pass(1);
      }
      const shown = async (actor: string | null, limit: number) =>
        (await rig.outbox.history(WORKSPACE, actor, limit)).map(entry => entry.id);
      expect(await shown(null, 3)).toEqual(ids.slice(0, 3));
      expect(await shown('U1', 9)).toEqual([ids[1], ids[3]]);
      expect((await rig.outbox.history(WORKSPACE, 'U2', 1))[0]).toMatchObject({ actor: 'U2', id: ids[0] });
      expect(await shown('U3', 9)).toEqual([]);
    });

    test('texts and intents can’t be read from another workspace', async () => {
      const rig = await Rig.on(engine);
      const text = await rig.queueOne();
      expect(await rig.outbox.text('T2', text.id)).toBeNull();
      expect(await rig.outbox.intent('T2', text.intentId)).toBeNull();
      expect(await rig.outbox.waiting('T2', KEY)).toEqual({ held: null, texts: 0 });
    });

    test('the balance is the latest one the service reported, exactly as written', async () => {
      const rig = await Rig.on(engine);
      expect(await rig.outbox.balance(KEY)).toBeNull();
      await rig.queue({ count: 3 });
      const balances = ['12.50', '0.10', null];
      for (const balance of balances) {
        await rig.outbox.settle(await rig.claim(), { ...SENT, balance } as typeof SENT, rig.now);
        rig.pass(1000);
      }
      expect(await rig.outbox.balance(KEY)).toEqual({ balance: '0.10', at: rig.now - 2000 });
    });

    test('the price of a part is the last text’s, for each workspace, long after the text is deleted', async () => {
      const rig = await Rig.on(engine);
      expect(await rig.outbox.costPerPart(WORKSPACE)).toBeNull();
      for (const cost of ['0.35', null]) {
        await rig.queueOne();
        await rig.outbox.settle(await rig.claim(), { ...SENT, cost } as typeof SENT, rig.now);
      }
      const intent = await rig.added({ workspace: 'T2' });
      await rig.outbox.plan(intent.id, rig.plan([rig.planned({ parts: 3 })]), rig.now);
      await rig.drain({ ...SENT, cost: '0.90' } as typeof SENT);
      await rig.queueOne({ workspace: 'T3' });
      await rig.drain(UNCERTAIN);
      await rig.told();
      rig.pass(60 * DAY);
      for (const workspace of await rig.outbox.workspaces()) {
        await rig.outbox.sweep(workspace, { textsBefore: rig.now, idsBefore: rig.now }, 1000);
      }
      expect(await rig.outbox.history(WORKSPACE, null, 9)).toEqual([]);
      expect(await rig.outbox.costPerPart(WORKSPACE)).toEqual({ cost: '0.35', parts: 1 });
      expect(await rig.outbox.costPerPart('T2')).toEqual({ cost: '0.90', parts: 3 });
      expect(await rig.outbox.costPerPart('T3')).toBeNull();
    });
  });

  describe('sweeping', () => {
    const sweep = (rig: Rig, limit = 1000, workspace = WORKSPACE) =>
      rig.outbox.sweep(workspace, { textsBefore: rig.now - 30 * DAY, idsBefore: rig.now - 37 * DAY }, limit);

    test('knows all workspaces, and touches only the one it is asked to sweep', async () => {
      const rig = await Rig.on(engine);
      for (const workspace of ['T1', 'T2', 'T1', 'T3']) await rig.queueOne({ workspace });
      expect((await rig.outbox.workspaces()).toSorted()).toEqual(['T1', 'T2', 'T3']);
      await rig.drain();
      await rig.told();
      rig.pass(31 * DAY);
      expect(await sweep(rig, 1000, 'T2')).toBeGreaterThan(0);
      expect(await rig.outbox.history('T2', null, 9)).toEqual([]);
      expect(await rig.outbox.history('T1', null, 9)).toHaveLength(2);
      expect(await rig.outbox.history('T3', 'U1', 9)).toHaveLength(1);
    });

    test('removes old texts, and their intents’ words; their ids stay a week longer', async () => {
      const rig = await Rig.on(engine);
      const text = await rig.queueOne();
      const intent = await rig.outbox.intent(WORKSPACE, text.intentId);
      await rig.drain();
      await rig.told();
      rig.pass(30 * DAY);
      expect(await sweep(rig)).toBe(0);
      rig.pass(1);
      expect(await sweep(rig)).toBeGreaterThan(0);
      expect(await rig.outbox.text(WORKSPACE, text.id)).toBeNull();
      expect(await rig.outbox.intent(WORKSPACE, text.intentId)).toBeNull();
      expect(await rig.outbox.add(intent as never, rig.now)).toBe('duplicate');
      rig.pass(7 * DAY);
      expect(await sweep(rig)).toBeGreaterThan(0);
      expect(await sweep(rig)).toBe(0);
      expect(await rig.outbox.add(intent as never, rig.now)).toBe('added');
    });

    test('keeps what waits, is being sent, isn’t reported yet, or is open', async () => {
      const rig = await Rig.on(engine);
      const open = await rig.added();
      const untold = await rig.queueOne();
      await rig.drain(UNCERTAIN);
      const sending = await rig.queueOne();
      await rig.claim();
      const waiting = await rig.queueOne();
      rig.pass(60 * DAY);
      expect(await sweep(rig)).toBe(0);
      for (const text of [untold, sending, waiting]) {
        expect(await rig.outbox.text(WORKSPACE, text.id)).not.toBeNull();
        expect(await rig.outbox.intent(WORKSPACE, text.intentId)).not.toBeNull();
      }
      expect(await rig.outbox.intent(WORKSPACE, open.id)).not.toBeNull();
      expect(await rig.told()).toHaveLength(1);
      expect(await sweep(rig)).toBeGreaterThan(0);
      expect(await rig.outbox.text(WORKSPACE, untold.id)).toBeNull();
    });

    test('continues past an intent with more texts than a step removes', async () => {
      const rig = await Rig.on(engine);
      await rig.queueTogether({ key: KEY, priority: 'bulk', count: 25, patienceMs: 1000 });
      rig.pass(1000);
      await rig.queue({ count: 25, patienceMs: 1000 });
      rig.pass(1000);
      while ((await rig.outbox.expire(rig.now)).length > 0);
      await rig.told();
      rig.pass(60 * DAY);
      for (let steps = 0; (await sweep(rig, 10)) > 0; steps++) expect(steps).toBeLessThan(20);
      expect(await rig.outbox.counts()).toEqual({});
    });
  });
}
