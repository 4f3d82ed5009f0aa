import { describe, expect, test } from 'vitest';
import type { Claim } from '../../../src/texts/store/model.ts';
import { UNCERTAIN_REASONS } from '../../../src/texts/text.ts';
import {
  type Engine,
  found,
  GIVEN_BACK,
  KEY,
  MINUTE,
  REFUSED,
  Rig,
  refusedHolding,
  SENT,
  UNCERTAIN,
  WORKSPACE,
} from './rig.ts';

export function describeClaims(engine: Engine): void {
  describe('claims', () => {
    test('a claim has the whole text, and the text shows that it is being sent', async () => {
      const rig = await Rig.on(engine);
      const {
        actor: _actor,
        isResent: _isResent,
        isOfBroadcast: _isOfBroadcast,
        ...text
      } = await rig.queueOne({ message: 'দুই\nlines  ' });
      const claim = await rig.claim();
      expect(claim).toEqual({
        id: claim.id,
        actor: 'U1',
        claimedAt: rig.now,
        text: { ...text, state: 'sending' },
      });
      expect(await rig.state(text)).toEqual(claim.text);
      rig.pass(300);
      await rig.outbox.settle(claim, SENT, rig.now);
      const sent = { state: 'sent', settledAt: rig.now, logId: '7', cost: '0.35', balance: '99.65' };
      expect(await rig.state(text)).toMatchObject(sent);
      expect(await rig.told()).toMatchObject([{ kind: 'result', text: { id: text.id, ...sent } }]);
      expect(await rig.outbox.balance(KEY)).toEqual({ balance: '99.65', at: rig.now });
    });

    test.each(UNCERTAIN_REASONS)('an uncertain outcome keeps its reason: %s', async why => {
      const rig = await Rig.on(engine);
      const text = await rig.queueOne();
      await rig.outbox.settle(await rig.claim(), { kind: 'uncertain', why }, rig.now);
      expect(await rig.state(text)).toMatchObject({ state: 'uncertain', uncertain: why, settledAt: rig.now });
    });

    test('a released claim no longer counts', async () => {
      const rig = await Rig.on(engine);
      const text = await rig.queueOne();
      const old = await rig.claim();
      await rig.outbox.release(old, { ...GIVEN_BACK, notBefore: rig.now }, rig.now);
      expect(await rig.state(text)).toMatchObject({ state: 'queued' });
      const fresh = await rig.claim();
      expect(fresh.id).not.toBe(old.id);
      await rig.outbox.settle(old, REFUSED, rig.now);
      await rig.outbox.release(old, { ...GIVEN_BACK, notBefore: rig.now }, rig.now);
      expect(await rig.state(text)).toMatchObject({ state: 'sending' });
      await rig.outbox.settle(fresh, SENT, rig.now);
      expect(await rig.state(text)).toMatchObject({ state: 'sent' });
    });

    test.each([
      ['RATE_LIMITED', 1000],
      ['UNREACHABLE', null], // The time of its return is unknown.
    ] as const)('people are told once why a text waits: %s', async (why, afterMs) => {
      const rig = await Rig.on(engine);
      const person = await rig.queueOne({ priority: 'people' });
      await rig.queueOne({ priority: 'alert' });
      const until = afterMs === null ? null : rig.now + afterMs;
      for (let time = 0; time < 2; time++) {
        const claims = await rig.drain(null);
        expect(claims).toHaveLength(2);
        const release = { ...GIVEN_BACK, why, notBefore: rig.now + 1000 };
        for (const claim of claims) await rig.outbox.release(claim, release, rig.now);
        rig.pass(1000);
      }
      expect(await rig.told()).toMatchObject([
        { kind: 'waiting', waiting: { why, until }, text: { id: person.id } },
      ]);
    });
  });

  /*
   * A server returns without its last moments, so a text waits as if it had never been claimed, and its
   * request has no slot. Its sender is alive and knows the outcome. A released claim leaves the store in
   * exactly this state.
   */
  describe('a claim that the store has lost', () => {
    async function lost(rig: Rig): Promise<Claim> {
      const claim = await rig.claim();
      await rig.outbox.release(claim, { ...GIVEN_BACK, notBefore: rig.now }, rig.now);
      return claim;
    }

    test.each([
      ['sent', SENT, { state: 'sent', logId: '7', cost: '0.35' }],
      ['refused', REFUSED, { state: 'refused' }],
      ['uncertain', UNCERTAIN, { state: 'uncertain', uncertain: 'timeout' }],
    ] as const)(
      'is settled all the same, and its text isn’t sent again: %s',
      async (_end, settlement, after) => {
        const rig = await Rig.on(engine);
        const text = await rig.queueOne();
        const claim = await lost(rig);
        for (let time = 0; time < 2; time++) await rig.outbox.settle(claim, settlement, rig.now);
        expect(await rig.state(text)).toMatchObject({ ...after, settledAt: rig.now });
        expect(await rig.told()).toMatchObject([{ kind: 'result', text: { id: text.id, ...after } }]);
        const open = settlement === UNCERTAIN ? 1 : 0;
        expect(await rig.outbox.usage(WORKSPACE, 'U1', rig.now)).toMatchObject({ open });
        rig.pass(10 * MINUTE);
        expect(await rig.claimOrNull()).toBeNull();
      },
    );

    test('no longer counts once its text is claimed again', async () => {
      const rig = await Rig.on(engine);
      const text = await rig.queueOne();
      const claim = await lost(rig);
      await rig.claim();
      await rig.outbox.settle(claim, REFUSED, rig.now);
      expect(await rig.state(text)).toMatchObject({ state: 'sending' });
    });

    test('holds the key that the service refused, and requeues its text; that is reported once', async () => {
      const rig = await Rig.on(engine);
      const text = await rig.queueOne();
      const claim = await lost(rig);
      for (let time = 0; time < 2; time++)
        await rig.outbox.settle(claim, refusedHolding('INVALID_API_KEY'), rig.now);
      expect(await rig.state(text)).toMatchObject({ state: 'queued' });
      expect(await rig.outbox.waiting(WORKSPACE, KEY)).toEqual({ held: 'INVALID_API_KEY', texts: 1 });
      const kinds = (await rig.told()).map(({ kind }) => kind);
      expect(kinds.toSorted()).toEqual(['held', 'waiting']);
    });

    test.each([
      ['answered', (rig: Rig, claim: Claim) => rig.outbox.settle(claim, SENT, rig.now)],
      [
        'told to come later',
        (rig: Rig, claim: Claim) =>
          rig.outbox.release(claim, { ...GIVEN_BACK, notBefore: rig.now + MINUTE, counted: true }, rig.now),
      ],
    ] as const)('counts in its key’s minute, because its request was made: %s', async (_how, end) => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 80 });
      const claim = await lost(rig);
      await end(rig, claim);
      const first = (await rig.drain()).length;
      const unslowed = await Rig.on(engine);
      await unslowed.queue({ count: 80 });
      expect(first).toBe((await unslowed.drain()).length - 1);
    });
  });

  describe('a key the service refuses', () => {
    test('holds the text that met it, the texts queued behind it and no other key, and is reported once', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 4 });
      const [first, second] = [await rig.claim(), await rig.claim()];
      await rig.outbox.settle(first, refusedHolding('INVALID_API_KEY'), rig.now);
      await rig.outbox.settle(second, refusedHolding('INSUFFICIENT_CREDITS'), rig.now);
      await rig.queueOne({ key: 'other', workspace: 'T2' });
      expect((await rig.drain()).map(claim => claim.text.fingerprint)).toEqual(['other']);
      expect(await rig.outbox.waiting(WORKSPACE, KEY)).toEqual({ held: 'INVALID_API_KEY', texts: 4 });
      const reports = await rig.told();
      expect(reports.filter(report => report.kind === 'held')).toMatchObject([
        { text: { id: first.text.id } },
      ]);
      await rig.outbox.releaseHold(KEY, rig.now);
      expect(await rig.outbox.waiting(WORKSPACE, KEY)).toEqual({ held: null, texts: 4 });
      expect(await rig.drain()).toHaveLength(4);
      expect(await rig.outbox.counts()).toEqual({ sent: 5 });
    });

    test('tells the person whose text met it, and the people who were told before that theirs would go soon', async () => {
      const rig = await Rig.on(engine);
      const texts = await rig.queue({ count: 2 });
      const [first, second] = [await rig.claim(), await rig.claim()];
      const busy = { ...GIVEN_BACK, notBefore: rig.now, why: 'RATE_LIMITED' } as const;
      await rig.outbox.release(second, busy, rig.now);
      expect(await rig.told()).toMatchObject([{ waiting: { why: 'RATE_LIMITED' } }]);
      await rig.outbox.settle(first, refusedHolding('INSUFFICIENT_CREDITS'), rig.now);
      await rig.outbox.reportWaiting(rig.now);
      const waiting = (await rig.told()).filter(({ kind }) => kind === 'waiting');
      expect(waiting).toMatchObject(
        texts.map(({ id }) => ({ text: { id }, waiting: { why: 'INSUFFICIENT_CREDITS' } })),
      );
    });

    test('refused again on trial, it sends no second report to people who have one', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 2 });
      const holding = refusedHolding('INSUFFICIENT_CREDITS');
      await rig.outbox.settle(await rig.claim(), holding, rig.now);
      await rig.outbox.reportWaiting(rig.now);
      await rig.told();
      await rig.outbox.releaseHold(KEY, rig.now);
      await rig.outbox.settle(await rig.claim(), holding, rig.now);
      await rig.outbox.reportWaiting(rig.now);
      expect(await rig.told()).toMatchObject([{ kind: 'held' }]);
    });

    test('cancels the text that met it if its whole intent was cancelled meanwhile', async () => {
      const rig = await Rig.on(engine);
      const [text] = await rig.queueTogether({ key: KEY, priority: 'alert', count: 1, patienceMs: MINUTE });
      const claim = await rig.claim();
      await rig.outbox.cancelAll(WORKSPACE, found(text).intentId, rig.now);
      await rig.outbox.settle(claim, refusedHolding('INSUFFICIENT_CREDITS'), rig.now);
      expect(await rig.outbox.counts()).toEqual({ cancelled: 1 });
    });

    test('is tried with the shortest of its most urgent texts, however long the others have waited', async () => {
      const rig = await Rig.on(engine);
      await rig.queueOne({ parts: 5 });
      await rig.outbox.settle(await rig.claim(), refusedHolding('INSUFFICIENT_CREDITS'), rig.now);
      await rig.queue({ parts: 4, count: 150 });
      const [short, later] = [await rig.queueOne(), await rig.queueOne()];
      await rig.queueOne({ priority: 'bulk' });
      const alert = await rig.queueOne({ priority: 'alert', parts: 3 });
      const tried = async () => {
        await rig.outbox.releaseHold(KEY, rig.now);
        return rig.claim();
      };
      const first = await tried();
      expect(first.text.id).toBe(alert.id);
      await rig.outbox.settle(first, REFUSED, rig.now);
      const holding = refusedHolding('INSUFFICIENT_CREDITS');
      await rig.outbox.settle(await rig.claim(), holding, rig.now);
      const second = await tried();
      expect(second.text.id).toBe(short.id);
      rig.pass(1000);
      await rig.outbox.settle(second, holding, rig.now);
      const third = await tried();
      expect(third.text.id, 'of the same length, whichever waits for longest').toBe(later.id);
    });

    test('puts the text that met it behind the waiting ones, so that an unaffordable text doesn’t block them', async () => {
      const rig = await Rig.on(engine);
      const [first, ...later] = await rig.queue({ count: 3 });
      const claim = await rig.claim();
      rig.pass(1000);
      await rig.outbox.settle(claim, refusedHolding('INSUFFICIENT_CREDITS'), rig.now);
      await rig.outbox.releaseHold(KEY, rig.now);
      const ids = (await rig.drain()).map(({ text }) => text.id);
      expect(ids).toEqual([...later, found(first)].map(({ id }) => id));
    });

    test('sends one text at a time after its release, until the service accepts one', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 30 });
      const [first, slow, slower] = [await rig.claim(), await rig.claim(), await rig.claim()];
      await rig.outbox.settle(first, refusedHolding('INSUFFICIENT_CREDITS'), rig.now);
      rig.pass(1000);
      await rig.outbox.releaseHold(KEY, rig.now);
      expect(await rig.drain(null)).toEqual([]);
      // They were claimed before, so they say nothing about the key now.
      await rig.outbox.settle(slow, SENT, rig.now);
      await rig.outbox.settle(slower, refusedHolding('INSUFFICIENT_CREDITS'), rig.now);
      expect((await rig.outbox.waiting(WORKSPACE, KEY)).held).toBeNull();
      for (const unproven of [UNCERTAIN, refusedHolding('INSUFFICIENT_CREDITS')]) {
        const trial = await rig.claim();
        expect(await rig.drain(null)).toEqual([]);
        await rig.outbox.settle(trial, unproven, rig.now);
      }
      expect(await rig.drain(null)).toEqual([]);
      await rig.outbox.releaseHold(KEY, rig.now);
      await rig.outbox.settle(await rig.claim(), REFUSED, rig.now); // The refusal was about the text itself.
      expect(await rig.drain(null)).toHaveLength(20);
    });
  });

  describe('a key that is released while a request in flight tries it', () => {
    test('isn’t held by that request’s refusal, because its reason may be gone', async () => {
      const rig = await onTrial();
      const trial = await rig.claim();
      rig.pass(1000);
      await rig.outbox.releaseHold(KEY, rig.now);
      await rig.outbox.settle(trial, refusedHolding('INSUFFICIENT_CREDITS'), rig.now);
      expect(await rig.outbox.waiting(WORKSPACE, KEY)).toEqual({ held: null, texts: 3 });
      await rig.outbox.settle(await rig.claim(), SENT, rig.now);
      expect(await rig.drain()).toHaveLength(2);
    });

    test('is accepted by its success', async () => {
      const rig = await onTrial();
      const trial = await rig.claim();
      rig.pass(1000);
      await rig.outbox.releaseHold(KEY, rig.now);
      await rig.outbox.settle(trial, SENT, rig.now);
      expect(await rig.drain(null)).toHaveLength(2);
    });

    test('loses track of no text that it refused, if the other waiting text could be claimed in the same step', async () => {
      const rig = await onTrial(2);
      const trial = await rig.claim();
      rig.pass(1000);
      await rig.outbox.releaseHold(KEY, rig.now);
      const late = refusedHolding('INSUFFICIENT_CREDITS');
      const { next } = await rig.outbox.settle(trial, late, rig.now, { reportHere: false, claimNext: true });
      await rig.outbox.settle(next ?? (await rig.claim()), SENT, rig.now);
      expect(await rig.drain(null)).toHaveLength(1);
    });

    async function onTrial(count = 3): Promise<Rig> {
      const rig = await Rig.on(engine);
      await rig.queue({ count });
      await rig.outbox.settle(await rig.claim(), refusedHolding('INSUFFICIENT_CREDITS'), rig.now);
      await rig.outbox.releaseHold(KEY, rig.now);
      rig.pass(1000);
      return rig;
    }
  });

  describe('texts whose process is dead', () => {
    test('become uncertain and are reported; a late answer corrects that, with a second report', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 4 });
      const claims = [await rig.claim(), await rig.claim(), await rig.claim()];
      await rig.ownerGone();
      expect(await rig.outbox.reap(rig.now)).toBe(3);
      expect(await rig.outbox.reap(rig.now)).toBe(0);
      expect(await rig.outbox.counts()).toEqual({ uncertain: 3, queued: 1 });
      expect((await rig.told()).map(report => report.text?.uncertain)).toEqual(Array(3).fill('interrupted'));
      const late = [SENT, REFUSED, UNCERTAIN];
      for (const [index, settlement] of late.entries()) {
        await rig.outbox.settle(found(claims[index]), settlement, rig.now);
      }
      expect(await rig.outbox.counts()).toEqual({ sent: 1, refused: 1, uncertain: 1, queued: 1 });
      expect((await rig.told()).map(report => report.text?.state)).toEqual(['sent', 'refused']);
    });

    test('one call ends all of them, however many keys were in use', async () => {
      const rig = await Rig.on(engine);
      for (let key = 0; key < 150; key += 1) await rig.queue({ key: `busy-${key}` });
      expect(await rig.outbox.claim(rig.now, 200)).toHaveLength(150);
      await rig.ownerGone();
      expect(await rig.outbox.reap(rig.now)).toBe(150);
      expect(await rig.outbox.counts()).toEqual({ uncertain: 150 });
    });

    test('become refused by a late answer that they were definitely not sent, and aren’t sent automatically', async () => {
      const rig = await Rig.on(engine);
      await rig.queue({ count: 2 });
      const claims = [await rig.claim(), await rig.claim()];
      await rig.ownerGone();
      await rig.outbox.reap(rig.now);
      await rig.told();
      const problem = { kind: 'SERVICE_BUSY' } as const;
      for (const claim of claims) {
        const release = { ...GIVEN_BACK, counted: true, notBefore: rig.now, ifUncertain: problem };
        await rig.outbox.release(claim, release, rig.now);
        expect(await rig.state(claim.text)).toMatchObject({ state: 'refused', problem, uncertain: null });
        await rig.outbox.settle(claim, SENT, rig.now);
      }
      expect((await rig.told()).map(({ kind, text }) => [kind, text?.state])).toEqual(
        Array(2).fill(['result', 'refused']),
      );
      expect(await rig.drain()).toEqual([]);
      expect(await rig.outbox.counts()).toEqual({ refused: 2 });
    });

    test('leases of intents and reports end too', async () => {
      const rig = await Rig.on(engine);
      // For longer than it takes to notice that the process is dead.
      await rig.outbox.add(rig.intent(), rig.now + 10 * MINUTE);
      await rig.queueOne();
      await rig.drain();
      await rig.outbox.leaseReports(rig.now, rig.now + 10 * MINUTE, 9);
      await rig.ownerGone();
      await rig.outbox.reap(rig.now);
      expect(await rig.outbox.leaseOpen(rig.now, rig.now + 1, 9)).toHaveLength(1);
      expect(await rig.told()).toHaveLength(1);
    });
  });
}
