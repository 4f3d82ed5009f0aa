import { describe, expect, test } from 'vitest';
import type { LocalNumber } from '../../../src/kit/number.ts';
import {
  type Engine,
  HOOK,
  MINUTE,
  REFUSED,
  Rig,
  refusedHolding,
  SENT,
  UNCERTAIN,
  WORKFLOW,
  WORKSPACE,
} from './rig.ts';

const [ONE, TWO, THREE] = ['01711111111', '01722222222', '01733333333'] as LocalNumber[];
const UNKNOWN = {
  recipient: { kind: 'named', name: 'night shift' },
  problem: { kind: 'NAME_UNKNOWN', label: 'night shift', nearest: null },
} as const;

export function describeOutcomes(engine: Engine): void {
  describe('unattended intents', () => {
    /** Stores an intent, and plans a text to each number. */
    async function planIntent(rig: Rig, numbers: (LocalNumber | undefined)[], again: number | null = null) {
      const intent = await rig.added({ source: WORKFLOW, actor: 'workflow', replyTo: null });
      const plan = (numbers: (LocalNumber | undefined)[], retryAt: number | null) =>
        rig.outbox.plan(
          intent.id,
          rig.plan(
            numbers.map(number => rig.planned({ number: number as LocalNumber })),
            { retryAt, omitted: retryAt === null ? [UNKNOWN] : [] },
          ),
          rig.now,
        );
      await plan(numbers, again);
      return { intent, plan, outcome: () => rig.outbox.outcome(WORKSPACE, intent.id) };
    }

    test('have one outcome when the last text has ended, and no other report', async () => {
      const rig = await Rig.on(engine);
      const { intent, outcome } = await planIntent(rig, [ONE, TWO, THREE]);
      expect(await outcome()).toMatchObject({ settled: false, omitted: [UNKNOWN], problem: null });
      await rig.outbox.settle(await rig.claim(), SENT, rig.now);
      await rig.outbox.settle(await rig.claim(), REFUSED, rig.now);
      expect(await rig.told()).toEqual([]);
      const [waiting] = (await rig.outbox.history(WORKSPACE, 'workflow', 9)).filter(
        text => text.state === 'queued',
      );
      await rig.outbox.cancel(WORKSPACE, waiting?.id ?? '', rig.now);
      expect(await rig.told()).toMatchObject([{ kind: 'outcome', intent, text: null, follower: null }]);
      const current = await outcome();
      expect(current).toMatchObject({ settled: true, omitted: [UNKNOWN] });
      expect(current?.texts.map(({ number, state }) => [number, state])).toEqual([
        [ONE, 'sent'],
        [TWO, 'refused'],
        [THREE, 'cancelled'],
      ]);
    });

    test('report again when one of their uncertain texts is corrected', async () => {
      const rig = await Rig.on(engine);
      const { outcome } = await planIntent(rig, [ONE]);
      const claim = await rig.claim();
      await rig.outbox.settle(claim, UNCERTAIN, rig.now);
      expect(await rig.told()).toHaveLength(1);
      await rig.outbox.settle(claim, SENT, rig.now);
      expect(await rig.told()).toMatchObject([{ kind: 'outcome' }]);
      expect(await outcome()).toMatchObject({ settled: true, texts: [{ state: 'sent' }] });
    });

    test('have an outcome when they are refused, or all recipients are left out', async () => {
      const rig = await Rig.on(engine);
      const refused = await rig.added({ source: HOOK });
      const problem = { kind: 'NO_KEY', admin: false } as const;
      await rig.outbox.plan(refused.id, { kind: 'refused', problem, omitted: [UNKNOWN] }, rig.now);
      expect(await rig.told()).toMatchObject([{ kind: 'outcome', intent: { id: refused.id } }]);
      expect(await rig.outbox.outcome(WORKSPACE, refused.id)).toEqual({
        settled: true,
        problem,
        omitted: [UNKNOWN],
        texts: [],
        unreadable: [],
        sentAgain: [],
      });
      const { intent } = await planIntent(rig, []);
      expect(await rig.told()).toMatchObject([{ kind: 'outcome', intent: { id: intent.id } }]);
    });

    test('have an outcome when a limit refuses them', async () => {
      const rig = await Rig.on(engine);
      const { id } = await rig.added({ source: WORKFLOW, actor: 'workflow' });
      const unlimited = { texts: null, credits: null };
      const limits = { person: { texts: 1, credits: null }, workspace: unlimited };
      await rig.outbox.plan(
        id,
        rig.plan([rig.planned(), rig.planned()], { limits, omitted: [UNKNOWN] }),
        rig.now,
      );
      expect(await rig.told()).toMatchObject([{ kind: 'outcome', intent: { id } }]);
      expect(await rig.outbox.outcome(WORKSPACE, id)).toMatchObject({
        settled: true,
        problem: { kind: 'CAP_REACHED', of: 'person' },
        omitted: [UNKNOWN],
        texts: [],
      });
    });

    test('don’t report waiting, but report that a key is held', async () => {
      const rig = await Rig.on(engine);
      const intent = await rig.added({ source: WORKFLOW });
      await rig.outbox.postpone(intent.id, rig.now, 'SLACK_UNAVAILABLE', rig.now);
      await planIntent(rig, [ONE, TWO]);
      await rig.outbox.settle(await rig.claim(), refusedHolding('INVALID_API_KEY'), rig.now);
      rig.pass(5000);
      await rig.outbox.reportWaiting(rig.now);
      expect(await rig.told()).toMatchObject([{ kind: 'held' }]);
    });

    test('that wait for more numbers continue later, with one text to each number', async () => {
      const rig = await Rig.on(engine);
      const later = rig.now + 5000;
      const { intent, plan, outcome } = await planIntent(rig, [ONE], later);
      await rig.drain();
      expect(await rig.told()).toEqual([]);
      expect(await outcome()).toMatchObject({ settled: false, texts: [{ number: ONE, state: 'sent' }] });
      expect(await rig.outbox.nextOpen()).toBe(later);
      rig.moveTo(later);
      expect(await rig.outbox.leaseOpen(rig.now, rig.now + MINUTE, 9)).toEqual([intent]);
      // Two resolvers plan at the same time.
      await Promise.all([plan([ONE, TWO], null), plan([ONE, TWO], null), plan([TWO, ONE], later)]);
      const claims = await rig.drain();
      expect(claims.map(claim => claim.text.number)).toEqual([TWO]);
      expect(await rig.told()).toHaveLength(1);
      expect(await outcome()).toMatchObject({ settled: true, omitted: [UNKNOWN] });
    });

    test('belong to their workspace', async () => {
      const rig = await Rig.on(engine);
      const intent = await rig.added({ source: WORKFLOW });
      expect(await rig.outbox.intent(WORKSPACE, intent.id)).toEqual(intent);
      expect(await rig.outbox.intent('T2', intent.id)).toBeNull();
      expect(await rig.outbox.outcome('T2', intent.id)).toBeNull();
      await rig.outbox.follow('T2', intent.id, 'theirs', rig.now, rig.now);
      expect(await rig.told()).toEqual([]);
    });
  });

  describe('a listener for an outcome', () => {
    const follow = async (rig: Rig, id: string, names: string[], deadline: number) => {
      await Promise.all(names.map(name => rig.outbox.follow(WORKSPACE, id, name, deadline, rig.now)));
    };
    const followers = async (rig: Rig) =>
      (await rig.told()).map(report => report.follower ?? 'whoever').sort();

    test('is notified once it is settled, each listener once', async () => {
      const rig = await Rig.on(engine);
      const { id } = await rig.added({ source: WORKFLOW });
      await follow(rig, id, ['a', 'a', 'b', 'a'], rig.now + 10 * MINUTE);
      expect(await rig.told()).toEqual([]);
      await rig.outbox.plan(id, rig.plan([rig.planned()]), rig.now);
      await rig.drain();
      expect(await followers(rig)).toEqual(['a', 'b', 'whoever']);
      expect(await rig.outbox.nextReport()).toBeNull();
    });

    test('is notified at the deadline if it isn’t settled by then, or at once if it already was', async () => {
      const rig = await Rig.on(engine);
      const { id } = await rig.added({ source: WORKFLOW });
      const deadline = rig.now + 10 * MINUTE;
      await follow(rig, id, ['a'], deadline);
      expect(await rig.outbox.nextReport()).toBe(deadline);
      rig.moveTo(deadline);
      expect(await followers(rig)).toEqual(['a']);
      await rig.outbox.plan(id, rig.plan([]), rig.now);
      expect(await followers(rig)).toEqual(['whoever']);
      await follow(rig, id, ['b'], rig.now + 10 * MINUTE);
      expect(await followers(rig)).toEqual(['b']);
    });

    test('after a failed notification, is notified as soon as there is more to say', async () => {
      const rig = await Rig.on(engine);
      const { id } = await rig.added({ source: WORKFLOW });
      await follow(rig, id, ['a'], rig.now);
      const [report] = await rig.outbox.leaseReports(rig.now, rig.now + MINUTE, 9);
      await rig.outbox.retryReport(report as never, rig.now + MINUTE);
      await rig.outbox.plan(id, rig.plan([]), rig.now);
      expect(await followers(rig)).toEqual(['a', 'whoever']);
    });
  });
}
