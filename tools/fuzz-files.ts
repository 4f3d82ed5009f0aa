import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { createApp } from '../src/app.ts';
import { readConfig, secretsOf } from '../src/config.ts';
import { createLog } from '../src/log.ts';
import { createReadFile } from '../src/people/reading/queue.ts';
import { createReadInThread } from '../src/people/reading/thread.ts';
import { createPlayground } from '../src/playground/index.ts';
import { createSmsService } from '../src/sms-service/index.ts';
import { fuzzedFiles } from '../test/support/fuzzed-files.ts';
import { bombs } from '../test/support/workbooks.ts';

/*
 * `node tools/fuzz-files.ts [minutes]`: reads broken files as the app does, two workspaces at a time, and prints what came of
 * them and how much memory the process took. Among them are bombs. In the same process, somebody texts with the app. Ends
 * with 1 if a file did what none should, or a text didn't go.
 */

const MINUTES = Number(process.argv[2] ?? 60);
const EVERY_MS = 60_000;
const BATCH = 20;
/** Within the SMS service's limit for a minute. */
const TEXT_EVERY_MS = 10_000;
/** How long a text may take. */
const PATIENCE_MS = 60_000;

let failures = 0;
let texts = 0;
let arrived = 0;
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
    `${now} most memory ${mb} MB, slowest ${Math.round(worstMs)} ms, ${failures} failures; ${arrived} of ${texts} texts went: ${all.join(', ')}\n`,
  );
}

/** Texts with the app until it is told to stop. */
async function startTexting(): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'fuzz-files-'));
  const service = await createSmsService({ dataDir: join(folder, 'service') });
  const slack = await createPlayground({ manifest: { commands: [{ command: '/sms', shouldEscape: true }] } });
  const { key } = service.keys.create(service.accounts.create({ name: 'Padma', credits: '100000' }).id);
  const config = readConfig({
    ...{ SMS_BASE_URL: service.url, SLACK_API_URL: slack.apiUrl, SLACK_BOT_TOKEN: slack.botToken },
    ...{ SLACK_SIGNING_SECRET: slack.signingSecret, DATA_DIR: join(folder, 'app') },
    ...{ HOST: '127.0.0.1', PORT: '0' },
  });
  const log = createLog({ level: 'error', stream: process.stdout, secrets: secretsOf(config) });
  const app = await createApp(config, log);
  slack.connect(`http://127.0.0.1:${(await app.start()).port}/slack/events`);
  const admin = 'nusrat';
  await slack.command({ user: admin, text: 'link' });
  await slack.submit(await slack.waitForView(admin, view => view.content.submit !== undefined), {
    api_key: key,
  });
  let isOver = false;
  const texting = (async () => {
    while (!isOver) {
      texts += 1;
      const message = `text ${texts}`;
      const began = performance.now();
      await slack.command({ user: 'rafiq', text: `01712345678 ${message}` });
      const went = (): boolean => service.log.list().some(text => text.message === message);
      while (!went() && performance.now() - began < PATIENCE_MS) await sleep(50);
      if (went()) arrived += 1;
      await sleep(isOver ? 0 : Math.max(0, TEXT_EVERY_MS - (performance.now() - began)));
    }
  })();
  return async () => {
    isOver = true;
    await texting;
    await app.stop();
    await slack.close();
    await service.close();
    rmSync(folder, { recursive: true });
  };
}

const stopTexting = await startTexting();
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
await stopTexting();
clearInterval(look);
report();
process.exitCode = failures > 0 || arrived < texts ? 1 : 0;
