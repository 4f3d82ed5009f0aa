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
