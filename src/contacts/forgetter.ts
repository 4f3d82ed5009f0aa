import type { Clock } from '../kit/clock.ts';
import { createWorker, type Worker } from '../kit/worker.ts';
import type { Log } from '../log.ts';
import type { SettingsStore } from '../workspace/settings.ts';
import type { Forgetting } from './store/forgetting.ts';
import type { ForgettingJob, Forgotten, InboxContents } from './store/forgetting-model.ts';
import type { Imports } from './store/imports.ts';

/** The pause between two steps, so that others get most of the time. */
const PAUSE_MS = 10;
/** How often to look for what another process began. */
const LOOK_FOR_OTHERS_MS = 5000;

/**
 * Removes, in small steps that let others in between, everything stored about people who are forgotten, and reports
 * when that is done. After a crash, any process goes on at once.
 */
export function createForgetter(parts: {
  forgetting: Forgetting;
  imports: Pick<Imports, 'forget'>;
  /** What is to go out later. */
  schedules: { forget(workspace: string, who: Forgotten): Promise<unknown> };
  settings: SettingsStore;
  /** Removes them from hooks and rotas; returns the names of those that they were in. */
  leaveOut: (job: ForgettingJob) => Promise<string[]>;
  /** How what hooks keep is read. */
  contents: InboxContents;
  /** Tells whoever asked for it what was done; rejects if they couldn't be told. */
  tell: (job: ForgettingJob) => Promise<void>;
  /** Something that was waiting was cancelled: there are reports to post. */
  wake: () => void;
  isShared: boolean;
  clock: Clock;
  log: Log;
}): Worker {
  const { forgetting, imports, schedules, settings, leaveOut, contents, tell, wake, isShared, clock, log } =
    parts;

  /** Removes them from what the workspace decided, and from what would bring them back; may be done twice. */
  async function leave(job: ForgettingJob): Promise<void> {
    const { workspace, by, number } = job;
    const { blocklist } = await settings.of(workspace);
    if (blocklist.includes(number)) {
      await settings.save(workspace, by, { blocklist: blocklist.filter(one => one !== number) });
    }
    await imports.forget(workspace, number);
    await schedules.forget(workspace, job);
    const hooks = await leaveOut(job);
    await forgetting.settingsDone(job.id, { hooks: [...new Set([...job.hooks, ...hooks])] }, clock.now());
  }

  return createWorker({
    name: 'forgetter',
    clock,
    log,
    async pass() {
      const did = await forgetting.step(clock.now(), contents);
      switch (did.kind) {
        case 'waits':
          return isShared ? Math.min(did.until ?? Infinity, clock.now() + LOOK_FOR_OTHERS_MS) : did.until;
        case 'worked':
          break;
        case 'settings':
          await leave(did.job);
          break;
        case 'tell':
          await tell(did.job);
          await forgetting.close(did.job.id);
          log.info(
            { workspace: did.job.workspace, by: did.job.by, texts: did.job.texts },
            'somebody was forgotten',
          );
          wake();
      }
      return clock.now() + PAUSE_MS;
    },
  });
}
