import type { Clock } from '../../src/playground/index.ts';
import { createManualClock } from './manual-clock.ts';

/**
 * A clock for a playground that stands still until a test moves it, with all its timers.
 *
 * @param start if the app compares it with the machine's (signatures over HTTP)
 */
export function playgroundClock(start?: number): Clock & { advance(ms: number): Promise<void> } {
  const { now, after, advance } = createManualClock(start);
  return {
    now,
    advance,
    setTimeout: (run, ms) => after(ms, run),
    clearTimeout: cancelTimer => (cancelTimer as () => void)(),
  };
}
