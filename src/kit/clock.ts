import { createLru } from './lru.ts';

/** The machine's clocks. */
export type TimeSource = {
  /** The time of day, in epoch milliseconds. It may be set at any moment, forward or back. */
  wall(): number;
  /** Milliseconds since a fixed moment. It can't be set, and stands still while the machine is paused. */
  monotonic(): number;
};

/** The app's time, always passed as an argument, so that tests move it instead of waiting. */
export type Clock = {
  /**
   * Epoch milliseconds on the app's time line. It is close to the time of day, but advances only as time really passes, so that
   * setting a clock makes nothing due too early or too late. All stored times that are compared or waited for are on this line.
   */
  now(): number;
  /**
   * The time of day, in epoch milliseconds: for what people read, for days, and for quiet hours.
   *
   * @param at another moment on the time line, converted by the clock's current setting
   */
  wall(at?: number): number;
  /** Calls `run` once after `delayMs`; the returned function cancels the call. */
  after(delayMs: number, run: () => void): () => void;
};

export const systemTime: TimeSource = { wall: Date.now, monotonic: () => performance.now() };

/**
 * Calls `check` once all data that has arrived over the network is read. For deadlines: after a process was frozen or busy, its
 * timers fire before it reads its sockets, so an answer that has arrived would seem to be missing.
 *
 * The event loop reads between the timers and the first immediate; the second is for callers outside of timers.
 */
export function onceRead(check: () => void): void {
  setImmediate(() => setImmediate(check));
}

/** Timers: the machine's for real I/O, the app's for everything else. */
export type Timers = Pick<Clock, 'after'>;

/**
 * An abort signal for one request: aborts after `ms`, once all data that has arrived by then is read. Call `end` when the request
 * has ended.
 */
export function timeLimit(time: Timers, ms: number): { signal: AbortSignal; end: () => void } {
  const controller = new AbortController();
  const abort = (): void => controller.abort(new DOMException('No answer in time', 'TimeoutError'));
  return { signal: controller.signal, end: time.after(ms, () => onceRead(abort)) };
}

/** The result of `work`, or `otherwise` if the work takes longer than `ms`. */
export function within<T>(time: Timers, ms: number, work: Promise<T>, otherwise: NoInfer<T>): Promise<T> {
  const late = Promise.withResolvers<T>();
  const cancelTimer = time.after(ms, () => late.resolve(otherwise));
  return Promise.race([work, late.promise]).finally(cancelTimer);
}

export const pause = (time: Timers, ms: number): Promise<void> =>
  new Promise(resolve => time.after(ms, resolve));

const MAX_IDS = 10_000;

type Waits = { first: number; last: number };

/** `first`, doubled `times` times; at most `last`. */
export const doubled = ({ first, last }: Waits, times: number): number => Math.min(last, first * 2 ** times);

/** Computes how long to wait after a failure: for each id, from `first` to `last`, doubled with each failure in a row. */
export function createBackoff(waits: Waits) {
  const failures = createLru<number>(MAX_IDS);
  return {
    next(id: string): number {
      const count = failures.get(id) ?? 0;
      failures.set(id, count + 1);
      return doubled(waits, count);
    },
    succeeded: (id: string): void => void failures.delete(id),
  };
}
