import type { Log } from '../log.ts';
import { createRateLimit } from './rate-limit.ts';

const LINES = { burst: 20, perSecond: 1 };

/** Writes a line, or not: the next one that is written says how many were left out. */
export type SparingLog = (level: 'warn' | 'error', about: object, what: string) => void;

/** A log for what anybody can cause, as often as they like: it does not fill a disk. */
export function createSparingLog(log: Log, now: () => number): SparingLog {
  const waitFor = createRateLimit({ ...LINES, now });
  let leftOut = 0;
  return (level, about, what) => {
    if (waitFor('any') > 0) {
      leftOut += 1;
      return;
    }
    log[level](leftOut > 0 ? { ...about, leftOut } : about, what);
    leftOut = 0;
  };
}
