import { describe, expect, test } from 'vitest';
import type { LocalNumber } from '../../../src/kit/number.ts';
import type { Problem } from '../../../src/kit/problem.ts';
import type { Settlement } from '../../../src/texts/store/model.ts';
import { nextMorning } from '../../../src/workspace/promotional-hours.ts';
import { ASK, broadcastsOn, lostRow, numberOf, rowOf } from './broadcast-rig.ts';
import {
  type Engine,
  GIVEN_BACK,
  KEY,
  MINUTE,
  Rig,
  refusedHolding,
  SENT,
  UNCERTAIN,
  WORKSPACE,
} from './rig.ts';

const DAY = 24 * 60 * MINUTE;
const SECOND = 1000;

export function describeBroadcasts(engine: Engine): void {
  describe('broadcasts', () => {
    async function setUp() {
      const rig = await Rig.on(engine);
      return { rig, broadcasts: rig.storage.broadcasts, ...broadcastsOn(rig) };
    }
    type On = Awaited<ReturnType<typeof setUp>>;

    /** Lets a minute pass, then claims the next text and settles it. */
    async function end({ rig }: On, settlement: Settlement): Promise<void> {
      rig.pass(61 * SECOND);
      await rig.outbox.settle(await rig.claim(), settlement, rig.now);
    }
    async function endEach(test: On, ...settlements: Settlement[]): Promise<void> {
      for (const settlement of settlements) await end(test, settlement);
    }

    describe('before they start', () => {
      test('have one broadcast per id, and are drafts until they start', async () => {
        const { rig, broadcasts, doing } = await setUp();
        const request = { ...ASK, message: 'one' };
        const opening = {
          id: 'b1',
          workspace: WORKSPACE,
          repeatOf: null,
          schedule: null,
          at: rig.now,
          wall: rig.now,
        };
        const results = await Promise.all([
          broadcasts.open({ ...opening, request }),
          broadcasts.open({ ...opening, request: { ...request, message: 'another' } }),
        ]);
        expect(results.map(({ isNew }) => isNew)).toEqual([true, false]);
        expect(results.map(({ broadcast }) => broadcast.request.message)).toEqual(['one', 'one']);
        await broadcasts.addRows('b1', [rowOf(1)]);
        await broadcasts.gathered('b1');
        const ids = async (): Promise<string[]> => (await broadcasts.drafts(WORKSPACE)).map(({ id }) => id);
        expect(await ids()).toEqual(['b1']);
        expect(await broadcasts.drafts('T9')).toEqual([]);
        await broadcasts.start(WORKSPACE, 'b1', doing());
        expect(await ids()).toEqual([]);
      });

      test('are listed, however many drafts other workspaces have', async () => {
        const { rig, broadcasts, open } = await setUp();
        const opening = { request: ASK, repeatOf: null, schedule: null, at: rig.now, wall: rig.now };
        await open();
        rig.pass(SECOND);
        const names = Array.from({ length: 1001 }, (_, n) => `other ${n}`);
        for (let from = 0; from < names.length; from += 200)
          await Promise.all(
            names
              .slice(from, from + 200)
              .map(id => broadcasts.open({ ...opening, id, workspace: `T-${id}`, at: rig.now })),
          );
        expect((await broadcasts.drafts(WORKSPACE)).map(({ id }) => id)).toEqual(['b1']);
      });

      test('start once, by their author or an approver', async () => {
        const { rig, broadcasts, gather, doing } = await setUp();
        await gather([rowOf(1)]);
        expect(await broadcasts.pause(WORKSPACE, 'b1', 'person', doing())).toBeNull();
        await broadcasts.askApproval(WORKSPACE, 'b1', { ...doing(), channel: 'C9' });
        expect(await broadcasts.start('T2', 'b1', doing('U2'))).toBeNull();
        expect(await broadcasts.start(WORKSPACE, 'b1', doing('U2'))).toMatchObject({
          state: 'running',
          startedAt: rig.now,
          approval: { by: 'U2', channel: 'C9' },
        });
        expect(await broadcasts.start(WORKSPACE, 'b1', doing('U3'))).toBeNull();
        expect(await broadcasts.drop(WORKSPACE, 'b1', 'author', doing())).toBeNull();
        expect(await rig.outbox.intent(WORKSPACE, 'b1')).toMatchObject({ rows: true, actor: 'U1' });
      });
    });

    describe('while they run', () => {
      test('text each of their rows once, in order, and end with the last', async () => {
        const it = await setUp();
        await it.start([...Array.from({ length: 30 }, (_, index) => rowOf(index)), lostRow('Ranu')]);
        const texted: LocalNumber[] = [];
        while ((await it.load()).state === 'running') {
          await it.feed();
          texted.push(...(await it.rig.drain(SENT)).map(({ text }) => text.number));
          it.rig.pass(MINUTE + SECOND);
        }
        expect(texted).toEqual(Array.from({ length: 30 }, (_, index) => numberOf(index)));
        expect(await it.load()).toMatchObject({
          state: 'ended',
          endedBy: null,
          counts: { sent: 30, leftOut: 1, open: 0, millionths: 30 * 350_000, costless: 0 },
        });
        expect(await it.states('sent')).toHaveLength(30);
        expect(await it.states('left_out')).toEqual([null]);
        expect(await it.broadcasts.going()).toEqual([]);
      });

      test('a person who texts the same message to one of their recipients soon after is asked first', async () => {
        const { rig, start, feed } = await setUp();
        await start(2);
        await feed();
        const same = rig.planned({ number: numberOf(1), message: rowOf(1).message as string });
        const plan = rig.plan([same], { askIfSentSince: rig.now - MINUTE });
        expect(await rig.decide('accept', rig.intent({ actor: 'U2' }), plan)).toBe('asked');
        expect(await rig.told()).toContainEqual(
          expect.objectContaining({ kind: 'question', earlier: { at: rig.now, actor: 'U1' } }),
        );
      });

      test('a promotional text that a person sends again stays promotional', async () => {
        const { rig } = await setUp();
        const it = broadcastsOn(rig, 'b2', { ...ASK, kind: 'promotional' });
        await it.start(1);
        await it.feed();
        const claim = await rig.claim();
        await rig.outbox.settle(claim, UNCERTAIN, rig.now);
        rig.pass(MINUTE);
        const resend = rig.intent({ source: 'resend', resendOf: claim.text.id, confirmed: true });
        expect(await rig.decide('accept', resend, rig.plan([rig.planned()]))).toBe('planned');
        expect((await rig.claim()).text.promotional).toBe(true);
      });

      test('have few open texts, and feeding the same rows again changes nothing', async () => {
        const { rig, broadcasts, start, feed, load, states } = await setUp();
        await start(60);
        const batch = { from: 0, fingerprint: KEY, most: 40, leaveOut: new Map(), limits: null };
        const fed = await Promise.all(Array.from({ length: 4 }, () => broadcasts.feed('b1', batch, rig.now)));
        expect(fed.filter(result => result !== null)).toHaveLength(1);
        expect(await load()).toMatchObject({ next: 25, counts: { open: 25 } });
        await feed();
        await feed();
        expect(await load()).toMatchObject({ next: 40, counts: { open: 40 } });
        expect(await states('waiting')).toHaveLength(60);
        const { texts } = await rig.outbox.usage(WORKSPACE, 'U1', rig.now);
        expect(texts).toBe(40);
      });

      test('leave out recipients on the do-not-text list, and say why', async () => {
        const { start, feed, load, states, broadcasts } = await setUp();
        await start(3);
        const problem: Problem = { kind: 'NEVER_TEXT', number: '017••••0001' };
        await feed({ leaveOut: new Map([[numberOf(1), problem]]) });
        expect(await load()).toMatchObject({ next: 3, counts: { open: 2, leftOut: 1 } });
        expect(await states()).toEqual(['queued', null, 'queued']);
        const page = { filter: 'left_out' as const, from: 0, limit: 9 };
        const { rows } = await broadcasts.rows(WORKSPACE, 'b1', page);
        expect(rows).toMatchObject([{ index: 1, message: null, problem }]);
      });

      test('report changes by one report, a second after the first', async () => {
        const it = await setUp();
        await it.start(3);
        const [first] = await it.rig.told();
        expect(first).toMatchObject({ kind: 'outcome', intent: { id: 'b1', to: [] } });
        await it.feed();
        await end(it, SENT);
        expect(await it.rig.told()).toEqual([]);
        await it.rig.outbox.settle(await nextClaim(it), SENT, it.rig.now);
        expect(await it.rig.told()).toMatchObject([{ kind: 'outcome', intent: { id: 'b1' } }]);
      });
    });

    test('count a text whose claim the store lost once, by its outcome, whether running or paused', async () => {
      for (const isPaused of [false, true]) {
        const it = await setUp();
        await it.start(2);
        await it.feed();
        const claim = await it.rig.claim();
        // A released claim leaves the same state as a lost one.
        await it.rig.outbox.release(claim, { ...GIVEN_BACK, notBefore: it.rig.now }, it.rig.now);
        if (isPaused) await it.broadcasts.pause(WORKSPACE, 'b1', 'person', it.doing());
        await it.rig.outbox.settle(claim, SENT, it.rig.now);
        expect(await it.load()).toMatchObject({ counts: { sent: 1, open: 1, millionths: 350_000 } });
        expect(await it.states()).toEqual(['sent', 'queued']);
        if (isPaused) await it.broadcasts.resume(WORKSPACE, 'b1', it.doing());
        it.rig.pass(SECOND);
        expect((await it.rig.drain(SENT)).map(({ text }) => text.number)).toEqual([numberOf(1)]);
        expect(await it.load()).toMatchObject({ state: 'ended', counts: { sent: 2, open: 0 } });
      }
    });

    describe('paused', () => {
      test('claim no more texts, park the texts that are requeued, and resume where they were', async () => {
        const it = await setUp();
        await it.start(5);
        await it.feed({ most: 3 });
        const claim = await it.rig.claim();
        expect(await it.broadcasts.pause(WORKSPACE, 'b1', 'person', it.doing())).toMatchObject({
          state: 'paused',
          pause: { why: 'person', by: 'U1', at: it.rig.now, until: null, post: null },
        });
        expect(await it.broadcasts.pause(WORKSPACE, 'b1', 'person', it.doing())).toBeNull();
        await it.rig.outbox.release(claim, { ...GIVEN_BACK, notBefore: it.rig.now }, it.rig.now);
        it.rig.pass(2 * DAY);
        expect(await it.rig.claimOrNull()).toBeNull();
        expect(await it.rig.outbox.expire(it.rig.now)).toEqual([]);
        expect(await it.feed()).toBeNull();
        expect(await it.states()).toEqual(['queued', 'queued', 'queued', null, null]);
        expect(await it.broadcasts.going()).toEqual([]);
        await it.broadcasts.resume(WORKSPACE, 'b1', it.doing('U2'));
        expect(await it.broadcasts.resume(WORKSPACE, 'b1', it.doing())).toBeNull();
        await it.feed();
        expect(await it.rig.outbox.expire(it.rig.now)).toEqual([]);
        await endEach(it, SENT, SENT, SENT, SENT, SENT);
        expect(await it.load()).toMatchObject({ state: 'ended', counts: { sent: 5 } });
      });

      test('end with the text that was being sent, if it was the last', async () => {
        const it = await setUp();
        await it.start(1);
        await it.feed();
        const claim = await it.rig.claim();
        await it.broadcasts.pause(WORKSPACE, 'b1', 'person', it.doing());
        await it.rig.outbox.settle(claim, SENT, it.rig.now);
        expect(await it.load()).toMatchObject({ state: 'ended', pause: null, counts: { sent: 1 } });
      });

      test.each([
        ['credits', 'INSUFFICIENT_CREDITS'],
        ['key', 'INVALID_API_KEY'],
      ] as const)('pause themselves: %s; and resume once their key is released', async (why, code) => {
        const it = await setUp();
        await it.start(9);
        await it.feed({ most: 4 });
        await end(it, refusedHolding(code));
        expect(await it.load()).toMatchObject({
          state: 'paused',
          pause: { why, by: null },
          counts: { refused: 0, open: 4 },
        });
        expect((await it.rig.outbox.waiting(WORKSPACE, KEY)).held).toBe(code);
        await it.rig.outbox.releaseHold(KEY, it.rig.now);
        await it.broadcasts.resume(WORKSPACE, 'b1', it.doing());
        await endEach(it, SENT, SENT, SENT, SENT);
        expect(await it.load()).toMatchObject({ state: 'running', counts: { sent: 4, refused: 0 } });
      });

      test('no text of theirs is claimed in the step that pauses them', async () => {
        const it = await setUp();
        await it.start(9);
        await it.feed();
        await endEach(it, UNCERTAIN, UNCERTAIN, UNCERTAIN, UNCERTAIN);
        it.rig.pass(61 * SECOND);
        const claim = await it.rig.claim();
        it.rig.pass(2 * SECOND);
        const goingOn = { reportHere: false, claimNext: true };
        expect((await it.rig.outbox.settle(claim, UNCERTAIN, it.rig.now, goingOn)).next).toBeNull();
        expect(await it.load()).toMatchObject({ state: 'paused', pause: { why: 'uncertain' } });
      });

      test('pause themselves when another text shows that their key is refused', async () => {
        const it = await setUp();
        await it.start(9);
        await it.rig.queueOne();
        await it.rig.outbox.settle(await it.rig.claim(), refusedHolding('INSUFFICIENT_CREDITS'), it.rig.now);
        expect(await it.feed()).toMatchObject({ state: 'paused', pause: { why: 'credits' }, next: 0 });
      });

      test('pause themselves when a daily limit leaves no room for the next text', async () => {
        const it = await setUp();
        await it.start(9);
        const texts = (most: number) => ({ texts: most, credits: null });
        const limits = { person: texts(4), workspace: texts(100) };
        expect(await it.feed({ limits })).toMatchObject({ state: 'running', next: 4 });
        expect(await it.feed({ limits }), 'the texts that fit are fed first').toMatchObject({
          state: 'running',
        });
        await endEach(it, SENT, SENT, SENT, SENT);
        expect(await it.feed({ limits })).toMatchObject({
          state: 'paused',
          pause: { why: 'day', until: nextMorning(it.rig.now) },
          next: 4,
        });
        expect(await it.states('waiting')).toHaveLength(5);
      });

      test('wait for the first price if the day’s credits are limited and no price is known', async () => {
        const it = await setUp();
        await it.start(9);
        const credits = { texts: null, credits: '5' as never };
        const limits = { person: credits, workspace: { texts: null, credits: null } };
        expect(await it.feed({ limits })).toMatchObject({ next: 1 });
        expect(await it.feed({ limits })).toMatchObject({ state: 'running', next: 1 });
        await end(it, SENT);
        expect(await it.feed({ limits })).toMatchObject({ state: 'running', next: 9 });
      });

      test('pause when the key is unlinked, instead of losing their texts; a new key takes over all of them', async () => {
        const it = await setUp();
        await it.start(5);
        await it.feed({ most: 3 });
        const text = await it.rig.queueOne();
        expect(await it.rig.outbox.refuseWaiting(WORKSPACE, { kind: 'UNLINKED' }, it.rig.now)).toHaveLength(
          1,
        );
        expect(await it.rig.state(text)).toMatchObject({ state: 'refused' });
        expect(await it.load()).toMatchObject({ state: 'paused', pause: { why: 'unlinked', by: null } });
        await it.rig.outbox.moveWaiting(WORKSPACE, 'new', it.rig.now);
        await it.broadcasts.resume(WORKSPACE, 'b1', it.doing());
        const claim = await nextClaim(it);
        expect(claim.text).toMatchObject({ fingerprint: 'new', number: numberOf(0) });
      });
    });

    describe('cancelled', () => {
      test('say how many were sent; no waiting text is sent any more, and the one being sent still ends', async () => {
        const it = await setUp();
        await it.start(9);
        await it.feed({ most: 4 });
        await end(it, SENT);
        const [back, late] = [await nextClaim(it), await nextClaim(it)];
        expect(await it.broadcasts.cancel(WORKSPACE, 'b1', it.doing('U2'))).toMatchObject({
          state: 'ended',
          endedBy: 'U2',
          counts: { sent: 1, open: 2, cancelled: 6 },
        });
        expect(await it.broadcasts.cancel(WORKSPACE, 'b1', it.doing())).toBeNull();
        await it.rig.outbox.release(back, { ...GIVEN_BACK, notBefore: it.rig.now }, it.rig.now);
        await it.rig.outbox.settle(late, SENT, it.rig.now);
        it.rig.pass(MINUTE);
        expect(await it.feed()).toBeNull();
        expect(await it.rig.claimOrNull()).toBeNull();
        expect(await it.load()).toMatchObject({ counts: { sent: 2, open: 0, cancelled: 7 } });
        expect(await it.states('cancelled')).toHaveLength(7);
      });
    });

    async function nextClaim({ rig }: On) {
      rig.pass(SECOND);
      return rig.claim();
    }
  });
}
