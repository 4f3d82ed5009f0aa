import { describe, expect, test } from 'vitest';
import { windowKinds } from '../../../src/sms-service/testing/windows.ts';
import type { Priority } from '../../../src/texts/text.ts';
import { type Engine, found, MINUTE, Rig } from './rig.ts';
import { latency, simulate } from './simulation.ts';

const kinds = windowKinds.flatMap(kind => [0, 17_000].map(phaseMs => ({ kind, phaseMs })));

export function describePaceSimulation(engine: Engine): void {
  describe('the pace, in simulated time', () => {
    test.each(kinds)(
      '$kind window, begun $phaseMs ms into a minute: full pace, and never a 429',
      async ({ kind, phaseMs }) => {
        for (const priority of ['people', 'bulk'] as Priority[]) {
          const rig = await Rig.on(engine);
          rig.pass(phaseMs);
          const start = rig.now;
          await rig.queue({ priority, count: 200 });
          const run = simulate(rig, { kind, wire: latency(phaseMs) });
          await run.runFor(3 * MINUTE);
          expect(run.arrivals.filter(arrival => !arrival.allowed)).toEqual([]);
          const early = run.arrivals.filter(arrival => arrival.at <= start + 62_000);
          expect(early.length).toBeGreaterThanOrEqual(58);
          expect(run.arrivals.length).toBeGreaterThanOrEqual(3 * 56);
        }
      },
    );

    test.each(windowKinds)('%s window: all priorities at once never meet a 429', async kind => {
      const rig = await Rig.on(engine);
      const start = rig.now;
      await rig.queue({ priority: 'bulk', count: 300 });
      const run = simulate(rig, { kind, wire: latency(7, 15_000) });
      for (let time = 0; time < 8 * MINUTE; time += 1700) {
        const priority = time % 5 === 0 ? 'alert' : 'people';
        run.at(start + time, () => rig.queue({ priority, count: time % 3 }));
      }
      await run.runFor(8 * MINUTE);
      expect(run.arrivals.filter(arrival => !arrival.allowed)).toEqual([]);
      expect(run.claimedIn('bulk').length).toBeGreaterThanOrEqual(6 * 7);
    });

    test.each(windowKinds)('%s window: a flood of alerts meets no 429 and starves nobody', async kind => {
      const rig = await Rig.on(engine);
      await rig.queue({ priority: 'alert', count: 500 });
      await rig.queue({ priority: 'bulk', count: 60 });
      await rig.queue({ count: 60 });
      const run = simulate(rig, { kind, wire: latency(11) });
      await run.runFor(6 * MINUTE);
      expect(run.arrivals.filter(arrival => !arrival.allowed)).toEqual([]);
      expect(run.arrivals.length).toBeGreaterThanOrEqual(6 * 56);
      for (const priority of ['people', 'bulk'] as const) {
        expect(run.claimedIn(priority).length, priority).toBeGreaterThanOrEqual(6 * 5);
      }
    });

    test('during a broadcast of 500 a person waits at most two seconds, and an alert not at all', async () => {
      const rig = await Rig.on(engine);
      const start = rig.now;
      await rig.queue({ priority: 'bulk', count: 500 });
      const run = simulate(rig, { kind: 'sliding', wire: latency(3, 400) });
      // A person's text every 7.9 s and an alert every 41.3 s cover all phases of the minute.
      for (let time = 500; time < 8 * MINUTE; time += 7900) run.at(start + time, () => rig.queue());
      for (let time = 900; time < 8 * MINUTE; time += 41_300) {
        run.at(start + time, () => rig.queue({ priority: 'alert' }));
      }
      await run.runFor(8 * MINUTE);
      const waits = (priority: Priority) =>
        run.claimedIn(priority).map(({ claim }) => claim.claimedAt - claim.text.createdAt);
      expect(waits('people').length).toBeGreaterThanOrEqual(60);
      expect(Math.max(...waits('people'))).toBeLessThanOrEqual(2000);
      expect(Math.max(...waits('alert'))).toBe(0);
      const bulk = run.claimedIn('bulk').map(({ claim }) => claim.claimedAt);
      const gaps = bulk.slice(1).map((at, index) => at - found(bulk[index]));
      expect(Math.min(...gaps)).toBeGreaterThanOrEqual(1000);
    });
  });
}
