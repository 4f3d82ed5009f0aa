import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Acks } from '../../src/kit/acks.ts';

/** Tests don't care how fast requests come: nothing is held back for them, unless a test is about that. */
export const UNHURRIED: Acks = {
  owe: () => () => undefined,
  given: () => Promise.resolve(),
  steps: () => endOfTurn,
};
