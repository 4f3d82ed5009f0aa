import { createFastClock, type FastClock } from '../../../src/demo/fast-clock.ts';
import type { Clock as SlackClock } from '../../../src/playground/index.ts';
import { LIBFAKETIME } from './set-clock.ts';

/*
 * An hour of texts in minutes: time runs fast for the app, the SMS service and Redis alike, with none of their numbers changed.
 * What goes by the machine's clock, such as the time limits of connections, stays as it is.
 */

export type FastTime = {
  /** In this process. */
  clock: FastClock;
  /** For a playground in this process. */
  slack: SlackClock;
  /** For the SMS service in this process. */
  service: { now(): number; after: FastClock['after'] };
  /** Runs the app in its own process, as `src/main.ts` does, and as often as wanted: all continue the same time. */
  program: { args: string[] };
  environment: Record<string, string>;
  /** For a redis-server; each start of it continues the same time. */
  redis: Record<string, string>;
};

export function createFastTime(speed: number): FastTime {
  const since = Date.now();
  const clock = createFastClock(undefined, { speed });
  return {
    clock,
    slack: { now: clock.wall, machine: Date.now, speed: clock.speed },
    service: { now: clock.wall, after: clock.after },
    program: { args: ['test/real/support/fast-program.ts'] },
    environment: { FAST_SINCE: String(since), FAST_SPEED: String(speed) },
    redis: {
      // redis-server can't use its own allocator together with libfaketime; libc's works as well.
      LD_PRELOAD: `${LIBFAKETIME}:libc.so.6`,
      FAKETIME_FMT: '%s',
      get FAKETIME() {
        return `@${Math.round(clock.wall() / 1000)} x${speed}`;
      },
    },
  };
}
