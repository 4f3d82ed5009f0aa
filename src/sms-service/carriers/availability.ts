import type { Outcome } from '../delivery/rules.ts';
import type { Clock } from '../time.ts';
import type { Health } from './carrier.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 60_000;

/**
 * How much a route may have in progress: its window while it works; nothing while the carrier asks us to slow down; one
 * message at a time, with longer and longer pauses, while nothing works.
 */
export function createAvailability({ clock, changed }: { clock: Clock; changed(): void }, window: number) {
  let begun = 0;
  const underway = new Set<Promise<unknown>>();
  let health: Health = { healthy: true };
  let pausedUntil = 0;
  let nextPauseMs = FIRST_PAUSE_MS;
  let timesThrottled = 0;

  function pause(): void {
    // Answers to messages that left together ask for one pause together.
    if (clock.now() < pausedUntil) return;
    const pauseMs = nextPauseMs;
    nextPauseMs = Math.min(nextPauseMs * 2, LONGEST_PAUSE_MS);
    pausedUntil = clock.now() + pauseMs;
    clock.after(pauseMs, changed);
  }

  function well(endsPause = true): void {
    const news = !health.healthy || (endsPause && pausedUntil > clock.now());
    health = { healthy: true };
    if (endsPause) {
      pausedUntil = 0;
      nextPauseMs = FIRST_PAUSE_MS;
    }
    if (news) changed();
  }

  return {
    health: () => health,
    room(): number {
      if (clock.now() < pausedUntil) return 0;
      return Math.max(0, (health.healthy ? window : 1) - begun);
    },
    /** Everything in progress now. */
    underway: underway as ReadonlySet<Promise<unknown>>,
    /**
     * Runs `work`, which hands a text to the carrier, and counts it as in progress. If the carrier answers to the text,
     * the route works; but an answer to what began before the carrier asked us to slow down doesn't take that back.
     */
    during(work: () => Promise<Outcome>): Promise<Outcome> {
      begun++;
      const before = timesThrottled;
      const answered = work().then(outcome => {
        if (outcome.kind === 'taken' || outcome.kind === 'refused') well(timesThrottled === before);
        return outcome;
      });
      const ended = answered.finally(() => {
        begun--;
        underway.delete(ended);
        changed();
      });
      underway.add(ended);
      return ended;
    },
    /** The carrier says that it would take something. */
    well,
    /** The carrier asks us to slow down. */
    throttled(): void {
      timesThrottled++;
      pause();
    },
    /** Nothing can be sent this way: with `for-good` until `well` is called, otherwise until an attempt after a while. */
    ill(why: string, howLong?: 'for-good'): void {
      health = { healthy: false, since: health.healthy ? clock.now() : health.since, why };
      if (howLong === 'for-good') {
        pausedUntil = Number.POSITIVE_INFINITY;
        changed();
      } else pause();
    },
  };
}
