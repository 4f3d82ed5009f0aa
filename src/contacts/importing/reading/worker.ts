import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { readTable } from './read.ts';
import type { FileRow } from './table.ts';
import type { FromReader } from './thread.ts';

/* The thread that reads one file; see thread.ts. */

/** How many cells are sent together, so that the receiver isn't held up for long. */
const CELLS_PER_MESSAGE = 5000;

async function say(message: FromReader): Promise<void> {
  parentPort?.postMessage(message);
  if (parentPort && !('format' in message || 'fault' in message)) await once(parentPort, 'message');
}

const table = await readTable(workerData as Uint8Array);
if (typeof table === 'string') await say({ fault: table });
else {
  for (const { rows, ...sheet } of table.sheets) {
    await say({ sheet });
    let some: FileRow[] = [];
    let cells = 0;
    for (const row of rows) {
      some.push(row);
      cells += row.cells.length;
      if (cells < CELLS_PER_MESSAGE) continue;
      await say({ rows: some });
      some = [];
      cells = 0;
    }
    if (some.length > 0) await say({ rows: some });
  }
  await say({ format: table.format });
}
