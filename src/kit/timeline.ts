import type { Clock, TimeSource } from './clock.ts';

/** A moment on a time line, and the time of day that went with it. Stored, so that a line outlives its process. */
export type Mark = { line: number; wall: number };

/** How far the clock and the line may move apart since the last look; more than that, and the clock was set. */
const STEP_MS = 1000;
/**
 * A process that starts within this time of a mark continues the mark's line, whatever was done to the clock before. After
 * longer, nothing that a person asked for is still waiting, and a line that is behind the clock catches up with it.
 */
const SOON_MS = 15 * 60_000;

/** Where the line of a mark is now, by a clock that was not set since; if the clock was set back, the line stands still. */
export function continued({ line, wall }: Mark, wallNow: number): number {
  return line + Math.max(0, wallNow - wall);
}

/**
 * Where the line begins in a process that starts: where the previous process' line is by now, or, if that was long ago, at
 * least at the clock. Only the clock can say how long nobody was running.
 */
export function resumed(mark: Mark | null, wallNow: number): number {
  if (!mark) return wallNow;
  const at = continued(mark, wallNow);
  return Math.abs(wallNow - mark.wall) <= SOON_MS ? at : Math.max(at, wallNow);
}

export type Timeline = Pick<Clock, 'now' | 'wall'> & {
  /** Others who share the line have reached this already, so it continues from there. It never goes back. */
  reach(line: number): void;
  mark(): Mark;
};

/**
 * A time line that begins at `start` and advances as time really passes: every duration on it is real, whatever is done to
 * the clock.
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

  /** How far the time of day is ahead of the line: constant until the clock is set. */
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
