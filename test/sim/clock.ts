import type { TimeSource } from '../../src/kit/clock.ts';

type Timer = { at: number; turn: number; run: () => void; of: Process | null };

/** A process of the app. Its timers and answers vanish when it dies, and wait while its machine sleeps. */
export type Process = {
  name: string;
  alive: boolean;
  asleepUntil: number;
  /** The time slept in total; the monotonic clock stood still meanwhile. */
  sleptMs: number;
  died: PromiseWithResolvers<null>;
};

/** Time that passes only when nothing is left to do. */
export type SimClock = {
  now(): number;
  /**
   * Calls `run` after `ms`. For a process: not before it wakes, and never if it is dead by then. Returns a function that
   * cancels.
   */
  after(ms: number, run: () => void, of?: Process | null): () => void;
  /** The clocks of the app's machine. */
  machine: TimeSource;
  /** Sets the time of day of the app's machine forward or back. */
  set(ms: number): void;
  /**
   * Runs everything that becomes due, one timer at a time, each as far as it gets without the clock. `look` is called after
   * each.
   */
  run(ms: number, look?: () => void): Promise<void>;
};

/** Resolves when no microtask and no immediate is left. Sound because a story does no I/O. */
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
