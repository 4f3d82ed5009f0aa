import type { Forgotten } from '../../contacts/store/forgetting-model.ts';
import type { Table } from '../../kit/store/store.ts';
import {
  type KeptAsk,
  lastRun,
  nextRun,
  type PlannedRun,
  runOf,
  type Schedule,
  type Scheduled,
  type ScheduleNews,
  scheduleSchema,
  type When,
} from '../schedule.ts';

/** A schedule that couldn't be read when its time came: it was set aside. `by` null: nobody knows whose it is. */
export type UnreadableSchedule = { id: string; workspace: string | null; by: string | null };

/**
 * What is to be sent later. Times are times of day: a schedule follows the clock on the wall. One of which nothing is to
 * come, and of which nobody is to be told anything, is deleted. Null: there is no such schedule in this workspace, or it
 * has moved on meanwhile.
 */
export type Schedules = {
  /**
   * A new one, whose first run after `wall` is its next. `known`: its identity was already there (among those of intents
   * too), and nothing changed. `full`: the workspace has as many as it may.
   */
  make(
    one: { id: string; workspace: string; by: string; identity: string; what: Scheduled; when: When },
    wall: number,
    now: number,
  ): Promise<Schedule | 'known' | 'full'>;
  /** Something else, or at other times, from its next run on. */
  change(
    workspace: string,
    id: string,
    to: { what: Scheduled; when: When },
    wall: number,
  ): Promise<Schedule | null>;
  /** Its next run, which must be the one planned for `local`, won't be. */
  skip(workspace: string, id: string, local: string): Promise<Schedule | null>;
  /** Nothing more comes of it. */
  cancel(workspace: string, id: string): Promise<Schedule | null>;
  /** A run that was too late goes now, or never. */
  answer(
    workspace: string,
    id: string,
    local: string,
    answer: 'send' | 'skip',
    now: number,
  ): Promise<Schedule | null>;
  one(workspace: string, id: string): Promise<Schedule | null>;
  /** All of a workspace that can be read, the next to run first. */
  of(workspace: string): Promise<Schedule[]>;
  /** Those whose time has come; those that can't be read are set aside. `now`: on the time line. */
  due(
    wall: number,
    now: number,
    limit: number,
  ): Promise<{ due: Schedule[]; unreadable: UnreadableSchedule[] }>;
  /**
   * When the next one is due (time of day), if anything is to come; `more`: there are runs to be made, or people to be told
   * something.
   */
  coming(): Promise<{ next: number | null; more: boolean }>;
  /**
   * Moves a due one on and begins its run, in one step: once for each run, whoever asks how often, and wherever the clock
   * is set. A text's intent is then there; a broadcast is then to be made.
   *
   * @param lateMs later than this, its author is asked instead
   */
  run(id: string, at: { wall: number; now: number; lateMs: number }): Promise<'began' | 'late' | null>;
  /**
   * Broadcasts' runs that this process is to make: those that it began, and those of processes that are gone. Fixing rows
   * takes many steps, so each of these says whether it may go on.
   */
  making(limit: number): Promise<Schedule[]>;
  /** Its rows were only fixed in part: they are fixed anew, for a broadcast with another id. */
  anew(id: string, broadcast: string): Promise<void>;
  /** All rows are fixed. False: another process has made the run meanwhile, and this broadcast isn't to start. */
  gathered(id: string, broadcast: string): Promise<boolean>;
  /** The run was made, or can't be. `texts`: how many it came to; null: it can't be. */
  made(
    id: string,
    broadcast: string,
    came: { texts: number | null; news: ScheduleNews | null },
  ): Promise<void>;
  /** Somebody approved one of its runs, if it is still what it was then. */
  approved(workspace: string, id: string, ask: KeptAsk, by: string, texts: number): Promise<void>;
  /** Those whose authors are to be told something. */
  withNews(limit: number): Promise<Schedule[]>;
  newsTold(id: string, news: ScheduleNews): Promise<void>;
  /** Removes this person: from whom it goes to, and from what it says. What was only for them is over. */
  forget(workspace: string, who: Forgotten): Promise<void>;
};

/** All times in these lists are times of day. */
export const SCHEDULE_LISTS = {
  /** A workspace's, the next to run first. */
  of: (workspace: string): string => `schedules.of ${workspace}`,
  due: 'schedules.due',
  /** Those that were too late, by when they should have run. */
  late: 'schedules.late',
  /** Those whose broadcast is being made, or whose author is to be told something. */
  todo: 'schedules.todo',
};

export const SCHEDULES: Table<Schedule> = {
  name: 'schedule',
  schema: scheduleSchema,
  places: ({ workspace, next, late, making, news, madeAt }) => [
    { list: SCHEDULE_LISTS.of(workspace), score: next?.at ?? late?.at ?? madeAt },
    ...(next ? [{ list: SCHEDULE_LISTS.due, score: next.at }] : []),
    ...(late ? [{ list: SCHEDULE_LISTS.late, score: late.at }] : []),
    ...(making || news.length > 0 ? [{ list: SCHEDULE_LISTS.todo, score: madeAt }] : []),
  ],
};

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

/** Says something to a schedule's author; rejects if that may work later. */
export type TellOfSchedule = {
  news(schedule: Schedule, news: ScheduleNews): Promise<void>;
  unreadable(one: UnreadableSchedule): Promise<void>;
};
