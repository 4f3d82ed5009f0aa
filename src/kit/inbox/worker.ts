import { setImmediate as endOfTurn } from 'node:timers/promises';
import type { Log } from '../../log.ts';
import type { Clock } from '../clock.ts';
import type { Handling } from '../stalls/handling.ts';
import { createTaskPool, createWorker, type Worker } from '../worker.ts';
import { type InboxAddress, inboxId, type LeasedInbox } from './model.ts';
import type { Inboxes } from './store.ts';

/** How many inboxes are handled at once, so that a slow workspace delays no other. */
const MAX_IN_FLIGHT = 20;
/** How often a worker `byTimeOfDay` checks whether the clock was set. */
const CLOCK_CHECK_MS = 30_000;

/**
 * A worker that handles the due inboxes of one kind.
 *
 * @param leaseMs how long this process has an inbox to itself; after that, another process may handle it too
 * @param byTimeOfDay the time of day may decide what is due, so setting the clock makes everything due again
 * @param failure the log message for an inbox that `work` failed on; it is due again when its lease ends
 */
export function createInboxWorker(deps: {
  inboxes: Inboxes;
  kind: InboxAddress['kind'];
  leaseMs: number;
  byTimeOfDay: boolean;
  work: (leased: LeasedInbox) => Promise<void>;
  failure: string;
  handling: Pick<Handling, 'run'>;
  clock: Clock;
  log: Log;
}): Worker {
  const { inboxes, kind, leaseMs, byTimeOfDay, work, failure, handling, clock, log } = deps;
  let lastAhead: number | null = null;
  const inFlight = new Map<string, { version: number; ended: Promise<void> }>();

  /** Makes all inboxes of the kind due if the clock was set since the last check. */
  async function seeClock(now: number): Promise<void> {
    const ahead = clock.wall(now) - now;
    if (lastAhead !== null && ahead !== lastAhead) await inboxes.hasten(kind, now);
    lastAhead = ahead;
  }

  /**
   * Begins work after the inbox's earlier work in this process. Work that outlasts its lease isn't started a second time, because
   * both together would take even longer. Events that arrive while the work is committed have the next turn.
   */
  function begin(leased: LeasedInbox): void {
    const { address, eventIds } = leased;
    const { workspace, name } = address;
    const handled = { kind: 'inbox' as const, of: inboxId(address), workspace, parts: eventIds };
    const key = `${workspace} ${name}`;
    const before = inFlight.get(key);
    if (before && leased.version <= before.version) return;
    const ended = Promise.resolve(before?.ended)
      .then(() => handling.run(handled, () => work(leased)))
      .catch(error => log.error({ err: error }, failure))
      .finally(() => {
        if (inFlight.get(key)?.ended === ended) inFlight.delete(key);
      });
    inFlight.set(key, { version: leased.version, ended });
    pool.start(ended);
  }

  const worker = createWorker({
    name: kind,
    clock,
    log,
    async pass() {
      // The pool wakes the worker when a task ends.
      if (pool.free() === 0) return null;
      const now = clock.now();
      if (byTimeOfDay) await seeClock(now);
      // One at a time, because an inbox may be large: requests that arrived meanwhile are served before the next inbox.
      const [leased] = await inboxes.lease(kind, now, now + leaseMs, 1);
      if (leased) begin(leased);
      await endOfTurn();
      const next = await inboxes.nextDue(kind);
      if (leased && next !== null && next <= clock.now()) worker.wake();
      return next === null || !byTimeOfDay ? next : Math.min(next, now + CLOCK_CHECK_MS);
    },
  });
  const pool = createTaskPool(MAX_IN_FLIGHT, worker.wake);
  return {
    wake: worker.wake,
    async stop() {
      await worker.stop();
      await pool.ended();
    },
  };
}
