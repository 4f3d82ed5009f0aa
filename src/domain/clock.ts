/** The two clocks of a machine. */
export type TimeSource = {
  /** The time of day, in epoch milliseconds. It may be set at any moment, forward or back. */
  wall(): number;
  /** Milliseconds since some moment. It can't be set, and does not count the time that the machine was paused. */
  monotonic(): number;
};

/** Time, passed in everywhere it matters, so that tests move it instead of waiting for it. */
export type Clock = {
  /**
   * Milliseconds since the epoch on the app's own time line. It is about the time of day, but goes on only as time
   * really passes: when somebody sets a clock, nothing is due too early or too late. All that is stored to be compared
   * or waited for is by this line.
   */
  now(): number;
  /**
   * The time of day, in epoch milliseconds: for what people read, days, and quiet hours.
   *
   * @param at another moment of the line than now, by the clock as it is set now
   */
  wall(at?: number): number;
  /** Calls `run` once, `delayMs` from now; the returned function calls that off. */
  after(delayMs: number, run: () => void): () => void;
};

export const systemTime: TimeSource = { wall: Date.now, monotonic: () => performance.now() };
