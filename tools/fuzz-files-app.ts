import process from 'node:process';
import { createApp } from '../src/app.ts';
import { readConfig, secretsOf } from '../src/config.ts';
import { createReadFile, createReadInThread } from '../src/contacts/importing/reading/thread.ts';
import { createLog } from '../src/log.ts';

/* The process that `fuzz-files.ts` watches: the app, and the reader of files. */

/** A request to read a file. */
export type ReadRequest = { id: number; workspace: string; file: Uint8Array };

/** A message to `fuzz-files.ts`: the app's port, then the result of each file. */
export type Report =
  | { kind: 'started'; port: number }
  | { kind: 'fault'; stack: string }
  | { kind: 'read'; id: number; outcome: string; tookMs: number; maxMemoryKb: number };

const send = (message: Report): void => {
  process.send?.(message);
};

const config = readConfig(process.env);
const app = await createApp(
  config,
  createLog({ level: 'error', stream: process.stdout, secrets: secretsOf(config) }),
);
const read = createReadFile(
  createReadInThread(error => send({ kind: 'fault', stack: String((error as Error).stack) })),
);
process.on('message', async ({ id, workspace, file }: ReadRequest) => {
  const began = performance.now();
  const table = await read(workspace, file);
  const outcome = typeof table === 'string' ? table : table.format;
  const { maxRSS } = process.resourceUsage();
  send({ kind: 'read', id, outcome, tookMs: performance.now() - began, maxMemoryKb: maxRSS });
});
process.on('disconnect', () => void app.stop());
send({ kind: 'started', port: (await app.start()).port });
