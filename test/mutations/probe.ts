import { Session } from 'node:inspector/promises';
import { FIXED } from '../sim/seeds.ts';
import { story } from '../sim/story.ts';

/*
 * node test/mutations/probe.ts < places
 *
 * Tells the fixed stories, and says as JSON how often each of these places in files ran in each: `{ [place]: [[seed, times], …] }`.
 * Types are blanked out where they stood, so places in the source are those that ran.
 */

type Place = { name: string; file: string; at: number };

let given = '';
for await (const piece of process.stdin) given += piece;
const places = JSON.parse(given) as Place[];
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
const times = new Map<string, [seed: number, times: number][]>(places.map(({ name }) => [name, []]));
for (const seed of FIXED) {
  await story(seed);
  const { result } = await session.post('Profiler.takePreciseCoverage');
  for (const { name, file, at } of places) {
    const script = result.find(({ url }) => url.endsWith(`/${file}`));
    const around = (script?.functions ?? [])
      .flatMap(({ ranges }) => ranges)
      .filter(one => one.startOffset <= at && at < one.endOffset);
    const [innermost] = around.sort(
      (one, other) => one.endOffset - one.startOffset - (other.endOffset - other.startOffset),
    );
    // What ran only as the file was read has no functions of its own, and runs in each.
    if (innermost && innermost.count > 0) times.get(name)?.push([seed, innermost.count]);
  }
}
process.stdout.write(JSON.stringify(Object.fromEntries(times)));
