/**
 * Where the playground gets the time. With only `now`, its timers (an app's three seconds, a slow fault) run on the
 * machine's clock; with `setTimeout` too, a test controls both.
 */
export interface Clock {
  now(): number;
  setTimeout?(run: () => void, ms: number): unknown;
  clearTimeout?(handle: unknown): void;
}

export const systemClock: Clock = { now: () => Date.now() };

/** Runs `run` after `ms` on the given clock; the returned function cancels that. */
export function after(clock: Clock, ms: number, run: () => void): () => void {
  if (clock.setTimeout) {
    const handle = clock.setTimeout(run, ms);
    return () => clock.clearTimeout?.(handle);
  }
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
