import type { Clock } from '../domain/clock.ts';
import type { Log } from '../log.ts';
import type { Claims } from '../storage/ports.ts';
import { createWorker, type Worker } from './worker.ts';

/**
 * Looks for texts in `sending` whose process is gone: nobody knows whether they went out.
 *
 * @param everyMs how often, if other processes share the store; null: only when woken, at start
 * @param reaped called when there is something to report
 */
export function createReaper(parts: {
  claims: Claims;
  everyMs: number | null;
  clock: Clock;
  log: Log;
  reaped: () => void;
}): Worker & { reap(): Promise<void> } {
  const { claims, everyMs, clock, log, reaped } = parts;

  async function reap(): Promise<void> {
    const texts = await claims.reap(clock.now());
    if (texts === 0) return;
    log.warn({ texts }, 'texts were interrupted while being sent; they may or may not have gone out');
    reaped();
  }

  const worker = createWorker({
    name: 'reaper',
    clock,
    log,
    async pass() {
      if (everyMs === null) return null;
      await reap();
      return clock.now() + everyMs;
    },
  });
  return { ...worker, reap };
}
