import { parentPort, workerData } from 'node:worker_threads';
import { readTable } from './read.ts';
import { UnreadableFile } from './table.ts';
import type { FromReader } from './thread.ts';

/* The thread that reads one file; see thread.ts. */

/** How many rows are sent together, so that the receiver isn't held up for long. */
const TOGETHER = 500;

function say(message: FromReader): void {
  parentPort?.postMessage(message);
}

try {
  const { format, rows } = await readTable(Buffer.from(workerData as Uint8Array));
  for (let from = 0; from < rows.length; from += TOGETHER) say({ rows: rows.slice(from, from + TOGETHER) });
  say({ format });
} catch (error) {
  if (!(error instanceof UnreadableFile)) throw error;
  say({ fault: error.fault });
}
