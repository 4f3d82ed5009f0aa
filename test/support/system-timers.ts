import type { Timers } from '../../src/kit/clock.ts';

/** The machine's timers, or those that Vitest has put in their place. */
export const systemTimers: Timers = {
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};
