import type { TimeSource } from '../../src/kit/clock.ts';

type Timer = { at: number; turn: number; run: () => void; of: Process | null };

/** A process: its timers and answers are gone when it dies, and wait while its machine sleeps. */
export type Process = {
  name: string;
  alive: boolean;
  asleepUntil: number;
  /** How long it slept in all; its monotonic clock stood still meanwhile. */
  sleptMs: number;
  died: PromiseWithResolvers<null>;
};

/** Time that passes only when nothing is left to do. */
export type SimClock = {
  now(): number;
  /** Calls `run` so much later; for a process, unless it is dead then, and not before it wakes. */
  after(ms: number, run: () => void, of?: Process | null): () => void;
  /** What the clocks of the app's machine show. */
  machine: TimeSource;
  /** Sets that machine's time of day forward or back. */
  set(ms: number): void;
  /** Runs all that becomes due, one thing after the other, each as far as it gets without the clock. */
  run(ms: number, look?: () => void): Promise<void>;
};

/** Nothing is left to do without the clock: no microtask, no immediate. Sound, since nothing in a story does I/O. */
async function settled(): Promise<void> {
  for (let calm = 0; calm < 2; ) {
    await new Promise(resolve => setImmediate(resolve));
    calm = process.getActiveResourcesInfo().includes('Immediate') ? 0 : calm + 1;
  }
}

export function createClock(start: number): SimClock {
  let now = start;
  let turn = 0;
  let set = 0;
  const timers: Timer[] = [];

  function put(timer: Timer): void {
    let [low, high] = [0, timers.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      const timerThere = timers[middle] as Timer;
      if (timerThere.at < timer.at || (timerThere.at === timer.at && timerThere.turn < timer.turn))
        low = middle + 1;
      else high = middle;
    }
    timers.splice(low, 0, timer);
  }

  return {
    now: () => now,
    machine: { wall: () => now + set, monotonic: () => now - start },
    set(ms) {
      set += ms;
    },
    after(ms, run, of = null) {
      const timer = { at: now + Math.max(0, Math.round(ms)), turn: turn++, run, of };
      put(timer);
      return () => {
        timer.run = () => undefined;
      };
    },
    async run(ms, look = () => undefined) {
      const end = now + ms;
      await settled();
      for (let next = timers[0]; next && next.at <= end; next = timers[0]) {
        timers.shift();
        const { of } = next;
        if (of && !of.alive) continue;
        if (of && of.asleepUntil > next.at) {
          put({ ...next, at: of.asleepUntil, turn: turn++ });
          continue;
        }
        now = Math.max(now, next.at);
        next.run();
        await settled();
        look();
      }
      now = end;
      look();
    },
  };
}
