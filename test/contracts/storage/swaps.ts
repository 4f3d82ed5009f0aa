import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { wordingIn } from '../../../src/features.ts';
import { runToEnd } from '../../../src/kit/fair-scheduler.ts';
import { createHandling } from '../../../src/kit/stalls/handling.ts';
import { DEFAULT_CHOICES } from '../../../src/rotas/notice-choices.ts';
import { checkNotices, createNotices } from '../../../src/rotas/notices.ts';
import { NO_HOLIDAYS } from '../../../src/rotas/plan.ts';
import { NO_SPECIAL_TIMES, teammate } from '../../../src/rotas/rota.ts';
import { createRotas } from '../../../src/rotas/service.ts';
import { turnsOf } from '../../../src/rotas/swap.ts';
import { createSwaps, createSwapWorker } from '../../../src/rotas/swaps.ts';
import { type Engine, MINUTE, Rig, WORKSPACE } from './rig.ts';

const HOUR = 60 * MINUTE;
/** Longer than a lease of these inboxes, and shorter than the wait for their next turn. */
const LEASES = { swaps: 3 * MINUTE, on_call_notices: MINUTE };

/** Requests for swaps, and notices of turns, where processes die or work side by side. */
export function describeSwaps(engine: Engine): void {
  describe('swaps and notices', () => {
    async function setUp() {
      const rig = await Rig.on(engine);
      const { documents, revisions, audit, inboxes } = rig.storage;
      const clock = { now: () => rig.now, wall: () => rig.now, after: () => () => undefined };
      const newId = () => rig.id('id');
      const rotas = createRotas({
        documents,
        revisions,
        audit,
        clock,
        newId,
        requestCheck: async () => undefined,
        holidays: async () => NO_HOLIDAYS,
      });
      const created = await rotas.create(
        WORKSPACE,
        'U1',
        {
          ...NO_SPECIAL_TIMES,
          name: 'Night',
          people: ['A', 'B', 'C'].map(teammate),
          hours: 24,
          time: '21:00',
          weekday: 0,
          channel: 'C1',
          texts: false,
        },
        'form',
      );
      if (typeof created === 'string') throw new Error(created);
      const work = {
        inboxes,
        rotas,
        clock,
        newId,
        handling: createHandling(),
        runFairly: async <T>(_workspace: string, task: Generator<void, T, void>) => runToEnd(task),
        log: pino({ level: 'silent' }),
      };
      return { rig, rotas, rota: created.rota, inboxes, clock, newId, work, audit };
    }

    /** Runs workers side by side until nothing of their kind is due now. */
    async function runUntilIdle(
      rig: Rig,
      kind: 'swaps' | 'on_call_notices',
      workers: { wake(): void }[],
    ): Promise<void> {
      await expect
        .poll(async () => {
          for (const worker of workers) worker.wake();
          const due = await rig.storage.inboxes.nextDue(kind);
          // An inbox that is being handled is due when its lease ends.
          return due === null || due > rig.now + LEASES[kind];
        })
        .toBe(true);
    }

    test('a yes moves a turn once, also if its process died before the request knew; and each is told once', async () => {
      const { rig, rotas, rota, inboxes, clock, newId, work, audit } = await setUp();
      const [turn] = turnsOf(rota, NO_HOLIDAYS, 'B', rig.now);
      if (!turn) throw new Error('B has no turn');
      const { person: _person, ...time } = turn;
      const request = {
        rota: { id: rota.id, name: rota.name },
        by: 'B',
        candidates: ['A', 'C'],
        turn: time,
        inReturn: null,
      };
      const swaps = createSwaps({ inboxes, clock, newId, wake: () => undefined });
      const news: string[] = [];
      const worker = () =>
        createSwapWorker({
          ...work,
          posts: {
            async show(_workspace, _id, _swap, userId, post) {
              Object.assign(post, { at: { channel: userId, ts: '1' }, stale: false });
              return { kind: 'ok', at: post.at };
            },
            async tell(_workspace, { end }, { to, about }) {
              news.push(`${to} ${JSON.stringify(about)} ${end?.kind}`);
              return { kind: 'ok' };
            },
          },
        });
      const workers = [worker(), worker()];
      await Promise.all([1, 2].map(() => swaps.ask(WORKSPACE, 'v1', request)));
      await runUntilIdle(rig, 'swaps', workers);
      expect((await swaps.look(WORKSPACE, 'v1'))?.end).toBeNull();
      // A process died here.
      expect(await rotas.swap(WORKSPACE, 'v1', request, 'A')).toMatchObject({ kind: 'taken', by: 'A' });
      for (const by of ['A', 'C', 'A']) await swaps.answer(WORKSPACE, 'v1', by, 'yes');
      await runUntilIdle(rig, 'swaps', workers);
      const after = await rotas.one(WORKSPACE, rota.id);
      expect(after?.overrides).toMatchObject([{ ...time, person: { userId: 'A' } }]);
      expect(news).toEqual(['B "end" taken', 'C1 "swapped" taken']);
      expect(await swaps.look(WORKSPACE, 'v1')).toBeNull();
      expect((await audit.list(WORKSPACE, 9)).filter(entry => entry.what === 'rota_swap')).toHaveLength(1);
      // It isn't asked again.
      await swaps.ask(WORKSPACE, 'v1', request);
      await runUntilIdle(rig, 'swaps', workers);
      expect(await swaps.look(WORKSPACE, 'v1')).toBeNull();
      await Promise.all(workers.map(({ stop }) => stop()));
    });

    test('a notice goes out once, whoever looks, also if a clock is set back', async () => {
      const { rig, inboxes, clock, newId, work } = await setUp();
      const posts: string[] = [];
      const worker = () =>
        createNotices({
          ...work,
          choices: { of: async () => DEFAULT_CHOICES, choose: async () => undefined },
          async post(_workspace, userId, kind) {
            posts.push(`${userId} ${kind}`);
            return { kind: 'ok' };
          },
          words: { of: async () => wordingIn('en') },
          texted: () => undefined,
        });
      const workers = [worker(), worker()];
      const { address, body } = checkNotices(WORKSPACE);
      await inboxes.put({ id: newId(), address, body, dedupe: null }, clock.now());
      await runUntilIdle(rig, 'on_call_notices', workers);
      expect(posts).toEqual([]);
      for (let hour = 0; hour < 24; hour++) {
        rig.pass(HOUR);
        await runUntilIdle(rig, 'on_call_notices', workers);
      }
      expect(posts).toHaveLength(1);
      rig.pass(-8 * HOUR);
      await inboxes.hasten('on_call_notices', clock.now());
      for (let hour = 0; hour < 8; hour++) {
        await runUntilIdle(rig, 'on_call_notices', workers);
        rig.pass(HOUR);
      }
      expect(posts).toHaveLength(1);
      await Promise.all(workers.map(({ stop }) => stop()));
    });
  });
}
