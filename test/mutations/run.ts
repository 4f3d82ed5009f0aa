import { spawn, spawnSync } from 'node:child_process';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { MUTATIONS } from './list.ts';
import type { Mutation } from './mutation.ts';
import { copyOfTree, say } from './tree.ts';

/*
 * npm run mutations [-- <part of a promise or a path> …]
 *
 * Breaks one guarding line at a time, in a copy of the working tree, and runs the tests that should notice. Prints which
 * did, and exits with 1 if an edit survived. Takes about ten seconds each; not part of `npm run check`. Without arguments,
 * it also removes each feature's folder in turn.
 */

type TestResult =
  | { kind: 'passed' }
  | { kind: 'failed'; test: string }
  | { kind: 'nothing ran'; why: string };

/** The part of Vitest's JSON report that we use. */
const reportSchema = z.object({
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })) }),
  ),
});

const parts = process.argv.slice(2);
const chosen = MUTATIONS.filter(
  ({ guards, file }) =>
    parts.length === 0 || parts.some(part => guards.includes(part) || file.includes(part)),
);

const scratch = copyOfTree();

const intact = new Map<string, TestResult>();
const survived: string[] = [];
for (const [index, mutation] of chosen.entries()) {
  const verdict = await tryMutation(mutation);
  if (verdict.survived) survived.push(mutation.guards);
  say(`${index + 1}/${chosen.length} ${verdict.survived ? 'SURVIVED' : 'noticed '}  ${mutation.guards}`);
  say(`      ${verdict.because}`);
}
say(`${chosen.length - survived.length} of ${chosen.length} edits were noticed`);
for (const guards of survived) say(`SURVIVED: ${guards}`);
process.exitCode = survived.length > 0 ? 1 : 0;
if (parts.length === 0) withoutEachFolder();

/** Checks that `tsc` accepts the tree without each feature in turn. */
function withoutEachFolder(): void {
  const test = ['--config', 'vitest.real.config.ts', 'test/real/programs/without-folders.test.ts'];
  const { status } = spawnSync('npx', ['vitest', 'run', ...test], {
    env: { ...process.env, EACH_FEATURE: 'yes' },
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}

async function tryMutation(mutation: Mutation): Promise<{ survived: boolean; because: string }> {
  const { file, from, to, tests, named } = mutation;
  // Tests that fail or don't run without the edit prove nothing.
  const name = JSON.stringify([tests, named]);
  const before = intact.get(name) ?? (await test(mutation));
  intact.set(name, before);
  if (before.kind !== 'passed')
    return { survived: true, because: `without the edit: ${JSON.stringify(before)}` };

  const path = join(scratch, file);
  const source = readFileSync(path, 'utf8');
  if (source.split(from).length !== 2)
    return { survived: true, because: `${file} has not exactly one: ${from}` };
  writeFileSync(
    path,
    source.replace(from, () => to),
  );
  const after = await test(mutation);
  writeFileSync(path, source);
  if (after.kind === 'passed') return { survived: true, because: `${file}: ${from}` };
  if (after.kind === 'failed') return { survived: false, because: after.test };
  return { survived: true, because: `the edit breaks the file itself: ${after.why}` };
}

/** Runs a mutation's tests in the copy, up to the first failure: first those that start no other process. */
async function test({ tests, named }: Mutation): Promise<TestResult> {
  const real = tests.filter(file => file.startsWith('test/real/'));
  const inProcess = tests.filter(file => !real.includes(file));
  const result = inProcess.length > 0 ? await run(inProcess, named) : null;
  if (real.length === 0 || result?.kind === 'failed')
    return result ?? { kind: 'nothing ran', why: 'no tests' };
  return run(real, named, ['--config=vitest.real.config.ts', '--retry=0']);
}

async function run(
  tests: readonly string[],
  named?: string,
  options: readonly string[] = [],
): Promise<TestResult> {
  const report = join(scratch, 'report.json');
  rmSync(report, { force: true });
  const only = named === undefined ? [] : ['--testNamePattern', named];
  const to = ['--bail=1', '--reporter=json', `--outputFile=${report}`];
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...options, ...to, ...only, ...tests];
  const child = spawn(process.execPath, vitest, { cwd: scratch, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', data => {
    errors += data;
  });
  await new Promise(resolve => child.once('close', resolve));
  return read(report, errors);
}

function read(report: string, errors: string): TestResult {
  try {
    const { testResults } = reportSchema.parse(JSON.parse(readFileSync(report, 'utf8')));
    const all = testResults.flatMap(file => file.assertionResults);
    const failed = all.find(({ status }) => status === 'failed');
    if (failed) return { kind: 'failed', test: failed.fullName };
    if (all.some(({ status }) => status === 'passed')) return { kind: 'passed' };
    return { kind: 'nothing ran', why: errors.slice(0, 400) };
  } catch (error) {
    return { kind: 'nothing ran', why: `${error} ${errors.slice(0, 400)}` };
  }
}
