import type { Clock, TimeSource } from '../../domain/clock.ts';
import { continued, createTimeline, type Mark, resumed, type Timeline } from '../../domain/timeline.ts';
import type { Connection } from './connection.ts';

/** An answer that took longer tells the time too badly; and what differs by less is no sign that a clock was set. */
const GOOD_ROUND_TRIP_MS = 200;
/** Two clocks that nobody sets differ by less than this part of the time that passed. */
const DRIFT = 0.001;

/** What Redis' clock showed, and when that was by ours. */
type ClockReading = { wall: number; at: number };

/** The time line of all processes that share a Redis. The time of day is by Redis' clock. */
export type SharedTime = Pick<Clock, 'now' | 'wall'> & {
  /** What Redis' own clock shows, as far as nobody has set it since it was looked at. */
  redisClock(): number;
  /** Whether it was ever looked at; until then all this is this machine's. */
  hasTime(): boolean;
  /** Looks at Redis' clock, and at how far the others are. */
  look(): Promise<void>;
};

/**
 * Each process goes on by what really passes, leaves in Redis how far it is, and is never behind what another one left
 * there. So nobody's pace or patience notices that a clock was set.
 *
 * @param key the hash where it is left
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
    // A clock that was set since we last looked does not tell what passed since the others looked.
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
      // That it took its time only makes it fall short of where the line is: nobody gains by looking.
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

/** What the command TIME answers: seconds and microseconds. */
function timeOf([seconds, microseconds]: string[]): number {
  return Number(seconds) * 1000 + Math.floor(Number(microseconds) / 1000);
}

function markOf([line, wall]: (string | null)[]): Mark | null {
  return line && wall ? { line: Number(line), wall: Number(wall) } : null;
}
