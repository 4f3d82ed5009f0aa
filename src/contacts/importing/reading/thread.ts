import { Worker } from 'node:worker_threads';
import type { FileFault } from '../../imported.ts';
import type { ReadOne } from './queue.ts';
import type { FileFormat, FileRow, FileTable, Sheet } from './table.ts';

/** Messages from the thread that reads a file; rows are the last sheet's. It waits for an answer after each. */
export type FromReader =
  | { sheet: Omit<Sheet, 'rows'> }
  | { rows: FileRow[] }
  | { format: FileFormat }
  | { fault: FileFault };

/** How much memory a worker may use, beside what it unpacks at the moment. */
const HEAP_MB = 192;
const DEADLINE_MS = 30_000;

/**
 * Reads each file in its own thread, which ends afterwards: whatever a file does to it, the app goes on.
 *
 * @param failed is told about failures that no file should be able to cause
 */
export function createReadInThread(failed: (error: unknown) => void, deadlineMs = DEADLINE_MS): ReadOne {
  return bytes => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 },
      // Discards what a library writes there.
      stdout: true,
      stderr: true,
      env: {},
    });
    return new Promise(resolve => {
      const sheets: Sheet[] = [];
      const late = setTimeout(end, deadlineMs, 'too_slow');
      let isOver = false;
      function end(result: FileTable | FileFault): void {
        if (isOver) return;
        isOver = true;
        clearTimeout(late);
        // Nobody else's file is read before this one's memory is free.
        void worker.terminate().then(() => resolve(result));
      }
      worker.on('message', (said: FromReader) => {
        if ('fault' in said) return end(said.fault);
        if ('format' in said) return end({ format: said.format, sheets });
        if ('sheet' in said) sheets.push({ ...said.sheet, rows: [] });
        else for (const row of said.rows) sheets.at(-1)?.rows.push(row);
        return worker.postMessage('more');
      });
      worker.on('error', (error: NodeJS.ErrnoException) => {
        const isTooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
        if (!isTooMuch) failed(error);
        end(isTooMuch ? 'swells' : 'broken');
      });
      worker.on('exit', () => end('broken'));
    });
  };
}
