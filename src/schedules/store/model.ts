import { indexedAt, table } from '../../kit/store/store.ts';
import { dueAt, type Schedule, type ScheduleNews, scheduleSchema } from '../schedule.ts';

/** A schedule that was unreadable when it was due, and is quarantined. `workspace`, `by`: null if unknown. */
export type UnreadableSchedule = { id: string; workspace: string | null; by: string | null };

/** All scores are times of day. */
export const SCHEDULES = table('schedule', scheduleSchema, schedule => {
  const due = dueAt(schedule);
  return {
    /** By the next run, else the missed one, else the creation. */
    byWorkspace: indexedAt(
      schedule.next?.at ?? schedule.missedRun?.at ?? schedule.madeAt,
      schedule.workspace,
    ),
    /** By when something has to be done for the next run. A schedule whose run is still in progress isn't due. */
    due: due !== null && schedule.runInProgress === null && indexedAt(due),
    /** By the time of the missed run. */
    late: schedule.missedRun !== null && indexedAt(schedule.missedRun.at),
    /** Schedules with a run in progress, or with notices to send. */
    todo: (schedule.runInProgress !== null || schedule.notices.length > 0) && indexedAt(schedule.madeAt),
  };
});

/** True if the schedule has nothing left to do, so that it is deleted. */
export function isOver({ next, missedRun, runInProgress, notices }: Schedule): boolean {
  return next === null && missedRun === null && runInProgress === null && notices.length === 0;
}

/** Notifies a schedule's author; rejects if Slack may accept it later. */
export type ScheduleNotifier = {
  news(schedule: Schedule, news: ScheduleNews): Promise<void>;
  unreadable(schedule: UnreadableSchedule): Promise<void>;
};
