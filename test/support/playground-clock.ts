import type { Clock } from '../../src/playground/index.ts';
import { createManualClock } from './manual-clock.ts';

/**
 * A playground's clock, with all its timers, that stands still until a test moves it.
 *
 * @param start needed if the app compares it with the machine's time (signatures over HTTP)
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
