import type { Clock } from '../../src/domain/clock.ts';
import { settled } from './settled.ts';

/** Grouped writes take a few turns of the event loop. */
const TURNS = 60;

export type ManualClock = Clock & {
  /** Moves time forward, running what becomes due on the way, in order, each as far as it gets without the clock. */
  advance(ms: number): Promise<void>;
};

/** A clock that stands still until it is moved. */
export function createManualClock(start = Date.UTC(2026, 10, 21, 9)): ManualClock {
  let now = start;
  let timers: { at: number; run: () => void }[] = [];
  return {
    now: () => now,
    after(delayMs, run) {
      const timer = { at: now + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter(other => other !== timer);
      };
    },
    async advance(ms) {
      const end = now + ms;
      for (;;) {
        const [next] = timers.filter(timer => timer.at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers = timers.filter(timer => timer !== next);
        now = Math.max(now, next.at);
        next.run();
        await settled(TURNS);
      }
      now = end;
      await settled(TURNS);
    },
  };
}
