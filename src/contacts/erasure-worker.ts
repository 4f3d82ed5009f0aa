import type { Clock } from '../kit/clock.ts';
import type { InboxContents } from '../kit/inbox/reading.ts';
import type { Extensions } from '../kit/slack/services.ts';
import { createWorker, type Worker } from '../kit/worker.ts';
import type { Log } from '../log.ts';
import type { SettingsStore } from '../workspace/settings.ts';
import type { Erasure } from './store/erasure.ts';
import type { ErasureJob } from './store/erasure-model.ts';
import type { Imports } from './store/imports.ts';

/** Pause between two steps, so that other work gets most of the time. */
const PAUSE_MS = 10;
/** Interval of looking for erasures that other processes began. */
const LOOK_FOR_OTHERS_MS = 5000;

/**
 * Erases a person from a feature's data, and returns the names of the hooks, rotas and schedules that named them.
 * Must be safe to run twice.
 */
export type Eraser = (job: ErasureJob) => Promise<readonly string[]>;

declare module '../kit/slack/services.ts' {
  interface Extensions {
    erasers: readonly Eraser[];
    /** Called when an undone import may have removed people or groups. */
    peopleRemoved: readonly ((workspace: string) => Promise<void>)[];
  }
}

/** Tells the features that use people that an undone import may have removed some. */
export async function tellPeopleRemoved(
  { peopleRemoved = [] }: Partial<Extensions>,
  workspace: string,
): Promise<void> {
  for (const tell of peopleRemoved) await tell(workspace);
}

/**
 * Erases everything stored about a person, in small steps that leave time for other work, and reports when it is
 * done. After a crash, any process continues.
 */
export function createErasureWorker(deps: {
  erasure: Erasure;
  imports: Pick<Imports, 'erase'>;
  settings: SettingsStore;
  /** The erasers of features that depend on this one. */
  erasers: () => readonly Eraser[];
  /** The storage formats of inboxes, by kind. */
  contents: Readonly<Record<string, InboxContents>>;
  /** Reports to the manager who asked; rejects if Slack may accept the report later. */
  tell: (job: ErasureJob) => Promise<void>;
  /** Called when an erasure is done, because the senders of cancelled texts get reports. */
  wake: () => void;
  isShared: boolean;
  clock: Clock;
  log: Log;
}): Worker {
  const { erasure, imports, settings, erasers, contents, tell, wake, isShared, clock, log } = deps;

  /**
   * Erases the person from settings, imports and features' data, any of which could bring them back. Safe to run
   * twice.
   */
  async function eraseFromSettings(job: ErasureJob): Promise<void> {
    const { workspace, by, number } = job;
    const { blocklist } = await settings.of(workspace);
    if (blocklist.includes(number)) {
      await settings.save(workspace, by, { blocklist: blocklist.filter(blocked => blocked !== number) });
    }
    await imports.erase(workspace, number);
    const hooks: string[] = [];
    for (const erase of erasers()) hooks.push(...(await erase(job)));
    await erasure.settingsDone(job.id, { hooks: [...new Set([...job.hooks, ...hooks])] }, clock.now());
  }

  return createWorker({
    name: 'forgetter',
    clock,
    log,
    async pass() {
      const step = await erasure.step(clock.now(), contents);
      switch (step.kind) {
        case 'waits':
          return isShared ? Math.min(step.until ?? Infinity, clock.now() + LOOK_FOR_OTHERS_MS) : step.until;
        case 'worked':
          break;
        case 'settings':
          await eraseFromSettings(step.job);
          break;
        case 'tell':
          await tell(step.job);
          await erasure.close(step.job.id);
          log.info(
            { workspace: step.job.workspace, by: step.job.by, texts: step.job.texts },
            'somebody was forgotten',
          );
          wake();
      }
      return clock.now() + PAUSE_MS;
    },
  });
}
