import { fork } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { createPlayground } from '../src/playground/index.ts';
import { createSmsService } from '../src/sms-service/testing/service.ts';
import { fuzzedFiles } from '../test/support/fuzzed-files.ts';
import { bombs } from '../test/support/workbooks.ts';
import type { ReadRequest, Report } from './fuzz-files-app.ts';

/*
 * `node tools/fuzz-files.ts [minutes]`: reads broken files as the app does, for two workspaces at a time, in a process in
 * which the app runs and a person sends texts. Some files are bombs. Prints the outcomes and the most memory that the
 * process took. Exits with 1 if a file did what none should, a text didn't go, or the process ended.
 */

const MINUTES = Number(process.argv[2] ?? 60);
const REPORT_EVERY_MS = 60_000;
const BATCH = 20;
/** Stays within the SMS service's limit for a minute. */
const TEXT_EVERY_MS = 10_000;
/** The longest that a text may take. */
const TEXT_TIMEOUT_MS = 60_000;

let failures = 0;
let texts = 0;
let arrived = 0;
let maxMemoryKb = 0;
let worstMs = 0;
let isOver = false;
const outcomes = new Map<string, number>();
const awaited = new Map<number, () => void>();

const folder = mkdtempSync(join(tmpdir(), 'fuzz-files-'));
const service = await createSmsService({ dataDir: join(folder, 'service') });
const commands = [{ command: '/sms', should_escape: true }];
const slack = await createPlayground({ manifest: { features: { slash_commands: commands } } });
const env = {
  SMS_BASE_URL: service.url,
  SLACK_API_URL: slack.apiUrl,
  SLACK_BOT_TOKEN: slack.botToken,
  SLACK_SIGNING_SECRET: slack.signingSecret,
  DATA_DIR: join(folder, 'app'),
  HOST: '127.0.0.1',
  PORT: '0',
  PATH: process.env.PATH,
};
const app = fork(join(import.meta.dirname, 'fuzz-files-app.ts'), {
  execArgv: ['--import', './src/node-version.mjs'],
  env,
  serialization: 'advanced',
});
const ended = new Promise<void>(resolve => {
  app.on('exit', (code, signal) => {
    if (!isOver) throw new Error(`the app’s process ended with ${code ?? signal}`);
    resolve();
  });
});
const port = await new Promise<number>(resolve => {
  app.on('message', (message: Report) => {
    if (message.kind === 'started') {
      resolve(message.port);
    } else if (message.kind === 'fault') {
      failures += 1;
      process.stdout.write(`${message.stack}\n`);
    } else {
      outcomes.set(message.outcome, (outcomes.get(message.outcome) ?? 0) + 1);
      worstMs = Math.max(worstMs, message.tookMs);
      maxMemoryKb = message.maxMemoryKb;
      awaited.get(message.id)?.();
      awaited.delete(message.id);
    }
  });
});

function report(): void {
  const all = [...outcomes]
    .sort((one, other) => other[1] - one[1])
    .map(([outcome, count]) => `${outcome} ${count}`);
  const now = new Date().toISOString().slice(11, 19);
  process.stdout.write(
    `${now} most memory ${Math.round(maxMemoryKb / 1024)} MB, slowest ${Math.round(worstMs)} ms, ${failures} failures; ${arrived} of ${texts} texts went: ${all.join(', ')}\n`,
  );
}

let requests = 0;
async function readEach(workspace: string, files: Uint8Array[]): Promise<void> {
  for (const file of files) {
    requests += 1;
    const id = requests;
    const isRead = new Promise<void>(resolve => awaited.set(id, resolve));
    app.send({ id, workspace, file } satisfies ReadRequest);
    await isRead;
  }
}

slack.connect(`http://127.0.0.1:${port}/slack/events`);
const { key } = service.keys.create(service.accounts.create({ name: 'Padma', credits: '100000' }).id);
await slack.command({ user: 'nusrat', text: 'link' });
const form = await slack.waitForView('nusrat', view => view.content.submit !== undefined);
await slack.submit(form, { api_key: key });
const texting = (async () => {
  while (!isOver) {
    texts += 1;
    const message = `text ${texts}`;
    const began = performance.now();
    await slack.command({ user: 'rafiq', text: `01712345678 ${message}` });
    const went = (): boolean => service.log.list().some(text => text.message === message);
    while (!went() && performance.now() - began < TEXT_TIMEOUT_MS) await sleep(50);
    if (went()) arrived += 1;
    await sleep(isOver ? 0 : Math.max(0, TEXT_EVERY_MS - (performance.now() - began)));
  }
})();

const { honest, lying, unlisted } = bombs(2800);
const ends = performance.now() + MINUTES * 60_000;
let reportedAt = performance.now();
while (performance.now() < ends) {
  const seed = Math.floor(Math.random() * 2 ** 31);
  const files = fc.sample(fuzzedFiles(), { numRuns: BATCH, seed });
  const half = BATCH / 2;
  const before = failures;
  await Promise.all([
    readEach('A', [...files.slice(0, half), honest, lying]),
    readEach('B', [...files.slice(half), unlisted]),
  ]);
  if (failures > before) process.stdout.write(`seed ${seed}\n`);
  if (performance.now() - reportedAt < REPORT_EVERY_MS) continue;
  reportedAt = performance.now();
  report();
}
isOver = true;
await texting;
app.disconnect();
await ended;
await slack.close();
await service.close();
rmSync(folder, { recursive: true });
report();
process.exitCode = failures > 0 || arrived < texts ? 1 : 0;
