import { describe, expect, test } from 'vitest';
import { type Engine, found, KEY, MINUTE, Rig, WORKSPACE } from './rig.ts';

const HOUR = 60 * MINUTE;
const WAYS = [
  ['forward', HOUR],
  ['back', -HOUR],
] as const;

/** A store's own time, on a machine whose time of day can be set. */
export function describeTime(engine: Engine): void {
  /** Resolves when the store has noticed a clock set by this much. */
  const seen = (rig: Rig, step: number) =>
    expect
      .poll(() => Math.abs(rig.storage.wall() - rig.storage.now() - step), { interval: 20 })
      .toBeLessThan(MINUTE);
  /** Expects that time has advanced only by the real time since: less than a minute on the test's machine. */
  function expectNoStep(rig: Rig, since: number): void {
    expect(rig.storage.now()).toBeGreaterThanOrEqual(since);
    expect(rig.storage.now()).toBeLessThan(since + MINUTE);
  }

  describe('time', () => {
    test.each(WAYS)('advances by the real time when the clock is set %s', async (_, step) => {
      const rig = await Rig.on(engine);
      const before = rig.storage.now();
      rig.step(step);
      expectNoStep(rig, before);
      await seen(rig, step);
      expectNoStep(rig, before);
    });

    test.each(WAYS)('continues in the process that starts after the clock was set %s', async (_, step) => {
      const rig = await Rig.on(engine);
      rig.step(step);
      await seen(rig, step);
      await rig.queueOne();
      const before = rig.storage.now();
      await rig.reopen();
      expectNoStep(rig, before);
      await seen(rig, step);
    });

    test('never goes back, even if the clock was set back while no process was running', async () => {
      const rig = await Rig.on(engine);
      await rig.queueOne();
      const before = rig.storage.now();
      await rig.reopen(() => rig.step(-HOUR));
      expectNoStep(rig, before);
    });

    test('includes the time without a process, as far as the clock tells', async () => {
      const rig = await Rig.on(engine);
      await rig.queueOne();
      const before = rig.storage.now();
      await rig.reopen(() => rig.step(HOUR));
      expectNoStep(rig, before + HOUR);
    });

    test('a time line behind a clock that was set ahead catches up when no process ran for long', async () => {
      const rig = await Rig.on(engine);
      rig.step(HOUR);
      await seen(rig, HOUR);
      await rig.queueOne();
      const before = rig.storage.now();
      await rig.reopen(() => rig.step(HOUR));
      expectNoStep(rig, before + 2 * HOUR);
      await seen(rig, 0);
    });

    test.each(WAYS)('makes none of our requests too late after the clock was set %s', async (_, step) => {
      const rig = await Rig.on(engine);
      const { claims, queue, reports, inboxes } = rig.storage;
      const intents = rig.outbox;
      const intent = await rig.added();
      await rig.queue({ count: 2 });
      const steps = [
        () => intents.add(rig.intent(), rig.now),
        () => intents.accept(rig.intent(), rig.plan([rig.planned()]), rig.now),
        () => intents.accept(rig.intent(), rig.plan([rig.planned(), rig.planned()]), rig.now),
        () => intents.leaseOpen(rig.now, rig.now + MINUTE, 9),
        () => claims.claim(rig.now, 1),
        () => claims.takeSlot('other key', rig.now),
        () =>
          inboxes.put(
            {
              id: 'event',
              address: { kind: 'alerts', workspace: WORKSPACE, name: '' },
              body: '{}',
              dedupe: null,
            },
            rig.now,
          ),
        () => inboxes.lease('alerts', rig.now, rig.now + MINUTE, 9),
        () => queue.cancel(WORKSPACE, 'none', rig.now),
        () => intents.plan(intent.id, rig.plan([rig.planned()]), rig.now),
        () => reports.leaseReports(rig.now, rig.now + MINUTE, 9),
      ];
      const answers: unknown[] = [];
      for (const ask of steps) {
        rig.step(step);
        answers.push(await ask());
      }
      expect(answers).toMatchObject([
        'added',
        'planned',
        'planned',
        { length: 2 },
        [{ text: { state: 'sending' } }],
        expect.any(String),
        { kind: 'added' },
        [{ events: ['{}'] }],
        'unknown',
        'planned',
        [],
      ]);
    });

    test('counts texts on the day they were made, by the time of day', async () => {
      const rig = await Rig.on(engine);
      const used = async (at: number) => (await rig.outbox.usage(WORKSPACE, null, at)).texts;
      const today = rig.now;
      const text = await rig.queueOne();
      rig.step(24 * HOUR);
      await seen(rig, 24 * HOUR);
      await rig.queue({ count: 2 });
      const tomorrow = today + 24 * HOUR;
      expect([await used(today), await used(tomorrow)]).toEqual([1, 2]);
      await rig.outbox.cancel(WORKSPACE, text.id, rig.now);
      expect([await used(today), await used(tomorrow)]).toEqual([0, 2]);
      const [newest] = await rig.outbox.history(WORKSPACE, null, 1);
      const { createdAt, madeAt } = found(newest);
      expect(madeAt - createdAt).toBeGreaterThan(23 * HOUR);
      expect((await rig.outbox.claim(rig.now, 9)).map(claim => claim.text.fingerprint)).toEqual([KEY, KEY]);
    });
  });
}
