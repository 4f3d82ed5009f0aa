import type { Clock, TimeSource } from '../../clock.ts';
import { continued, createTimeline, type Mark, resumed, type Timeline } from '../../timeline.ts';
import type { Connection } from './connection.ts';

/** A slower answer is too inexact to set the time by. A clock that differs by less wasn't set. */
const GOOD_ROUND_TRIP_MS = 200;
/** Two clocks that aren't set drift apart by less than this fraction of the passed time. */
const DRIFT = 0.001;

/** A reading of Redis' clock, and our monotonic time then. */
type ClockReading = { wall: number; at: number };

/** The time line of all processes that share a Redis. The time of day is Redis'. */
export type SharedTime = Pick<Clock, 'now' | 'wall'> & {
  /** Redis' clock, provided that it wasn't set since our last look. */
  redisClock(): number;
  /** True after the first look; until then all times are this machine's. */
  hasTime(): boolean;
  /** Reads Redis' clock and the other processes' time line. */
  look(): Promise<void>;
};

/**
 * Each process advances its line as time really passes, stores the position in Redis, and never falls behind a stored position. So
 * setting a clock affects neither rate limits nor the time that texts may wait.
 *
 * @param key the hash that stores the position
 */
export function shareTime(
  { ask }: Pick<Connection, 'ask'>,
  key: string,
  { wall, monotonic }: TimeSource,
): SharedTime {
  let seen: ClockReading | null = null;
  let line: Timeline | null = null;
  const redisClock = (): number => (seen ? seen.wall + monotonic() - seen.at : wall());

  /** The position of the line at a reading, from our own line and the stored mark. */
  function positionAt(reading: ClockReading, own: number, mark: Mark | null): number {
    if (!line) return resumed(mark, reading.wall);
    if (!mark) return own;
    // If Redis' clock was set since our last look, it doesn't tell how much time passed since the mark.
    const shared = seen && differ(seen, reading) ? mark.line : continued(mark, reading.wall);
    return Math.max(own, shared);
  }

  return {
    now: () => (line ? line.now() : Math.round(wall())),
    wall: at => (line ? line.wall(at) : (at ?? Math.round(wall()))),
    redisClock,
    hasTime: () => line !== null,
    async look() {
      const askedAt = monotonic();
      const own = line?.now() ?? 0;
      const [clock, mark] = await ask(client =>
        Promise.all([client.sendCommand<string[]>(['TIME']), client.hmGet(key, ['line', 'wall'])]),
      );
      const answeredAt = monotonic();
      if (line && answeredAt - askedAt > GOOD_ROUND_TRIP_MS) return;
      const reading = { wall: timeOf(clock), at: (askedAt + answeredAt) / 2 };
      // A slow answer only gives an earlier position, so looking never moves the line ahead.
      const at = positionAt(reading, own, markOf(mark));
      seen = reading;
      line ??= createTimeline({ wall: redisClock, monotonic }, at);
      line.reach(at);
      await ask(client => client.hSet(key, { line: at, wall: reading.wall }));
    },
  };
}

/** True if Redis' clock was set between two readings. */
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
