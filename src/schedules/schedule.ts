import { z } from 'zod';
import { DAY_MS } from '../kit/day.ts';
import { problemSchema } from '../kit/problem.ts';
import { isZone, LOCAL_DATE, LOCAL_TIME, type LocalTime, localTimeAt, momentOf } from '../kit/time-zone.ts';
import { type Intent, replyToSchema } from '../texts/intent.ts';
import { MAX_RECIPIENTS, recipientSchema } from '../texts/recipient.ts';

/* When something planned runs: once, or again and again, by the clocks of somebody's time zone. */

export const REPEATS = ['daily', 'weekly', 'monthly'] as const;
export type Repeat = (typeof REPEATS)[number];

/** The most runs that may be asked for at a time; more is for ever. */
export const MAX_TIMES = 1000;

const isDate = (text: string): boolean => {
  const at = Date.parse(`${text.slice(0, 10)}T00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text.slice(0, 10));
};

export const whenSchema = z.object({
  /** The first run, as a clock in the zone shows it. Monthly ones are on its day of the month, or a shorter month's last. */
  start: z.string().regex(LOCAL_TIME).refine(isDate),
  zone: z.string().refine(isZone),
  /** Null: once. */
  repeat: z.enum(REPEATS).nullable(),
  /** The last day on which it runs; null: no day is the last. */
  until: z.string().regex(LOCAL_DATE).refine(isDate).nullable(),
  /** How many runs; null: no number is the last. One that is skipped or missed counts. */
  times: z.int().min(1).nullable(),
});
export type When = z.infer<typeof whenSchema>;

/** A run that is planned: the first has the index 0; `at`: the moment, as a time of day in epoch milliseconds. */
export type PlannedRun = { index: number; local: LocalTime; at: number };

/** The run with this index; null: there is none. */
export function runOf(when: When, index: number): PlannedRun | null {
  const { repeat, until, times, zone } = when;
  if (index < 0 || (repeat === null && index > 0) || (times !== null && index >= times)) return null;
  const local = localOf(when, index);
  if (until !== null && repeat !== null && local.slice(0, 10) > until) return null;
  return { index, local, at: momentOf(local, zone) };
}

/** The first run after a moment; null: there is none. `from`: the first index that it may have. */
export function nextRun(when: When, after: number, from = 0): PlannedRun | null {
  return runOf(when, lastIndex(when, after, from) + 1);
}

/** The last run at or before a moment, of those from an index on; null: there is none. */
export function lastRun(when: When, at: number, from: number): PlannedRun | null {
  const index = lastIndex(when, at, from);
  return index < from ? null : runOf(when, index);
}

/**
 * What somebody wants instead, whose form showed the next run. A day or a time that they left as it was stays what it was
 * asked for as: the 31st, though the next run is on the 30th; 02:30, though it is at 03:30 on the day on which clocks are set
 * forward. `from`: the index of its first run.
 *
 * @param shown the run that was shown, as far as anybody knows
 * @param wanted from the run that was typed on, which `times` includes
 */
export function inRuleOf(before: When, shown: PlannedRun | null, input: When): { when: When; from: number } {
  if (before.zone !== input.zone) return { when: input, from: 0 };
  const timeOf = (run: PlannedRun | null) => run && localTimeAt(run.at, before.zone).slice(10);
  const endless = { ...before, until: null, times: null };
  const run = runOn(endless, input.start.slice(0, 10));
  const isSameTime = [timeOf(run), timeOf(shown)].includes(input.start.slice(10));
  const time = (isSameTime ? before : input).start.slice(10);
  if (!run || input.repeat !== before.repeat)
    return { when: { ...input, start: `${input.start.slice(0, 10)}${time}` }, from: 0 };
  const { index: from } = run;
  const start = `${before.start.slice(0, 10)}${time}`;
  return { when: { ...input, start, times: input.times && input.times + from }, from };
}

/** The run that clocks show to be on a day; null: there is none. */
function runOn(when: When, date: string): PlannedRun | null {
  const run = lastRun(when, momentOf(`${date}T23:59`, when.zone), 0);
  return run && localTimeAt(run.at, when.zone).startsWith(date) ? run : null;
}

/** Its index; `from - 1` if there is none. Runs of many years aren't gone through one by one. */
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

/** The same day of a later month, or that month's last day if it is shorter. */
function monthsLater(date: string, months: number): string {
  const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
  const last = new Date(Date.UTC(year, month + months, 0));
  return new Date(Date.UTC(last.getUTCFullYear(), last.getUTCMonth(), Math.min(day, last.getUTCDate())))
    .toISOString()
    .slice(0, 10);
}

/*
 * A schedule is what somebody asked for in advance: a text or a broadcast, once or again and again. Each of its runs is
 * known by the time it was planned for, as a clock there shows it, and happens once, whatever becomes of the clock. Who is
 * in a group, who is never to be texted, and whether its author may still send is asked when it runs.
 */

/** The most schedules of a workspace that have something to come. */
export const MAX_SCHEDULES = 200;
/** How far ahead something must be planned. */
export const AHEAD_MS = 2 * 60_000;

/** What schedules read of what a broadcast was asked for; the rest is kept as it is. */
const keptRequestSchema = z.looseObject({
  to: z.array(recipientSchema).min(1),
  message: z.string(),
  kind: z.string(),
});
export type KeptRequest = z.infer<typeof keptRequestSchema>;

/** What goes out. */
const scheduledSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('text'),
    to: z.array(recipientSchema).min(1).max(MAX_RECIPIENTS),
    message: z.string(),
    /** The template that the message is: its placeholders are filled for each recipient. Null: it goes out as it is. */
    template: z.object({ id: z.string(), name: z.string() }).nullable(),
    replyTo: replyToSchema,
  }),
  /** `texts`: how many it came to when its author saw it, or at its last run. */
  z.object({ kind: z.literal('broadcast'), request: keptRequestSchema, texts: z.int() }),
]);
export type Scheduled = z.infer<typeof scheduledSchema>;

const runSchema = z.object({ index: z.int(), local: z.string(), at: z.int() });

/** What its author is still to be told; `local`: the run it is about. */
const newsSchema = z.discriminatedUnion('kind', [
  /** It was due while the app was away, and too long ago: is it to go now? */
  z.object({ kind: z.literal('late'), local: z.string() }),
  /** So many runs before this one were never begun. */
  z.object({ kind: z.literal('missed'), local: z.string(), runs: z.int() }),
  /**
   * A broadcast's run began, and something is different: how many texts, of how many before; how many of them wait for a
   * press of “Resume” after a top-up, as far as anybody knows; how many its approval saw; or it waits for an approval.
   */
  z.object({
    kind: z.literal('began'),
    local: z.string(),
    texts: z.int(),
    before: z.int(),
    unaffordable: z.int(),
    approved: z.int().nullable(),
    awaits: z.boolean(),
  }),
  /** A broadcast's run couldn't be made. */
  z.object({ kind: z.literal('refused'), local: z.string(), problem: problemSchema }),
  /** Its author's account is deactivated: nothing more comes. Admins are told instead. */
  z.object({ kind: z.literal('stopped'), local: z.string() }),
  /** Whom it was for was forgotten: nothing more comes. */
  z.object({ kind: z.literal('forgotten'), local: z.string() }),
]);
export type ScheduleNews = z.infer<typeof newsSchema>;

export const scheduleSchema = z.object({
  id: z.string(),
  workspace: z.string(),
  /** Its author: a user id. */
  by: z.string(),
  content: scheduledSchema,
  when: whenSchema,
  /** The next run; `at`: by the time of day. Null: none is to come. */
  next: runSchema.nullable(),
  /** A run that was too late: its author decides. `from`: the index of the first that was missed with it. */
  missedRun: runSchema.extend({ from: z.int() }).nullable(),
  /** The run of a broadcast that is being made, by that process; `broadcast`: its id. It starts once its rows are fixed. */
  runInProgress: z
    .object({ local: z.string(), broadcast: z.string(), isGathered: z.boolean(), owner: z.string() })
    .nullable(),
  /** Who approved it as it is, when it came to so many texts: later runs need no other approval. */
  approval: z.object({ by: z.string(), texts: z.int() }).nullable(),
  notices: z.array(newsSchema).max(20),
  /** By the time of day. */
  madeAt: z.int(),
});
export type Schedule = Readonly<z.infer<typeof scheduleSchema>>;

/** The id of what a run makes. */
export const runId = (id: string, local: string): string => `${id}-${local.replaceAll(/\D/g, '')}`;

/**
 * A run's text, as an intent. Its id is the run's own, so that it is one text however often and wherever
 * the run is begun.
 *
 * @param local the time the run was planned for
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
    source: 'form',
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
