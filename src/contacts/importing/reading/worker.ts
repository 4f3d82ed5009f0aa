import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { readTable } from './read.ts';
import type { FileRow } from './table.ts';
import type { FromReader } from './thread.ts';

/* The thread that reads one file; see thread.ts. */

/** Bounds a message, so that it doesn't block the receiver for long. */
const CELLS_PER_MESSAGE = 5000;

async function send(message: FromReader): Promise<void> {
  parentPort?.postMessage(message);
  if (parentPort && !('format' in message || 'fault' in message)) await once(parentPort, 'message');
}

const table = await readTable(workerData as Uint8Array);
if (typeof table === 'string') await send({ fault: table });
else {
  for (const { rows, ...sheet } of table.sheets) {
    await send({ sheet });
    let batch: FileRow[] = [];
    let cells = 0;
    for (const row of rows) {
      batch.push(row);
      cells += row.cells.length;
      if (cells < CELLS_PER_MESSAGE) continue;
      await send({ rows: batch });
      batch = [];
      cells = 0;
    }
    if (batch.length > 0) await send({ rows: batch });
  }
  await send({ format: table.format });
}
