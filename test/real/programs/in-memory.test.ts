import {
  closeSync,
  fstatSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  readSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { install } from '../../support/installing.ts';
import { ADMIN, createStage, type Stage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';

/** The end of a complete snapshot. */
const END = ']}';

function endsWell(path: string): boolean {
  const file = openSync(path, 'r');
  const tail = Buffer.alloc(END.length + 1);
  readSync(file, tail, 0, tail.length, Math.max(0, fstatSync(file).size - tail.length));
  closeSync(file);
  return tail.toString().trimEnd().endsWith(END);
}

/** A snapshot of the program's heap after a garbage collection. */
async function heapOf(stage: Stage, folder: string): Promise<Buffer> {
  const before = readdirSync(folder);
  stage.program().kill('SIGUSR2');
  const written = (): string | undefined =>
    readdirSync(folder)
      .filter(name => !before.includes(name))
      .map(name => join(folder, name))
      .find(endsWell);
  await expect.poll(written, { timeout: 60_000 }).toBeDefined();
  return readFileSync(written() ?? '');
}

test('an API key and a bot token are in memory only while they are used', { timeout: 180_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'sms-heap-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const NODE_OPTIONS = `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`;
  const stage = await createStage({
    program: runProgram,
    oauth: true,
    environment: { NODE_OPTIONS },
  });
  const { slack } = stage;
  const secrets = { signingSecret: slack.signingSecret, botToken: slack.botToken, apiKey: stage.apiKey };
  await install(stage);
  await stage.link();
  await stage.sms('01712345678 hello');
  await stage.post(/texted/);
  await slack.command({ user: ADMIN, text: 'unlink' });
  const view = await slack.waitForView(ADMIN, modal => modal.content.submit !== undefined);
  await slack.submit(view, {});
  await slack.waitFor(() => JSON.stringify(view.content.blocks).includes('is unlinked'));

  const secretFields = async () => {
    const heap = await heapOf(stage, folder);
    return Object.entries(secrets).flatMap(([name, secret]) => (heap.includes(secret) ? [name] : []));
  };
  // Secrets that stay in memory on purpose are found, so the search works. The Home tab may still be on its
  // way to Slack, and the program does nothing else while it writes a snapshot.
  await expect.poll(secretFields, { interval: 1000, timeout: 50_000 }).toEqual(['signingSecret']);
});
