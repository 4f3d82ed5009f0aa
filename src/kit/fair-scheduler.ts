/*
 * All workspaces share one event loop, and while something computes, nobody else is served. So work that may take long for
 * one workspace is a generator: it yields wherever others may have the loop, and doesn't decide when they get it. Where
 * nobody waits, the same work can be done at once.
 */

/** Work that may pause wherever it yields; returns its result. */
export type CooperativeTask<T> = Generator<void, T, void>;

/** Does a workspace's work, with others in between; resolves with its result, and rejects with what it throws. */
export type FairScheduler = <T>(workspace: string, work: CooperativeTask<T>) => Promise<T>;

/** The real passing of time, and turns of the event loop. */
type Loop = {
  /** Milliseconds since any fixed moment. */
  now(): number;
  /** Resolves once everything urgent that waits in this turn was served. */
  endOfTurn(): Promise<void>;
  after(ms: number): Promise<void>;
};

/** How long one piece of work may run in a turn, unless a single step takes longer. Others wait for several of these. */
const TURN_MS = 3;
/** A workspace may compute this much at once; after that, it gets this share of the time. */
const AT_ONCE_MS = 50;
const SHARE = 0.1;

/** More workspaces than ever compute at a time. */
const MANY = 1000;

/**
 * All work done through one of these takes turns, first come, first served: in one turn of the event loop one piece
 * continues, and then everything else that waits is served. A workspace that has computed for 50 ms continues for a tenth
 * of the time, so that nobody notices how much it has to do.
 */
export function createFairScheduler(loop: Loop): FairScheduler {
  /** How much each workspace has computed and not yet made up for, as of a moment. */
  const spent = new Map<string, { ms: number; at: number }>();
  let last = Promise.resolve();

  function spentBy(workspace: string): number {
    const { ms, at } = spent.get(workspace) ?? { ms: 0, at: 0 };
    return Math.max(0, ms - (loop.now() - at) * SHARE);
  }

  function note(workspace: string, ms: number): void {
    spent.set(workspace, { ms: spentBy(workspace) + ms, at: loop.now() });
    if (spent.size <= MANY) return;
    for (const one of spent.keys()) if (spentBy(one) === 0) spent.delete(one);
  }

  async function myTurn(workspace: string): Promise<void> {
    for (;;) {
      last = last.then(loop.endOfTurn);
      await last;
      const tooMuch = spentBy(workspace) - AT_ONCE_MS;
      if (tooMuch <= 0) return;
      await loop.after(Math.ceil(tooMuch / SHARE));
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
        note(workspace, loop.now() - began);
      }
    }
  };
}

/** Does work without a pause. */
export function runToEnd<T>(work: CooperativeTask<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

/** Does `work` when its turn comes; settles as it does. */
type KeyedLimiter = <T>(line: string, work: () => Promise<T>) => Promise<T>;

/** Work in lines, one for each name: each line runs a few at once, in the order they came, and no line waits for another. */
export function createKeyedLimiter(atOnce: number): KeyedLimiter {
  const lines = new Map<string, { busy: number; waiting: Set<() => void> }>();
  return async (name, work) => {
    const line = lines.get(name) ?? { busy: 0, waiting: new Set() };
    lines.set(name, line);
    if (line.busy < atOnce) line.busy += 1;
    else await new Promise<void>(resolve => line.waiting.add(resolve));
    try {
      return await work();
    } finally {
      const [next] = line.waiting;
      if (next) {
        // Whoever has waited longest takes the place.
        line.waiting.delete(next);
        next();
      } else {
        line.busy -= 1;
        if (line.busy === 0) lines.delete(name);
      }
    }
  };
}

/** Runs `work`, or joins one of the same name that is already running. */
type SingleFlight<T> = (name: string, work: () => Promise<T>) => Promise<T>;

/** Callers who ask for the same thing at the same time share one answer. */
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
