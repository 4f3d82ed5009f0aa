import type { Timers } from '../../src/kit/clock.ts';

/** The machine's timers, or Vitest's fake ones. */
export const systemTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
