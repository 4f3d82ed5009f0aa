/** A machine's two clocks. */
export type TimeSource = {
  /** The time of day, in epoch milliseconds. Somebody may set it at any moment, forward or back. */
  wall(): number;
  /** Milliseconds since some fixed moment. Nobody can set it, and it doesn't count time while the machine was paused. */
  monotonic(): number;
  /** How many times as fast as the machine's clocks these run; as fast, if left out. */
  speed?(): number;
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
} & Pick<TimeSource, 'speed'>;

/**
 * How long a time of the machine is by a clock that may run faster. What other programs do takes as long as ever, however
 * fast our clock runs: Slack waits three real seconds for an ack, and Redis gets as long to answer.
 */
export const machineMs = ({ speed }: Pick<TimeSource, 'speed'>, ms: number): number => ms * (speed?.() ?? 1);

export const systemTime: TimeSource = { wall: Date.now, monotonic: () => performance.now() };
