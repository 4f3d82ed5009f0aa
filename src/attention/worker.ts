import type { Clock } from '../kit/clock.ts';
import { MINUTE_MS } from '../kit/day.ts';
import { createWorker, type Worker } from '../kit/worker.ts';
import type { Log } from '../log.ts';
import type { Attention } from './attention.ts';
import type { TellWarnings } from './telling.ts';

/** All workspaces are looked at this often. */
const LOOK_MS = 10 * MINUTE_MS;
/** A look a little early counts, because other processes look at other moments. */
const EARLY_MS = MINUTE_MS;
/** A workspace in which a user has Home open is looked at this often. */
const SOON_MS = MINUTE_MS;

/**
 * Looks for warnings in all workspaces, and within a minute where a user has Home open. In many processes, each look is done by one of them.
 *
 * @param workspaces those with a linked key
 */
export function createAttentionWorker(deps: {
  attention: Pick<Attention, 'look'>;
  tell: TellWarnings;
  workspaces: () => Promise<readonly string[]>;
  clock: Clock;
  log: Log;
}): Worker & { lookSoon(workspace: string): void } {
  const { attention, tell, workspaces, clock, log } = deps;
  let nextRound = 0;
  const soon = new Set<string>();

  async function look(workspace: string, everyMs: number): Promise<void> {
    try {
      const seen = await attention.look(workspace, everyMs);
      if (seen) await tell(workspace, seen);
    } catch (error) {
      log.warn({ err: error, workspace }, 'can’t look for warnings');
    }
  }

  const worker = createWorker({
    name: 'attention',
    clock,
    log,
    async pass() {
      const now = clock.now();
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
    lookSoon(workspace) {
      soon.add(workspace);
      worker.wake();
    },
  };
}
