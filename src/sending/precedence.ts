import { performance } from 'node:perf_hooks';

/*
 * When there is more to do than the processor or the store can, what must not wait goes first: accepting (Slack waits
 * three seconds for its answer), then sending, then telling. What stands behind goes on in small portions, so that
 * nothing is ever held back for good, and catches up when there is room again. All that waits is in the store.
 */

export type Work = 'accepting' | 'sending' | 'telling';

const BEFORE: Record<Work, Work[]> = {
  accepting: [],
  sending: ['accepting'],
  telling: ['accepting', 'sending'],
};

/** Where the event loop has less idle time than this leaves, what must not wait goes first. */
const SATURATED = 0.75;
/** The same where so many are being written down at once: they come faster than the store takes them. */
const CROWD = 8;
/** Looked at this often; work that was begun within this time is going on. */
const WINDOW_MS = 100;
/** While held back, so much is begun in each portion's time. */
const PORTION = { count: 5, everyMs: 50 };

export type Precedence = {
  /** Something is being accepted; call what it returns when that is over. */
  accepting(): () => void;
  /** So many of this kind are begun now. */
  began(work: 'sending' | 'telling', count: number): void;
  /** How many of this kind may begin now. Fewer than there are: call `whenMore`. */
  allowance(work: Work): number;
  /** Calls `run` once, when more of a kind that was held back may begin. */
  whenMore(work: Work, run: () => void): void;
};

/** What is measured, and how time passes: real time, for this is about the processor's. */
export type Meter = {
  /** Milliseconds since any moment. */
  now(): number;
  /** The share of the time since the last call in which the event loop was not idle, 0 to 1. */
  busy(): number;
  after(delayMs: number, run: () => void): void;
};

export function createPrecedence(meter: Meter = eventLoop()): Precedence {
  const last: Partial<Record<Work, number>> = {};
  const portions: Partial<Record<Work, { since: number; begun: number }>> = {};
  const waiting = new Set<Work>();
  let lookedAt = meter.now();
  let saturated = false;
  let beingAccepted = 0;
  let crowdedAt = -Infinity;

  function isSaturated(now: number): boolean {
    if (now - lookedAt >= WINDOW_MS) {
      saturated = meter.busy() >= SATURATED;
      lookedAt = now;
    }
    return saturated || now - crowdedAt < WINDOW_MS;
  }

  const goesOn = (work: Work, now: number): boolean => now - (last[work] ?? -Infinity) < WINDOW_MS;

  function portionOf(work: Work, now: number): { since: number; begun: number } {
    const portion = portions[work];
    if (portion && now - portion.since < PORTION.everyMs) return portion;
    const fresh = { since: now, begun: 0 };
    portions[work] = fresh;
    return fresh;
  }

  return {
    accepting() {
      const now = meter.now();
      last.accepting = now;
      beingAccepted += 1;
      if (beingAccepted >= CROWD) crowdedAt = now;
      return () => {
        beingAccepted -= 1;
      };
    },
    began(work, count) {
      if (count === 0) return;
      const now = meter.now();
      last[work] = now;
      portionOf(work, now).begun += count;
    },
    allowance(work) {
      const now = meter.now();
      if (!isSaturated(now) || !BEFORE[work].some(other => goesOn(other, now))) return Infinity;
      return Math.max(0, PORTION.count - portionOf(work, now).begun);
    },
    whenMore(work, run) {
      if (waiting.has(work)) return;
      waiting.add(work);
      meter.after(PORTION.everyMs, () => {
        waiting.delete(work);
        run();
      });
    },
  };
}

function eventLoop(): Meter {
  let before = performance.eventLoopUtilization();
  return {
    now: () => performance.now(),
    busy() {
      const now = performance.eventLoopUtilization();
      const { utilization } = performance.eventLoopUtilization(now, before);
      before = now;
      return utilization;
    },
    after: (delayMs, run) => void setTimeout(run, delayMs).unref(),
  };
}
