import { Worker } from 'node:worker_threads';
import { type FileFault, MAX_FILE_BYTES } from '../../imported.ts';
import type { FileFormat, FileRow, FileTable, Sheet } from './table.ts';

/** Reads an unchecked file within limits of memory and time. */
export type ReadFile = (workspace: string, bytes: Uint8Array) => Promise<FileTable | FileFault>;

export type ReadOne = (bytes: Uint8Array) => Promise<FileTable | FileFault>;

/**
 * Files read at a time: cheap ones apart from all others, so that neither waits for the other kind, and their
 * memory is bounded.
 */
const CONCURRENCY = { cheap: 2, dear: 2 };
/** Limits of waiting files for each kind. */
const MAX_WAITING_OF_WORKSPACE = 4;
const MAX_WAITING = 40;
/** Files up to these sizes can't take long. */
const CHEAP_TEXT_BYTES = 256 * 1024;
const CHEAP_WORKBOOK_BYTES = 16 * 1024;

/** Queues cheap files and others apart, with a queue for each workspace. */
export function createReadFile(read: ReadOne): ReadFile {
  const [cheap, dear] = [createLane(CONCURRENCY.cheap), createLane(CONCURRENCY.dear)];
  return async (workspace, bytes) => {
    if (bytes.length > MAX_FILE_BYTES) return 'too_large';
    const lane = isCheap(bytes) ? cheap : dear;
    return lane(workspace, async () => read(bytes));
  };
}

type Work = () => Promise<FileTable | FileFault>;
type Lane = (workspace: string, work: Work) => Promise<FileTable | FileFault>;

/** Runs one task of each workspace at a time, in turns: a task waits for at most one task of each other workspace. */
function createLane(places: number): Lane {
  /** In order: the next to run is first. */
  const waiting = new Map<string, (() => Promise<void>)[]>();
  const running = new Set<string>();

  function next(): void {
    if (running.size >= places) return;
    const [workspace, [start, ...later]] = [...waiting].find(([candidate]) => !running.has(candidate)) ?? [
      '',
      [],
    ];
    if (!start) return;
    waiting.delete(workspace);
    if (later.length > 0) waiting.set(workspace, later);
    running.add(workspace);
    void start().then(() => {
      running.delete(workspace);
      next();
    });
    next();
  }

  return async (workspace, work) => {
    const own = waiting.get(workspace) ?? [];
    const all = [...waiting.values()].reduce((sum, { length }) => sum + length, 0);
    if (own.length >= MAX_WAITING_OF_WORKSPACE || all >= MAX_WAITING) return 'busy';
    return new Promise((resolve, reject) => {
      waiting.set(workspace, [...own, () => work().then(resolve, reject)]);
      next();
    });
  };
}

function isCheap(bytes: Uint8Array): boolean {
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b;
  return bytes.length <= (isArchive ? CHEAP_WORKBOOK_BYTES : CHEAP_TEXT_BYTES);
}

/**
 * Messages from the reading thread; rows belong to the last sheet. The thread waits for an answer after a sheet and
 * after rows.
 */
export type FromReader =
  | { sheet: Omit<Sheet, 'rows'> }
  | { rows: FileRow[] }
  | { format: FileFormat }
  | { fault: FileFault };

/** The thread's heap, without the buffers that it unpacks. */
const HEAP_MB = 192;
const DEADLINE_MS = 30_000;

/**
 * Reads each file in a thread of its own, so that no file can harm the app.
 *
 * @param failed is called for failures that no file should cause
 */
export function createReadInThread(failed: (error: unknown) => void, deadlineMs = DEADLINE_MS): ReadOne {
  return bytes => {
    const worker = new Worker(new URL('./worker.ts', import.meta.url), {
      workerData: bytes,
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB, maxYoungGenerationSizeMb: 16 },
      // Discards what libraries print.
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
        // The next file must not be read before this one's memory is free.
        void worker.terminate().then(() => resolve(result));
      }
      worker.on('message', (message: FromReader) => {
        if ('fault' in message) return end(message.fault);
        if ('format' in message) return end({ format: message.format, sheets });
        if ('sheet' in message) sheets.push({ ...message.sheet, rows: [] });
        else for (const row of message.rows) sheets.at(-1)?.rows.push(row);
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
