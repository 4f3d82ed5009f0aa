import { describe, expect, test } from 'vitest';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { newPost } from '../../../src/kit/slack/standing-post.ts';
import type { Intent } from '../../../src/texts/intent.ts';
import {
  type Engine,
  found,
  MINUTE,
  REFUSED,
  Rig,
  refusedHolding,
  SENT,
  UNCERTAIN,
  WAYS,
  WORKFLOW,
  WORKSPACE,
} from './rig.ts';

const NUMBER = '01812345678' as LocalNumber;

export function describeIntents(engine: Engine): void {
  describe('intents', () => {
    test('a redelivered intent is stored once, however many deliveries race', async () => {
      const rig = await Rig.on(engine);
      const deliveries = Array.from({ length: 50 }, (_, nth) =>
        rig.intent({ idempotencyKey: 'trigger', message: `${nth}` }),
      );
      const answers = await Promise.all(deliveries.map(intent => rig.outbox.add(intent, rig.now)));
      expect(answers.filter(answer => answer === 'added')).toHaveLength(1);
      const [{ id }] = deliveries as [Intent];
      expect(await rig.outbox.intent(WORKSPACE, id)).toEqual(deliveries[answers.indexOf('added')]);
    });

    test('an idempotency key belongs to its workspace, and so does the intent', async () => {
      const rig = await Rig.on(engine);
      const mine = await rig.added({ idempotencyKey: 'same' });
      const elsewhere = rig.intent({ idempotencyKey: 'same', workspace: 'T2' });
      expect(await rig.outbox.add(elsewhere, rig.now)).toBe('added');
      expect(await rig.outbox.intent('T2', mine.id)).toBeNull();
    });

    test('an intent that can’t be read back is refused, and blocks no other', async () => {
      const rig = await Rig.on(engine);
      const tooMany = {
        to: Array.from({ length: 201 }, () => ({ kind: 'number' as const, number: rig.number() })),
      };
      const bad = () => rig.intent({ ...tooMany, workspace: 'T2' });
      const add = rig.outbox.add(bad(), rig.now);
      const accept = rig.outbox.accept(bad(), rig.plan([rig.planned()]), rig.now);
      const adding = rig.added();
      await expect(add).rejects.toThrow(/200/);
      await expect(accept).rejects.toThrow(/200/);
      const good = await adding;
      expect(await rig.outbox.leaseOpen(rig.now, rig.now + MINUTE, 9)).toEqual([good]);
      expect(await rig.claimOrNull()).toBeNull();
    });

    test.each(WAYS)('half a surrogate pair blocks nothing: it is sent as U+FFFD (%s)', async way => {
      const rig = await Rig.on(engine);
      const write = async (message: string, idempotencyKey: string) => {
        const plan = rig.plan([rig.planned({ message })]);
        expect(await rig.decide(way, rig.intent({ message, idempotencyKey }), plan)).toBe('planned');
      };
      await Promise.all([write('good', 'trigger'), write('half \ud83d', 'half \ud83d')]);
      const claims = await rig.drain();
      expect(claims.map(({ text }) => text.message).sort()).toEqual(['good', 'half \ufffd']);
    });

    test('racing resolvers lease each open intent once, and again once the lease is over', async () => {
      const rig = await Rig.on(engine);
      const open = await Promise.all(Array.from({ length: 5 }, () => rig.added()));
      const lease = () => rig.outbox.leaseOpen(rig.now, rig.now + 30_000, 2);
      const leased = (await Promise.all([lease(), lease(), lease(), lease()])).flat();
      expect(leased.map(intent => intent.id).sort()).toEqual(open.map(intent => intent.id).sort());
      expect(await rig.outbox.nextOpen()).toBe(rig.now + 30_000);
      rig.pass(29_999);
      expect(await lease()).toEqual([]);
      rig.pass(1);
      expect(await rig.outbox.leaseOpen(rig.now, rig.now + 30_000, 9)).toHaveLength(5);
    });

    test('the process that stored it has the first lease', async () => {
      const rig = await Rig.on(engine);
      await rig.outbox.add(rig.intent(), rig.now + 30_000);
      expect(await rig.outbox.leaseOpen(rig.now, rig.now + 1, 9)).toEqual([]);
      expect(await rig.outbox.nextOpen()).toBe(rig.now + 30_000);
    });

    test('people are told once that it waits for facts', async () => {
      const rig = await Rig.on(engine);
      const intent = await rig.added();
      for (let attempt = 0; attempt < 3; attempt++) {
        await rig.outbox.postpone(intent.id, rig.now + 5000, 'SLACK_UNAVAILABLE', rig.now);
        expect(await rig.outbox.nextOpen()).toBe(rig.now + 5000);
        rig.pass(5000);
      }
      const reports = await rig.told();
      expect(
        reports.map(({ kind, waiting, intent: of, text }) => ({ kind, waiting, id: of.id, text })),
      ).toEqual([
        { kind: 'waiting', waiting: { why: 'SLACK_UNAVAILABLE', until: null }, id: intent.id, text: null },
      ]);
    });

    test('racing plans create its texts once', async () => {
      const rig = await Rig.on(engine);
      const intent = await rig.added();
      const plan = rig.plan([rig.planned(), rig.planned()]);
      const planned = await Promise.all(
        Array.from({ length: 10 }, () => rig.outbox.plan(intent.id, plan, rig.now)),
      );
      expect(planned.filter(result => result === 'planned')).toHaveLength(1);
      expect(planned.filter(result => result === 'stale')).toHaveLength(9);
      expect(await rig.outbox.history(WORKSPACE, null, 99)).toHaveLength(2);
      expect(await rig.outbox.nextOpen()).toBeNull();
    });

    test('accepting stores an intent once, with its texts, and leaves nothing open', async () => {
      const rig = await Rig.on(engine);
      const deliveries = Array.from({ length: 20 }, () => rig.intent({ idempotencyKey: 'trigger' }));
      const added = rig.outbox.add(rig.intent({ idempotencyKey: 'added' }), rig.now);
      const answers = await Promise.all(
        deliveries.map(intent => rig.outbox.accept(intent, rig.plan([rig.planned()]), rig.now)),
      );
      expect(answers.filter(answer => answer === 'planned')).toHaveLength(1);
      expect(answers.filter(answer => answer === 'duplicate')).toHaveLength(19);
      expect(await rig.outbox.history(WORKSPACE, null, 99)).toHaveLength(1);
      const [{ id }] = deliveries as [Intent];
      expect(await rig.outbox.intent(WORKSPACE, id)).toEqual(deliveries[answers.indexOf('planned')]);
      await added;
      const late = rig.intent({ idempotencyKey: 'added' });
      expect(await rig.outbox.accept(late, rig.plan([rig.planned()]), rig.now)).toBe('duplicate');
      expect(await rig.outbox.leaseOpen(rig.now, rig.now + 1, 9)).toMatchObject([{ id: late.id }]);
    });

    test.each(WAYS)('a planned intent is found by its text, with its request and result (%s)', async way => {
      const rig = await Rig.on(engine);
      const intent = rig.intent({ source: WORKFLOW });
      await rig.decide(way, intent, rig.plan([rig.planned()], { omitted: [] }));
      const [text] = await rig.outbox.history(WORKSPACE, null, 9);
      expect(await rig.outbox.add(intent, rig.now)).toBe('duplicate');
      expect(await rig.outbox.intent(WORKSPACE, intent.id)).toEqual(intent);
      expect(await rig.outbox.intent('T2', intent.id)).toBeNull();
      expect(await rig.outbox.plan(intent.id, rig.plan([rig.planned()]), rig.now)).toBe('stale');
      const post = { ...newPost(), at: { channel: 'C1', ts: '1.2' } };
      await rig.storage.reports.shownAt(WORKSPACE, intent.id, post);
      await rig.drain();
      const report = { kind: 'outcome', intent, posts: 0, outcomePost: post };
      expect(await rig.told(true)).toMatchObject([report]);
      expect(await rig.outbox.outcome(WORKSPACE, intent.id)).toMatchObject({
        settled: true,
        problem: null,
        omitted: [],
        texts: [{ id: text?.id, state: 'sent' }],
      });
    });

    test('accepting a duplicate changes nothing, whatever the plan', async () => {
      const rig = await Rig.on(engine);
      const intent = rig.intent();
      const text = rig.planned();
      const unlimited = { texts: null, credits: null };
      expect(await rig.outbox.accept(intent, rig.plan([text]), rig.now)).toBe('planned');
      for (const options of [
        { askIfSince: rig.now - 1000 },
        { limits: { person: { texts: 1, credits: null }, workspace: unlimited } },
        { again: rig.now },
      ]) {
        expect(await rig.outbox.accept(intent, rig.plan([text], options), rig.now)).toBe('duplicate');
      }
      expect(await rig.outbox.history(WORKSPACE, null, 99)).toHaveLength(1);
      expect(await rig.outbox.nextReport()).toBeNull();
      expect(await rig.outbox.nextOpen()).toBeNull();
      expect(await rig.outbox.usage(WORKSPACE, null, rig.now)).toMatchObject({ texts: 1 });
    });

    test('an intent that is accepted with some numbers unknown is planned again', async () => {
      const rig = await Rig.on(engine);
      const intent = rig.intent({ source: WORKFLOW });
      const plan = rig.plan([rig.planned()], { retryAt: rig.now + 5000 });
      expect(await rig.outbox.accept(intent, plan, rig.now)).toBe('planned');
      expect(await rig.outbox.nextOpen()).toBe(rig.now + 5000);
      rig.pass(5000);
      expect(await rig.outbox.leaseOpen(rig.now, rig.now + 1, 9)).toEqual([intent]);
    });

    test.each(WAYS)('a refusal is a result: it is reported, and nothing can be claimed (%s)', async way => {
      const rig = await Rig.on(engine);
      const intent = rig.intent();
      const problem = { kind: 'GUEST_REFUSED' } as const;
      expect(await rig.decide(way, intent, { kind: 'refused', problem, omitted: [] })).toBe('refused');
      expect(await rig.told()).toMatchObject([{ kind: 'refusal', problem, intent, text: null }]);
      expect(await rig.claimOrNull()).toBeNull();
    });
  });

  describe.each(WAYS)('the same text again (%s)', way => {
    async function ask(
      rig: Rig,
      options: { workspace?: string; message?: string; askIfSince?: number | null },
    ) {
      const { workspace = WORKSPACE, message = 'hello', askIfSince = rig.now - 2 * MINUTE } = options;
      const intent = rig.intent({ workspace, actor: 'U2', message });
      return rig.decide(
        way,
        intent,
        rig.plan([rig.planned({ number: NUMBER, message })], { askIfSentSince: askIfSince }),
      );
    }

    test('is questioned, with the first sender and time, and creates no text', async () => {
      const rig = await Rig.on(engine);
      const at = rig.now;
      await rig.queue({ number: NUMBER, actor: 'U1' });
      rig.pass(40_000);
      expect(await ask(rig, {})).toBe('asked');
      expect(await rig.told()).toMatchObject([
        { kind: 'question', earlier: { at, actor: 'U1' }, text: null },
      ]);
      expect(await rig.outbox.history(WORKSPACE, null, 9)).toHaveLength(1);
    });

    test('is questioned past midnight too, and however many texts were sent meanwhile', async () => {
      const rig = await Rig.on(engine);
      // Nine in the morning UTC is three in the afternoon in Bangladesh, so the day has nine hours left.
      rig.pass(9 * 60 * MINUTE - 1);
      await rig.queue({ number: NUMBER });
      rig.pass(1);
      await rig.queue({ count: 300, key: 'others' });
      expect(await ask(rig, {})).toBe('asked');
      // The questioned text is still the last one sent.
      expect(await ask(rig, {})).toBe('asked');
      rig.pass(2 * MINUTE + 1);
      expect(await ask(rig, {})).toBe('planned');
    });

    test.each([
      ['another workspace', { workspace: 'T2' }],
      ['another message', { message: 'Hello' }],
      ['a confirmed intent', { askIfSince: null }],
    ])('isn’t questioned for %s', async (_name, options) => {
      const rig = await Rig.on(engine);
      await rig.queue({ number: NUMBER });
      expect(await ask(rig, options)).toBe('planned');
    });

    test('isn’t questioned if the earlier one is too old, was cancelled, or was refused', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ number: NUMBER });
      rig.pass(2 * MINUTE + 1);
      await rig.outbox.refuseWaiting(WORKSPACE, { kind: 'UNLINKED' }, rig.now);
      const cancelled = await rig.queueOne({ number: NUMBER });
      await rig.outbox.cancel(WORKSPACE, cancelled.id, rig.now);
      expect(await ask(rig, {})).toBe('planned');
      rig.pass(2 * MINUTE + 1);
      expect(await ask(rig, {})).toBe('planned');
      expect(await ask(rig, {})).toBe('asked');
    });
  });

  describe.each(WAYS)('sending an uncertain text again (%s)', way => {
    function again(rig: Rig, resendOf: string, workspace = WORKSPACE) {
      const intent = rig.intent({ source: 'resend', resendOf, workspace, confirmed: true });
      return { intent, plan: () => rig.decide(way, intent, rig.plan([rig.planned()])) };
    }

    test('only one of several racing presses sends it', async () => {
      const rig = await Rig.on(engine);
      const text = await rig.queueOne();
      await rig.drain(UNCERTAIN);
      await rig.told();
      const presses = Array.from({ length: 5 }, () => again(rig, text.id));
      const planned = await Promise.all(presses.map(press => press.plan()));
      expect(planned.filter(result => result === 'planned')).toHaveLength(1);
      expect(planned.filter(result => result === 'refused')).toHaveLength(4);
      const reports = await rig.told();
      const first = found(presses[planned.indexOf('planned')]).intent;
      expect(reports.filter(report => report.kind === 'sent_again')).toMatchObject([
        { intent: { id: first.id }, text: { id: text.id } },
      ]);
      expect(reports.filter(report => report.problem?.kind === 'ALREADY_SENT_AGAIN')).toHaveLength(4);
      expect(await rig.outbox.history(WORKSPACE, null, 9)).toHaveLength(2);
    });

    test('or somebody marks it as sent: only the first press of either counts, and it is audited once', async () => {
      const rig = await Rig.on(engine);
      const [first, second] = await rig.queue({ count: 2 });
      await rig.drain(UNCERTAIN);
      await rig.told();
      const mark = (id: string, by = 'U2', workspace = WORKSPACE) =>
        rig.outbox.markArrived(workspace, id, { by, replacesPost: true }, rig.now);
      expect(await mark(found(first).id, 'U2', 'T2')).toEqual({ ok: false, problem: { kind: 'GONE' } });
      const presses = [
        mark(found(first).id),
        mark(found(first).id, 'U3'),
        again(rig, found(first).id).plan(),
      ];
      const [byFirst, bySecond, resent] = await Promise.all(presses);
      const wins =
        [byFirst, bySecond].filter(marked => (marked as { ok: boolean }).ok).length +
        Number(resent === 'planned');
      expect(wins).toBe(1);
      await again(rig, found(second).id).plan();
      expect(await mark(found(second).id)).toEqual({ ok: false, problem: { kind: 'ALREADY_SENT_AGAIN' } });
    });

    test('a marked text counts as sent at an open cost, can’t be sent again, and a late answer corrects it', async () => {
      const rig = await Rig.on(engine);
      const texts = await rig.queue({ count: 3 });
      const claims = await rig.drain(UNCERTAIN);
      await rig.told();
      const usage = await rig.outbox.usage(WORKSPACE, null, rig.now);
      for (const { id } of texts) {
        const how = { by: 'U2', replacesPost: true };
        expect(await rig.outbox.markArrived(WORKSPACE, id, how, rig.now)).toMatchObject({ ok: true });
        expect(await rig.outbox.markArrived(WORKSPACE, id, how, rig.now), 'the same press').toMatchObject({
          ok: true,
        });
      }
      const entries = await rig.storage.audit.list(WORKSPACE, 9);
      expect(entries).toHaveLength(3);
      expect(entries[0]).toMatchObject({
        what: 'text_arrived',
        by: 'U2',
        number: expect.stringMatching(/^01.••••/),
      });
      expect(await rig.told(), 'the press has replaced the post').toEqual([]);
      expect(await rig.outbox.usage(WORKSPACE, null, rig.now), 'no more, no less').toEqual(usage);
      const [first, second, third] = texts.map(({ id }) => id) as [string, string, string];
      expect(await rig.outbox.text(WORKSPACE, first)).toMatchObject({
        state: 'sent',
        byWord: { by: 'U2', at: rig.now },
        logId: null,
        cost: null,
      });
      expect(await again(rig, first).plan()).toBe('refused');
      expect((await rig.told()).map(report => report.problem)).toEqual([
        { kind: 'NO_LONGER_UNCERTAIN', state: 'marked' },
      ]);
      await rig.outbox.settle(found(claims[0]), UNCERTAIN, rig.now);
      expect((await rig.outbox.text(WORKSPACE, first))?.byWord, 'which nobody knows better').not.toBeNull();
      await rig.outbox.settle(found(claims[0]), SENT, rig.now);
      await rig.outbox.settle(found(claims[1]), REFUSED, rig.now);
      await rig.outbox.settle(found(claims[2]), refusedHolding('INSUFFICIENT_CREDITS'), rig.now);
      expect(await rig.outbox.text(WORKSPACE, first)).toMatchObject({
        state: 'sent',
        byWord: null,
        logId: '7',
      });
      expect(await rig.outbox.text(WORKSPACE, second)).toMatchObject({ state: 'refused', byWord: null });
      expect(await rig.outbox.text(WORKSPACE, third), 'never sent by itself').toMatchObject({
        state: 'refused',
      });
      expect(await rig.outbox.usage(WORKSPACE, null, rig.now)).toEqual({
        texts: 1,
        millionths: 350_000,
        open: 0,
      });
      const reports = await rig.told();
      expect(reports.filter(({ kind }) => kind === 'result').map(({ text }) => text?.state)).toEqual([
        'sent',
        'refused',
        'refused',
      ]);
    });

    test('is refused, with the reason, for a text whose answer arrived after all, and for another workspace’s', async () => {
      const rig = await Rig.on(engine);
      const elsewhere = await rig.queueOne({ workspace: 'T2' });
      await rig.drain(UNCERTAIN);
      const ends = [SENT, REFUSED] as const;
      const texts = await rig.queue({ count: ends.length });
      const claims = await rig.drain(UNCERTAIN);
      for (const [index, end] of ends.entries()) {
        await rig.outbox.settle(found(claims[index]), end, rig.now);
      }
      await rig.told();
      for (const { id } of [...texts, elsewhere]) expect(await again(rig, id).plan()).toBe('refused');
      expect((await rig.told()).map(report => report.problem)).toEqual([
        { kind: 'NO_LONGER_UNCERTAIN', state: 'sent' },
        { kind: 'NO_LONGER_UNCERTAIN', state: 'refused' },
        { kind: 'GONE' },
      ]);
    });
  });
}
