import type { Clock, TimeSource } from '../../src/kit/clock.ts';
import { settled } from './settled.ts';

/** Grouped writes take several turns of the event loop. */
const TURNS = 60;

export type ManualClock = Clock &
  TimeSource & {
    /** Moves time forward and runs every timer that becomes due, in order, each as far as it gets without the clock. */
    advance(ms: number): Promise<void>;
    /** Sleeps as a machine does: time passes at once, and overdue timers run once on waking. */
    sleep(ms: number): Promise<void>;
    /** Sets the time of day forward or back; no time passes. */
    step(ms: number): void;
  };

/** A clock that stands still until a test moves it. */
export function createManualClock(start = Date.UTC(2026, 10, 21, 9)): ManualClock {
  let passed = 0;
  let stepped = 0;
  let timers: { at: number; run: () => void }[] = [];
  const clock: ManualClock = {
    now: () => start + passed,
    wall: (at?: number) => (at ?? start + passed) + stepped,
    monotonic: () => passed,
    after(delayMs, run) {
      const timer = { at: passed + delayMs, run };
      timers.push(timer);
      return () => {
        timers = timers.filter(waiting => waiting !== timer);
      };
    },
    async advance(ms) {
      const end = passed + ms;
      for (;;) {
        const [next] = timers.filter(timer => timer.at <= end).sort((a, b) => a.at - b.at);
        if (!next) break;
        timers = timers.filter(timer => timer !== next);
        passed = Math.max(passed, next.at);
        next.run();
        // A timer that only reschedules itself leaves nothing to wait for.
        if (timers.at(-1)?.run !== next.run) await settled(TURNS);
      }
      passed = end;
      await settled(TURNS);
    },
    async sleep(ms) {
      passed += ms;
      await clock.advance(0);
    },
    step(ms) {
      stepped += ms;
    },
  };
  return clock;
}
