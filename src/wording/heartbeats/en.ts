import { plural, when } from '../english.ts';
import type { HeartbeatsWording } from './types.ts';

/** A duration in whole units, rounded down: `15 minutes` is never said before they are over. */
function lasting(ms: number): string {
  const minutes = Math.floor(ms / 60_000);
  if (minutes < 90) return plural(minutes, 'minute');
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? plural(hours, 'hour') : plural(Math.floor(hours / 24), 'day');
}

/** English. What goes into texts uses only the letters of GSM-7. */
export const heartbeats: HeartbeatsWording = {
  firing: ({ hook, severity, ms }) => `${severity} ${hook}: not called for ${lasting(ms)}`,
  resolved: ({ hook, ms }) => `RESOLVED ${hook}: is back after ${lasting(ms)}`,
  unwatched: ({ from, until }) =>
    `:warning: Not checked from ${when(from)} to ${when(until)}: the app couldn’t be called then. That time doesn’t count as silence.`,
  silent: at => `Not called since ${when(at)}`,
  waiting: 'waiting for the first call',
  calledAt: at => `last called ${when(at)}`,
  stopped: at => `:rotating_light: not called since ${when(at)}`,
  tryIt:
    'Add this at the end of your job; each call is a heartbeat. From the first one on, you get a text when they stop.',
};
