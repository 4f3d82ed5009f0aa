/** Pseudo-random numbers that are the same for the same seed. */
export type Dice = {
  /** A whole number from 0 up to, but not including, `limit`. */
  below(limit: number): number;
  /** True in `often` of a hundred throws. */
  percent(often: number): boolean;
  one<T>(choices: readonly T[]): T;
  /** One of the choices, each as often as its weight says. */
  weighted<T>(choices: readonly (readonly [weight: number, value: T])[]): T;
  /** Independent dice, whose throws don't change the throws of these. */
  apart(name: string): Dice;
};

export function createDice(seed: number): Dice {
  let state = seed | 0;
  // mulberry32
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const dice: Dice = {
    below: limit => Math.floor(next() * limit),
    percent: often => next() * 100 < often,
    one: choices => choices[dice.below(choices.length)] as never,
    weighted(choices) {
      let point = next() * choices.reduce((sum, [weight]) => sum + weight, 0);
      for (const [weight, value] of choices) {
        point -= weight;
        if (point < 0) return value;
      }
      throw new RangeError('No choices');
    },
    apart: name =>
      createDice([...name].reduce((sum, letter) => Math.imul(sum, 31) + letter.charCodeAt(0), seed + 1)),
  };
  return dice;
}
