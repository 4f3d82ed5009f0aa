import type { Clock, TimeSource } from './clock.ts';

/** A position of the time line, and the time of day then. Stored, so that the line outlives its process. */
export type Mark = { line: number; wall: number };

/** If the clock and the line differ by more than this since the last look, the clock was set. */
const STEP_MS = 1000;
/**
 * A process that starts within this time of a mark continues the mark's line, even if the clock was set. After that, no request
 * is still waiting, and a line behind the clock catches up with it.
 */
const SOON_MS = 15 * 60_000;

/** The current position of a mark's line by a clock that wasn't set since; if it was set back, the line stands still. */
export function continued({ line, wall }: Mark, wallNow: number): number {
  return line + Math.max(0, wallNow - wall);
}

/**
 * The position at which a new process starts: the current position of the previous process's line or, if the mark is old, at least
 * the clock's time. Only the clock knows how long no process was running.
 */
export function resumed(mark: Mark | null, wallNow: number): number {
  if (!mark) return wallNow;
  const at = continued(mark, wallNow);
  return Math.abs(wallNow - mark.wall) <= SOON_MS ? at : Math.max(at, wallNow);
}

export type Timeline = Pick<Clock, 'now' | 'wall'> & {
  /** Moves the line forward to a position that another process has reached. It never goes back. */
  reach(position: number): void;
  mark(): Mark;
};

/**
 * A time line that begins at `start` and advances as time really passes, so that all durations on it are real even if the clock is
 * set.
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

  /** The time of day minus the line: constant until the clock is set. */
  function wallAhead(): number {
    const difference = clock() - now();
    if (Math.abs(difference - ahead) >= STEP_MS) ahead = Math.round(difference);
    return ahead;
  }

  return {
    now,
    wall: at => (at ?? now()) + wallAhead(),
    reach(position) {
      now();
      line = Math.max(line, position);
    },
    mark: () => ({ line: now(), wall: Math.round(clock()) }),
  };
}
