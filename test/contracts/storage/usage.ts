import { describe, expect, test } from 'vitest';
import type { Credits } from '../../../src/kit/credits.ts';
import type { Limits } from '../../../src/texts/limits.ts';
import type { Claim, Settlement } from '../../../src/texts/store/model.ts';
import { type Engine, found, REFUSED, Rig, SENT, UNCERTAIN, WAYS, WORKFLOW, WORKSPACE } from './rig.ts';

const NONE = { texts: null, credits: null };
const each = (texts: number): Limits => ({ person: { texts, credits: null }, workspace: NONE });
const all = (texts: number): Limits => ({ person: NONE, workspace: { texts, credits: null } });
const credits = (amount: string): Limits => ({
  person: NONE,
  workspace: { texts: null, credits: amount as Credits },
});
const costing = (cost: string | null): Settlement => ({ ...SENT, cost }) as Settlement;
const HOUR = 3_600_000;

type Asked = Partial<{ actor: string; workspace: string; parts: number; texts: number }>;

const usage = (rig: Rig, actor: string | null = null, workspace = WORKSPACE) =>
  rig.outbox.usage(workspace, actor, rig.now);

export function describeUsage(engine: Engine): void {
  describe.each(WAYS)('planned by %s', way => {
    /** Plans texts under limits, as an intent of their own. */
    async function plan(rig: Rig, limits: Limits | null, request: Asked = {}) {
      const { actor = 'U1', workspace = WORKSPACE, parts = 1, texts = 1 } = request;
      const planned = Array.from({ length: texts }, () => rig.planned({ parts }));
      return rig.decide(way, rig.intent({ actor, workspace }), rig.plan(planned, { limits }));
    }

    describe('a day’s usage', () => {
      test('counts requested texts and their outcomes, for each person and the workspace', async () => {
        const rig = await Rig.on(engine);
        await plan(rig, null, { parts: 2 });
        await plan(rig, null, { actor: 'U2', parts: 3 });
        await plan(rig, null, { workspace: 'T2' });
        expect(await usage(rig, 'U1')).toEqual({ texts: 1, millionths: 0, open: 2 });
        expect(await usage(rig)).toEqual({ texts: 2, millionths: 0, open: 5 });
        expect(await usage(rig, 'U3')).toEqual({ texts: 0, millionths: 0, open: 0 });
        await rig.outbox.settle(await rig.claim(), costing('0.70'), rig.now);
        expect(await usage(rig, 'U1')).toEqual({ texts: 1, millionths: 700_000, open: 0 });
        await rig.outbox.settle(await rig.claim(), costing('1.05'), rig.now);
        expect(await usage(rig)).toEqual({ texts: 2, millionths: 1_750_000, open: 0 });
        await rig.reopen();
        expect(await usage(rig)).toEqual({ texts: 2, millionths: 1_750_000, open: 0 });
        expect(await usage(rig, null, 'T2')).toMatchObject({ texts: 1 });
      });

      test('gives back texts that were certainly not sent, and keeps those that may have been sent', async () => {
        const rig = await Rig.on(engine);
        const cancelled = await rig.queueOne();
        await rig.outbox.cancel(WORKSPACE, cancelled.id, rig.now);
        expect(await usage(rig)).toEqual({ texts: 0, millionths: 0, open: 0 });

        for (const settlement of [REFUSED, UNCERTAIN, costing(null)]) {
          await rig.queueOne();
          await rig.outbox.settle(await rig.claim(), settlement, rig.now);
        }
        expect(await usage(rig), 'uncertain, and sent without a word on its cost').toEqual({
          texts: 2,
          millionths: 0,
          open: 2,
        });
        await rig.queueOne({ patienceMs: 1000 });
        await rig.queueOne();
        rig.pass(1000);
        await rig.outbox.expire(rig.now);
        await rig.outbox.refuseWaiting(WORKSPACE, { kind: 'UNLINKED' }, rig.now);
        expect(await usage(rig, 'U1')).toEqual({ texts: 2, millionths: 0, open: 2 });
      });

      test('belongs to the Bangladesh day of the request', async () => {
        const rig = await Rig.on(engine);
        // Nine in the morning UTC is three in the afternoon in Bangladesh, so the day has nine hours left.
        await plan(rig, null);
        rig.pass(9 * HOUR - 1);
        expect(await usage(rig)).toMatchObject({ texts: 1 });
        rig.pass(1);
        expect(await usage(rig)).toMatchObject({ texts: 0 });
        await rig.drain();
        expect(await usage(rig), 'what was asked yesterday').toEqual({ texts: 0, millionths: 0, open: 0 });
        expect(await rig.outbox.usage(WORKSPACE, null, rig.now - 1)).toEqual({
          texts: 1,
          millionths: 350_000,
          open: 0,
        });
      });
    });

    test('is known by sender for a month, those who sent most first', async () => {
      const rig = await Rig.on(engine);
      await plan(rig, null, { texts: 2 });
      await plan(rig, null, { workspace: 'T2' });
      await rig.drain();
      rig.pass(2 * 24 * HOUR);
      await plan(rig, null, { actor: 'U2', parts: 3 });
      await plan(rig, null);
      await rig.drain();
      expect(await rig.outbox.senders(WORKSPACE, rig.now, 9)).toEqual({
        most: [
          { actor: 'U1', texts: 3, millionths: 1_050_000, open: 0 },
          { actor: 'U2', texts: 1, millionths: 350_000, open: 0 },
        ],
        count: 2,
      });
      expect(await rig.outbox.senders(WORKSPACE, rig.now, 1)).toMatchObject({
        most: [{ actor: 'U1' }],
        count: 2,
      });
      expect(await usage(rig, 'U1'), 'but a limit is for a day').toMatchObject({ texts: 1 });
      const last = rig.now;
      rig.pass(31 * 24 * HOUR);
      expect(await usage(rig, 'U1')).toMatchObject({ texts: 0 });
      expect(await rig.outbox.senders(WORKSPACE, rig.now, 9)).toEqual({ most: [], count: 0 });
      if (engine.ownClock) return; // The engine deletes by its own clock, which doesn't move here.
      rig.pass(31 * 24 * HOUR);
      await plan(rig, null);
      expect(await rig.outbox.senders(WORKSPACE, last, 9), 'of so long ago').toEqual({ most: [], count: 0 });
    });

    test('is known by day and source, with the day’s last balance', async () => {
      const rig = await Rig.on(engine);
      const began = rig.now;
      const told = async (claim: Claim, cost: string, balance: string) =>
        rig.outbox.settle(claim, { ...costing(cost), balance } as Settlement, rig.now);
      await plan(rig, null);
      await told(await rig.claim(), '0.35', '9.65');
      await rig.decide(
        way,
        rig.intent({ source: WORKFLOW }),
        rig.plan([rig.planned({ parts: 2 }), rig.planned()]),
      );
      await told(await rig.claim(), '0.70', '8.95');
      const late = await rig.claim();
      expect(await rig.outbox.days(WORKSPACE, began, rig.now)).toEqual([
        {
          day: expect.any(Number),
          texts: 3,
          millionths: 1_050_000,
          open: 1,
          sources: {
            command: { texts: 1, millionths: 350_000, open: 0 },
            workflows: { texts: 2, millionths: 700_000, open: 1 },
          },
          balance: '8.95',
        },
      ]);
      rig.pass(24 * HOUR);
      await told(late, '0.35', '8.60');
      const [first, second] = await rig.outbox.days(WORKSPACE, began, rig.now);
      expect(first, 'asked for then').toMatchObject({ texts: 3, millionths: 1_400_000, balance: '8.95' });
      expect(second, 'but told now').toMatchObject({ texts: 0, millionths: 0, balance: '8.60' });
      if (engine.ownClock) return;
      rig.pass(41 * 24 * HOUR);
      await plan(rig, null);
      expect(await rig.outbox.days(WORKSPACE, began, rig.now), 'only the last weeks').toHaveLength(1);
    });

    describe('a limit', () => {
      test('of texts a day: racing plans can’t both have the last one', async () => {
        const rig = await Rig.on(engine);
        const plans = await Promise.all(Array.from({ length: 9 }, () => plan(rig, each(4))));
        expect(plans.toSorted()).toEqual([...Array(4).fill('planned'), ...Array(5).fill('refused')]);
        expect(await usage(rig)).toMatchObject({ texts: 4 });
        expect(await plan(rig, each(4), { actor: 'U2' })).toBe('planned');
        expect(await plan(rig, all(5), { actor: 'U3' })).toBe('refused');
        expect(await plan(rig, all(5), { workspace: 'T2' })).toBe('planned');
        const reports = await rig.told();
        const problem = (index: number) => found(reports[index]).problem;
        expect(reports).toHaveLength(6);
        const endsAt = Date.UTC(2026, 10, 21, 18);
        expect(problem(0)).toEqual({
          kind: 'CAP_REACHED',
          of: 'person',
          unit: 'texts',
          cap: '4',
          used: '4',
          endsAt,
        });
        expect(problem(5)).toMatchObject({ of: 'workspace', unit: 'texts', cap: '5', used: '5' });
      });

      test('refuses a plan as a whole, and has room again once texts end unsent, and on the next day', async () => {
        const rig = await Rig.on(engine);
        expect(await plan(rig, all(3), { texts: 4 })).toBe('refused');
        expect(await rig.outbox.history(WORKSPACE, null, 9)).toEqual([]);
        expect(await plan(rig, all(3), { texts: 3 })).toBe('planned');
        const [text] = await rig.outbox.history(WORKSPACE, null, 1);
        expect(await plan(rig, all(3))).toBe('refused');
        await rig.outbox.cancel(WORKSPACE, found(text).id, rig.now);
        expect(await plan(rig, all(3))).toBe('planned');
        expect(await plan(rig, all(3))).toBe('refused');
        rig.pass(9 * HOUR);
        expect(await plan(rig, all(3))).toBe('planned');
      });

      test('counts a text once, even if its intent is planned again with more texts', async () => {
        const rig = await Rig.on(engine);
        const intent = await rig.added({ source: WORKFLOW, actor: 'workflow' });
        const [first, second] = [rig.planned(), rig.planned({ parts: 2 })];
        const again = (texts: (typeof first)[], limits: Limits) =>
          rig.outbox.plan(intent.id, rig.plan(texts, { limits, retryAt: rig.now + 1000 }), rig.now);
        expect(await again([first], all(1))).toBe('planned');
        expect(await again([first], all(1))).toBe('planned');
        expect(await again([first, second], all(2))).toBe('planned');
        expect(await usage(rig)).toEqual({ texts: 2, millionths: 0, open: 3 });
        expect(await again([first, second, rig.planned()], all(2))).toBe('refused');
        expect(await usage(rig)).toEqual({ texts: 2, millionths: 0, open: 3 });
      });

      test('of credits: charges count, and waiting texts at the price of the last part', async () => {
        const rig = await Rig.on(engine);
        await plan(rig, null, { parts: 2 });
        await rig.drain(costing('0.70'));
        // 0.70 are spent, and a part costs 0.35.
        expect(await plan(rig, credits('1.75'), { parts: 4 })).toBe('refused');
        expect(await plan(rig, credits('1.75'), { parts: 2 })).toBe('planned');
        expect(await plan(rig, credits('1.75'), { parts: 2 })).toBe('refused');
        const racing = await Promise.all([plan(rig, credits('1.75')), plan(rig, credits('1.75'))]);
        expect(racing.toSorted()).toEqual(['planned', 'refused']);
        const refusal = (await rig.told()).filter(report => report.kind === 'refusal').at(-1);
        expect(refusal?.problem).toMatchObject({
          unit: 'credits',
          of: 'workspace',
          cap: '1.75',
          used: '1.75',
        });
      });

      test('of credits lets one text out at a time while the price is unknown', async () => {
        const rig = await Rig.on(engine);
        const limits = credits('10');
        expect(await plan(rig, limits, { texts: 2 })).toBe('refused');
        const racing = await Promise.all([plan(rig, limits), plan(rig, limits), plan(rig, limits)]);
        expect(racing.toSorted()).toEqual(['planned', 'refused', 'refused']);
        expect((await rig.told()).map(report => report.problem)).toEqual(
          Array(3).fill({ kind: 'CAP_UNJUDGED', of: 'workspace', cap: '10' }),
        );
        await rig.drain(costing(null));
        expect(await plan(rig, limits), 'it went, and the service said nothing of its cost').toBe('refused');
        // The price becomes known from a text without a limit.
        await plan(rig, null);
        await rig.drain(costing('4'));
        expect(await usage(rig)).toEqual({ texts: 2, millionths: 4_000_000, open: 1 });
        expect(await plan(rig, limits), '4 charged, 4 supposed').toBe('refused');
        expect(await plan(rig, credits('12'))).toBe('planned');
      });

      test('keeps an uncertain text’s usage while a person may still send it again', async () => {
        const rig = await Rig.on(engine);
        const text = await rig.queueOne();
        await rig.drain(UNCERTAIN);
        const again = async (limits: Limits | null) => {
          const intent = rig.intent({ source: 'resend', resendOf: text.id, confirmed: true });
          return rig.decide(way, intent, rig.plan([rig.planned()], { limits }));
        };
        expect(await again(all(1))).toBe('refused');
        expect(await again(all(2))).toBe('planned');
      });
    });
  });
}
