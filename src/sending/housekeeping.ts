import type { Clock } from '../domain/clock.ts';
import type { Log } from '../log.ts';
import type { Departures, Outbox } from '../storage/ports.ts';
import { createWorker, type Worker } from './worker.ts';

const DAY_MS = 24 * 3_600_000;
/** How long message texts are kept. */
const RETENTION_MS = 30 * DAY_MS;
/** Identities outlive texts, so a late redelivery is still recognised. */
const IDENTITY_MS = RETENTION_MS + 7 * DAY_MS;
const EVERY_MS = 3_600_000;
const STEP = 500;

/**
 * Removes what is older than its retention, and what belonged to workspaces that the app left, in small steps that let
 * others in between.
 */
export function createHousekeeping(parts: {
  outbox: Outbox;
  departures: Departures;
  clock: Clock;
  log: Log;
}): Worker {
  const { outbox, departures, clock, log } = parts;
  return createWorker({
    name: 'housekeeping',
    clock,
    log,
    async pass() {
      const now = clock.now();
      const removed = await outbox.sweep(now - RETENTION_MS, now - IDENTITY_MS, STEP);
      const forgotten = await departures.forget(now, STEP);
      return removed + forgotten > 0 ? now : now + EVERY_MS;
    },
  });
}
