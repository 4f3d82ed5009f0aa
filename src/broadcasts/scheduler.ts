import type { Clock } from '../domain/clock.ts';
import type { Schedule, ScheduleNews } from '../domain/schedule.ts';
import type { Log } from '../log.ts';
import { createWorker, type Worker } from '../sending/worker.ts';
import type { Schedules, UnreadableSchedule } from '../storage/ports.ts';
import type { SettingsOf } from '../workspaces/settings.ts';

const AT_ONCE = 20;
/** While something is to come, how often to check whether somebody has set the clock. */
const LOOK_MS = 60_000;
/** While nothing is: another process that shares the store may have been asked for something, and be gone. */
const LOOK_FOR_OTHERS_MS = 5 * 60_000;
const MINUTE_MS = 60_000;

/** Says something to a schedule's author; rejects if that may work later. */
export type TellOfSchedule = {
  news(schedule: Schedule, news: ScheduleNews): Promise<void>;
  unreadable(one: UnreadableSchedule): Promise<void>;
};

/** Begins what is due, by the time of day, and tells authors what has become of their schedules. */
export function createScheduler(parts: {
  schedules: Schedules;
  settings: SettingsOf;
  tell: TellOfSchedule;
  /** Texts are there to be sent. */
  wake: () => void;
  /** Whether other processes share the store. */
  isShared: boolean;
  clock: Clock;
  log: Log;
}): Worker {
  const { schedules, settings, tell, wake, isShared, clock, log } = parts;
  /** How far the time of day was ahead of the time line when we looked last. */
  let ahead: number | null = null;

  async function run({ id, workspace }: Schedule, wall: number): Promise<boolean> {
    const { lateMinutes } = await settings.shown(workspace);
    const did = await schedules.run(id, { wall, now: clock.now(), lateMs: lateMinutes * MINUTE_MS });
    if (did) log.info({ schedule: id, workspace, did }, 'a schedule was due');
    return did !== null;
  }

  async function runDue(wall: number): Promise<boolean> {
    const { due, unreadable } = await schedules.due(wall, clock.now(), AT_ONCE);
    for (const one of unreadable) {
      log.error({ schedule: one.id, workspace: one.workspace }, 'a schedule can’t be read');
      await tell.unreadable(one).catch(failed('can’t tell that a schedule can’t be read'));
    }
    let began = false;
    for (const one of due) {
      began = (await run(one, wall).catch(failed('can’t begin what is due'))) || began;
    }
    if (began) wake();
    return began;
  }

  /** False: somebody is still to be told something. */
  async function tellNews(): Promise<boolean> {
    let isTold = true;
    for (const schedule of await schedules.withNews(AT_ONCE)) {
      for (const news of schedule.news) {
        await tell
          .news(schedule, news)
          .then(() => schedules.told(schedule.id, news))
          .catch(error => {
            isTold = false;
            failed('can’t tell somebody of their schedule; trying again')(error);
          });
      }
    }
    return isTold;
  }

  const failed =
    (what: string) =>
    (error: unknown): false => {
      log.error({ err: error }, what);
      return false;
    };

  const worker = createWorker({
    name: 'scheduler',
    clock,
    log,
    async pass() {
      const [now, wall] = [clock.now(), clock.wall()];
      const next = await schedules.nextDue();
      const isSet = ahead !== null && wall - now !== ahead;
      const isFirst = ahead === null;
      ahead = wall - now;
      const isDue = next !== null && next <= wall;
      if ((isDue || isSet || isFirst) && (await runDue(wall))) worker.wake();
      const isTold = await tellNews();
      const coming = isDue || isSet ? await schedules.nextDue() : next;
      if (coming !== null) return now + Math.min(LOOK_MS, Math.max(coming - wall, isDue ? LOOK_MS : 0));
      if (!isTold) return now + LOOK_MS;
      return isShared ? now + LOOK_FOR_OTHERS_MS : null;
    },
  });
  return worker;
}
