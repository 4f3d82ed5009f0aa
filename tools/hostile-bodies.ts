import { hostileBodies } from '../test/support/hostile-bodies.ts';
import { usualTurn } from '../test/support/reading-turns.ts';

/*
 * Accepts hostile bodies as a hook does, up to the store, and prints those with the longest turns of the event loop: `npm
 * run hostile-bodies -- [every nth] [offset]`; without numbers, all of them, which takes most of an hour.
 */

const TOO_LONG_MS = 50;
const SHOWN = 10;

const shown = ({ name, ms }: { name: string; ms: number }): string =>
  `${ms.toFixed(1)} ms  ${name.slice(0, 160)}`;

const [step = 1, from = 0] = process.argv.slice(2).map(Number);
const worst: { name: string; ms: number }[] = [];
let measured = 0;
let index = 0;
for (const { name, make } of hostileBodies()) {
  index += 1;
  if ((index - 1) % step !== from) continue;
  const { ms, outcome } = await usualTurn(make());
  measured += 1;
  if (outcome.includes('Error')) process.stdout.write(`${name}: ${outcome}\n`);
  if (ms > TOO_LONG_MS) process.stdout.write(`${shown({ name, ms })}\n`);
  worst.push({ name, ms });
  worst.sort((one, other) => other.ms - one.ms);
  worst.splice(SHOWN);
  if (measured % 10_000 === 0)
    process.stdout.write(`${measured} bodies, ${worst[0]?.ms.toFixed(1)} ms so far\n`);
}
for (const body of worst) process.stdout.write(`${shown(body)}\n`);
const longest = worst[0]?.ms ?? 0;
process.stdout.write(`${measured} of ${index} bodies; the longest turn took ${longest.toFixed(1)} ms\n`);
process.exitCode = longest > TOO_LONG_MS ? 1 : 0;
