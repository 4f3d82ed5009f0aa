import { z } from 'zod';
import type { DaysOff } from '../holidays/holiday.ts';
import { DAY_MS, dayOf, HOUR_MS, MINUTE_MS } from '../kit/day.ts';
import { problemSchema } from '../kit/problem.ts';
import { isZone, LOCAL_DATE, LOCAL_TIME, type LocalTime, localTimeAt, momentOf } from '../kit/time-zone.ts';
import { type Intent, replyToSchema } from '../texts/intent.ts';
import { MAX_RECIPIENTS, type Recipient, recipientSchema } from '../texts/recipient.ts';

/* The times of a schedule: once or repeatedly, by the clocks of a time zone. */

export const REPEATS = ['daily', 'workdays', 'weekly', 'monthly'] as const;
export type Repeat = (typeof REPEATS)[number];

/** The highest number of runs; without a number, a schedule repeats without end. */
export const MAX_TIMES = 1000;

const isDate = (text: string): boolean => {
  const at = Date.parse(`${text.slice(0, 10)}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 10));
};

export const whenSchema = z.object({
  /**
   * The first run, in the zone's local time. Monthly runs are on its day of the month, or on the last day of a
   * shorter month.
   */
  start: z.string().regex(LOCAL_TIME).refine(isDate),
  zone: z.string().refine(isZone),
  /** Null for a single run. */
  repeat: z.enum(REPEATS).nullable(),
  /** The last day with a run; null: no limit. */
  until: z.string().regex(LOCAL_DATE).refine(isDate).nullable(),
  /** The number of runs, including skipped and missed ones; null: no limit. Of `workdays`, days that aren't working days are no runs. */
  times: z.int().min(1).nullable(),
  /** A run on one of the workspace's holidays is skipped, if the schedule repeats. */
  skipsHolidays: z.boolean(),
});
export type When = z.infer<typeof whenSchema>;

/** A planned run. `index`: 0 for the first. `at`: a time of day in epoch milliseconds. */
export type PlannedRun = { index: number; local: LocalTime; at: number };

/** The run with this index; null if there is none. */
export function runOf(when: When, index: number): PlannedRun | null {
  const { repeat, until, times, zone } = when;
  if (index < 0 || (repeat === null && index > 0)) return null;
  // How many working days there are depends on the workspace: see `isOver`.
  if (times !== null && repeat !== 'workdays' && index >= times) return null;
  const local = localOf(when, index);
  if (until !== null && repeat !== null && local.slice(0, 10) > until) return null;
  return { index, local, at: momentOf(local, zone) };
}

/** The first run after a moment, with an index of at least `from`; null if there is none. */
export function nextRun(when: When, after: number, from = 0): PlannedRun | null {
  return runOf(when, lastIndex(when, after, from) + 1);
}

/** The last run at or before a moment, with an index of at least `from`; null if there is none. */
export function lastRun(when: When, at: number, from: number): PlannedRun | null {
  const index = lastIndex(when, at, from);
  return index < from ? null : runOf(when, index);
}

/** The days that a workspace takes off, and its working days (0 for Sunday). */
export type OpenDays = { holidays: DaysOff; workingDays: readonly number[] };

/** True if a run goes, because its day is no holiday in Bangladesh, and a working day if it has to be one. */
export const isOpen = (when: When, run: PlannedRun, days: OpenDays): boolean =>
  isWorkingDay(when, run, days) && !isHoliday(when, run, days) && !isOver(when, run, days);

const isHoliday = ({ skipsHolidays, repeat }: When, { at }: PlannedRun, { holidays }: OpenDays): boolean =>
  skipsHolidays && repeat !== null && holidays.has(dayOf(at));

/** A working day is one by the schedule's own clock, as its author reads it. */
const isWorkingDay = ({ repeat }: When, { local }: PlannedRun, { workingDays }: OpenDays): boolean =>
  repeat !== 'workdays' || workingDays.includes(weekdayOf(local));

/** True if as many working days as there may be runs come before this one. */
const isOver = (when: When, { index }: PlannedRun, days: OpenDays): boolean =>
  when.repeat === 'workdays' && when.times !== null && runsBefore(when, index, days) >= when.times;

/** The number of runs before this index, as `times` counts them. */
export function runsBefore({ start, repeat }: When, index: number, { workingDays }: OpenDays): number {
  if (repeat !== 'workdays') return index;
  const first = weekdayOf(start);
  const inWeeks = Math.floor(index / 7) * workingDays.length;
  return inWeeks + workingDays.filter(day => (day - first + 7) % 7 < index % 7).length;
}

const weekdayOf = (local: string): number => new Date(`${local.slice(0, 10)}T00:00Z`).getUTCDay();

/** The run with this index, unless there are no more. */
export function runAt(when: When, index: number, days: OpenDays): PlannedRun | null {
  const run = runOf(when, index);
  return run && isOver(when, run, days) ? null : run;
}

/**
 * The next run that goes, and the runs before it that don't because of a holiday; null if there is none. It is worked out when it is
 * asked for: the workspace's holidays and working days may change until a run is due.
 */
export function nextOpenRun(
  { when, next }: Pick<Schedule, 'when' | 'next'>,
  days: OpenDays,
): { run: PlannedRun | null; off: readonly PlannedRun[] } {
  const off: PlannedRun[] = [];
  let run = next && isOver(when, next, days) ? null : next;
  // Two runs are never on one day, so there are no more of these than holidays, and of each week's days some are working days.
  for (; run !== null && !isOpen(when, run, days); run = runAt(when, run.index + 1, days))
    if (isWorkingDay(when, run, days)) off.push(run);
  return { run, off };
}

/**
 * Changes the times of a schedule whose form showed the next run. A day or time that the user left alone keeps its
 * original rule: the 31st, though the next run is on the 30th; 02:30, though the next run is at 03:30 because
 * clocks are set forward. `from`: the index of its first run.
 *
 * @param shown the run that the form showed, as far as we know
 * @param input counts `times` from the run in the form
 */
export function inRuleOf(before: When, shown: PlannedRun | null, input: When): { when: When; from: number } {
  if (before.zone !== input.zone) return { when: input, from: 0 };
  const timeOf = (run: PlannedRun | null) => run && localTimeAt(run.at, before.zone).slice(10);
  const endless = { ...before, until: null, times: null };
  const run = runOn(endless, input.start.slice(0, 10));
  const isSameTime = [timeOf(run), timeOf(shown)].includes(input.start.slice(10));
  const time = (isSameTime ? before : input).start.slice(10);
  // Of working days, only the days from the form's on are counted.
  if (!run || input.repeat !== before.repeat || input.repeat === 'workdays')
    return { when: { ...input, start: `${input.start.slice(0, 10)}${time}` }, from: 0 };
  const { index: from } = run;
  const start = `${before.start.slice(0, 10)}${time}`;
  return { when: { ...input, start, times: input.times && input.times + from }, from };
}

/** The run on a local date; null if there is none. */
function runOn(when: When, date: string): PlannedRun | null {
  const run = lastRun(when, momentOf(`${date}T23:59`, when.zone), 0);
  return run && localTimeAt(run.at, when.zone).startsWith(date) ? run : null;
}

/**
 * The index of the last run at or before a moment; `from - 1` if there is none. Doubles its steps, because many
 * years of runs may have passed.
 */
function lastIndex(when: When, at: number, from: number): number {
  const isPast = (index: number): boolean => (runOf(when, index)?.at ?? Number.POSITIVE_INFINITY) <= at;
  let last = from - 1;
  let step = 1;
  for (; isPast(last + step); step *= 2) last += step;
  for (; step >= 1; step /= 2) if (isPast(last + step)) last += step;
  return last;
}

function localOf({ start, repeat }: When, index: number): LocalTime {
  const [date, time] = [start.slice(0, 10), start.slice(10)];
  if (repeat === 'monthly') return `${monthsLater(date, index)}${time}`;
  return `${daysLater(date, repeat === 'weekly' ? 7 * index : index)}${time}`;
}

function daysLater(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** The same day of a later month, or the last day of a shorter one. */
function monthsLater(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(day, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}

/*
 * A schedule is a text or a broadcast that a user planned, once or repeatedly. A run is identified by its local
 * time, and happens once even if a clock is set. Each run checks who is in a group, who must not be texted, and
 * whether its author may still send.
 */

/** Schedules per workspace. */
export const MAX_SCHEDULES = 200;
/** The shortest time from planning to the first run. */
export const AHEAD_MS = 2 * MINUTE_MS;
/** So long before a broadcast's run, a second person is asked to approve it, if one has to. */
export const ASK_AHEAD_MS = 4 * HOUR_MS;

/** The part of a broadcast's request that schedules read; the rest is stored unchanged. */
const keptRequestSchema = z.looseObject({
  to: z.array(recipientSchema).min(1),
  message: z.string(),
  kind: z.string(),
});

const scheduledSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    to: z.array(recipientSchema).min(1).max(MAX_RECIPIENTS),
    message: z.string(),
    /** The template whose placeholders are filled for each recipient; null: a plain message. */
    template: z.object({ id: z.string(), name: z.string() }).nullable(),
    replyTo: replyToSchema,
  }),
  /** `texts`: the number of texts when the author saw the broadcast, or at its last run. */
  z.object({ kind: z.literal('broadcast'), request: keptRequestSchema, texts: z.int() }),
]);
export type Scheduled = z.infer<typeof scheduledSchema>;

const runSchema = z.object({ index: z.int(), local: z.string(), at: z.int() });

/** A notice to the schedule's author. `local`: the run it is about. */
const newsSchema = z.discriminatedUnion('kind', [
  /** The run was due too long ago, while the app was down: asks whether to send it now. */
  z.object({ kind: z.literal('late'), local: z.string() }),
  /** The run went out, but `runs` earlier ones were missed. */
  z.object({ kind: z.literal('missed'), local: z.string(), runs: z.int() }),
  /**
   * A broadcast's run began, and differs: `texts` instead of `before`; about `unaffordable` of them wait until a
   * user tops up and presses “Resume”; or it awaits an approval.
   */
  z.object({
    kind: z.literal('began'),
    local: z.string(),
    texts: z.int(),
    before: z.int(),
    unaffordable: z.int(),
    awaits: z.boolean(),
  }),
  /** A broadcast's run was refused. */
  z.object({ kind: z.literal('refused'), local: z.string(), problem: problemSchema }),
  /** The schedule ends because its author's account is deactivated. Admins get the notice. */
  z.object({ kind: z.literal('stopped'), local: z.string() }),
  /** The schedule ends because all its recipients were erased. */
  z.object({ kind: z.literal('forgotten'), local: z.string() }),
]);
export type ScheduleNews = z.infer<typeof newsSchema>;

export const scheduleSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** The user id of its author. */
  by: z.string(),
  content: scheduledSchema,
  when: whenSchema,
  /** The next run; null if there is none. */
  next: runSchema.nullable(),
  /**
   * A run that was too late, so its author decides about it. `from`: the index of the first run missed with it. `mayHaveGone`: the
   * schedule is from a backup that is older than the run.
   */
  missedRun: runSchema.extend({ from: z.int(), mayHaveGone: z.literal(true).optional() }).nullable(),
  /**
   * A broadcast's run that the process `owner` is gathering, at its time or ahead of it. `broadcast`: its id. It starts once its
   * rows are complete.
   */
  runInProgress: z
    .object({ ...runSchema.shape, broadcast: z.string(), isGathered: z.boolean(), owner: z.string() })
    .nullable(),
  /** The local time of the last run that was looked at ahead of its time, because it might need an approval; null if none was. */
  lookedAhead: z.string().nullable(),
  notices: z.array(newsSchema).max(20),
  /** The time of day at which it was created. */
  madeAt: z.int(),
});
export type Schedule = Readonly<z.infer<typeof scheduleSchema>>;

/** When something has to be done for the next run, by the time of day: before it if it may need an approval; null if there is none. */
export const dueAt = ({ next, content, lookedAhead }: Pick<Schedule, 'next' | 'content' | 'lookedAhead'>) =>
  next && content.kind === 'broadcast' && lookedAhead !== next.local
    ? next.at - ASK_AHEAD_MS
    : (next?.at ?? null);

export const scheduledRecipients = (content: Scheduled): Recipient[] =>
  content.kind === 'text' ? content.to : content.request.to;

/** The run that stands for a schedule where it is shown: the next, else the missed one, else the first. */
export const shownRun = ({ next, missedRun, when }: Schedule): Pick<PlannedRun, 'index' | 'local'> =>
  next ?? missedRun ?? { index: 0, local: when.start };

/** The id of a run's intent or broadcast. */
export const runId = (id: string, local: string): string => `${id}-${local.replaceAll(/\D/g, '')}`;

/**
 * A run's intent; null for a broadcast. The intent's id is derived from the run, so that the run is one text, however
 * often it begins and in whichever process.
 *
 * @param local the planned time of the run
 */
export function intentOf(
  { id, workspace, by, content }: Schedule,
  local: string,
  acceptedAt: number,
): Intent | null {
  if (content.kind !== 'text') return null;
  const { to, message, template, replyTo } = content;
  return {
    id: runId(id, local),
    workspace,
    source: 'schedule',
    resendOf: null,
    actor: by,
    to,
    message,
    ...(template ? { template: true } : { typed: true }),
    priority: 'people',
    confirmed: false,
    replyTo,
    language: null,
    acceptedAt,
  };
}
