import { Session } from 'node:inspector/promises';
import { FIXED } from '../sim/seeds.ts';

/*
 * node test/mutations/probe.ts < places
 *
 * Runs the fixed stories, and prints as JSON how often each place in a file ran in each: `{ [place]: [[seed, times], …] }`.
 * Node blanks types out where they stand, so offsets in the source are offsets in the running code.
 */

type Place = { name: string; file: string; at: number };

let input = '';
for await (const piece of process.stdin) input += piece;
const places = JSON.parse(input) as Place[];
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

/** Counts how often a place ran since the last call; null if unknown. */
async function look(): Promise<(place: Place) => number | null> {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  return ({ file, at }) => {
    const script = result.find(({ url }) => url.endsWith(`/${file}`));
    const [innermost] = (script?.functions ?? [])
      .flatMap(({ ranges }) => ranges)
      .filter(range => range.startOffset <= at && at < range.endOffset)
      .sort((one, other) => one.endOffset - one.startOffset - (other.endOffset - other.startOffset));
    return innermost?.count ?? null;
  };
}

// Code that ran as its file was loaded, a constant for example, counts in each story.
const { story } = await import('../sim/story.ts');
const read = await look();
const isRead = new Set(places.filter(place => (read(place) ?? 0) > 0).map(({ name }) => name));
const times = new Map<string, [seed: number, times: number][]>(places.map(({ name }) => [name, []]));
for (const seed of FIXED) {
  await story(seed);
  const ran = await look();
  for (const place of places) {
    const often = isRead.has(place.name) ? 1 : (ran(place) ?? 0);
    if (often > 0) times.get(place.name)?.push([seed, often]);
  }
}
process.stdout.write(JSON.stringify(Object.fromEntries(times)));
