import type { Clock } from '../kit/clock.ts';
import { MINUTE_MS } from '../kit/day.ts';
import { createTaskPool, createWorker, type Worker } from '../kit/worker.ts';
import type { Log } from '../log.ts';
import type { SettingsOf } from '../workspace/settings.ts';
import type { Calendar } from './calendar.ts';
import type { Schedule } from './schedule.ts';
import type { ScheduleNotifier } from './store/model.ts';
import type { Schedules } from './store/store.ts';

const SCHEDULES_PER_PASS = 20;
const RUN_CONCURRENCY = 3;
/** While runs are planned: how often to check whether a clock was set. */
const LOOK_MS = 60_000;
/** How often to look while no run is planned: another process that shares the store may have planned one and died. */
const LOOK_FOR_OTHERS_MS = 10 * 60_000;

/**
 * Makes a broadcast's run that is due: gathers its recipients now, and starts it by the current rules. `later`:
 * Slack doesn't say now whether its author may still send, or no feature makes runs.
 */
export type MakeRun = (schedule: Schedule) => Promise<'made' | 'later'>;

declare module '../kit/slack/services.ts' {
  interface Extensions {
    makeRun: MakeRun;
  }
}

/** Begins due runs, by the time of day, and sends authors notices about their schedules. */
export function createScheduler(deps: {
  schedules: Schedules;
  settings: SettingsOf;
  /** Read when a run is due, so that a change of holidays or working days always counts. */
  calendar: (workspace: string) => Promise<Calendar>;
  tell: ScheduleNotifier;
  /** True if an author's account is deactivated; false also while Slack is unavailable. */
  isGone: (workspace: string, author: string) => Promise<boolean>;
  makeRun: MakeRun;
  /** Called when a run has begun, so there may be texts to send. */
  wake: () => void;
  /** True if other processes share the store. */
  isShared: boolean;
  clock: Clock;
  log: Log;
}): Worker {
  const { schedules, settings, calendar, tell, isGone, makeRun, wake, isShared, clock, log } = deps;
  /**
   * The time of day minus the time line at the last pass, to notice a clock that was set. Null before the first pass,
   * which looks as if a clock was set.
   */
  let ahead: number | null = null;

  /** Before a broadcast's run: lets it ask for its approval, if it may need one. */
  async function lookAhead({ id, workspace }: Schedule, wall: number): Promise<boolean> {
    const [{ broadcastApproval }, days] = await Promise.all([settings.shown(workspace), calendar(workspace)]);
    const began = await schedules.lookAhead(id, { wall, asks: broadcastApproval !== null, days });
    if (began) log.info({ schedule: id, workspace }, 'a run is looked at ahead of its time');
    return began !== null;
  }

  async function run(schedule: Schedule, wall: number): Promise<boolean> {
    const { id, workspace, by, next } = schedule;
    if (next && next.at > wall) return lookAhead(schedule, wall);
    if (await isGone(workspace, by)) {
      const stopped = await schedules.stop(workspace, id, wall);
      if (stopped) log.info({ schedule: id, workspace }, 'a schedule was stopped: its author is deactivated');
      return stopped !== null;
    }
    const [{ lateMinutes }, days] = await Promise.all([settings.shown(workspace), calendar(workspace)]);
    const lateMs = lateMinutes * MINUTE_MS;
    const outcome = await schedules.run(id, { wall, now: clock.now(), lateMs, days });
    if (outcome) log.info({ schedule: id, workspace, did: outcome }, 'a schedule was due');
    return outcome !== null;
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

  /** Sends notices. Those that Slack doesn't accept now stay for a later pass. */
  async function sendNotices(): Promise<void> {
    for (const schedule of await schedules.withNews(SCHEDULES_PER_PASS)) {
      for (const news of schedule.notices) {
        await tell
          .news(schedule, news)
          .then(() => schedules.noticeDelivered(schedule.id, news))
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

  /** Makes broadcasts' runs in the background, because gathering recipients takes a while. */
  async function makeRuns(): Promise<void> {
    if (pool.free() === 0) return;
    for (const schedule of await schedules.runInProgress(pool.free() + inFlight.size)) {
      if (inFlight.has(schedule.id) || pool.free() === 0 || (retryAt.get(schedule.id) ?? 0) > clock.now())
        continue;
      inFlight.add(schedule.id);
      const done = makeRun(schedule)
        .then(outcome => {
          if (outcome === 'later') retryAt.set(schedule.id, clock.now() + LOOK_MS);
          else retryAt.delete(schedule.id);
        })
        .catch(error => {
          retryAt.set(schedule.id, clock.now() + LOOK_MS);
          failed('can’t make what is due; trying again')(error);
        });
      pool.start(done.finally(() => inFlight.delete(schedule.id)));
    }
  }

  const inFlight = new Set<string>();
  /** Ids of schedules whose run couldn't be made, and when to try again. */
  const retryAt = new Map<string, number>();
  const worker = createWorker({
    name: 'scheduler',
    clock,
    log,
    async pass() {
      const [now, wall] = [clock.now(), clock.wall()];
      const { next, more } = await schedules.coming();
      const isSet = wall - now !== ahead;
      ahead = wall - now;
      const isDue = next !== null && next <= wall;
      if ((isDue || isSet) && (await runDue(wall))) worker.wake();
      const after = isDue || isSet ? await schedules.coming() : { next, more };
      if (after.more) {
        await makeRuns();
        await sendNotices();
      }
      if (after.next !== null)
        return now + Math.min(LOOK_MS, Math.max(after.next - wall, isDue ? LOOK_MS : 0));
      if (after.more || retryAt.size > 0) return now + LOOK_MS;
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
