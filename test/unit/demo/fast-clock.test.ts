import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createFastClock } from '../../../src/demo/fast-clock.ts';
import { createTimeline } from '../../../src/kit/timeline.ts';
import { createManualClock } from '../../support/manual-clock.ts';

const SPEEDS = [1, 10, 60];

/** Time passes, the visitor changes the speed, or a timer starts. */
const step = fc.oneof(
  fc.record({ kind: fc.constant('pass' as const), ms: fc.integer({ min: 0, max: 5000 }) }),
  fc.record({ kind: fc.constant('run' as const), speed: fc.constantFrom(...SPEEDS) }),
  fc.record({ kind: fc.constant('wait' as const), ms: fc.integer({ min: 0, max: 60_000 }) }),
);

test('switching the speed never turns the demo’s clock or the app’s time line back, and each timer ends once, when it is due', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async steps => {
      const machine = createManualClock();
      const clock = createFastClock(machine);
      const line = createTimeline(clock, clock.wall());
      const waits: { due: number; ended: number[] }[] = [];
      let before = { wall: clock.wall(), monotonic: clock.monotonic(), line: line.now() };
      const passed = async (ms: number) => {
        await machine.advance(ms);
        const now = { wall: clock.wall(), monotonic: clock.monotonic(), line: line.now() };
        for (const which of ['wall', 'monotonic', 'line'] as const) {
          const moved = now[which] - before[which];
          expect(moved).toBeGreaterThanOrEqual(0);
          expect(Math.abs(moved - ms * clock.speed()), which).toBeLessThanOrEqual(1);
        }
        before = now;
      };
      for (const step of steps) {
        if (step.kind === 'pass') await passed(step.ms);
        if (step.kind === 'run') {
          clock.runAt(step.speed);
          await passed(0);
        }
        if (step.kind === 'wait') {
          const wait = { due: clock.monotonic() + step.ms, ended: [] as number[] };
          clock.after(step.ms, () => wait.ended.push(clock.monotonic()));
          waits.push(wait);
        }
      }
      await machine.advance(60_000);
      for (const { due, ended } of waits) {
        expect(ended).toHaveLength(1);
        expect(ended[0]).toBeGreaterThanOrEqual(due);
        // A machine's timer is at most a millisecond late, which is this much on the fast clock.
        expect(ended[0]).toBeLessThanOrEqual(due + Math.max(...SPEEDS));
      }
    }),
    { numRuns: 200 },
  );
});

test('a cancelled timer doesn’t fire, at any speed', async () => {
  const machine = createManualClock();
  const clock = createFastClock(machine);
  clock.runAt(10);
  const args: string[] = [];
  const cancelTimer = clock.after(1000, () => args.push('first'));
  clock.after(1000, () => args.push('second'));
  clock.runAt(1);
  cancelTimer();
  await machine.advance(999);
  expect(args).toEqual([]);
  await machine.advance(1);
  expect(args).toEqual(['second']);
});
