import type { Clock } from '../kit/clock.ts';
import { MINUTE_MS } from '../kit/day.ts';
import type { UserRef } from '../kit/slack/services.ts';
import { createWorker, type Worker } from '../kit/worker.ts';
import type { Log } from '../log.ts';
import type { Attention } from './attention.ts';
import type { TellWarnings } from './telling.ts';

/** All workspaces are looked at this often. */
const LOOK_MS = 10 * MINUTE_MS;
/** A look a little early counts, because other processes look at other moments. */
const EARLY_MS = MINUTE_MS;
/** A workspace in which somebody opens Home is looked at this often. */
const SOON_MS = MINUTE_MS;
/** A Home tab is brought up to date for this long after it was opened: longer than until the next look. */
const OPEN_MS = 15 * MINUTE_MS;
/** More open tabs than these aren't brought up to date: Slack takes a hundred a minute. */
const MAX_REFRESHED = 20;

/**
 * Looks for warnings in all workspaces, and right away where somebody opens Home. In many processes, each look is done by one of them.
 *
 * @param workspaces those with a linked key
 */
export function createAttentionWorker(deps: {
  attention: Pick<Attention, 'look'>;
  tell: TellWarnings;
  workspaces: () => Promise<readonly string[]>;
  refresh: (user: UserRef) => Promise<void>;
  clock: Clock;
  log: Log;
}): Worker & { looked(user: UserRef): void } {
  const { attention, tell, workspaces, refresh, clock, log } = deps;
  let nextRound = 0;
  const soon = new Set<string>();
  /** When each reader's tab was opened, by workspace. */
  const open = new Map<string, Map<string, number>>();

  async function look(workspace: string, everyMs: number): Promise<void> {
    try {
      const seen = await attention.look(workspace, everyMs);
      if (!seen) return;
      if (seen.isChanged) bringUpToDate(workspace);
      await tell(workspace, seen.warnings);
    } catch (error) {
      log.warn({ err: error, workspace }, 'can’t look for warnings');
    }
  }

  function bringUpToDate(workspace: string): void {
    for (const userId of [...(open.get(workspace)?.keys() ?? [])].slice(-MAX_REFRESHED))
      void refresh({ workspace, userId });
  }

  function closeOld(now: number): void {
    for (const [workspace, readers] of open) {
      for (const [userId, at] of readers) if (now - at >= OPEN_MS) readers.delete(userId);
      if (readers.size === 0) open.delete(workspace);
    }
  }

  const worker = createWorker({
    name: 'attention',
    clock,
    log,
    async pass() {
      const now = clock.now();
      closeOld(now);
      const first = [...soon];
      soon.clear();
      for (const workspace of first) await look(workspace, SOON_MS);
      if (now >= nextRound) {
        nextRound = now + LOOK_MS;
        for (const workspace of await workspaces()) await look(workspace, LOOK_MS - EARLY_MS);
      }
      return nextRound;
    },
  });

  return {
    ...worker,
    looked({ workspace, userId }) {
      const readers = open.get(workspace) ?? new Map<string, number>();
      readers.delete(userId);
      open.set(workspace, readers.set(userId, clock.now()));
      soon.add(workspace);
      worker.wake();
    },
  };
}
