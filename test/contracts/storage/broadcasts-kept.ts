import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { waitingOf } from '../../../src/broadcasts/broadcast.ts';
import { ERASED_NUMBER } from '../../../src/kit/number.ts';
import { ASK, broadcastsOn, lostRow, numberOf, rowOf } from './broadcast-rig.ts';
import { DAMAGES } from './damage.ts';
import { type Engine, GIVEN_BACK, KEY, MINUTE, REFUSED, Rig, SENT, UNCERTAIN, WORKSPACE } from './rig.ts';

const HOUR = 60 * MINUTE;

/**
 * What the store keeps of broadcasts over restarts, damage, retention, erasure and the deletion of a
 * workspace.
 */
export function describeBroadcastsKept(engine: Engine): void {
  describe('broadcasts that are kept', () => {
    async function setUp() {
      const rig = await Rig.on(engine);
      return { rig, ...broadcastsOn(rig) };
    }
    type On = Awaited<ReturnType<typeof setUp>>;

    async function sendAll({ rig, feed, load }: On): Promise<void> {
      while ((await load()).state === 'running') {
        await feed();
        await rig.drain(SENT);
        rig.pass(MINUTE + 1000);
      }
    }

    test('continue after their process died; the text being sent becomes uncertain', async () => {
      const it = await setUp();
      await it.start(4);
      await it.feed({ most: 2 });
      await it.rig.claim();
      await it.rig.ownerGone();
      await it.rig.outbox.reap(it.rig.now);
      expect(await it.load()).toMatchObject({ state: 'running', next: 2, counts: { open: 1, uncertain: 1 } });
      await sendAll(it);
      expect(await it.load()).toMatchObject({ state: 'ended', counts: { sent: 3, uncertain: 1 } });
      expect(await it.states()).toEqual(['uncertain', 'sent', 'sent', 'sent']);
    });

    test('let others have their turn while many rows are searched for a few', async () => {
      const { rig, start } = await setUp();
      await start(2000);
      let turns = 0;
      let isLooking = true;
      const turn = (): void => {
        turns += 1;
        if (isLooking) setImmediate(turn);
      };
      setImmediate(turn);
      const { rows } = await rig.storage.broadcasts.rows(WORKSPACE, 'b1', {
        filter: 'uncertain',
        from: 0,
        limit: 10,
      });
      isLooking = false;
      expect(rows).toEqual([]);
      expect(turns).toBeGreaterThan(3);
    });

    test('show rows in pages, even a few among many', async () => {
      const it = await setUp();
      await it.start([
        ...Array.from({ length: 230 }, (_, index) => rowOf(index)),
        lostRow('Ranu'),
        lostRow('Karim'),
      ]);
      const { broadcasts } = it.rig.storage;
      const page = (filter: 'left_out' | 'all', from: number, limit: number) =>
        broadcasts.rows(WORKSPACE, 'b1', { filter, from, limit });
      const first = await page('left_out', 0, 1);
      expect(first).toMatchObject({ rows: [{ index: 230, name: 'Ranu' }], next: 231 });
      expect(await page('left_out', 231, 9)).toMatchObject({ rows: [{ index: 231 }], next: null });
      const indexes: number[] = [];
      for (let from: number | null = 0; from !== null; ) {
        const { rows, next } = await page('all', from, 50);
        indexes.push(...rows.map(({ index }) => index));
        from = next;
      }
      expect(indexes).toEqual(Array.from({ length: 232 }, (_, index) => index));
      expect(await broadcasts.rows('T2', 'b1', { filter: 'all', from: 0, limit: 9 })).toEqual({
        rows: [],
        next: null,
      });
    });

    describe.each(DAMAGES)('if something can’t be read (%s)', how => {
      test('its unreadable rows are left out and listed for an operator, and the others are sent', async () => {
        const it = await setUp();
        await it.start([lostRow('Ranu'), ...Array.from({ length: 60 }, (_, index) => rowOf(index))]);
        // Damages the newest of its chunks.
        await it.rig.damage('broadcast_rows', 'b1', how);
        await sendAll(it);
        const { counts, state } = await it.load();
        expect(state).toBe('ended');
        expect(counts.sent + counts.leftOut).toBe(61);
        expect(counts.leftOut).toBeGreaterThan(1);
        expect(await it.rig.storage.quarantine.list()).toMatchObject([
          { kind: 'broadcast_rows', workspace: WORKSPACE },
        ]);
        expect((await it.states('sent')).length).toBe(counts.sent);
      });

      test('the broadcast itself: none of its texts go, others’ do, and once it is readable it continues with fresh counts', async () => {
        const it = await setUp();
        const second = broadcastsOn(it.rig, 'b2');
        await it.start(3);
        await it.feed();
        await second.start(1);
        const claim = await it.rig.claim();
        const repair = await it.rig.damage('broadcast', 'b1', how);
        await it.rig.storage.broadcasts.dropAbandoned(it.rig.now);
        expect((await it.rig.storage.broadcasts.going()).map(({ id }) => id)).toEqual(['b2']);
        expect(await it.rig.storage.quarantine.list()).toMatchObject([{ kind: 'broadcast', id: 'b1' }]);
        await it.rig.outbox.settle(claim, SENT, it.rig.now);
        it.rig.pass(MINUTE);
        expect(await it.rig.claimOrNull()).toBeNull();
        await second.feed();
        it.rig.pass(1000);
        await it.rig.drain(SENT);
        expect(await second.load()).toMatchObject({ state: 'ended' });
        await repair();
        expect(await it.rig.storage.quarantine.retry(null, it.rig.now)).toEqual(['b1']);
        expect(await it.load()).toMatchObject({ state: 'running', counts: { sent: 1, open: 2 } });
        await sendAll(it);
        expect(await it.load()).toMatchObject({ state: 'ended', counts: { sent: 3 } });
      });

      test('a waiting text counts as refused, and returns once it is repaired', async () => {
        const it = await setUp();
        await it.start(2);
        await it.feed();
        const repair = await it.rig.damage('text', 'b1.00000', how);
        await it.rig.drain(SENT);
        expect(await it.load()).toMatchObject({ state: 'ended', counts: { sent: 1, refused: 1, open: 0 } });
        await repair();
        await it.rig.storage.quarantine.retry(null, it.rig.now);
        it.rig.pass(MINUTE);
        await it.rig.drain(SENT);
        expect(await it.load()).toMatchObject({ counts: { sent: 2, refused: 0, open: 0 } });
      });
    });

    test('are deleted after their workspace’s retention time, with rows and texts; one that still waits is cancelled', async () => {
      const it = await setUp();
      const old = broadcastsOn(it.rig, 'b2');
      await it.start(30);
      await sendAll(it);
      await old.start(3);
      await old.feed({ most: 2 });
      await it.rig.storage.broadcasts.pause(WORKSPACE, 'b2', 'person', old.doing());
      await it.rig.told();
      it.rig.pass(HOUR);
      await broadcastsOn(it.rig, 'b3').start(1);
      const { broadcasts } = it.rig.storage;
      const before = it.rig.now;
      it.rig.pass(HOUR);
      const sweepTexts = () => it.rig.outbox.sweep(WORKSPACE, { textsBefore: before, idsBefore: before }, 10);
      expect(await sweepTexts(), 'while the rows are there').toBe(0);
      while ((await broadcasts.sweep(WORKSPACE, before, 2)) > 0);
      await it.rig.told();
      while ((await sweepTexts()) > 0);
      expect(await broadcasts.of(WORKSPACE, 9)).toMatchObject([{ id: 'b3' }]);
      expect(await it.rig.outbox.history(WORKSPACE, null, 99)).toEqual([]);
      expect(await broadcasts.rows(WORKSPACE, 'b1', { filter: 'all', from: 0, limit: 9 })).toMatchObject({
        rows: [],
      });
      expect(await broadcasts.counts()).toMatchObject({ running: 1, ended: 0, paused: 0 });
    });

    test('are deleted with their workspace', async () => {
      const it = await setUp();
      await it.start(60);
      await it.feed();
      await it.rig.storage.deletions.schedule(WORKSPACE, it.rig.now);
      while ((await it.rig.storage.deletions.removeDue(it.rig.now, 20)) > 0);
      expect(await it.rig.storage.broadcasts.one(WORKSPACE, 'b1')).toBeNull();
      expect(await it.rig.storage.broadcasts.going()).toEqual([]);
      expect(await it.rig.outbox.history(WORKSPACE, null, 99)).toEqual([]);
      expect(
        await it.rig.storage.broadcasts.rows(WORKSPACE, 'b1', { filter: 'all', from: 0, limit: 9 }),
      ).toEqual({ rows: [], next: null });
    });

    test('lose everything about an erased person: in rows, texts, samples and requested recipients', async () => {
      const it = await setUp();
      const ranu = numberOf(1);
      const ranus = { name: 'Ranu Begum', message: 'নমস্কার Ranu Begum, you read the longest of all' };
      const recipient = {
        feature: 'contacts' as const,
        kind: 'contact' as const,
        data: { id: 'ranu', label: 'Ranu Begum' },
      };
      const { broadcasts } = it.rig.storage;
      await broadcasts.open({
        id: 'b1',
        workspace: WORKSPACE,
        repeatOf: null,
        schedule: null,
        at: it.rig.now,
        wall: it.rig.now,
        request: { ...ASK, to: [recipient, { kind: 'number', number: numberOf(2) }] },
      });
      await broadcasts.addRows('b1', [
        rowOf(1, { ...ranus, recipient }),
        ...Array.from({ length: 30 }, (_, index) => rowOf(index + 2)),
      ]);
      await broadcasts.gathered('b1');
      await broadcasts.start(WORKSPACE, 'b1', it.doing());
      await it.feed({ most: 3 });
      const second = broadcastsOn(it.rig, 'b2');
      await second.start([rowOf(9), rowOf(1, ranus)]);
      const claim = await it.rig.claim();
      expect(claim.text.number).toBe(ranu);
      await it.rig.storage.contacts.update(WORKSPACE, {}, () => ({
        change: {
          erasure: {
            id: 'job',
            workspace: WORKSPACE,
            by: 'U1',
            at: it.rig.now,
            wall: it.rig.now,
            contact: 'ranu',
            number: ranu,
            name: 'Ranu Begum',
            groups: 0,
            texts: 0,
            cancelled: 0,
            hooks: [],
            hasNamesake: false,
          },
        },
        result: null,
      }));
      const { erasure } = it.rig.storage;
      let settled = false;
      for (;;) {
        const step = await erasure.step(it.rig.now);
        if (step.kind === 'settings') await erasure.settingsDone('job', { hooks: [] }, it.rig.now);
        if (step.kind === 'waits') {
          if (!settled) await it.rig.outbox.settle(claim, SENT, it.rig.now);
          settled = true;
          it.rig.moveTo(step.until);
        }
        if (step.kind === 'tell') break;
      }
      const page = { filter: 'all' as const, from: 0, limit: 99 };
      const stored = JSON.stringify([
        await broadcasts.of(WORKSPACE, 9),
        await broadcasts.rows(WORKSPACE, 'b1', page),
        await broadcasts.rows(WORKSPACE, 'b2', page),
        await it.rig.outbox.history(WORKSPACE, null, 99),
      ]);
      expect(stored).not.toContain(ranu);
      expect(stored).not.toContain('Ranu');
      const { rows } = await broadcasts.rows(WORKSPACE, 'b1', page);
      expect(rows[0]).toMatchObject({ number: ERASED_NUMBER, text: { state: 'sent' } });
      expect(rows[1]).toMatchObject({ number: numberOf(2), name: 'Person 2' });
      const leftOut = await broadcasts.rows(WORKSPACE, 'b2', { ...page, filter: 'left_out' });
      expect(leftOut.rows).toMatchObject([{ index: 1, problem: { kind: 'ERASED' } }]);
      it.rig.pass(MINUTE);
      await sendAll(it);
      await sendAll({ ...it, ...second });
      expect(await it.load()).toMatchObject({ state: 'ended', counts: { sent: 31 } });
      expect(await second.load()).toMatchObject({ state: 'ended', counts: { sent: 1, leftOut: 1 } });
    });

    test('have at most one text per row, and count each row once, whatever the order of events', async () => {
      const kinds = [
        'feed',
        'claim',
        'sent',
        'refused',
        'uncertain',
        'back',
        'late',
        'pause',
        'resume',
        'restart',
      ];
      const many = fc.array(fc.constantFrom(...kinds), { minLength: 10, maxLength: 40 });
      await fc.assert(
        fc.asyncProperty(many, fc.boolean(), async (happens, cancels) => {
          const rig = await Rig.open(engine);
          const it = { rig, ...broadcastsOn(rig) };
          await it.start([...Array.from({ length: 30 }, (_, index) => rowOf(index)), lostRow('Ranu')]);
          const ports = () => rig.storage.broadcasts;
          let claims: Awaited<ReturnType<typeof rig.claim>>[] = [];
          const uncertain: typeof claims = [];
          const took: string[] = [];
          const check = async () => {
            const broadcast = await it.load();
            const states = await it.states();
            const count = (...some: (string | null)[]) => states.filter(state => some.includes(state)).length;
            expect(broadcast.counts).toMatchObject({
              open: count('queued', 'sending'),
              sent: count('sent'),
              refused: count('refused'),
              uncertain: count('uncertain'),
              leftOut: 1,
            });
            expect(broadcast.counts.millionths).toBe(count('sent') * 350_000);
            if (broadcast.state === 'ended')
              expect(waitingOf({ rows: 31, counts: broadcast.counts })).toBe(broadcast.counts.open);
          };
          for (const kind of happens) {
            rig.pass(1100);
            const claim = claims[0];
            if (kind === 'feed') await Promise.all([it.feed({ most: 8 }), it.feed({ most: 8 })]);
            if (kind === 'claim') {
              const next = await rig.claimOrNull();
              if (next) claims.push(next);
              if (next) took.push(next.text.id);
            }
            if (kind === 'pause') await ports().pause(WORKSPACE, 'b1', 'person', it.doing());
            if (kind === 'resume') await ports().resume(WORKSPACE, 'b1', it.doing());
            if (kind === 'restart') {
              await rig.ownerGone();
              await rig.outbox.reap(rig.now);
              claims = [];
            }
            const late = uncertain.pop();
            if (kind === 'late' && late) await rig.outbox.settle(late, SENT, rig.now);
            else if (late) uncertain.push(late);
            if (!claim || !['sent', 'refused', 'uncertain', 'back'].includes(kind)) continue;
            claims = claims.slice(1);
            if (kind === 'back') {
              took.splice(took.indexOf(claim.text.id), 1);
              await rig.outbox.release(claim, { ...GIVEN_BACK, notBefore: rig.now }, rig.now);
            } else {
              const ends = { sent: SENT, refused: REFUSED, uncertain: UNCERTAIN };
              await rig.outbox.settle(claim, ends[kind as keyof typeof ends], rig.now);
              if (kind === 'uncertain') uncertain.push(claim);
            }
          }
          expect(new Set(took).size, 'no row is texted twice').toBe(took.length);
          await check();
          if (cancels) await ports().cancel(WORKSPACE, 'b1', it.doing());
          for (const claim of claims) await rig.outbox.settle(claim, SENT, rig.now);
          await ports().resume(WORKSPACE, 'b1', it.doing());
          await sendAll(it);
          await check();
          expect(waitingOf({ rows: 31, counts: (await it.load()).counts })).toBe(0);
          expect(await it.states('waiting')).toEqual([]);
          await rig.close();
        }),
        { numRuns: 12 },
      );
    }, 60_000);

    test('are fed by every process that shares the store, each row once', async () => {
      const it = await setUp();
      await it.start(100);
      const { broadcasts } = it.rig.storage;
      const feedOnce = async () => {
        const next = await broadcasts.nextRows('b1');
        if (!next) return;
        const feed = { from: next.from, fingerprint: KEY, most: 100, leaveOut: new Map(), limits: null };
        await broadcasts.feed('b1', feed, it.rig.now);
      };
      while ((await it.load()).next < 100) await Promise.all([feedOnce(), feedOnce(), feedOnce()]);
      expect(await it.load()).toMatchObject({ counts: { open: 100 } });
      const texts = await it.rig.outbox.history(WORKSPACE, null, 999);
      expect(new Set(texts.map(({ number }) => number)).size).toBe(100);
      expect(texts).toHaveLength(100);
    });
  });
}
