import { type Clock, machineMs } from './clock.ts';

/**
 * Calls `judge` once everything that has arrived over the network by now has been read. Use it for deadlines: after a
 * process was frozen or busy, its timers fire before it reads its sockets, so it could call an answer missing that has
 * already arrived.
 *
 * The event loop reads between the timers and the first turn; the second turn is for callers that don't come from a timer.
 */
export function onceRead(judge: () => void): void {
  setImmediate(() => setImmediate(judge));
}

/** A machine's timers, and how fast they run. */
export type Timers = Pick<Clock, 'after' | 'speed'>;

/**
 * A signal for one request: aborts after `ms` of the machine's milliseconds, once everything that has arrived by then has been
 * read. Call `end` when the request has ended.
 */
export function timeLimit(time: Timers, ms: number): { signal: AbortSignal; end: () => void } {
  const stop = new AbortController();
  const abort = (): void => stop.abort(new DOMException('No answer in time', 'TimeoutError'));
  return { signal: stop.signal, end: time.after(machineMs(time, ms), () => onceRead(abort)) };
}
