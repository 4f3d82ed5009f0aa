import { describe, expect, test } from 'vitest';
import { contactOf } from '../../../src/contacts/contact.ts';
import type { ErasureJob } from '../../../src/contacts/store/erasure-model.ts';
import { ERASED_NUMBER, type LocalNumber } from '../../../src/kit/number.ts';
import { ASK, broadcastsOn, numberOf, rowOf } from './broadcast-rig.ts';
import { type Engine, found, GIVEN_BACK, Rig, SENT, UNCERTAIN, WORKFLOW, WORKSPACE } from './rig.ts';

const RANU = '01712345678' as LocalNumber;
const SHIRIN = '01812345678' as LocalNumber;

export function describeErasure(engine: Engine): void {
  describe('erasing a person', () => {
    async function setUp() {
      const rig = await Rig.on(engine);
      const ranu = contactOf({ id: 'ranu', workspace: WORKSPACE, number: RANU, name: 'Ranu Begum' });
      await rig.storage.contacts.update(WORKSPACE, {}, () => ({
        change: { contacts: [ranu] },
        result: null,
      }));
      return rig;
    }

    const erasure = (rig: Rig) => ({
      id: 'job',
      workspace: WORKSPACE,
      by: 'U1',
      at: rig.now,
      wall: rig.now,
      contact: 'ranu',
      number: RANU,
      name: 'Ranu Begum',
      groups: 0,
      texts: 0,
      cancelled: 0,
      hooks: [],
      hasNamesake: false,
    });

    const begin = (rig: Rig) =>
      rig.storage.contacts.update(WORKSPACE, { contacts: ['ranu'] }, () => ({
        change: { deleted: ['ranu'], erasure: erasure(rig) },
        result: null,
      }));

    /** Runs every step, each in a restarted process; returns the job to report. */
    async function finish(rig: Rig, between = async () => rig.reopen()): Promise<ErasureJob> {
      for (;;) {
        const step = await rig.storage.erasure.step(rig.now);
        if (step.kind === 'tell') return step.job;
        if (step.kind === 'settings')
          await rig.storage.erasure.settingsDone(step.job.id, { hooks: [] }, rig.now);
        if (step.kind === 'waits') rig.moveTo(step.until);
        await between();
      }
    }

    const textTo = (rig: Rig, number: LocalNumber, message: string) => rig.queueOne({ number, message });

    test('removes number and words of all texts to them, whatever their state, and keeps counts and costs', async () => {
      const rig = await setUp();
      const sent = await textTo(rig, RANU, 'sent');
      await rig.drain(SENT);
      const uncertain = await textTo(rig, RANU, 'uncertain');
      await rig.drain(UNCERTAIN);
      const waiting = await textTo(rig, RANU, 'waiting');
      const shirins = await textTo(rig, SHIRIN, 'for Shirin');
      const usage = await rig.outbox.usage(WORKSPACE, null, rig.now);
      await rig.told();
      await begin(rig);
      const job = await finish(rig);
      expect(job).toMatchObject({ texts: 3, cancelled: 1, number: ERASED_NUMBER, name: '', contact: '' });

      const history = await rig.outbox.history(WORKSPACE, null, 10);
      const shown = history.map(({ number, message, state, cost }) => [number, message, state, cost]);
      expect(shown).toEqual([
        [SHIRIN, 'for Shirin', 'queued', null],
        [ERASED_NUMBER, '', 'cancelled', null],
        [ERASED_NUMBER, '', 'uncertain', null],
        [ERASED_NUMBER, '', 'sent', '0.35'],
      ]);
      expect(await rig.state(sent)).toMatchObject({ logId: '7', balance: '99.65' });
      const after = await rig.outbox.usage(WORKSPACE, null, rig.now);
      expect(after.texts, 'the one that was cancelled counts no more').toBe(usage.texts - 1);
      expect(after.millionths).toBe(usage.millionths);
      for (const text of [sent, uncertain, waiting]) {
        const intent = await rig.outbox.intent(WORKSPACE, text.intentId);
        expect(JSON.stringify(intent)).not.toMatch(/01712345678|"message":"[^"]/);
      }
      expect((await rig.state(shirins)).message).toBe('for Shirin');
      expect((await rig.told()).map(({ kind, text }) => [kind, text?.state])).toEqual([
        ['result', 'cancelled'],
      ]);
      await rig.storage.erasure.close(job.id);
      rig.pass(60_000);
      expect(await rig.storage.erasure.step(rig.now)).toEqual({ kind: 'waits', until: null });
      const again = (number: LocalNumber, message: string) =>
        rig.decide(
          'accept',
          rig.intent(),
          rig.plan([rig.planned({ number, message })], { askIfSentSince: 0 }),
        );
      expect(await again(SHIRIN, 'for Shirin')).toBe('asked');
      expect(await again(RANU, 'sent'), 'nothing tells that it was sent').toBe('planned');
    });

    test('cancels their waiting texts in the same step, so that no process can send them', async () => {
      const rig = await setUp();
      const command = await textTo(rig, RANU, 'by hand');
      const shirins = await textTo(rig, SHIRIN, 'for Shirin');
      const [begun, unbegun] = [broadcastsOn(rig), broadcastsOn(rig, 'b2')];
      await begun.start([rowOf(1), { ...rowOf(2), number: RANU }]);
      await begun.feed();
      await unbegun.start([{ ...rowOf(4), number: RANU }, rowOf(3)]);
      await begin(rig);
      expect(await rig.state(command)).toMatchObject({ state: 'cancelled', message: '' });
      // Also rows that become texts before their turn comes.
      await unbegun.feed();
      const claimed = [];
      for (let turn = 0; turn < 9; turn += 1, rig.pass(2000)) claimed.push(...(await rig.drain()));
      expect(claimed.map(({ text }) => text.number)).toEqual([shirins.number, numberOf(1), numberOf(3)]);
      const job = await finish(rig);
      expect(job).toMatchObject({ texts: 2, cancelled: 2 });
      expect(await begun.load()).toMatchObject({ counts: { cancelled: 1, leftOut: 0, sent: 1 } });
      expect(await unbegun.load()).toMatchObject({ counts: { cancelled: 0, leftOut: 1, sent: 1 } });
    });

    test('no earlier request queues a text to them again, whether the service returns it or it is planned late', async () => {
      const rig = await setUp();
      const text = await textTo(rig, RANU, 'on its way');
      const claim = await rig.claim();
      const late = await rig.added({ to: [{ kind: 'teammate', userId: 'U2', label: 'Ranu' }] });
      const forBoth = await rig.added({ source: WORKFLOW, message: 'for both' });
      await begin(rig);
      await rig.outbox.release(claim, { ...GIVEN_BACK, why: 'UNREACHABLE', notBefore: rig.now }, rig.now);
      expect(await rig.state(text)).toMatchObject({ state: 'cancelled' });
      expect(
        (await rig.told()).map(({ kind }) => kind),
        'nobody hears that it waits',
      ).toEqual(['result']);
      const to = (...numbers: LocalNumber[]) => rig.plan(numbers.map(number => rig.planned({ number })));
      expect(await rig.outbox.plan(late.id, to(RANU), rig.now)).toBe('refused');
      expect(await rig.outbox.plan(forBoth.id, to(RANU, SHIRIN), rig.now)).toBe('planned');
      expect((await rig.drain()).map(({ text: { number } }) => number)).toEqual([SHIRIN]);
    });

    test('requests made meanwhile, such as sending again, are refused and store nothing about them', async () => {
      const rig = await setUp();
      await begin(rig);
      const ask = async (...numbers: LocalNumber[]) => {
        const to = numbers.map(number => ({ kind: 'number' as const, number }));
        const intent = rig.intent({ to, message: 'once more' });
        const plan = rig.plan(numbers.map(number => rig.planned({ number })));
        const { result, claim } = await rig.outbox.acceptAtOnce(intent, plan, rig.now);
        return { result, claim, kept: await rig.outbox.intent(WORKSPACE, intent.id) };
      };
      const erased = { kind: 'number', number: ERASED_NUMBER };
      const alone = await ask(RANU);
      expect(alone).toMatchObject({ result: 'refused', claim: null, kept: { to: [erased], message: '' } });
      expect(await ask(RANU, SHIRIN)).toMatchObject({
        claim: { text: { number: SHIRIN } },
        kept: { to: [erased, { number: SHIRIN }], message: 'once more' },
      });
      expect(await rig.drain()).toEqual([]);
    });

    test.each([
      ['is texted by others only', (rig: Rig) => rig.storage.broadcasts.gathered('b1')],
      [
        'is let be',
        (rig: Rig) => rig.storage.broadcasts.drop(WORKSPACE, 'b1', 'author', { by: 'U1', now: rig.now }),
      ],
    ] as const)('a broadcast gathered meanwhile stores nothing about them: it %s', async (_what, over) => {
      const rig = await setUp();
      const ask = {
        ...ASK,
        to: [...ASK.to, { kind: 'number' as const, number: RANU }],
        message: 'For all',
      };
      const broadcast = broadcastsOn(rig, 'b1', ask);
      await broadcast.open();
      await rig.storage.broadcasts.addRows('b1', [rowOf(1)]);
      await begin(rig);
      let steps = 0;
      await finish(rig, async () => {
        if (++steps !== 6) return;
        // Its recipients were looked up before.
        await rig.storage.broadcasts.addRows('b1', [{ ...rowOf(2), number: RANU }]);
        await over(rig);
      });
      const { rows } = await rig.storage.broadcasts.rows(WORKSPACE, 'b1', {
        filter: 'all',
        from: 0,
        limit: 9,
      });
      expect(rows.map(({ number, problem }) => [number, problem?.kind])).toEqual([
        [numberOf(1), undefined],
        [null, 'ERASED'],
      ]);
      expect(JSON.stringify(await broadcast.load())).not.toContain(RANU);
      await rig.storage.broadcasts.start(WORKSPACE, 'b1', broadcast.doing());
      await broadcast.feed();
      await broadcast.feed();
      expect((await rig.drain()).map(({ text }) => text.number)).not.toContain(RANU);
    });

    test('continues at once when the process that had its turn is dead', async () => {
      const rig = await setUp();
      await begin(rig);
      expect(await rig.storage.erasure.step(rig.now)).toMatchObject({ kind: 'settings' });
      expect(await rig.storage.erasure.step(rig.now)).toMatchObject({ kind: 'waits' });
      await rig.reopen();
      expect(await rig.storage.erasure.step(rig.now)).toMatchObject({ kind: 'settings' });
    });

    test('waits for a text that is being sent, and removes its number and words when it has ended', async () => {
      const rig = await setUp();
      const text = await textTo(rig, RANU, 'on its way');
      const claim = await rig.claim();
      await begin(rig);
      let steps = 0;
      const job = await finish(rig, async () => {
        if (++steps === 5) {
          expect(await rig.state(text), 'it may still go back to the queue').toMatchObject({ number: RANU });
          await rig.outbox.settle(claim, SENT, rig.now);
        }
      });
      expect(job).toMatchObject({ texts: 1, cancelled: 0 });
      expect(await rig.state(text)).toMatchObject({ number: ERASED_NUMBER, message: '', state: 'sent' });
    });

    test('keeps the words for an intent’s other recipients, and refuses the part that is still open for them alone', async () => {
      const rig = await setUp();
      const to = [
        { feature: 'contacts' as const, kind: 'contact' as const, data: { id: 'ranu', label: 'Ranu Begum' } },
        { kind: 'number' as const, number: SHIRIN },
      ];
      const intent = await rig.added({ source: WORKFLOW, to, message: 'for both' });
      const texts = [RANU, SHIRIN].map(number => rig.planned({ number, message: 'for both' }));
      const omitted = [
        {
          recipient: { kind: 'named' as const, name: 'RANU  begum' },
          problem: { kind: 'NAME_SHARED' as const, label: 'Ranu Begum' },
        },
      ];
      await rig.outbox.plan(intent.id, rig.plan(texts, { omitted }), rig.now);
      const open = await rig.added({
        to: [{ kind: 'named', name: 'ranu begum' }],
        message: 'waits for Slack',
      });
      const openForBoth = await rig.added({ source: WORKFLOW, to, message: 'for both later' });
      const named = await rig.added({ to: [{ kind: 'teammate', userId: 'U2', label: 'Ranu Begum' }] });
      await begin(rig);
      const job = await finish(rig);
      expect(job).toMatchObject({ texts: 1, cancelled: 1 });

      const outcome = found((await rig.outbox.outcome(WORKSPACE, intent.id)) ?? undefined);
      expect(outcome.texts.map(({ number, message }) => [number, message])).toEqual([
        [ERASED_NUMBER, ''],
        [SHIRIN, 'for both'],
      ]);
      expect(JSON.stringify([outcome.omitted, await rig.outbox.intent(WORKSPACE, intent.id)])).not.toMatch(
        /ranu b/i,
      );
      expect(await rig.outbox.outcome(WORKSPACE, open.id)).toMatchObject({
        problem: { kind: 'ERASED' },
        settled: true,
      });
      expect((await rig.outbox.intent(WORKSPACE, open.id))?.message).toBe('');
      expect(await rig.outbox.intent(WORKSPACE, openForBoth.id)).toMatchObject({
        to: [{ kind: 'number', number: SHIRIN }],
        message: 'for both later',
      });
      expect(await rig.outbox.intent(WORKSPACE, named.id), 'another person of that name').toEqual(named);
    });

    test('covers what alerts store, inboxes that others have leased, the audit log, and links in texts', async () => {
      const rig = await setUp();
      const [{ inboxes, audit, textLinks }, until] = [rig.storage, rig.now + 86_400_000];
      const links = [
        { hash: 'his', number: RANU },
        { hash: 'hers', number: SHIRIN },
      ];
      await textLinks.keep({ workspace: WORKSPACE, intent: null }, links, until, rig.now);
      const address = { kind: 'alerts' as const, workspace: WORKSPACE, name: '' };
      const event = (id: string) => ({
        id,
        address,
        body: JSON.stringify({ to: [`{"kind":"number","number":"${RANU}"}`] }),
        dedupe: null,
      });
      await inboxes.put(event('e1'), rig.now);
      const [first] = await inboxes.lease('alerts', rig.now, rig.now + 1000, 9);
      const state = JSON.stringify({ sent: [[[RANU, SHIRIN], [1]]] });
      const nothing = { dueAt: null, intents: [], events: [], unreadable: [] };
      await inboxes.commit(found(first), { ...nothing, state }, rig.now);
      await inboxes.put(event('e2'), rig.now);
      const [held] = await inboxes.lease('alerts', rig.now, rig.now + 60_000, 9);
      const details = { contact: 'ranu', name: 'Ranu Begum', number: '017••••5678', at: rig.now, by: 'U1' };
      await audit.record(WORKSPACE, { what: 'contact_added', ...details });
      await audit.record(WORKSPACE, {
        what: 'contact',
        number: '017••••5678',
        name: 'Ranu',
        at: rig.now,
        by: 'U1',
      });
      await begin(rig);
      await finish(rig);
      const now = rig.storage;
      expect(await now.inboxes.commit(found(held), { ...nothing, state }, rig.now), 'it has the number').toBe(
        false,
      );
      const [again] = await now.inboxes.lease('alerts', rig.now, rig.now + 1000, 9);
      expect(JSON.stringify(again)).toContain(SHIRIN);
      expect(JSON.stringify(again)).not.toContain(RANU);
      expect(again?.events).toHaveLength(1);
      const log = await now.audit.list(WORKSPACE, 9);
      expect(log.map(entry => entry.what).sort()).toEqual(['contact', 'contact_added', 'contact_erased']);
      expect(JSON.stringify(log)).not.toMatch(/Ranu|5678/);
      expect(await now.textLinks.find('his', rig.now)).toBeNull();
      expect(await now.textLinks.find('hers', rig.now)).toMatchObject({ number: SHIRIN });
    });

    test('works in small steps over many texts, and misses none of the same moment', async () => {
      const rig = await setUp();
      await Promise.all(
        Array.from({ length: 120 }, () => rig.outbox.add(rig.intent({ acceptedAt: rig.now }), rig.now)),
      );
      const few = await rig.queue({ number: RANU, count: 30 });
      await begin(rig);
      // Of the texts to the same number, 120 wait for facts, and 30 wait to be sent.
      expect(await finish(rig, async () => undefined)).toMatchObject({
        texts: few.length,
        cancelled: few.length,
      });
      expect(await rig.storage.intents.nextOpen()).toBeNull();
    });
  });
}
