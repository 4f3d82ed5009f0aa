import { Worker } from 'node:worker_threads';
import { type FileFault, MAX_FILE_BYTES } from '../../domain/imported.ts';
import type { FileFormat, FileTable } from './table.ts';

/** Messages from the thread that reads a file. */
export type FromReader = { rows: string[][] } | { format: FileFormat } | { fault: FileFault };

/** Reads unchecked files: within limits of memory and time, alongside everything else. */
export type ReadFile = (bytes: Uint8Array) => Promise<FileTable | FileFault>;

/** How much memory a worker may use; a workbook of 50,000 rows needs less than half. */
const HEAP_MB = 512;
const DEADLINE_MS = 30_000;
/** How many may wait while one is read. */
const MOST_WAITING = 4;

/**
 * Reads one file at a time, each in its own thread that ends afterwards.
 *
 * @param failed is told about failures that no file should be able to cause
 */
export function createReadFile(failed: (error: unknown) => void, deadlineMs = DEADLINE_MS): ReadFile {
  let waiting = 0;
  let last: Promise<unknown> = Promise.resolve();
  return async bytes => {
    if (bytes.length > MAX_FILE_BYTES) return 'too_large';
    if (waiting > MOST_WAITING) return 'busy';
    waiting += 1;
    const mine = last
      .then(() => readOne(bytes, deadlineMs, failed))
      .finally(() => {
        waiting -= 1;
      });
    last = mine.catch(() => undefined);
    return mine;
  };
}

function readOne(
  bytes: Uint8Array,
  deadlineMs: number,
  failed: (error: unknown) => void,
): Promise<FileTable | FileFault> {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    workerData: bytes,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 32 },
    // Discards what a library writes there.
    stdout: true,
    stderr: true,
    env: {},
  });
  return new Promise(resolve => {
    const rows: string[][] = [];
    const late = setTimeout(end, deadlineMs, 'too_slow');
    function end(result: FileTable | FileFault): void {
      clearTimeout(late);
      resolve(result);
      void worker.terminate();
    }
    worker.on('message', (said: FromReader) => {
      if ('rows' in said) rows.push(...said.rows);
      else end('fault' in said ? said.fault : { format: said.format, rows });
    });
    worker.on('error', (error: NodeJS.ErrnoException) => {
      const isTooMuch = error.code === 'ERR_WORKER_OUT_OF_MEMORY';
      if (!isTooMuch) failed(error);
      end(isTooMuch ? 'swells' : 'broken');
    });
    worker.on('exit', () => end('broken'));
  });
}
