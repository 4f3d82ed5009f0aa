/** Repeatable chance: the same seed makes the same choices (except for the machine's own timing). */
export type Dice = {
  seed: number;
  /** A number from 0 up to `limit`. */
  below(limit: number): number;
  /** One of these, each as often as its weight says. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T;
  /**
   * Waits for a random moment within the next `ms` milliseconds: the only place where one of our tests waits for time.
   */
  moment(ms: number): Promise<void>;
};

/** `CHAOS_SEED` in the environment replays the choices of a run that printed its seed. */
export function createDice(): Dice {
  const seed = Number(process.env.CHAOS_SEED) || Math.floor(Math.random() * 1e9);
  let state = seed;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    seed,
    below: limit => next() * limit,
    weighted(choices) {
      let left = next() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of choices) {
        left -= weight;
        if (left < 0) return value;
      }
      throw new RangeError('No choices');
    },
    moment: ms => new Promise(resolve => setTimeout(resolve, next() * ms)),
  };
}
