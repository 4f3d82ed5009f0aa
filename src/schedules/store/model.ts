import { stands, table } from '../../kit/store/store.ts';
import {
  lastRun,
  nextRun,
  type PlannedRun,
  runOf,
  type Schedule,
  type ScheduleNews,
  scheduleSchema,
} from '../schedule.ts';

/** A schedule that couldn't be read when its time came: it was set aside. `by` null: nobody knows whose it is. */
export type UnreadableSchedule = { id: string; workspace: string | null; by: string | null };

/** All times in these lists are times of day. */
export const SCHEDULES = table('schedule', scheduleSchema, one => ({
  /** A workspace's, the next to run first. */
  of: stands(one.next?.at ?? one.late?.at ?? one.madeAt, one.workspace),
  due: one.next !== null && stands(one.next.at),
  /** Those that were too late, by when they should have run. */
  late: one.late !== null && stands(one.late.at),
  /** Those whose broadcast is being made, or whose author is to be told something. */
  todo: (one.making !== null || one.news.length > 0) && stands(one.madeAt),
}));

/** Whether nothing is left of it: it is deleted. */
export function isOver({ next, late, making, news }: Schedule): boolean {
  return next === null && late === null && making === null && news.length === 0;
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
  const { next, when, making } = before;
  if (!next || next.at > wall || making !== null) return null;
  const run = lastRun(when, wall, next.index) ?? next;
  const schedule = { ...before, next: runOf(when, run.index + 1) };
  if (wall - run.at >= lateMs) {
    const late = { ...run, from: next.index };
    return { schedule: withNews({ ...schedule, late }, { kind: 'late', local: run.local }), run: null };
  }
  const runs = run.index - next.index;
  if (runs === 0) return { schedule, run };
  return { schedule: withNews(schedule, { kind: 'missed', local: run.local, runs }), run };
}

/** Nobody is asked any more whether what was late is to go. */
export const answered = (schedule: Schedule): Schedule => ({
  ...schedule,
  late: null,
  news: schedule.news.filter(({ kind }) => kind !== 'late'),
});

/**
 * A schedule after somebody changed it, whose first run was still to come when they asked. If it has passed since, and no
 * earlier run can have gone in its place, it is due. Otherwise its author is asked, unless that very run has gone: what
 * they wanted differently may have gone as it was.
 */
export function changedTo(
  before: Schedule,
  { what, when }: Pick<Schedule, 'what' | 'when'>,
  wall: number,
): Schedule {
  const after = { ...answered(before), what, when, approval: null, next: runOf(when, 0) };
  const passed = lastRun(when, wall, 0);
  const open = before.late?.from ?? before.next?.index ?? Number.POSITIVE_INFINITY;
  const isDue = before.next !== null && before.next.at <= wall;
  if (!passed || open === 0 || isDue) return after;
  const schedule = { ...after, next: runOf(when, passed.index + 1) };
  const known = lastRun(before.when, passed.at, 0);
  if (known?.local === passed.local && known.index < open) return schedule;
  return withNews({ ...schedule, late: { ...passed, from: 0 } }, { kind: 'late', local: passed.local });
}

/** A clock that was set forward and back again: what it made late is to come after all. Null: it isn't. */
export function backInTime(before: Schedule, wall: number): Schedule | null {
  const { late, when, news } = before;
  if (!late || late.at <= wall) return null;
  return {
    ...before,
    next: nextRun(when, wall, late.from),
    late: null,
    news: news.filter(one => one.kind !== 'late'),
  };
}

/** Of one kind, only the newest is worth telling. */
export function withNews(schedule: Schedule, one: ScheduleNews): Schedule {
  return { ...schedule, news: [...schedule.news.filter(({ kind }) => kind !== one.kind), one] };
}

/** Says something to a schedule's author; rejects if that may work later. */
export type TellOfSchedule = {
  news(schedule: Schedule, news: ScheduleNews): Promise<void>;
  unreadable(one: UnreadableSchedule): Promise<void>;
};
