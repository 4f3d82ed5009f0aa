/**
 * Where the playground gets the time. With only `now`, its timers (an app's three seconds, a slow fault) run on the
 * machine's clock; with `setTimeout` too, a test controls both.
 */
export interface Clock {
  now(): number;
  /** How many times as fast as the machine's clock it runs; as fast, if left out. */
  speed?(): number;
  /** What both ends of a wire go by, signatures and triggers, where `now` is made to run fast. */
  machine?(): number;
  setTimeout?(run: () => void, ms: number): unknown;
  clearTimeout?(handle: unknown): void;
}

export const systemClock: Clock = { now: () => Date.now() };

/** The time that signatures and triggers go by. */
export function machineTime(clock: Clock): number {
  return clock.machine?.() ?? clock.now();
}

/** Runs `run` after `ms` on the given clock; the returned function cancels that. */
export function after(clock: Clock, ms: number, run: () => void): () => void {
  if (clock.setTimeout) {
    const handle = clock.setTimeout(run, ms);
    return () => clock.clearTimeout?.(handle);
  }
  const timer = setTimeout(run, ms);
  return () => clearTimeout(timer);
}
