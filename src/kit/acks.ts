import { setImmediate as endOfTurn } from 'node:timers/promises';
import { machineMs, type Timers, type TimeSource } from './clock.ts';

/*
 * Slack waits three seconds for its ack; nobody waits for anything else. So when there is much to do, whatever can wait lets
 * acks go first. It still continues in small portions, so that nothing is held back forever; all of it is in the store.
 */

/** When this many acks are owed at once, requests come in faster than we acknowledge them. */
const CROWD = 8;
/** For how long after a crowd the work that can wait still begins in portions. */
const CROWDED_MS = 100;
const PORTION = { count: 5, everyMs: 50 };
/** The longest that anything lets acks go first at a time. */
const PATIENCE_MS = 20;
/** For so long after an ack was owed, long work rests between its steps: so many times as long as the last one took. */
const RESTS_MS = 1000;
const REST = 3;

/** One kind of work that can wait. */
export type Portions = {
  /** How many of `most` may begin now; if none may, ask again after `PORTIONS_MS`. */
  room(most: number): number;
  /** Call this with how many began. */
  began(count: number): void;
};
export const PORTIONS_MS = PORTION.everyMs;

export type Acks = {
  /** Slack waits for an ack; call the returned function once Slack has it. */
  owe(): () => void;
  /** Resolves when no ack is owed, or after 20 ms. */
  given(): Promise<void>;
  portions(): Portions;
  /**
   * For long work in small steps: call the returned function between them. It resolves once everything urgent was served;
   * while acks keep coming, the work so has a quarter of the time, and each of its rests takes 20 ms at most.
   */
  steps(): () => Promise<void>;
};

export function createAcks(time: Pick<TimeSource, 'monotonic'> & Timers): Acks {
  let owed = 0;
  let owedAt = Number.NEGATIVE_INFINITY;
  let crowdedAt = Number.NEGATIVE_INFINITY;
  const waiting = new Set<() => void>();

  function given(): void {
    owed -= 1;
    if (owed > 0) return;
    for (const goOn of waiting) goOn();
  }

  function allGiven(): Promise<void> {
    if (owed === 0) return Promise.resolve();
    return new Promise(resolve => {
      const goOn = (): void => {
        callOff();
        waiting.delete(goOn);
        resolve();
      };
      const callOff = time.after(machineMs(time, PATIENCE_MS), goOn);
      waiting.add(goOn);
    });
  }

  return {
    owe() {
      owed += 1;
      owedAt = time.monotonic();
      if (owed >= CROWD) crowdedAt = owedAt;
      let isOwed = true;
      return () => {
        if (isOwed) given();
        isOwed = false;
      };
    },

    given: allGiven,

    portions() {
      let since = Number.NEGATIVE_INFINITY;
      let begun = 0;
      return {
        room(most) {
          const now = time.monotonic();
          if (now - since >= PORTION.everyMs) [since, begun] = [now, 0];
          return now - crowdedAt < CROWDED_MS ? Math.max(0, Math.min(most, PORTION.count - begun)) : most;
        },
        began(count) {
          begun += count;
        },
      };
    },

    steps() {
      let began = time.monotonic();
      return async () => {
        const tookMs = time.monotonic() - began;
        await endOfTurn();
        await allGiven();
        const restMs = Math.min(PATIENCE_MS, Math.round(tookMs * REST));
        if (restMs > 0 && time.monotonic() - owedAt < RESTS_MS)
          await new Promise<void>(resolve => time.after(machineMs(time, restMs), resolve));
        began = time.monotonic();
      };
    },
  };
}
