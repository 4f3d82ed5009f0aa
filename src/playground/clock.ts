/**
 * The playground's time. With only `now`, its timers (an app's three seconds, a slow fault) run on the machine's
 * clock; with `setTimeout` too, a test controls both.
 */
export interface Clock {
  now(): number;
  /** Speed relative to the machine's clock; 1 by default. */
  speed?(): number;
  /** The machine's time, for signatures and triggers, if `now` runs fast: both ends of the wire must agree on it. */
  machine?(): number;
  setTimeout?(run: () => void, ms: number): unknown;
  clearTimeout?(handle: unknown): void;
}

export const systemClock: Clock = { now: () => Date.now() };

export function machineTime(clock: Clock): number {
  return clock.machine?.() ?? clock.now();
}

/** Runs `run` after `ms` on the clock. The returned function cancels it. */
export function after(clock: Clock, ms: number, run: () => void): () => void {
  if (clock.setTimeout) {
    const handle = clock.setTimeout(run, ms);
    return () => clock.clearTimeout?.(handle);
  }
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
