import {
  dueAt,
  inRuleOf,
  isOpen,
  lastRun,
  nextRun,
  type OpenDays,
  type PlannedRun,
  runAt,
  runOf,
  type Schedule,
  type ScheduleNews,
  type When,
} from './schedule.ts';

/* The rules for when a run begins: at its time, late, or only if its author says so. */

/**
 * Advances a due schedule, and returns the run to begin: its last one up to now that isn't on a day off, unless that
 * is too late. Null if nothing is due.
 *
 * @param lateMs a run that is later than this waits for its author's decision
 */
export function due(
  before: Schedule,
  wall: number,
  lateMs: number,
  days: OpenDays,
):
  | { schedule: Schedule; did: 'began'; run: PlannedRun }
  | { schedule: Schedule; did: 'late' | 'day_off' }
  | null {
  const { next, when, runInProgress } = before;
  if (!next || next.at > wall || runInProgress !== null) return null;
  const last = lastRun(when, wall, next.index) ?? next;
  const schedule = { ...before, next: runAt(when, last.index + 1, days) };
  const runs = runsBetween(when, next.index, last.index).filter(planned => isOpen(when, planned, days));
  const run = runs.at(-1);
  if (!run) return { schedule, did: 'day_off' };
  if (wall - run.at >= lateMs) {
    const missedRun = { ...run, from: next.index };
    return {
      schedule: withNews({ ...schedule, missedRun }, { kind: 'late', local: run.local }),
      did: 'late',
    };
  }
  const missed = runs.length - 1;
  if (missed === 0) return { schedule, did: 'began', run };
  const news = { kind: 'missed', local: run.local, runs: missed } as const;
  return { schedule: withNews(schedule, news), did: 'began', run };
}

/**
 * Looks at a broadcast's next run ahead of its time. Null if it isn't time for that. `next`: the run to gather now, because a second
 * person may have to approve it before its time; null if it is left for its time.
 *
 * @param asks true if the workspace wants an approval of some broadcasts
 */
export function lookedAhead(
  before: Schedule,
  wall: number,
  asks: boolean,
  days: OpenDays,
): { schedule: Schedule; run: PlannedRun | null } | null {
  const { next, when } = before;
  const due = dueAt(before);
  if (!next || due === null || due > wall || next.at <= wall || before.runInProgress !== null) return null;
  const schedule = { ...before, lookedAhead: next.local };
  if (!asks || !isOpen(when, next, days)) return { schedule, run: null };
  return { schedule: { ...schedule, next: runAt(when, next.index + 1, days) }, run: next };
}

/** The runs with these indexes, both included. */
const runsBetween = (when: When, first: number, last: number): PlannedRun[] =>
  Array.from({ length: last - first + 1 }, (_, index) => runOf(when, first + index) ?? []).flat();

/** Forgets a missed run, and the question about it. */
export const withMissedRunSettled = (schedule: Schedule): Schedule => ({
  ...schedule,
  missedRun: null,
  notices: schedule.notices.filter(({ kind }) => kind !== 'late'),
});

/**
 * Changes a schedule; the new times' first run was ahead when the user submitted them. If it has passed since, and
 * no earlier run can have begun in its place, it is due. Otherwise its author is asked, unless that very run has
 * begun: it may have been sent with the old content.
 */
export function changedTo(
  before: Schedule,
  { content, when: input }: Pick<Schedule, 'content' | 'when'>,
  wall: number,
): Schedule {
  const { when, from } = inRuleOf(before.when, before.next ?? before.missedRun, input);
  const after = {
    ...withMissedRunSettled(before),
    content,
    when,
    lookedAhead: null,
    next: runOf(when, from),
  };
  const passed = lastRun(when, wall, from);
  const open = before.missedRun?.from ?? before.next?.index ?? Number.POSITIVE_INFINITY;
  const isDue = before.next !== null && before.next.at <= wall;
  if (!passed || open === 0 || isDue) return after;
  const schedule = { ...after, next: runOf(when, passed.index + 1) };
  const earlier = lastRun(before.when, passed.at, 0);
  if (earlier?.local === passed.local && earlier.index < open) return schedule;
  return withNews({ ...schedule, missedRun: { ...passed, from } }, { kind: 'late', local: passed.local });
}

/**
 * A schedule from a backup. Its last run up to now may have gone out since the backup was made, as may one that was being made or asked
 * about then: its author decides. One that was being made ahead of its time, which is still to come, can't have gone and is made to its end.
 * Unchanged if there is no run to ask about.
 */
export function asRestored(before: Schedule, wall: number): Schedule {
  const { next, missedRun, runInProgress, when } = before;
  const isDue = next !== null && next.at <= wall;
  const isAhead = runInProgress !== null && runInProgress.at > wall;
  const begun = isAhead ? null : runInProgress;
  const last = isDue ? (lastRun(when, wall, next.index) ?? next) : (begun ?? missedRun);
  if (!last) return before;
  const doubtful = { index: last.index, local: last.local, at: last.at, mayHaveGone: true } as const;
  return withNews(
    {
      ...before,
      next: isDue ? runOf(when, last.index + 1) : next,
      missedRun: { ...doubtful, from: last.index },
      runInProgress: isAhead ? runInProgress : null,
    },
    { kind: 'late', local: last.local },
  );
}

/** Restores a run that looked missed because the clock was briefly ahead; null if there is none. */
export function backInTime(before: Schedule, wall: number): Schedule | null {
  const { missedRun, when } = before;
  if (!missedRun || missedRun.at <= wall) return null;
  return { ...withMissedRunSettled(before), next: nextRun(when, wall, missedRun.from) };
}

/** Adds a notice. It replaces an older one of the same kind. */
export function withNews(schedule: Schedule, notice: ScheduleNews): Schedule {
  return { ...schedule, notices: [...schedule.notices.filter(({ kind }) => kind !== notice.kind), notice] };
}
