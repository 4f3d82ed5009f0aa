import fc from 'fast-check';
import { createReadFile } from '../src/people/reading/queue.ts';
import { createReadInThread } from '../src/people/reading/thread.ts';
import { fuzzedFiles } from '../test/support/fuzzed-files.ts';
import { bombs } from '../test/support/workbooks.ts';

/*
 * `node tools/fuzz-files.ts [minutes]`: reads broken files as the app does, two workspaces at a time, and prints what came of
 * them and how much memory the process took. Among them are bombs. Ends with 1 if a file did what none should.
 */

const MINUTES = Number(process.argv[2] ?? 60);
const EVERY_MS = 60_000;
const BATCH = 20;

let failures = 0;
let most = 0;
let worstMs = 0;
const came = new Map<string, number>();
const readOne = createReadInThread(error => {
  failures += 1;
  process.stdout.write(`${(error as Error).stack}\n`);
});
const read = createReadFile(readOne);
const look = setInterval(() => {
  most = Math.max(most, process.memoryUsage.rss());
}, 10);

async function readAs(workspace: string, file: Uint8Array): Promise<void> {
  const began = performance.now();
  const table = await read(workspace, file);
  worstMs = Math.max(worstMs, performance.now() - began);
  const what = typeof table === 'string' ? table : table.format;
  came.set(what, (came.get(what) ?? 0) + 1);
}

function report(): void {
  const all = [...came].sort((one, other) => other[1] - one[1]).map(([what, count]) => `${what} ${count}`);
  const mb = Math.round(most / 1024 / 1024);
  const now = new Date().toISOString().slice(11, 19);
  process.stdout.write(
    `${now} most memory ${mb} MB, slowest ${Math.round(worstMs)} ms, ${failures} failures: ${all.join(', ')}\n`,
  );
}

const { honest, lying, unlisted } = bombs(2800);
const ends = performance.now() + MINUTES * 60_000;
let said = performance.now();
while (performance.now() < ends) {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const files = fc.sample(fuzzedFiles(), { numRuns: BATCH, seed });
  const half = BATCH / 2;
  const each = async (workspace: string, some: Uint8Array[]): Promise<void> => {
    for (const file of some) await readAs(workspace, file);
  };
  const before = failures;
  await Promise.all([
    each('A', [...files.slice(0, half), honest, lying]),
    each('B', [...files.slice(half), unlisted]),
  ]);
  if (failures > before) process.stdout.write(`seed ${seed}\n`);
  if (performance.now() - said < EVERY_MS) continue;
  said = performance.now();
  report();
}
clearInterval(look);
report();
process.exitCode = failures > 0 ? 1 : 0;
