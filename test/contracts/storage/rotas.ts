import pino from 'pino';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { wordingIn } from '../../../src/features.ts';
import { createHandling } from '../../../src/kit/stalls/handling.ts';
import { createCheckRequests, createHandOvers } from '../../../src/rotas/hand-overs.ts';
import { NO_HOLIDAYS, planOf } from '../../../src/rotas/plan.ts';
import { NO_SPECIAL_TIMES, type Rota, type RotaDraft } from '../../../src/rotas/rota.ts';
import { createRotas, type RotaChange } from '../../../src/rotas/service.ts';
import { stints } from '../../../src/rotas/stints.ts';
import type { Recipient } from '../../../src/texts/recipient.ts';
import { type Engine, MINUTE, Rig, WORKSPACE } from './rig.ts';

const HOUR = 60 * MINUTE;
const teammate = (name: string): Recipient => ({ kind: 'teammate', userId: name, label: name });
const DRAFT: RotaDraft = {
  name: 'Night',
  people: [teammate('A'), teammate('B')],
  hours: 24,
  time: '21:00',
  weekday: 0,
  ...NO_SPECIAL_TIMES,
  channel: 'C1',
  texts: true,
};

export function describeRotas(engine: Engine): void {
  describe('rotas', () => {
    async function setUp() {
      const rig = await Rig.on(engine);
      const { documents, revisions, audit, inboxes } = rig.storage;
      const clock = { now: () => rig.now, wall: () => rig.now, after: () => () => undefined };
      const newId = () => rig.id('id');
      const parts = { documents, revisions, audit, clock, newId };
      const requestCheck = createCheckRequests({ inboxes, clock, newId, wake: () => undefined });
      const rotas = createRotas({ ...parts, requestCheck, holidays: async () => NO_HOLIDAYS });
      /** Behaves as if the process had died right after writing. */
      const halfway = createRotas({
        ...parts,
        requestCheck: async () => undefined,
        holidays: async () => NO_HOLIDAYS,
      });
      return { rig, rotas, halfway, requestCheck, clock, newId, audit };
    }

    const idOf = (change: RotaChange): string => (typeof change === 'string' ? change : change.rota.id);

    /** A process that announces hand-overs, and its posts. */
    function process({ rig, rotas, clock, newId }: Awaited<ReturnType<typeof setUp>>) {
      const announced: string[] = [];
      const worker = createHandOvers({
        inboxes: rig.storage.inboxes,
        rotas,
        clock,
        newId,
        say: async (_workspace, _channel, { name }, { first: { person: on } }) => {
          announced.push(`${name}: ${on?.kind === 'teammate' ? on.userId : 'nobody'}`);
          return { kind: 'ok' };
        },
        words: { of: async () => wordingIn('en') },
        handling: createHandling(),
        runFairly: async (_workspace, work) => {
          for (;;) {
            const { done, value } = work.next();
            if (done) return value as never;
          }
        },
        log: pino({ level: 'silent' }),
        texted: () => undefined,
        listeners: () => [
          {
            eventOf: (workspace, rota) => ({ address: { kind: 'alerts', workspace, name: '' }, body: rota }),
            wake: () => undefined,
          },
        ],
      });
      return { worker, announced };
    }

    /** Runs the workers until nothing is due now. */
    async function runUntilIdle(rig: Rig, workers: { wake(): void }[]): Promise<void> {
      await expect
        .poll(async () => {
          for (const worker of workers) worker.wake();
          const due = await rig.storage.inboxes.nextDue('rotas');
          return due === null || due > rig.now;
        })
        .toBe(true);
    }

    test('have names of their own; a form makes one; there is a limit; and an unreadable rota stops no other', async () => {
      const { rig, rotas, audit } = await setUp();
      const first = idOf(await rotas.create(WORKSPACE, 'U1', DRAFT, 'form-1'));
      expect(idOf(await rotas.create(WORKSPACE, 'U1', DRAFT, 'form-1'))).toBe(first);
      expect(await rotas.create(WORKSPACE, 'U1', { ...DRAFT, name: ' NIGHT' }, 'form-2')).toBe('taken');
      const day = idOf(await rotas.create(WORKSPACE, 'U1', { ...DRAFT, name: 'Day' }, 'form-3'));
      expect(await rotas.change(WORKSPACE, 'U1', day, { ...DRAFT, name: 'night' })).toBe('taken');
      expect(await rotas.change('T2', 'U1', day, DRAFT)).toBe('gone');
      expect(await rotas.list('T2')).toEqual([]);
      await rig.storage.revisions.update(WORKSPACE, 'rotas', z.array(z.unknown()), (all = []) => [
        { id: 'from a newer version' },
        ...all,
      ]);
      for (let more = 4; more <= 30; more++)
        await rotas.create(WORKSPACE, 'U1', { ...DRAFT, name: `Rota ${more}` }, `form-${more}`);
      expect(await rotas.create(WORKSPACE, 'U1', { ...DRAFT, name: 'More' }, 'form-31')).toBe('too_many');
      expect((await rotas.list(WORKSPACE)).map(({ name }) => name).slice(0, 2)).toEqual(['Day', 'Night']);
      await rotas.remove(WORKSPACE, 'U1', day);
      expect(await rotas.remove(WORKSPACE, 'U1', day)).toBeNull();
      expect((await audit.list(WORKSPACE, 2)).map(entry => entry.what)).toEqual([
        'rota_removed',
        'rota_made',
      ]);
    });

    test('a change takes effect though the process died right after writing it', async () => {
      const all = await setUp();
      const { rig, rotas, halfway, requestCheck } = all;
      const id = idOf(await rotas.create(WORKSPACE, 'U1', DRAFT, 'form'));
      const { worker, announced } = process(all);
      await runUntilIdle(rig, [worker]);
      await requestCheck(WORKSPACE, id);
      await runUntilIdle(rig, [worker]);
      const { now: from } = rig;
      await halfway.standIn(WORKSPACE, 'U1', id, {
        place: 'first',
        person: teammate('C'),
        from,
        to: from + HOUR,
      });
      await runUntilIdle(rig, [worker]);
      expect(announced).toEqual([]);
      rig.pass(MINUTE);
      await runUntilIdle(rig, [worker]);
      expect(announced).toEqual(['Night: C']);
      await worker.stop();
    });

    test('alerts get an event of a hand-over in the same step: once, also if it is too late to announce, and when the rota is removed', async () => {
      const all = await setUp();
      const { rig, rotas } = all;
      const id = idOf(await rotas.create(WORKSPACE, 'U1', DRAFT, 'form'));
      const { worker, announced } = process(all);
      const heard = async (): Promise<number> => {
        await runUntilIdle(rig, [worker]);
        return (await rig.storage.inboxes.waiting({ kind: 'alerts', workspace: WORKSPACE, name: '' })).length;
      };
      const first = await heard();
      rig.pass(MINUTE);
      expect(await heard()).toBe(first);
      // The app was away during the hand-over, and for hours after it.
      const [, then] = stints(
        planOf((await rotas.one(WORKSPACE, id)) as Rota, 'first', NO_HOLIDAYS),
        rig.now,
        2,
      );
      rig.pass((then?.from ?? 0) - rig.now + 5 * HOUR);
      expect(await heard()).toBe(first + 1);
      expect(announced).toEqual([]);
      rig.pass(MINUTE);
      expect(await heard()).toBe(first + 1);
      await rotas.remove(WORKSPACE, 'U1', id);
      expect(await heard()).toBe(first + 2);
      await worker.stop();
    });
  });
}
