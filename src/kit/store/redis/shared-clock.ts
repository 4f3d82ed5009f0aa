import type { Clock, TimeSource } from '../../clock.ts';
import { continued, createTimeline, type Mark, resumed, type Timeline } from '../../timeline.ts';
import type { Connection } from './connection.ts';

/** An answer that took longer gives too inexact a time; a smaller difference is no sign that a clock was set. */
const GOOD_ROUND_TRIP_MS = 200;
/** Two clocks that nobody sets differ by less than this fraction of the time that passed. */
const DRIFT = 0.001;

/** What Redis' clock showed, and when that was by ours. */
type ClockReading = { wall: number; at: number };

/** The time line of all processes that share a Redis. The time of day is Redis' clock's. */
export type SharedTime = Pick<Clock, 'now' | 'wall'> & {
  /** What Redis' own clock shows, if nobody has set it since our last look. */
  redisClock(): number;
  /** Whether we have ever looked at it; until then all times are this machine's. */
  hasTime(): boolean;
  /** Looks at Redis' clock, and at how far the other processes are. */
  look(): Promise<void>;
};

/**
 * Each process advances as time really passes, stores in Redis how far it is, and is never behind what another one stored
 * there. So setting a clock affects neither rate limits nor how long texts may wait.
 *
 * @param key the hash it is stored in
 */
export function shareTime(
  { ask }: Pick<Connection, 'ask'>,
  key: string,
  { wall, monotonic }: TimeSource,
): SharedTime {
  let seen: ClockReading | null = null;
  let line: Timeline | null = null;
  const redisClock = (): number => (seen ? seen.wall + monotonic() - seen.at : wall());

  /** How far the line is at the moment of a look, as far as we and the others know. */
  function reached(ours: number, others: Mark | null, there: ClockReading): number {
    if (!line) return resumed(others, there.wall);
    if (!others) return ours;
    // If a clock was set since our last look, it doesn't tell how much time passed since the others looked.
    const theirs = seen && differ(seen, there) ? others.line : continued(others, there.wall);
    return Math.max(ours, theirs);
  }

  return {
    now: () => (line ? line.now() : Math.round(wall())),
    wall: at => (line ? line.wall(at) : (at ?? Math.round(wall()))),
    redisClock,
    hasTime: () => line !== null,
    async look() {
      const asked = monotonic();
      const ours = line?.now() ?? 0;
      const [clock, left] = await ask(client =>
        Promise.all([client.sendCommand<string[]>(['TIME']), client.hmGet(key, ['line', 'wall'])]),
      );
      const answered = monotonic();
      if (line && answered - asked > GOOD_ROUND_TRIP_MS) return;
      const there = { wall: timeOf(clock), at: (asked + answered) / 2 };
      // A slow answer only puts the result behind the actual line: looking never moves anybody ahead.
      const at = reached(ours, markOf(left), there);
      seen = there;
      line ??= createTimeline({ wall: redisClock, monotonic }, at);
      line.reach(at);
      await ask(client => client.hSet(key, { line: at, wall: there.wall }));
    },
  };
}

/** Whether Redis' clock was set between two looks at it. */
function differ(before: ClockReading, after: ClockReading): boolean {
  const passed = after.at - before.at;
  return Math.abs(after.wall - before.wall - passed) > GOOD_ROUND_TRIP_MS + passed * DRIFT;
}

/** The answer of the TIME command: seconds and microseconds. */
function timeOf([seconds, microseconds]: string[]): number {
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}

function markOf([line, wall]: (string | null)[]): Mark | null {
  return line && wall ? { line: Number(line), wall: Number(wall) } : null;
}
