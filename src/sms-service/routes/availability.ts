import type { Clock } from '../clock.ts';
import type { Health } from './route.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * How much a route may have in progress: its window while it works; nothing while the carrier asks us to slow down; one
 * message at a time, with longer and longer pauses, while nothing works.
 */
export interface Availability {
  health(): Health;
  room(): number;
  /** Runs `work`, which hands a text to the carrier, and counts it as in progress. */
  during<T>(work: () => Promise<T>): Promise<T>;
  /** Everything in progress now. */
  underway: ReadonlySet<Promise<unknown>>;
  /** The carrier took something, or says that it would. */
  well(): void;
  /** The carrier asks us to slow down. */
  throttled(): void;
  /** Nothing can be sent this way: with `for-good` until `well` is called, otherwise until an attempt after a while. */
  ill(why: string, howLong?: 'for-good'): void;
}

export function createAvailability(
  { clock, changed }: { clock: Clock; changed(): void },
  window: number,
): Availability {
  let begun = 0;
  const underway = new Set<Promise<unknown>>();
  let health: Health = { healthy: true };
  let pausedUntil = 0;
  let nextPauseMs = FIRST_PAUSE_MS;

  function pause(): void {
    // Answers to messages that left together ask for one pause together.
    if (clock.now() < pausedUntil) return;
    const pauseMs = nextPauseMs;
    nextPauseMs = Math.min(nextPauseMs * 2, LONGEST_PAUSE_MS);
    pausedUntil = clock.now() + pauseMs;
    clock.after(pauseMs, changed);
  }

  return {
    health: () => health,
    room() {
      if (clock.now() < pausedUntil) return 0;
      return Math.max(0, (health.healthy ? window : 1) - begun);
    },
    underway,
    during(work) {
      begun++;
      const outcome = work().finally(() => {
        begun--;
        underway.delete(outcome);
        changed();
      });
      underway.add(outcome);
      return outcome;
    },
    well() {
      const news = !health.healthy || pausedUntil > clock.now();
      health = { healthy: true };
      pausedUntil = 0;
      nextPauseMs = FIRST_PAUSE_MS;
      if (news) changed();
    },
    throttled: pause,
    ill(why, howLong) {
      health = { healthy: false, since: health.healthy ? clock.now() : health.since, why };
      if (howLong === 'for-good') {
        pausedUntil = Number.POSITIVE_INFINITY;
        changed();
      } else pause();
    },
  };
}
