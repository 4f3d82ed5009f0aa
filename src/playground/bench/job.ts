import { after, type Clock } from '../clock.ts';
import type { Hook } from './call.ts';
import type { Rounds } from './rounds.ts';

/** How often it calls. */
export const EVERY_SECONDS = 15;
/** How often it looks, by the machine's clock, whether its next call is due: the clock may run fast. */
const LOOK_MS = 500;

/** A job that calls its hook regularly, as long as it runs. */
export interface Job {
  start(hook: Hook): void;
  stop(): void;
  runs(): boolean;
}

export function createJob(clock: Clock, rounds: Rounds, changed: () => void): Job {
  let callOff: (() => void) | null = null;

  function stop(): void {
    callOff?.();
    callOff = null;
    changed();
  }

  return {
    stop,
    runs: () => callOff !== null,
    start(hook) {
      stop();
      const round = rounds.begin('Job', `a call every ${EVERY_SECONDS} seconds`, 0);
      let due = clock.now();
      const look = (): void => {
        callOff = after(clock, LOOK_MS, look);
        if (clock.now() < due) return;
        due = clock.now() + EVERY_SECONDS * 1000;
        round.calls += 1;
        void rounds.call(round, hook, {});
      };
      look();
    },
  };
}
