import { type Schedule, scheduleSchema } from '../../domain/schedule.ts';
import type { Table } from '../records.ts';

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
export const SCHEDULE_COUNTERS = { of: (workspace: string): string => `schedules ${workspace}` };

export const SCHEDULES: Table<Schedule> = {
  name: 'schedule',
  schema: scheduleSchema,
  workspaceOf: ({ workspace }) => workspace,
  places: ({ workspace, next, late, making, news, madeAt }) => [
    { list: SCHEDULE_LISTS.of(workspace), score: next?.at ?? late?.at ?? madeAt },
    { counter: SCHEDULE_COUNTERS.of(workspace) },
    ...(next ? [{ list: SCHEDULE_LISTS.due, score: next.at }] : []),
    ...(late ? [{ list: SCHEDULE_LISTS.late, score: late.at }] : []),
    ...(making || news.length > 0 ? [{ list: SCHEDULE_LISTS.todo, score: madeAt }] : []),
  ],
};
