import { everyCommit } from './every-commit.ts';
import { FIXED, ONCE_FAILED, SHORT } from './seeds.ts';
import { shrunk } from './shrink.ts';
import { digest, type Story, story } from './story.ts';
import { LONG, longStory } from './weeks/long-story.ts';

/*
 * npm run sim                      the stories of each check, and a process that dies at each commit
 * SIM_SEED=… npm run sim           one story with its trace; two runs print the same
 * npm run sim -- --minutes 60      new stories for an hour; each failure is shrunk to its shortest story
 * npm run sim -- --minutes 60 --night   the same, on a store that loses its last second during erasures and broadcasts
 * npm run sim -- --long            eight weeks of a workspace with 300 groups of alerts; --seeds 7,9 instead of seed 1
 * npm run sim -- --first           ends at the first story that fails; --seeds 7,9 runs these instead
 *
 * Exits with 1 if a story failed.
 */

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const { SIM_SEED } = process.env;
const argument = (name: string): string | undefined => process.argv[process.argv.indexOf(name) + 1];
const has = (name: string): boolean => process.argv.includes(name);

const options = { isNight: has('--night') };
const counts = { stories: 0, commits: 0, crashes: 0, failed: 0 };
const began = performance.now();

function count(it: Story, words: string): boolean {
  counts.stories += 1;
  counts.commits += it.commits;
  counts.crashes += it.crashes;
  if (it.wrong.length === 0) return true;
  counts.failed += 1;
  say(`FAILED ${words}: SIM_SEED=${it.seed} npm run sim${options.isNight ? ' -- --night' : ''}`);
  for (const fault of it.wrong) say(fault);
  return false;
}

async function search(minutes: number): Promise<void> {
  const first = Math.floor(Math.random() * 1e9);
  for (let seed = first; performance.now() - began < minutes * 60_000; seed++) {
    const isFine = count(await story(seed, options), `story ${seed}`);
    if (!isFine) say(await shrunk(seed, options));
  }
}

/** The seeds of the command line, otherwise the usual ones. */
const seedsOr = (usual: readonly number[]): readonly number[] =>
  has('--seeds') ? (argument('--seeds')?.split(',').map(Number) ?? []) : usual;

function printWeek({ weeks, texts, wrong }: Awaited<ReturnType<typeof longStory>>): void {
  const characters = weeks.at(-1)?.state ?? 0;
  say(`week ${weeks.length}: ${texts} texts, ${wrong.length} wrong, alerts take ${characters} characters`);
  for (const fault of wrong) say(`  so far: ${fault}`);
}

async function runLong(): Promise<void> {
  for (const seed of seedsOr([1])) {
    const { wrong, texts } = await longStory(seed, LONG, printWeek);
    counts.stories += 1;
    if (wrong.length > 0) counts.failed += 1;
    say(`long story ${seed}: ${texts} texts, ${wrong.length} wrong`);
    for (const fault of wrong) say(fault);
  }
}

async function runFixed(): Promise<void> {
  for (const seed of seedsOr([...FIXED, ...ONCE_FAILED])) {
    const isFine = count(await story(seed, options), `story ${seed}`);
    if (!isFine && has('--first')) return;
  }
  if (has('--first') || has('--seeds')) return;
  for (const seed of SHORT)
    for await (const result of everyCommit(seed, ['dies before', 'dies after']))
      count(result, `story ${seed} whose process ${result.fate} commit ${result.commit}`);
}

if (SIM_SEED !== undefined) {
  const it = await story(Number(SIM_SEED), options);
  say(it.trace);
  count(it, `story ${SIM_SEED}`);
  say(`trace ${digest(it)}`);
} else if (has('--minutes')) await search(Number(argument('--minutes')));
else if (has('--long')) await runLong();
else await runFixed();
say(
  `${counts.stories} stories, ${counts.commits} commits, ${counts.crashes} crashes, ${counts.failed} failed`,
);
process.exitCode = counts.failed > 0 ? 1 : 0;
