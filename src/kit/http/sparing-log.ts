import type { Log } from '../../log.ts';
import { createRateLimit } from './rate-limit.ts';

const LINES = { burst: 20, perSecond: 1 };

/** Writes a line or leaves it out; the next line that is written says how many were left out. */
export type SparingLog = (level: 'warn' | 'error', about: object, what: string) => void;

/** A log for lines that anybody can cause as often as they like, so that it doesn't fill a disk. */
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
