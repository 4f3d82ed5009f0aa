import type { Clock } from '../../src/playground/index.ts';
import { createManualClock } from './manual-clock.ts';

/** A clock for a playground that stands still until it is moved, with all its timers. */
export function playgroundClock(): Clock & { advance(ms: number): Promise<void> } {
  const { now, after, advance } = createManualClock();
  return {
    now,
    advance,
    setTimeout: (run, ms) => after(ms, run),
    clearTimeout: callOff => (callOff as () => void)(),
  };
}
