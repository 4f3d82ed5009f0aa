import { subscribe } from 'node:diagnostics_channel';
import { url as debuggerUrl } from 'node:inspector';
import { Worker } from 'node:worker_threads';
import type { Log } from '../../log.ts';
import type { StorageChoice } from '../store/storage.ts';
import type { Handled, Handling } from './handling.ts';

/** The channel on which the watchdog asks the paused main thread for the data that it handles. */
export const ASK_CHANNEL = 'sms-for-slack:handling';
export type HandlingAsked = { handled: Handled | null };

/**
 * The number of beats that the main thread has to miss in a row. The watchdog counts its own intervals instead of time: if the
 * whole process or machine is paused, both threads are.
 */
export const BEATS = 30;

/** Fields of the shared memory: the number of beats, and whether a debugger may hold the main thread. */
export const [BEATEN, DEBUGGED] = [0, 1];

export type WatchdogData = {
  shared: Int32Array;
  beatMs: number;
  storage: StorageChoice;
  /** The process as log lines name it; null if nothing is logged. */
  line: { pid: number; hostname: string } | null;
};

/**
 * Ends the process when its main thread has stalled for `ms`, after logging its position and noting the data that it was
 * handling.
 *
 * @param deps.ms 0: no watchdog
 */
export function startWatchdog(deps: {
  ms: number;
  handling: Pick<Handling, 'current'>;
  storage: StorageChoice;
  /** The process as log lines name it. */
  process: { pid: number; hostname: string };
  log: Log;
}): void {
  const { ms, handling, storage, process, log } = deps;
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
  const workerData: WatchdogData = { shared, beatMs: ms / BEATS, storage, line };
  const worker = new Worker(new URL('./watchdog-thread.ts', import.meta.url), { workerData, env: {} });
  worker.unref();
  worker.on('error', error => log.error({ err: error }, 'nobody watches whether the app stands still'));
  setInterval(beat, ms / BEATS).unref();
}
