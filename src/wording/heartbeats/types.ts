/** Hooks that should be called regularly. */
export type HeartbeatsWording = {
  /** The text when one stopped. `severity`: in words, in front. */
  firing(silence: { hook: string; severity: string; ms: number }): string;
  /** The text when it is back. */
  resolved(silence: { hook: string; ms: number }): string;
  /** In the channel, instead of a text: its call was due while nobody could call. */
  unwatched(times: { from: number; until: number }): string;
  /** In its post: since when it is silent. */
  silent(at: number): string;
  /** How one stands, in the list of hooks. */
  waiting: string;
  calledAt(at: number): string;
  stopped(at: number): string;
  /** After making one. */
  tryIt: string;
};
