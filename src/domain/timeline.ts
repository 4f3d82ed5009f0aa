import type { Clock, TimeSource } from './clock.ts';

/** A moment of a time line, and the time of day that went with it. Stored, so that a line outlives its process. */
export type Mark = { line: number; wall: number };

/** The clock and the line may differ by this much more than before; beyond, the clock was set. */
const STEP_MS = 1000;
/**
 * Whoever goes on so soon after a mark goes on with its line, whatever was done to the clock before. Later, nothing that
 * a person asked for waits any more, and a line that is behind the clock catches up with it.
 */
const SOON_MS = 15 * 60_000;

/** Where the line of a mark is now, by a clock that was not set since; where it was set back, the line stands. */
export function continued({ line, wall }: Mark, wallNow: number): number {
  return line + Math.max(0, wallNow - wall);
}

/**
 * Where a line begins in a process that starts: where the one before it is now, and if that was long ago, not behind the
 * clock. Only the clock tells how long nobody was there.
 */
export function resumed(mark: Mark | null, wallNow: number): number {
  if (!mark) return wallNow;
  const at = continued(mark, wallNow);
  return Math.abs(wallNow - mark.wall) <= SOON_MS ? at : Math.max(at, wallNow);
}

export type Timeline = Pick<Clock, 'now' | 'wall'> & {
  /** Others who share the line are there already: it goes on from there. It never goes back. */
  reach(line: number): void;
  mark(): Mark;
};

/**
 * A time line that begins at `start` and goes on as time really passes: every duration on it is a real one, whatever
 * is done to the clock.
 */
export function createTimeline({ wall: clock, monotonic }: TimeSource, start: number): Timeline {
  let line = start;
  let looked = monotonic();
  let ahead = 0;

  function now(): number {
    const at = monotonic();
    line += Math.max(0, at - looked);
    looked = at;
    return Math.floor(line);
  }

  /** How much the time of day is ahead of the line: the same number until the clock is set. */
  function wallAhead(): number {
    const found = clock() - now();
    if (Math.abs(found - ahead) >= STEP_MS) ahead = Math.round(found);
    return ahead;
  }

  return {
    now,
    wall: at => (at ?? now()) + wallAhead(),
    reach(other) {
      now();
      line = Math.max(line, other);
    },
    mark: () => ({ line: now(), wall: Math.round(clock()) }),
  };
}
