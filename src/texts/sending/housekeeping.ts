import type { Clock } from '../../kit/clock.ts';
import { DAY_MS } from '../../kit/day.ts';
import type { Inboxes } from '../../kit/inbox/store.ts';
import type { Documents } from '../../kit/store/documents.ts';
import { createWorker, type Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import type { ScheduledDeletions } from '../../workspace/scheduled-deletions.ts';
import type { SettingsOf } from '../../workspace/settings.ts';
import type { Claims } from '../store/claim.ts';
import type { Retention } from '../store/history.ts';

/** How much longer than texts we keep their intents' ids, so that a late redelivery is still recognised. */
const IDS_LONGER_MS = 7 * DAY_MS;
const ROUND_MS = 3_600_000;
/** Each may be a row with ten index entries, and removed data is overwritten: more at once would stall the store. */
const STEP = 100;
/** The pause between two steps, so that others get most of the time. */
const PAUSE_MS = 25;

/**
 * Removes, in small steps that let others in between, what is older than its workspace keeps texts, and what belonged to
 * workspaces that removed the app.
 */
export function createHousekeeping(deps: {
  retention: Retention;
  inboxes: Inboxes;
  /** What goes with texts as old as these. */
  sweeps: () => readonly ((workspace: string, before: number, limit: number) => Promise<number>)[];
  deletions: ScheduledDeletions;
  documents: Pick<Documents, 'sweep'>;
  settings: SettingsOf;
  clock: Clock;
  log: Log;
}): Worker {
  const { retention, inboxes, sweeps, deletions, documents, settings, clock, log } = deps;
  /** The workspaces still to look at in this round; null: the round is over. */
  let left: string[] | null = null;

  async function sweep(workspace: string, now: number): Promise<number> {
    const { retentionDays } = await settings.of(workspace);
    const textsBefore = now - retentionDays * DAY_MS;
    const before = { textsBefore, idsBefore: textsBefore - IDS_LONGER_MS };
    for (const sweepOf of sweeps()) {
      const removed = await sweepOf(workspace, textsBefore, STEP);
      if (removed > 0) return removed;
    }
    return retention.sweep(workspace, before, STEP);
  }

  /** One step in the first workspace that has something to remove; 0 if none has. */
  async function sweepNext(workspaces: string[], now: number): Promise<number> {
    for (let workspace = workspaces.at(-1); workspace !== undefined; workspace = workspaces.at(-1)) {
      const removed = await sweep(workspace, now).catch(error => {
        log.error({ err: error, workspace }, 'can’t remove old texts; trying again later');
        return 0;
      });
      if (removed > 0) return removed;
      workspaces.pop();
    }
    return 0;
  }

  return createWorker({
    name: 'housekeeping',
    clock,
    log,
    async pass() {
      const now = clock.now();
      left ??= await retention.workspaces();
      const removed =
        (await deletions.removeDue(now, STEP)) +
        (await inboxes.sweep(now, STEP)) +
        (await documents.sweep(now, STEP)) +
        (await sweepNext(left, now));
      if (removed > 0) return clock.now() + PAUSE_MS;
      left = null;
      return now + ROUND_MS;
    },
  });
}

const REAP_MS = 10_000;

/**
 * Looks, now and then, for texts in `sending` whose process is gone (nobody knows whether they went out), and for requests that last
 * longer than any can.
 *
 * @param reaped called when there is something to report
 */
export function createReaper(deps: {
  claims: Claims;
  clock: Clock;
  log: Log;
  reaped: () => void;
}): Worker & { reap(): Promise<void> } {
  const { claims, clock, log, reaped } = deps;

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
      return clock.now() + REAP_MS;
    },
  });
  return { ...worker, reap };
}
