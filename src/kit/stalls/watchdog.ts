import { subscribe } from 'node:diagnostics_channel';
import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Log } from '../../log.ts';
import type { StorageChoice } from '../store/storage.ts';
import type { Handled, Handling } from './handling.ts';

/** The thread that watches asks the thread that stands still through this, once a debugger has stopped that. */
export const ASK_CHANNEL = 'sms-for-slack:handling';
export type HandlingAsked = { handled: Handled | null };

/**
 * How many beats in a row have to be missing. The thread that watches counts its own as well, and no hours pass by: where the
 * whole process or machine was stopped, both threads were.
 */
export const BEATS = 30;

/** What both threads see: how often the main one has beaten, and whether a debugger may hold it. */
export const [BEATEN, DEBUGGED] = [0, 1];

export type WatchdogGiven = {
  shared: Int32Array;
  beatMs: number;
  storage: StorageChoice;
  /** What log lines say of this process; null: nothing is logged. */
  line: { pid: number; hostname: string } | null;
};

/**
 * Ends the process when its main thread has stood still for so long, after a line that says where, and after noting what it
 * was handling.
 *
 * @param ms 0: nobody watches
 */
export function startWatchdog(given: {
  ms: number;
  handling: Pick<Handling, 'current'>;
  storage: StorageChoice;
  /** What log lines say of this process. */
  process: { pid: number; hostname: string };
  log: Log;
}): void {
  const { ms, handling, storage, process, log } = given;
  if (ms === 0) return;
  const shared = new Int32Array(new SharedArrayBuffer(2 * Int32Array.BYTES_PER_ELEMENT));
  const beat = (): void => {
    Atomics.add(shared, BEATEN, 1);
    Atomics.store(shared, DEBUGGED, debuggerUrl() ? 1 : 0);
  };
  beat();
  subscribe(ASK_CHANNEL, message => {
    (message as HandlingAsked).handled = handling.current();
  });
  const line = log.isLevelEnabled('fatal') ? process : null;
  const workerData: WatchdogGiven = { shared, beatMs: ms / BEATS, storage, line };
  const worker = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData, env: {} });
  worker.unref();
  worker.on('error', error => log.error({ err: error }, 'nobody watches whether the app stands still'));
  setInterval(beat, ms / BEATS).unref();
}
