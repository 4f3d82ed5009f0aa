import type { Clock } from '../../kit/clock.ts';
import type { Inboxes } from '../../kit/inbox/store.ts';
import type { Documents } from '../../kit/store/documents.ts';
import { createWorker, type Worker } from '../../kit/worker.ts';
import type { Log } from '../../log.ts';
import type { ScheduledDeletions } from '../../workspace/scheduled-deletions.ts';
import type { SettingsOf } from '../../workspace/settings.ts';
import type { Claims } from '../store/claim.ts';
import { cutOffsOf, type Retention } from '../store/retention.ts';

const ROUND_MS = 3_600_000;
/** Each may be a row with ten index entries, and deleted data is overwritten: more at once would stall the store. */
const MAX_ROWS_PER_STEP = 100;
/** The pause between two steps, which leaves most of the time to other work. */
const PAUSE_MS = 25;

/**
 * Deletes, in small transactions, data older than its workspace's retention time, and the data of workspaces that
 * uninstalled the app.
 */
export function createHousekeeping(deps: {
  retention: Retention;
  inboxes: Inboxes;
  /** Features' own deletions, run together with those of old texts. */
  sweeps: () => readonly ((workspace: string, before: number, limit: number) => Promise<number>)[];
  deletions: ScheduledDeletions;
  documents: Pick<Documents, 'sweep'>;
  settings: SettingsOf;
  clock: Clock;
  log: Log;
}): Worker {
  const { retention, inboxes, sweeps, deletions, documents, settings, clock, log } = deps;
  /** Workspaces left in this round; null if the round is over. */
  let remaining: string[] | null = null;

  async function sweep(workspace: string, now: number): Promise<number> {
    const { retentionDays } = await settings.of(workspace);
    const cutOffs = cutOffsOf(retentionDays, now);
    for (const sweepOf of sweeps()) {
      const removed = await sweepOf(workspace, cutOffs.textsBefore, MAX_ROWS_PER_STEP);
      if (removed > 0) return removed;
    }
    return retention.sweep(workspace, cutOffs, MAX_ROWS_PER_STEP);
  }

  /** Deletes from the next workspace that has something old; 0 if none has. */
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
      remaining ??= await retention.workspaces();
      const removed =
        (await deletions.removeDue(now, MAX_ROWS_PER_STEP)) +
        (await inboxes.sweep(now, MAX_ROWS_PER_STEP)) +
        (await documents.sweep(now, MAX_ROWS_PER_STEP)) +
        (await sweepNext(remaining, now));
      if (removed > 0) return clock.now() + PAUSE_MS;
      remaining = null;
      return now + ROUND_MS;
    },
  });
}

const REAP_MS = 10_000;

/**
 * Ends the claims of dead processes, and claims that outlast any request: their texts become uncertain.
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
