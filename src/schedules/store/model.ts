import { indexedAt, table } from '../../kit/store/store.ts';
import {
  inRuleOf,
  lastRun,
  nextRun,
  type PlannedRun,
  runOf,
  type Schedule,
  type ScheduleNews,
  scheduleSchema,
} from '../schedule.ts';

/** A schedule that couldn't be read when its time came: it was quarantined. `by` null: nobody knows whose it is. */
export type UnreadableSchedule = { id: string; workspace: string | null; by: string | null };

/** All times in these lists are times of day. */
export const SCHEDULES = table('schedule', scheduleSchema, schedule => ({
  /** A workspace's, the next to run first. */
  byWorkspace: indexedAt(schedule.next?.at ?? schedule.missedRun?.at ?? schedule.madeAt, schedule.workspace),
  /** One whose run is still being made waits for that. */
  due: schedule.next !== null && schedule.runInProgress === null && indexedAt(schedule.next.at),
  /** Those that were too late, by when they should have run. */
  late: schedule.missedRun !== null && indexedAt(schedule.missedRun.at),
  /** Those whose broadcast is being made, or whose author is to be told something. */
  todo: (schedule.runInProgress !== null || schedule.notices.length > 0) && indexedAt(schedule.madeAt),
}));

/** Whether nothing is left of it: it is deleted. */
export function isOver({ next, missedRun, runInProgress, notices }: Schedule): boolean {
  return next === null && missedRun === null && runInProgress === null && notices.length === 0;
}

/**
 * What becomes of a schedule whose time has come: it moves on, and its last run up to now begins, unless that is too late.
 * Null: nothing is due.
 *
 * @param lateMs later than this, its author is asked
 */
export function due(
  before: Schedule,
  wall: number,
  lateMs: number,
): { schedule: Schedule; run: PlannedRun | null } | null {
  const { next, when, runInProgress } = before;
  if (!next || next.at > wall || runInProgress !== null) return null;
  const run = lastRun(when, wall, next.index) ?? next;
  const schedule = { ...before, next: runOf(when, run.index + 1) };
  if (wall - run.at >= lateMs) {
    const missedRun = { ...run, from: next.index };
    return { schedule: withNews({ ...schedule, missedRun }, { kind: 'late', local: run.local }), run: null };
  }
  const runs = run.index - next.index;
  if (runs === 0) return { schedule, run };
  return { schedule: withNews(schedule, { kind: 'missed', local: run.local, runs }), run };
}

/** Nobody is asked any more whether what was late is to go. */
export const answered = (schedule: Schedule): Schedule => ({
  ...schedule,
  missedRun: null,
  notices: schedule.notices.filter(({ kind }) => kind !== 'late'),
});

/**
 * A schedule after somebody changed it, whose first run was still to come when they asked. If it has passed since, and no
 * earlier run can have gone in its place, it is due. Otherwise its author is asked, unless that very run has gone: what
 * they wanted differently may have gone as it was.
 */
export function changedTo(
  before: Schedule,
  { content, when: input }: Pick<Schedule, 'content' | 'when'>,
  wall: number,
): Schedule {
  const { when, from } = inRuleOf(before.when, before.next ?? before.missedRun, input);
  const after = { ...answered(before), content, when, approval: null, next: runOf(when, from) };
  const passed = lastRun(when, wall, from);
  const open = before.missedRun?.from ?? before.next?.index ?? Number.POSITIVE_INFINITY;
  const isDue = before.next !== null && before.next.at <= wall;
  if (!passed || open === 0 || isDue) return after;
  const schedule = { ...after, next: runOf(when, passed.index + 1) };
  const earlier = lastRun(before.when, passed.at, 0);
  if (earlier?.local === passed.local && earlier.index < open) return schedule;
  return withNews({ ...schedule, missedRun: { ...passed, from } }, { kind: 'late', local: passed.local });
}

/** A clock that was set forward and back again: what it made late is to come after all. Null: it isn't. */
export function backInTime(before: Schedule, wall: number): Schedule | null {
  const { missedRun, when, notices } = before;
  if (!missedRun || missedRun.at <= wall) return null;
  return {
    ...before,
    next: nextRun(when, wall, missedRun.from),
    missedRun: null,
    notices: notices.filter(notice => notice.kind !== 'late'),
  };
}

/** Of one kind, only the newest is worth telling. */
export function withNews(schedule: Schedule, notice: ScheduleNews): Schedule {
  return { ...schedule, notices: [...schedule.notices.filter(({ kind }) => kind !== notice.kind), notice] };
}

/** Says something to a schedule's author; rejects if that may work later. */
export type TellOfSchedule = {
  news(schedule: Schedule, news: ScheduleNews): Promise<void>;
  unreadable(one: UnreadableSchedule): Promise<void>;
};
