/** Time, passed in everywhere it matters, so that tests move it instead of waiting for it. */
export type Clock = {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Calls `run` once, `delayMs` from now; the returned function calls that off. */
  after(delayMs: number, run: () => void): () => void;
};
