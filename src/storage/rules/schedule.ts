import { lastRun, nextRun, type PlannedRun, runOf } from '../../domain/recurrence.ts';
import type { Schedule, ScheduleNews } from '../../domain/schedule.ts';

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
