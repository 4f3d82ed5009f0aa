/*
 * All workspaces share one event loop, and long computations block it. So long work is a generator that yields often, and
 * the scheduler decides who runs next. A program without other work runs the same generator to its end.
 */

/** Work that may pause wherever it yields. */
export type CooperativeTask<T> = Generator<void, T, void>;

/** Runs a workspace's work in slices; settles with its result or error. */
export type FairScheduler = <T>(workspace: string, work: CooperativeTask<T>) => Promise<T>;

/** Real time, and turns of the event loop. */
type Loop = {
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** Resolves after all other work of this turn. */
  endOfTurn(): Promise<void>;
  after(ms: number): Promise<void>;
};

/** How long work may run in one turn of the loop, unless a single step takes longer. A request waits a few turns. */
const TURN_MS = 3;
/** A workspace may compute for `BURST_MS` at once, and after that for `SHARE` of the time. */
const BURST_MS = 50;
const SHARE = 0.1;

/** Beyond this many, idle workspaces are forgotten. More than ever compute at the same time. */
const MAX_WORKSPACES = 1000;

/**
 * Runs work in slices, first come, first served: one slice in each turn of the event loop, and everything else in between.
 * A workspace that has computed for 50 ms gets a tenth of the time from then on, so that other workspaces don't notice it.
 */
export function createFairScheduler(loop: Loop): FairScheduler {
  /** Each workspace's computing time as of `at`; `SHARE` of the time that has passed is already deducted. */
  const spent = new Map<string, { ms: number; at: number }>();
  let last = Promise.resolve();

  function spentBy(workspace: string): number {
    const { ms, at } = spent.get(workspace) ?? { ms: 0, at: 0 };
    return Math.max(0, ms - (loop.now() - at) * SHARE);
  }

  function record(workspace: string, ms: number): void {
    spent.set(workspace, { ms: spentBy(workspace) + ms, at: loop.now() });
    if (spent.size <= MAX_WORKSPACES) return;
    for (const name of spent.keys()) if (spentBy(name) === 0) spent.delete(name);
  }

  async function myTurn(workspace: string): Promise<void> {
    for (;;) {
      last = last.then(loop.endOfTurn);
      await last;
      const excessMs = spentBy(workspace) - BURST_MS;
      if (excessMs <= 0) return;
      await loop.after(Math.ceil(excessMs / SHARE));
    }
  }

  return async (workspace, work) => {
    for (;;) {
      await myTurn(workspace);
      const began = loop.now();
      try {
        do {
          const step = work.next();
          if (step.done) return step.value;
        } while (loop.now() - began < TURN_MS);
      } finally {
        record(workspace, loop.now() - began);
      }
    }
  };
}

/** Runs work without a pause. */
export function runToEnd<T>(work: CooperativeTask<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Runs `work` when its line has room; settles as `work` does. */
type KeyedLimiter = <T>(line: string, work: () => Promise<T>) => Promise<T>;

/** Runs up to `concurrency` tasks of each name at the same time, in order. Names don't wait for each other. */
export function createKeyedLimiter(concurrency: number): KeyedLimiter {
  const lines = new Map<string, { busy: number; waiting: Set<() => void> }>();
  return async (name, work) => {
    const line = lines.get(name) ?? { busy: 0, waiting: new Set() };
    lines.set(name, line);
    if (line.busy < concurrency) line.busy += 1;
    else await new Promise<void>(resolve => line.waiting.add(resolve));
    try {
      return await work();
    } finally {
      const [next] = line.waiting;
      if (next) {
        line.waiting.delete(next);
        next();
      } else {
        line.busy -= 1;
        if (line.busy === 0) lines.delete(name);
      }
    }
  };
}

/** Runs `work`, or joins work of the same name that is already running. */
type SingleFlight<T> = (name: string, work: () => Promise<T>) => Promise<T>;

/** Concurrent callers with the same name share one result. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Promise<T>>();
  return (name, work) => {
    const inFlight = flights.get(name);
    if (inFlight) return inFlight;
    const flight = work().finally(() => flights.delete(name));
    flights.set(name, flight);
    return flight;
  };
}
