import { hostileBodies } from '../test/support/hostile-bodies.ts';
import { usualTurn } from '../test/support/reading-turns.ts';

/** A sample of the bodies; tools/hostile-bodies.ts measures all. */
const EVERY = 499;

/**
 * The longest turn of the event loop, in milliseconds, that a call of the largest size takes until it is stored, and the
 * call's name.
 */
export async function largestCalls(): Promise<{ ms: number; facts: string }> {
  let [ms, worst, index] = [0, '', 0];
  for (const { name, make } of hostileBodies()) {
    index += 1;
    // Shapes take longer than words, so all of them are measured.
    if (index % EVERY !== 0 && !/^alertmanager-node alerts[^:]*: (?:many|names)/.test(name)) continue;
    const turn = await usualTurn(make());
    if (turn.ms > ms) [ms, worst] = [turn.ms, name];
  }
  return { ms, facts: worst.slice(0, 80).replaceAll('|', ' ') };
}
