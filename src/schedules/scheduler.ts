import type { Clock } from '../kit/clock.ts';
import { MINUTE_MS } from '../kit/day.ts';
import { createTaskPool, createWorker, type Worker } from '../kit/worker.ts';
import type { Log } from '../log.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import type { Schedule } from './schedule.ts';
import type { TellOfSchedule } from './store/model.ts';
import type { Schedules } from './store/store.ts';

const SCHEDULES_PER_PASS = 20;
const RUN_CONCURRENCY = 3;
/** While something is to come, how often to check whether somebody has set the clock. */
const LOOK_MS = 60_000;
/** While nothing is: another process that shares the store may have been asked for something, and be gone. */
const LOOK_FOR_OTHERS_MS = 10 * 60_000;

/**
 * Makes the run of a broadcast that is due: who gets it is asked now, and it starts by the rules of now. `later`: Slack doesn't
 * say now whether its author may still send, or nobody is there to make it.
 */
export type MakeRun = (schedule: Schedule) => Promise<'made' | 'later'>;

declare module '../kit/slack/services.ts' {
  interface Extensions {
    makeRun: MakeRun;
  }
}

/** Begins what is due, by the time of day, and tells authors what has become of their schedules. */
export function createScheduler(deps: {
  schedules: Schedules;
  settings: SettingsOf;
  tell: TellOfSchedule;
  /** Whether an author's account is deactivated; false as well while Slack doesn't say. */
  isGone: (workspace: string, author: string) => Promise<boolean>;
  makeRun: MakeRun;
  /** Texts are there to be sent. */
  wake: () => void;
  /** Whether other processes share the store. */
  isShared: boolean;
  clock: Clock;
  log: Log;
}): Worker {
  const { schedules, settings, tell, isGone, makeRun, wake, isShared, clock, log } = deps;
  /** How far the time of day was ahead of the time line when we looked last. */
  let ahead: number | null = null;

  async function run({ id, workspace, by }: Schedule, wall: number): Promise<boolean> {
    if (await isGone(workspace, by)) {
      const stopped = await schedules.stop(workspace, id, wall);
      if (stopped) log.info({ schedule: id, workspace }, 'a schedule was stopped: its author is deactivated');
      return stopped !== null;
    }
    const { lateMinutes } = await settings.shown(workspace);
    const did = await schedules.run(id, { wall, now: clock.now(), lateMs: lateMinutes * MINUTE_MS });
    if (did) log.info({ schedule: id, workspace, did }, 'a schedule was due');
    return did !== null;
  }

  async function runDue(wall: number): Promise<boolean> {
    const { due, unreadable } = await schedules.due(wall, clock.now(), SCHEDULES_PER_PASS);
    for (const damaged of unreadable) {
      log.error({ schedule: damaged.id, workspace: damaged.workspace }, 'a schedule can’t be read');
      await tell.unreadable(damaged).catch(failed('can’t tell that a schedule can’t be read'));
    }
    let began = false;
    for (const schedule of due) {
      began = (await run(schedule, wall).catch(failed('can’t begin what is due'))) || began;
    }
    if (began) wake();
    return began;
  }

  /** Whoever can't be told now is told later. */
  async function tellNews(): Promise<void> {
    for (const schedule of await schedules.withNews(SCHEDULES_PER_PASS)) {
      for (const news of schedule.notices) {
        await tell
          .news(schedule, news)
          .then(() => schedules.newsTold(schedule.id, news))
          .catch(failed('can’t tell somebody of their schedule; trying again'));
      }
    }
  }

  const failed =
    (message: string) =>
    (error: unknown): false => {
      log.error({ err: error }, message);
      return false;
    };

  /** Broadcasts' runs: working out who gets them takes a while, and holds up nothing else. */
  async function makeRuns(): Promise<void> {
    if (pool.free() === 0) return;
    for (const schedule of await schedules.runInProgress(pool.free() + inFlight.size)) {
      if (inFlight.has(schedule.id) || pool.free() === 0 || (resting.get(schedule.id) ?? 0) > clock.now())
        continue;
      inFlight.add(schedule.id);
      const done = makeRun(schedule)
        .then(how => {
          if (how === 'later') resting.set(schedule.id, clock.now() + LOOK_MS);
          else resting.delete(schedule.id);
        })
        .catch(error => {
          resting.set(schedule.id, clock.now() + LOOK_MS);
          failed('can’t make what is due; trying again')(error);
        });
      pool.start(done.finally(() => inFlight.delete(schedule.id)));
    }
  }

  const inFlight = new Set<string>();
  /** What failed, and until when it is left alone. */
  const resting = new Map<string, number>();
  const worker = createWorker({
    name: 'scheduler',
    clock,
    log,
    async pass() {
      const [now, wall] = [clock.now(), clock.wall()];
      const { next, more } = await schedules.coming();
      const isSet = ahead !== null && wall - now !== ahead;
      const isFirst = ahead === null;
      ahead = wall - now;
      const isDue = next !== null && next <= wall;
      if ((isDue || isSet || isFirst) && (await runDue(wall))) worker.wake();
      const after = isDue || isSet || isFirst ? await schedules.coming() : { next, more };
      if (after.more) {
        await makeRuns();
        await tellNews();
      }
      if (after.next !== null)
        return now + Math.min(LOOK_MS, Math.max(after.next - wall, isDue ? LOOK_MS : 0));
      if (after.more || resting.size > 0) return now + LOOK_MS;
      return isShared ? now + LOOK_FOR_OTHERS_MS : null;
    },
  });
  const pool = createTaskPool(RUN_CONCURRENCY, worker.wake);
  return {
    wake: worker.wake,
    async stop() {
      await worker.stop();
      await pool.ended();
    },
  };
}
