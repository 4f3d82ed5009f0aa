import { createLru } from './lru.ts';

/** A machine's two clocks. */
export type TimeSource = {
  /** The time of day, in epoch milliseconds. Somebody may set it at any moment, forward or back. */
  wall(): number;
  /** Milliseconds since some fixed moment. Nobody can set it, and it doesn't count time while the machine was paused. */
  monotonic(): number;
};

/** Time, passed in wherever it matters, so that tests can move it instead of waiting. */
export type Clock = {
  /**
   * Milliseconds since the epoch on the app's own time line. It is close to the time of day, but advances only as time
   * really passes: if somebody sets a clock, nothing becomes due too early or too late. Every stored time that is compared
   * or waited for is on this line.
   */
  now(): number;
  /**
   * The time of day, in epoch milliseconds: for what people read, for days, and for quiet hours.
   *
   * @param at a moment on the line other than now; converted by the clock as it is set now
   */
  wall(at?: number): number;
  /** Calls `run` once, `delayMs` from now; call the returned function to cancel. */
  after(delayMs: number, run: () => void): () => void;
};

export const systemTime: TimeSource = { wall: Date.now, monotonic: () => performance.now() };

/**
 * Calls `judge` once everything that has arrived over the network by now has been read. Use it for deadlines: after a
 * process was frozen or busy, its timers fire before it reads its sockets, so it could call an answer missing that has
 * already arrived.
 *
 * The event loop reads between the timers and the first turn; the second turn is for callers that don't come from a timer.
 */
export function onceRead(check: () => void): void {
  setImmediate(() => setImmediate(check));
}

/** A machine's timers. */
export type Timers = Pick<Clock, 'after'>;

/**
 * A signal for one request: aborts after `ms` of the machine's milliseconds, once everything that has arrived by then has been
 * read. Call `end` when the request has ended.
 */
export function timeLimit(time: Timers, ms: number): { signal: AbortSignal; end: () => void } {
  const stop = new AbortController();
  const abort = (): void => stop.abort(new DOMException('No answer in time', 'TimeoutError'));
  return { signal: stop.signal, end: time.after(ms, () => onceRead(abort)) };
}

/** What is waited for, or `otherwise` if it takes longer. */
export function within<T>(
  time: Pick<Clock, 'after'>,
  ms: number,
  wanted: Promise<T>,
  otherwise: NoInfer<T>,
): Promise<T> {
  const late = Promise.withResolvers<T>();
  const cancelTimer = time.after(ms, () => late.resolve(otherwise));
  return Promise.race([wanted, late.promise]).finally(cancelTimer);
}

export const pause = (time: Pick<Clock, 'after'>, ms: number): Promise<void> =>
  new Promise(resolve => time.after(ms, resolve));

const MOST_IDS = 10_000;

type Waits = { first: number; last: number };

/** `first`, doubled so many times; never more than `last`. */
export const doubled = ({ first, last }: Waits, times: number): number => Math.min(last, first * 2 ** times);

/** For each thing that keeps failing, waits that double from `first` to `last`. */
export function createBackoff(waits: Waits) {
  const failures = createLru<number>(MOST_IDS);
  return {
    next(id: string): number {
      const count = failures.get(id) ?? 0;
      failures.set(id, count + 1);
      return doubled(waits, count);
    },
    succeeded: (id: string): void => void failures.delete(id),
  };
}
