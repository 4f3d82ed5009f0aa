import type { Clock } from '../domain/clock.ts';
import type { Log } from '../log.ts';
import type { Departures, Mailboxes, Outbox } from '../storage/ports.ts';
import type { SettingsOf } from '../workspaces/settings.ts';
import { createWorker, type Worker } from './worker.ts';

const DAY_MS = 24 * 3_600_000;
/** Identities outlive texts by so long, so a late redelivery is still recognised. */
const IDENTITIES_LONGER_MS = 7 * DAY_MS;
const EVERY_MS = 3_600_000;
const STEP = 500;

/**
 * Removes what is older than its workspace keeps texts, and what belonged to workspaces that the app left, in small
 * steps that let others in between.
 */
export function createHousekeeping(parts: {
  outbox: Outbox;
  mailboxes: Mailboxes;
  departures: Departures;
  settings: SettingsOf;
  clock: Clock;
  log: Log;
}): Worker {
  const { outbox, mailboxes, departures, settings, clock, log } = parts;

  async function sweep(workspace: string, now: number): Promise<number> {
    const { retentionDays } = await settings.of(workspace);
    const textsBefore = now - retentionDays * DAY_MS;
    const before = { textsBefore, identitiesBefore: textsBefore - IDENTITIES_LONGER_MS };
    return outbox.sweep(workspace, before, STEP);
  }

  return createWorker({
    name: 'housekeeping',
    clock,
    log,
    async pass() {
      const now = clock.now();
      let removed = (await departures.forget(now, STEP)) + (await mailboxes.sweep(now, STEP));
      for (const workspace of await outbox.workspaces()) {
        removed += await sweep(workspace, now).catch(error => {
          log.error({ err: error, workspace }, 'old texts could not be removed; trying again later');
          return 0;
        });
      }
      return removed > 0 ? now : now + EVERY_MS;
    },
  });
}
