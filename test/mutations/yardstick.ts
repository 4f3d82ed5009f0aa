import { spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CARRIERS } from './carriers.ts';
import { MUTATIONS } from './list.ts';
import type { Mutation } from './mutation.ts';
import { copyOfTree, say } from './tree.ts';

/*
 * node test/mutations/yardstick.ts [-- <part of a promise or a path> …]
 *
 * Measures how much the simulator notices: breaks one guarding line at a time, in a copy of the working tree, and runs the
 * fixed stories that execute it until one fails. STORIES=20 limits them to those that execute it most often. Of the lines
 * that run in a story, nine in ten should be noticed.
 */

/** Code that no story runs: engines' files, the SMS service, sockets, file modes, signatures. */
const APART =
  /^src\/(kit\/store\/(sqlite|redis)|sms-service|texts\/gateway\/client|workspace\/sealing|kit\/slack\/http)/;
/** Promises whose breach isn't visible from outside, with the reason. */
const UNSEEN: Record<string, string> = {
  'a workspace that has computed for 50 ms goes on for a tenth of the time':
    'a story’s clock stands while somebody computes',
  'one workspace computes in a turn of the event loop, and for a few milliseconds':
    'a story’s clock stands while somebody computes',
  'plans for many people are written one by one': 'a story’s clock stands while somebody computes',
  'an inbox is looked at as far as it comes to a megabyte': 'what differs is only how much is in memory',
  'a sealed key opens in its workspace only': 'nobody but who writes into the store could try it',
  'a text goes at once only if nothing of its key waits':
    'what waits takes the room in the millisecond in which there is some, so no order shows',
  'a text of a key on trial doesn’t go at once':
    'such a key has room for one request anyway; what differs is which text tries it',
  'after the claim, the key is compared with the priority':
    'the key would have to change in the milliseconds between the claim and its request',
  'a redirect leaves it open whether the text went':
    'the page of a redirect says neither yes nor no, so it is just as uncertain without the line',
  'a claim that was given back has no more say':
    'nobody would have to hear of its end, and the text be claimed again within the second until that is repeated',
  'a decision that takes longer than its lease is not begun again beside itself':
    'of two beside each other one comes to nothing; what differs is how long it takes',
  'an inbox’s wake-up that the store refused is done again':
    'only on Redis may something come in between; a story’s store decides and writes in one moment',
  'an event that comes just as a turn ends has a turn at once':
    'only on Redis may something come in between; a story’s store decides and writes in one moment',
  'what was in flight is called uncertain before anything is claimed at start':
    'it is called so a moment later, and keeps its place in the minute until then',
  'who was deactivated changes nothing':
    'they count as neither admin nor manager anyway; what differs is the sentence that they get',
  'a workspace that comes back keeps what it had': 'it is kept for two weeks, and a story lasts an hour',
  'texts that waited while paused get their time anew':
    'a broadcast’s texts are good for a day, and a story lasts an hour',
  'nothing of a broadcast goes in the step in which it pauses':
    'it would leave in the milliseconds in which what was claimed just before leaves, too',
  'a text is cancelled from its workspace only':
    'whoever asked for it is somebody of its own workspace, and others are refused by that',
  'a text is read in its workspace only':
    'whoever asked for it is somebody of its own workspace, and others are refused by that',
  'what is out of date is not sent in surprise': 'what becomes a text too late is too old to be claimed',
  'texts are kept as long as the workspace wants, and no longer': 'a story lasts an hour',
  'identities live a week longer than texts': 'a story lasts an hour',
  'all texts whose process is gone are called uncertain, however many keys they have':
    'it takes more keys than there are in a story',
  'another key takes over all that waits, also while the list changes':
    'it takes more waiting texts than are moved in one step',
  'acknowledging cancels each text that may still wait': 'it takes more than fifty texts about one alert',
  'beyond the budget of a workspace, alerts are counted':
    'it takes thousands of alerts, and a story that is as long as all the others together',
};
const BESIDE_EACH_OTHER = Number(process.env.BESIDE_EACH_OTHER ?? '2');
/** The most stories per edit. */
const STORIES = Number(process.env.STORIES ?? '200');

const filters = process.argv.slice(2).filter(part => part !== '--');
const all = MUTATIONS.filter(
  mutation =>
    !CARRIERS.includes(mutation) &&
    (filters.length === 0 ||
      filters.some(part => mutation.guards.includes(part) || mutation.file.includes(part))),
);

/** Runs a program in a copy of the tree. */
async function runProgram(
  folder: string,
  program: string[],
  input = '',
): Promise<{ code: number; output: string; errors: string }> {
  const child = spawn(process.execPath, program, { cwd: folder });
  let [output, errors] = ['', ''];
  child.stdout.on('data', data => {
    output += data;
  });
  child.stderr.on('data', data => {
    errors += data;
  });
  child.stdin.end(input);
  const code = await new Promise<number>(resolve => child.once('close', resolve));
  return { code, output, errors };
}

/** The seeds of the stories in which each line runs, most frequent first. */
async function storiesOf(folder: string, some: readonly Mutation[]): Promise<Map<Mutation, number[]>> {
  const places = some.map(({ file, from }, name) => ({
    name: String(name),
    file,
    at: readFileSync(file, 'utf8').indexOf(from) + (/\S/.exec(from)?.index ?? 0),
  }));
  const { output, errors } = await runProgram(folder, ['test/mutations/probe.ts'], JSON.stringify(places));
  if (output === '') throw new Error(errors);
  const ran = z.record(z.string(), z.array(z.tuple([z.int(), z.int()]))).parse(JSON.parse(output));
  return new Map(
    some.map((mutation, name) => [
      mutation,
      (ran[name] ?? []).toSorted(([, times], [, otherTimes]) => otherTimes - times).map(([seed]) => seed),
    ]),
  );
}

type Verdict = { mutation: Mutation; noticed: boolean; because: string };

async function tryMutation(folder: string, mutation: Mutation, seeds: readonly number[]): Promise<Verdict> {
  const path = join(folder, mutation.file);
  const source = readFileSync(path, 'utf8');
  writeFileSync(
    path,
    source.replace(mutation.from, () => mutation.to),
  );
  const { code, output, errors } = await runProgram(folder, [
    'test/sim/run.ts',
    '--first',
    '--seeds',
    seeds.join(),
  ]);
  writeFileSync(path, source);
  const [first = 'broken', fault = ''] = (
    output.includes('FAILED') ? output.slice(output.indexOf('FAILED')) : errors
  ).split('\n');
  return { mutation, noticed: code !== 0, because: `${first.slice(0, 40)} ${fault.slice(0, 160)}` };
}

const candidates = all.filter(
  ({ file, guards }) => !APART.test(file) && !UNSEEN[guards] && file.endsWith('.ts'),
);
const stories = await storiesOf(copyOfTree(), candidates);
const running = candidates.filter(mutation => (stories.get(mutation) ?? []).length > 0);
for (const mutation of all.filter(mutation => !running.includes(mutation)))
  say(
    `left out   ${candidates.includes(mutation) ? 'runs in no story' : (UNSEEN[mutation.guards] ?? 'no story can tell')}: ${mutation.guards} (${mutation.file})`,
  );

const verdicts: Verdict[] = [];
const queue = [...running];
await Promise.all(
  Array.from({ length: BESIDE_EACH_OTHER }, async () => {
    const folder = copyOfTree();
    for (let next = queue.shift(); next; next = queue.shift()) {
      const verdict = await tryMutation(folder, next, (stories.get(next) ?? []).slice(0, STORIES));
      verdicts.push(verdict);
      say(
        `${verdicts.length}/${running.length} ${verdict.noticed ? 'noticed ' : 'SURVIVED'}  ${next.guards} (${next.file})`,
      );
      if (verdict.noticed) say(`      ${verdict.because}`);
    }
  }),
);
const noticed = verdicts.filter(verdict => verdict.noticed).length;
for (const { mutation } of verdicts.filter(verdict => !verdict.noticed))
  say(`SURVIVED: ${mutation.guards} (${mutation.file})`);
say(
  `${noticed} of ${verdicts.length} edits of lines that run in stories were noticed, of ${all.length} in all`,
);
process.exitCode = noticed < 0.9 * verdicts.length ? 1 : 0;
