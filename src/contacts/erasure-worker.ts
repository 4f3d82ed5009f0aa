import type { Clock } from '../kit/clock.ts';
import type { InboxContents } from '../kit/inbox/reading.ts';
import type { Extensions } from '../kit/slack/services.ts';
import { createWorker, type Worker } from '../kit/worker.ts';
import type { Log } from '../log.ts';
import type { SettingsStore } from '../workspace/settings.ts';
import type { Erasure } from './store/erasure.ts';
import type { ErasureJob } from './store/erasure-model.ts';
import type { Imports } from './store/imports.ts';

/** The pause between two steps, so that others get most of the time. */
const PAUSE_MS = 10;
/** How often to look for what another process began. */
const LOOK_FOR_OTHERS_MS = 5000;

/** Removes somebody from what a feature keeps; returns the names of those that they were in, such as rotas. May be done twice. */
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
 * Removes, in small steps that let others in between, everything stored about people who are forgotten, and reports
 * when that is done. After a crash, any process goes on at once.
 */
export function createErasureWorker(deps: {
  erasure: Erasure;
  imports: Pick<Imports, 'erase'>;
  settings: SettingsStore;
  /** What features above forget. */
  erasers: () => readonly Eraser[];
  /** The storage formats of inboxes, by kind. */
  contents: Readonly<Record<string, InboxContents>>;
  /** Tells whoever asked for it what was done; rejects if they couldn't be told. */
  tell: (job: ErasureJob) => Promise<void>;
  /** Something that was waiting was cancelled: there are reports to post. */
  wake: () => void;
  isShared: boolean;
  clock: Clock;
  log: Log;
}): Worker {
  const { erasure, imports, settings, erasers, contents, tell, wake, isShared, clock, log } = deps;

  /** Removes them from what the workspace decided, and from what would bring them back; may be done twice. */
  async function leave(job: ErasureJob): Promise<void> {
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
      const did = await erasure.step(clock.now(), contents);
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
          await erasure.close(did.job.id);
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
