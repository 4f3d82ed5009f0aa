import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '../log.ts';
import type { Clock } from './clock.ts';

const AFTER_FAILURE_MS = 1000;
/** Nobody sleeps longer without checking the clock: another process may have moved it ahead meanwhile. */
const LONGEST_SLEEP_MS = 30_000;

export type Worker = {
  /** Says that there may be something to do. Cheap: all wakes during a pass become one further pass. */
  wake(): void;
  /** Starts no further pass; resolves when the current one has ended. */
  stop(): Promise<void>;
};

/**
 * Runs passes: when woken, and when the last pass said that something becomes due. Sleeps otherwise.
 *
 * @param pass does what there is to do now and returns when to look again (epoch ms; null: when woken)
 */
export function createWorker(parts: {
  name: string;
  clock: Clock;
  log: Log;
  pass: () => Promise<number | null>;
}): Worker {
  const { name, clock, log, pass } = parts;
  let running: Promise<void> | null = null;
  let woken = false;
  let stopped = false;
  let callOff = (): void => undefined;
  // Whoever wakes it, its passes are not made in that one's name.
  const asItself = AsyncLocalStorage.snapshot();

  async function run(): Promise<void> {
    let next: number | null = null;
    do {
      woken = false;
      try {
        next = await pass();
      } catch (error) {
        log.error({ err: error, worker: name }, 'a background task failed; trying again');
        next = clock.now() + AFTER_FAILURE_MS;
      }
    } while (woken && !stopped);
    running = null;
    if (next !== null && !stopped) sleepUntil(next);
  }

  function sleepUntil(due: number): void {
    const sleep = (): void => {
      callOff = clock.after(Math.min(LONGEST_SLEEP_MS, Math.max(1, due - clock.now())), look);
    };
    const look = (): void => (clock.now() < due ? sleep() : wake());
    sleep();
  }

  function wake(): void {
    if (stopped) return;
    callOff();
    callOff = () => undefined;
    woken = true;
    running ??= asItself(run);
  }

  return {
    wake,
    async stop() {
      stopped = true;
      callOff();
      await running;
    },
  };
}

/** Work that a worker's passes start without waiting for it, so that slow work holds up nothing else. */
type Crew = {
  /** How many more may start now. */
  room(): number;
  /** Starts work that never rejects. */
  start(work: Promise<void>): void;
  /** Resolves once everything that was started has ended. */
  ended(): Promise<void>;
};

/**
 * @param most how many may run at once
 * @param freed is called whenever one ends: there is room, and there may be more to do
 */
export function createCrew(most: number, freed: () => void): Crew {
  const underWay = new Set<Promise<void>>();
  return {
    room: () => most - underWay.size,
    start(work) {
      const tracked = work.finally(() => {
        underWay.delete(tracked);
        freed();
      });
      underWay.add(tracked);
    },
    async ended() {
      await Promise.all(underWay);
    },
  };
}
