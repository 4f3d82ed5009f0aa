import type { TimeSource } from '../domain/clock.ts';

/*
 * Slack waits three seconds for its ack, and nobody for anything else: where much is to be done, whatever can wait lets
 * acks go first. It goes on in small portions all the same, so that nothing is held back for good; all of it is in the store.
 */

/** So many owed at once: requests come faster than they are acked. */
const CROWD = 8;
/** For so long after a crowd, what can wait begins in portions. */
const CROWDED_MS = 100;
const PORTION = { count: 5, everyMs: 50 };
/** Nothing lets acks go first for longer than this at a time. */
const PATIENCE_MS = 20;

/** Work of one kind that can wait. */
export type Portions = {
  /** How many of `most` may begin now; where none may, ask again after `PORTIONS_MS`. */
  room(most: number): number;
  /** So many were begun. */
  began(count: number): void;
};
export const PORTIONS_MS = PORTION.everyMs;

export type Acks = {
  /** Slack waits for one; call what it returns when Slack has it. */
  owe(): () => void;
  /** Resolves when none is owed, or after 20 ms. */
  given(): Promise<void>;
  portions(): Portions;
};

export function createAcks(time: Pick<TimeSource, 'monotonic'>): Acks {
  let owed = 0;
  let crowdedAt = Number.NEGATIVE_INFINITY;
  let waiting: (() => void)[] = [];

  function given(): void {
    owed -= 1;
    if (owed > 0) return;
    for (const goOn of waiting) goOn();
    waiting = [];
  }

  return {
    owe() {
      owed += 1;
      if (owed >= CROWD) crowdedAt = time.monotonic();
      let isOwed = true;
      return () => {
        if (isOwed) given();
        isOwed = false;
      };
    },

    given() {
      if (owed === 0) return Promise.resolve();
      return new Promise(resolve => {
        const timer = setTimeout(resolve, PATIENCE_MS);
        waiting.push(() => {
          clearTimeout(timer);
          resolve();
        });
      });
    },

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
  };
}
