/*
 * There is one event loop for all workspaces, and while something computes nobody else is served. What may be long for one
 * workspace is therefore a generator: it yields wherever others may have the loop, and says nothing about when. The same
 * work can be done at once, where nobody waits.
 */

/** Work that may pause wherever it yields; returns what came of it. */
export type PausableWork<T> = Generator<void, T, void>;

/** Does work of a workspace's, others in between; resolves with what came of it, and rejects with what it throws. */
export type InTurns = <T>(workspace: string, work: PausableWork<T>) => Promise<T>;

/** How time really passes, and turns of the event loop. */
export type Loop = {
  /** Milliseconds since any moment. */
  now(): number;
  /** Resolves when whatever else waits in this turn, and cannot wait longer, was served. */
  endOfTurn(): Promise<void>;
  after(ms: number): Promise<void>;
};

/** So long one of them goes on in a turn, if no step of it takes longer: whoever is served in between waits for several such. */
const TURN_MS = 3;
/** A workspace has so much at once; then it goes on for this share of the time. */
const AT_ONCE_MS = 50;
const SHARE = 0.1;

/** More workspaces than compute at a time. */
const MANY = 1000;

/**
 * All that is done by one of these takes turns, first come, first served: in one turn of the event loop one of them goes
 * on, and then all else that waits is served. A workspace that has computed for 50 ms goes on for a tenth of the time, so
 * that nobody notices how much it has to do.
 */
export function createInTurns(loop: Loop): InTurns {
  /** What each has computed and not made up for, at a moment. */
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
export function atOnce<T>(work: PausableWork<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}
