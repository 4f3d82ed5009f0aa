import type { Acks } from '../../src/sending/acks.ts';

/** How fast requests come is none of a test's business: nothing is held back for them, unless a test is about that. */
export const UNHURRIED: Acks = {
  owe: () => () => undefined,
  given: () => Promise.resolve(),
  portions: () => ({ room: most => most, began: () => undefined }),
};
