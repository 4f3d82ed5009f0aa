import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ALERTS } from './alerts.ts';
import { AUTHORITY } from './authority.ts';
import { BROADCASTS } from './broadcasts.ts';
import { DURABILITY } from './durability.ts';
import { MONEY } from './money.ts';
import type { Mutation } from './mutation.ts';
import { SENDING } from './sending.ts';

/*
 * node test/mutations/yardstick.ts [-- <part of a promise or a path> …]
 *
 * How much the simulator notices: breaks one guarding line at a time, in a copy of the working tree, and tells the fixed stories
 * until one fails (`SIM_STORIES=50`: no more than so many). Of the lines that run in a story, nine in ten should be noticed.
 */

/** What no story can tell: engines' files, the SMS service, sockets, file modes. */
const APART = /^src\/(storage\/(sqlite|redis)|sms-service|gateway\/client|workspaces\/encryption-keys)/;
const BESIDE_EACH_OTHER = 2;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const wanted = process.argv.slice(2).filter(part => part !== '--');
const all = [...MONEY, ...DURABILITY, ...AUTHORITY, ...BROADCASTS, ...ALERTS, ...SENDING].filter(
  ({ guards, file }) =>
    wanted.length === 0 || wanted.some(part => guards.includes(part) || file.includes(part)),
);

const made: string[] = [];
process.once('exit', () => {
  for (const folder of made) rmSync(folder, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

/** All files that git knows or would add, with the same packages. */
function copyOfTree(): string {
  const to = mkdtempSync(join(tmpdir(), 'sms-yardstick-'));
  made.push(to);
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { encoding: 'utf8' });
  for (const file of listed.split('\0').filter(Boolean)) cpSync(file, join(to, file), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(to, 'node_modules'));
  return to;
}

/** Tells the stories in a copy, up to the first that fails; what it says. */
async function told(
  folder: string,
  environment: Record<string, string> = {},
): Promise<{ code: number; said: string }> {
  const child = spawn(
    process.execPath,
    ['test/sim/run.ts', '--first', '--stories', process.env.SIM_STORIES ?? '200'],
    {
      cwd: folder,
      env: { ...process.env, ...environment },
    },
  );
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', data => {
      if (said.length < 20_000) said += data;
    });
  const code = await new Promise<number>(resolve => child.once('close', resolve));
  return { code, said };
}

const coverageSchema = z.object({
  result: z.array(
    z.object({
      url: z.string(),
      functions: z.array(
        z.object({ ranges: z.array(z.object({ startOffset: z.int(), endOffset: z.int(), count: z.int() })) }),
      ),
    }),
  ),
});

/** Whether a place in a file ran. Types are blanked out where they stood, so places in the source are those that ran. */
async function createCoverage(folder: string): Promise<(file: string, at: number) => boolean> {
  const to = join(folder, 'coverage');
  await told(folder, { NODE_V8_COVERAGE: to });
  const [report = ''] = readdirSync(to);
  const { result } = coverageSchema.parse(JSON.parse(readFileSync(join(to, report), 'utf8')));
  return (file, at) => {
    const script = result.find(({ url }) => url.endsWith(`/${file}`));
    const around = (script?.functions ?? [])
      .flatMap(({ ranges }) => ranges)
      .filter(one => one.startOffset <= at && at < one.endOffset);
    const innermost = around.sort(
      (one, other) => one.endOffset - one.startOffset - (other.endOffset - other.startOffset),
    )[0];
    return (innermost?.count ?? 0) > 0;
  };
}

type Verdict = { mutation: Mutation; noticed: boolean; because: string };

async function tried(folder: string, mutation: Mutation): Promise<Verdict> {
  const path = join(folder, mutation.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    source.replace(mutation.from, () => mutation.to),
  );
  const { code, said } = await told(folder);
  writeFileSync(path, source);
  const [first = '', fault = ''] = said.slice(Math.max(0, said.indexOf('FAILED'))).split('\n');
  return { mutation, noticed: code !== 0, because: `${first.slice(0, 40)} ${fault.slice(0, 160)}` };
}

const probe = copyOfTree();
const runs = await createCoverage(probe);
const running = all.filter(({ file, from }) => {
  if (APART.test(file) || !file.endsWith('.ts')) return false;
  const at = readFileSync(file, 'utf8').indexOf(from);
  const inside = /\S/.exec(from)?.index ?? 0;
  return runs(file, at + inside);
});
for (const { guards, file } of all.filter(one => !running.includes(one)))
  say(`left out   ${APART.test(file) ? 'no story can tell' : 'runs in no story'}: ${guards} (${file})`);

const verdicts: Verdict[] = [];
const left = [...running];
await Promise.all(
  Array.from({ length: BESIDE_EACH_OTHER }, async () => {
    const folder = copyOfTree();
    for (let next = left.shift(); next; next = left.shift()) {
      const verdict = await tried(folder, next);
      verdicts.push(verdict);
      say(
        `${verdicts.length}/${running.length} ${verdict.noticed ? 'noticed ' : 'SURVIVED'}  ${next.guards} (${next.file})`,
      );
      if (verdict.noticed) say(`      ${verdict.because}`);
    }
  }),
);
const noticed = verdicts.filter(one => one.noticed).length;
for (const { mutation } of verdicts.filter(one => !one.noticed))
  say(`SURVIVED: ${mutation.guards} (${mutation.file})`);
say(
  `${noticed} of ${verdicts.length} edits of lines that run in stories were noticed, of ${all.length} in all`,
);
process.exitCode = noticed < 0.9 * verdicts.length ? 1 : 0;
