import { AsyncLocalStorage } from 'node:async_hooks';
import type { Log } from '../log.ts';
import type { Clock } from './clock.ts';

const AFTER_FAILURE_MS = 1000;
/** The clock is checked at least this often, because another process may have moved it ahead. */
const MAX_SLEEP_MS = 30_000;

export type Worker = {
  /** Requests a pass. Cheap: all wakes during a pass become one further pass. */
  wake(): void;
  /** Starts no further pass; resolves when the current one has ended. */
  stop(): Promise<void>;
};

/**
 * Runs passes when woken, and at the time that the last pass returned.
 *
 * @param pass does all work that is due, and returns the time of the next pass (epoch ms; null to wait until woken)
 */
export function createWorker(deps: {
  name: string;
  clock: Clock;
  log: Log;
  pass: () => Promise<number | null>;
}): Worker {
  const { name, clock, log, pass } = deps;
  let running: Promise<void> | null = null;
  let woken = false;
  let stopped = false;
  let cancelTimer = (): void => undefined;
  // Passes must not run in the async context of the caller that woke the worker.
  const inOwnContext = AsyncLocalStorage.snapshot();

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
      cancelTimer = clock.after(Math.min(MAX_SLEEP_MS, Math.max(1, due - clock.now())), look);
    };
    const look = (): void => (clock.now() < due ? sleep() : wake());
    sleep();
  }

  function wake(): void {
    if (stopped) return;
    cancelTimer();
    cancelTimer = () => undefined;
    woken = true;
    running ??= inOwnContext(run);
  }

  return {
    wake,
    async stop() {
      stopped = true;
      cancelTimer();
      await running;
    },
  };
}

/** Work that a worker's passes start without awaiting it, so that slow work delays nothing else. */
type TaskPool = {
  /** The number of tasks that may start now. */
  free(): number;
  /** Starts a task, which must not reject. */
  start(work: Promise<void>): void;
  /** Resolves once all tasks have ended. */
  ended(): Promise<void>;
};

/**
 * @param max tasks at once
 * @param freed called whenever a task has ended
 */
export function createTaskPool(max: number, freed: () => void): TaskPool {
  const inFlight = new Set<Promise<void>>();
  return {
    free: () => max - inFlight.size,
    start(work) {
      const tracked = work.finally(() => {
        inFlight.delete(tracked);
        freed();
      });
      inFlight.add(tracked);
    },
    async ended() {
      await Promise.all(inFlight);
    },
  };
}
