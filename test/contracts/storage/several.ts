import { describe, expect, test } from 'vitest';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { newPost } from '../../../src/kit/slack/standing-post.ts';
import type { Intent } from '../../../src/texts/intent.ts';
import { type Engine, found, GIVEN_BACK, MINUTE, Rig, SENT, WORKSPACE } from './rig.ts';

const ONE = '01711111111' as LocalNumber;
const TWO = '01722222222' as LocalNumber;
const THREE = '01733333333' as LocalNumber;
const GROUP: Intent['to'] = [
  { feature: 'contacts', kind: 'group', data: { id: 'g1', label: 'field-team', many: true } },
];
const SECOND = 1000;

export function describeSeveral(engine: Engine): void {
  describe('a person’s texts to several people', () => {
    async function planIntent(rig: Rig, numbers: LocalNumber[], options: Parameters<Rig['plan']>[1] = {}) {
      const intent = await rig.added({ to: GROUP });
      const texts = numbers.map(number => rig.planned({ number }));
      const result = await rig.outbox.plan(intent.id, rig.plan(texts, options), rig.now);
      return { intent, result, outcome: () => rig.outbox.outcome(WORKSPACE, intent.id) };
    }
    const lease = (rig: Rig) => rig.outbox.leaseReports(rig.now, rig.now + MINUTE, 9);
    const planOne = async (rig: Rig) => {
      const [report, ...more] = await lease(rig);
      expect(more).toEqual([]);
      return found(report);
    };

    test('share one report, which comes again about once a second as texts end, and is deleted when all have ended', async () => {
      const rig = await Rig.on(engine);
      const { intent } = await planIntent(rig, [ONE, TWO, THREE]);
      expect(await lease(rig), 'not before there is something to see').toEqual([]);
      expect(await rig.outbox.nextReport()).toBe(rig.now + SECOND);
      rig.pass(SECOND);
      const first = await planOne(rig);
      expect(first).toMatchObject({ kind: 'outcome', intent: { id: intent.id }, outcomePost: null });
      const post = { ...newPost(), at: { channel: 'C1', ts: '1.1' }, shows: 'first' };
      await rig.outbox.shownAt(WORKSPACE, intent.id, post);
      await rig.outbox.shownAt('T2', intent.id, { ...post, shows: 'another' });
      await rig.outbox.keepReport(first, rig.now + MINUTE, rig.now);
      expect(await rig.outbox.nextReport()).toBe(rig.now + MINUTE);

      await rig.outbox.settle(await rig.claim(), SENT, rig.now);
      expect(await rig.outbox.nextReport()).toBe(rig.now + SECOND);
      rig.pass(SECOND);
      const second = await planOne(rig);
      expect(second.outcomePost).toEqual(post);
      // It changes while it is being delivered.
      await rig.outbox.settle(await rig.claim(), SENT, rig.now);
      await rig.outbox.keepReport(second, rig.now + MINUTE, rig.now);
      const third = await planOne(rig);
      await rig.outbox.settle(await rig.claim(), SENT, rig.now);
      await rig.outbox.closeReports([{ report: third, posted: false }], rig.now);
      const last = await planOne(rig);
      await rig.outbox.closeReports([{ report: last, posted: false }], rig.now);
      expect(await rig.outbox.nextReport()).toBeNull();
    });

    test('ask first if the plan says so, and again for a text sent a moment ago; limits refuse before that', async () => {
      const rig = await Rig.on(engine);
      const question = await planIntent(rig, [ONE], { asksFirst: true });
      expect(question.result).toBe('asked');
      expect(await rig.told()).toMatchObject([{ kind: 'question', earlier: null, intent: question.intent }]);
      expect(await rig.claimOrNull()).toBeNull();

      await planIntent(rig, [ONE]);
      await rig.drain();
      await rig.told();
      await planIntent(rig, [ONE, TWO], { asksFirst: true, askIfSentSince: rig.now - MINUTE });
      expect(await rig.told()).toMatchObject([{ kind: 'question', earlier: { actor: 'U1' } }]);

      const unlimited = { texts: null, credits: null };
      const limits = { person: { texts: 1, credits: null }, workspace: unlimited };
      expect((await planIntent(rig, [TWO], { asksFirst: true, limits })).result).toBe('refused');
      expect(await rig.told()).toMatchObject([{ kind: 'outcome', text: null }]);
    });

    test('are cancelled together, including requeued ones; sent ones stay sent', async () => {
      const rig = await Rig.on(engine);
      const { intent, outcome } = await planIntent(rig, [ONE, TWO, THREE]);
      await rig.outbox.settle(await rig.claim(), SENT, rig.now);
      const sending = await rig.claim();
      expect(await rig.outbox.cancelAll('T2', intent.id, rig.now)).toBe(0);
      expect(await rig.outbox.cancelAll(WORKSPACE, intent.id, rig.now)).toBe(1);
      expect(await rig.outbox.cancelAll(WORKSPACE, intent.id, rig.now)).toBe(0);
      await rig.outbox.release(sending, { ...GIVEN_BACK, notBefore: rig.now }, rig.now);
      expect(await rig.claimOrNull()).toBeNull();
      const current = await outcome();
      expect(current?.texts.map(({ state }) => state).toSorted()).toEqual(['cancelled', 'cancelled', 'sent']);
      expect(current?.settled).toBe(true);
      expect(await rig.told()).toMatchObject([{ kind: 'outcome' }]);
    });
  });
}
