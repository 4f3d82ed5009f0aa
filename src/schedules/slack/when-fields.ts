import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import { readCount } from '../../kit/parse-values.ts';
import type { Problem } from '../../kit/problem.ts';
import { context } from '../../kit/slack/elements.ts';
import { date, INPUT_ACTION, input, live, select, textField, tick } from '../../kit/slack/fields.ts';
import type { Form } from '../../kit/slack/form.ts';
import type { Permission } from '../../kit/slack/listener.ts';
import type { Services, UserRef } from '../../kit/slack/services.ts';
import { DEFAULT_ZONE, localTimeAt, momentOf } from '../../kit/time-zone.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { authorProblem, stopperProblem } from '../../texts/permissions.ts';
import { ADDED, LATER, type Later, laterIn, NO_REPEAT, NOT_CHOSEN } from '../../texts/slack/compose/form.ts';
import type { AuditEntry } from '../../workspace/audit.ts';
import { withLiveOrStaleFacts } from '../../workspace/slack/permissions.ts';
import { type Calendar, calendarOf } from '../calendar.ts';
import {
  AHEAD_MS,
  MAX_SCHEDULES,
  MAX_TIMES,
  nextOpenRun,
  REPEATS,
  runsBefore,
  type Schedule,
  type Scheduled,
  shownRun,
  type When,
} from '../schedule.ts';
import { plannedMessage } from './schedule-blocks.ts';

/** Records in the audit log who changed another user's schedule. */
export async function recordChange(
  { audit, clock }: Pick<Services, 'audit' | 'clock'>,
  { workspace, userId: by }: UserRef,
  { by: author }: Pick<Schedule, 'by'>,
  did: Extract<AuditEntry, { what: 'schedule_changed' }>['did'],
): Promise<void> {
  if (author !== by)
    await audit.record(workspace, { what: 'schedule_changed', did, author, at: clock.wall(), by });
}

/**
 * Permission to change a schedule: for its author while they may send, managers and admins. A schedule that is
 * gone needs no permission, and the handler says that it is gone.
 */
export const scheduleLead = forSchedule(authorProblem);
/** Permission to cancel a schedule or skip a run. */
export const scheduleStopper = forSchedule(stopperProblem);

function forSchedule(problemOf: typeof authorProblem): Permission<string> {
  return async (services, { workspace, userId }, id) => {
    const schedule = await services.schedules.one(workspace, id);
    return schedule && problemOf(withLiveOrStaleFacts(services), workspace, userId, schedule.by);
  };
}

/** The form's fields for a stored schedule, from its next run on; `inRuleOf` reads them back. */
export function laterOf(schedule: Schedule, days: Calendar): Later {
  const { zone, repeat, until, times, skipsHolidays } = schedule.when;
  const isByWorkingDays = repeat === 'workdays';
  // Of working days, the first to come: the day after may be none.
  const open = isByWorkingDays ? nextOpenRun(schedule, days).run : null;
  const { local, index } = open ?? shownRun(schedule);
  const past = runsBefore(schedule.when, index, days);
  return {
    at: momentOf(local, zone) / 1000,
    repeat,
    until,
    times: times === null ? '' : String(Math.max(1, times - past)),
    skipsHolidays,
  };
}

type ReadWhen = { ok: true; when: When } | { ok: false; errors: Record<string, string> };

/** Reads the times of a schedule, by the clocks of a zone; returns the errors by field if they are wrong. */
export function whenOf(
  { schedules: { wrong } }: Wording,
  { at, repeat: chosen, skipsHolidays, ...end }: Later,
  zone: string | null,
  wall: number,
): ReadWhen {
  const clockZone = zone ?? DEFAULT_ZONE;
  const repeat = REPEATS.find(option => option === chosen) ?? null;
  const errors: Record<string, string> = {};
  const start = at === null ? null : localTimeAt(at * 1000, clockZone);
  // The hour before clocks are set back occurs twice, and `momentOf` takes the first. If only the second is
  // ahead, the time counts as past.
  const isSoon = start !== null && momentOf(start, clockZone) < wall + AHEAD_MS;
  if (start === null) errors[ADDED.at] = wrong.missing;
  else if (isSoon) errors[ADDED.at] = wrong.soon;
  const times = repeat === null ? null : readCount(end.times);
  const until = repeat === null ? null : end.until;
  if (times === 'bad' || (times ?? 0) > MAX_TIMES) errors[ADDED.times] = wrong.times(MAX_TIMES);
  else if (times !== null && until !== null) errors[ADDED.times] = wrong.both;
  if (until !== null && start !== null && until < start.slice(0, 10)) errors[ADDED.until] = wrong.until;
  if (start === null || times === 'bad' || Object.keys(errors).length > 0) return { ok: false, errors };
  return {
    ok: true,
    when: {
      start,
      zone: clockZone,
      repeat,
      until,
      times,
      skipsHolidays: repeat === 'workdays' || (repeat !== null && skipsHolidays),
    },
  };
}

/** All fields, for a form that doesn't react to choices. */
function wholeLaterBlocks(words: Wording, later: Later): KnownBlock[] {
  return [atBlock(words, later), repeatBlock(words, later), ...endBlocks(words, later)];
}

/** The choice between now and later for a new text, and the fields if it is sent later. */
export function laterBlocks(
  words: Wording,
  { later, zone, schedule }: { later: Later | null; zone: string | null; schedule: string | null },
): KnownBlock[] {
  const { field, goes } = words.schedules;
  const choices = (['now', LATER] as const).map(value => ({ value, label: field.when[value] }));
  const choice = live(select(ADDED.when, field.when, choices, later ? LATER : 'now'));
  if (!later) return [choice];
  const read = whenOf(words, later, zone, Number.NEGATIVE_INFINITY);
  return [
    ...(schedule === null ? [choice] : []),
    atBlock(words, later),
    repeatBlock(words, later),
    ...(later.repeat === null ? [] : endBlocks(words, later)),
    ...(read.ok ? [context(goes({ ...read.when, local: read.when.start }))] : []),
  ];
}

function atBlock({ schedules: { field } }: Wording, { at }: Later): KnownBlock {
  const chosen = at === null ? {} : { initial_date_time: at };
  return live(
    input(ADDED.at, field.at, { type: 'datetimepicker', action_id: INPUT_ACTION, ...chosen }, false),
  );
}

function repeatBlock({ schedules: { field } }: Wording, { repeat }: Later): KnownBlock {
  const choices = ([NO_REPEAT, ...REPEATS] as const).map(value => ({ value, label: field.repeat[value] }));
  return live(select(ADDED.repeat, field.repeat, choices, repeat ?? NO_REPEAT));
}

function endBlocks(
  { schedules: { field } }: Wording,
  { repeat, until, times, skipsHolidays }: Later,
): KnownBlock[] {
  const holidays = tick(field.holidays, field.holidays.skip, true);
  return [
    // A holiday is no working day.
    ...(repeat === 'workdays' ? [] : [holidays.blocks(ADDED.holidays, skipsHolidays, null, null)].flat()),
    date(ADDED.until, field.until, until),
    textField(ADDED.times, field.times, times, { most: 10 }),
  ];
}

type ForMany = {
  request: Extract<Schedule['content'], { kind: 'broadcast' }>['request'];
  size: { texts: number };
};

/** Broadcasts that haven't begun. */
export type Drafts = {
  /** Permission to send the draft with this id. */
  author: Permission<string>;
  /** A draft's request and number of texts, or why it can't be sent. */
  one(workspace: string, id: string): Promise<ForMany | Problem>;
  drop(workspace: string, id: string, by: string): Promise<void>;
  /** Ends what a schedule's runs have asked approval for, or wait for their time with. */
  endRuns(workspace: string, schedule: string, by: string): Promise<void>;
};

declare module '../../kit/slack/services.ts' {
  interface Extensions {
    drafts: Drafts;
  }
}

/** The broadcast to schedule, or the schedule to change. */
const aboutSchema = z.object({
  broadcast: z.string().nullable(),
  schedule: z.string().nullable(),
  zone: z.string().nullable(),
  /** Updates the post whose button opened the form; null if there is none. */
  responseUrl: z.string().nullable(),
});

/** "Send later" in a broadcast's review, and "Change times" of a scheduled one. The content stays. */
export const whenForm: Form<{
  subject: z.infer<typeof aboutSchema>;
  current: { schedule: Schedule; days: Calendar } | null;
  draft: { later: Later };
}> = {
  id: 'schedule',
  openers: { later: broadcast => ({ broadcast, schedule: null, zone: null, responseUrl: null }) },
  subject: aboutSchema,
  async prepare({ people, schedules }, { workspace, userId }, subject) {
    const schedule = subject.schedule === null ? null : await schedules.one(workspace, subject.schedule);
    return {
      ...subject,
      zone: schedule?.when.zone ?? (await people.remembered(workspace, userId))?.zone ?? null,
    };
  },
  permission: async (permissionFacts, user, { broadcast, schedule }) =>
    schedule === null
      ? (permissionFacts.extensions.drafts?.author(permissionFacts, user, broadcast ?? '') ?? {
          kind: 'PART_REMOVED',
        })
      : scheduleLead(permissionFacts, user, schedule),
  requiresLiveFacts: false,
  closes: 'all',
  command: null,
  title: ({ schedules }) => schedules.laterTitle,
  submit: ({ schedules }, { schedule }) => (schedule === null ? schedules.schedule : schedules.save),
  cancel: ({ link }) => link.cancel,
  async load(services, { workspace }, { schedule: id }, words) {
    if (id === null) return { current: null };
    const [schedule, days] = await Promise.all([
      services.schedules.one(workspace, id),
      calendarOf(services, workspace),
    ]);
    return schedule ? { current: { schedule, days } } : { deleted: words.schedules.gone };
  },
  draft(current) {
    return { later: current ? laterOf(current.schedule, current.days) : NOT_CHOSEN };
  },
  fields: words => ({
    later: {
      blocks: (_id, later) => [...wholeLaterBlocks(words, later), context(words.schedules.laterHint)],
      read: state => ({ value: laterIn(state, true) ?? NOT_CHOSEN }),
    },
  }),
  check({ clock }, _user, words, { subject, draft }) {
    const read = whenOf(words, draft.later, subject.zone, clock.wall());
    return read.ok ? {} : { later: read.errors };
  },
  async save(services, submitter, words, { subject, draft }) {
    const { workspace, userId, origin } = submitter;
    const { broadcast, schedule, zone, responseUrl } = subject;
    // A time that was far enough ahead when it was submitted still counts.
    const read = whenOf(words, draft.later, zone, Number.NEGATIVE_INFINITY);
    if (!read.ok) return { message: Object.values(read.errors).join('\n') };
    const broadcastDraft =
      broadcast === null ? null : await services.extensions.drafts?.one(workspace, broadcast);
    if (schedule === null && !broadcastDraft) return { problem: { kind: 'PART_REMOVED' } };
    if (broadcastDraft && 'kind' in broadcastDraft) return { problem: broadcastDraft };
    const done = await saveSchedule(services, words, { ...submitter, idempotencyKey: origin }, schedule, {
      when: read.when,
      content: current =>
        current?.content ??
        (broadcastDraft
          ? { kind: 'broadcast', request: broadcastDraft.request, texts: broadcastDraft.size.texts }
          : null),
    });
    if (done === null) return { handled: true };
    if (typeof done === 'string') return { message: done };
    services.scheduler.wake();
    if (broadcast !== null) await services.extensions.drafts?.drop(workspace, broadcast, userId);
    const how = schedule === null ? 'planned' : 'changed';
    const message = await plannedMessage(services, words, submitter, done, how);
    const answered = responseUrl ? await services.poster.respond(responseUrl, 'replace', message) : null;
    return answered?.kind === 'ok' ? { handled: true } : { message };
  },
};

/**
 * Creates or changes a schedule. Returns null if it was created before, and a sentence if it can't be stored.
 *
 * @param schedule the id of the schedule to change; null: a new one
 * @param input.content returns the new content; null: the schedule or broadcast is gone
 */
export async function saveSchedule(
  services: Pick<Services, 'schedules' | 'clock' | 'newId' | 'audit'>,
  { schedules: { gone, full } }: Wording,
  { workspace, userId, idempotencyKey }: UserRef & { idempotencyKey: string },
  schedule: string | null,
  { when, content }: { when: When; content: (current: Schedule | null) => Scheduled | null },
): Promise<Schedule | string | null> {
  const { schedules, clock, newId } = services;
  const [wall, now] = [clock.wall(), clock.now()];
  const current = schedule === null ? null : await schedules.one(workspace, schedule);
  const next = content(current);
  if (!next) return gone;
  if (schedule !== null) {
    const changed = current && (await schedules.change(workspace, schedule, { content: next, when }, wall));
    if (changed) await recordChange(services, { workspace, userId }, current, 'changed');
    return changed ?? gone;
  }
  const request = {
    id: newId(),
    workspace,
    by: userId,
    idempotencyKey: `form:${idempotencyKey}`,
    content: next,
    when,
  };
  const outcome = await schedules.make(request, wall, now);
  if (outcome === 'duplicate') return null;
  return outcome === 'full' ? full(MAX_SCHEDULES) : outcome;
}
