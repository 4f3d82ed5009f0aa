import type { FastClock } from '../fast-clock.ts';
import type { Hook, Rounds } from './rounds.ts';

/** How often it calls. */
export const EVERY_SECONDS = 15;

/** A job that calls its heartbeat hook regularly, as long as it runs. */
export interface Job {
  start(): void;
  stop(): void;
  runs(): boolean;
}

export function createJob(clock: FastClock, rounds: Rounds, hook: () => Hook): Job {
  let callOff: (() => void) | null = null;
  const stop = (): void => {
    callOff?.();
    callOff = null;
  };
  return {
    stop,
    runs: () => callOff !== null,
    start() {
      stop();
      const round = rounds.begin('Job', `a call every ${EVERY_SECONDS} seconds`, 0);
      const call = (): void => {
        callOff = clock.after(EVERY_SECONDS * 1000, call);
        round.calls += 1;
        void rounds.call(round, hook(), {});
      };
      call();
    },
  };
}
