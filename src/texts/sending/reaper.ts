import type { Clock } from '../../kit/clock.ts';
import { createWorker, type Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import type { Claims } from '../store/claim.ts';

const EVERY_MS = 10_000;

/**
 * Looks, now and then, for texts in `sending` whose process is gone (nobody knows whether they went out), and for requests that last
 * longer than any can.
 *
 * @param reaped called when there is something to report
 */
export function createReaper(parts: {
  claims: Claims;
  clock: Clock;
  log: Log;
  reaped: () => void;
}): Worker & { reap(): Promise<void> } {
  const { claims, clock, log, reaped } = parts;

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
      await reap();
      return clock.now() + EVERY_MS;
    },
  });
  return { ...worker, reap };
}
