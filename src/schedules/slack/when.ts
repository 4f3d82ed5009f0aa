import type { KnownBlock } from '@slack/types';
import { z } from 'zod';
import type { Problem } from '../../kit/problem.ts';
import { context } from '../../kit/slack/elements.ts';
import type { Form, Submitter } from '../../kit/slack/form.ts';
import { INPUT } from '../../kit/slack/ids.ts';
import type { Services, Who } from '../../kit/slack/services.ts';
import type { Right } from '../../kit/slack/surface.ts';
import type { Wording } from '../../kit/words/wording.ts';
import { readCount } from '../../kit/written-values.ts';
import { DEFAULT_ZONE, localTimeAt, momentOf } from '../../kit/zone.ts';
import { createRights } from '../../texts/rights.ts';
import { LATER, type Later, laterIn, NEVER, NOT_CHOSEN } from '../../texts/slack/compose/form.ts';
import type { AuditEntry } from '../../workspace/audit.ts';
import { leniently } from '../../workspace/slack/rights.ts';
import { AHEAD_MS, MAX_SCHEDULES, MAX_TIMES, REPEATS, type Schedule, type When } from '../schedule.ts';
import { plannedMessage } from './shown.ts';

/** Admins can read later who changed what somebody else had asked for. */
export async function recordChange(
  { audit, clock }: Services,
  { workspace, userId: by }: Who,
  { by: author }: Pick<Schedule, 'by'>,
  did: Extract<AuditEntry, { what: 'schedule_changed' }>['did'],
): Promise<void> {
  if (author !== by)
    await audit.record(workspace, { what: 'schedule_changed', did, author, at: clock.wall(), by });
}

/**
 * Whoever may change something that is to be sent later: its author, if they may still send; managers and admins. That it is gone
 * is said where they pressed.
 */
export const scheduleLead: Right<string> = async (services, { workspace, userId }, id) => {
  const one = await services.schedules.one(workspace, id);
  const rights = createRights(leniently(services));
  return one && rights.toLead(workspace, userId, one.by === userId ? userId : '');
};

/** The same of what is stored, from its next run on. */
export function laterOf({ zone, repeat, until, times }: When, local: string, index: number): Later {
  return {
    at: momentOf(local, zone) / 1000,
    repeat,
    until,
    times: times === null ? '' : String(Math.max(1, times - index)),
  };
}

type ReadWhen = { ok: true; when: When } | { ok: false; errors: Record<string, string> };

/** When it is to run, by the clocks of a zone; or what is wrong, by field. */
export function whenOf(
  { schedules: { wrong } }: Wording,
  { at, repeat: chosen, ...end }: Later,
  zone: string | null,
  wall: number,
): ReadWhen {
  const there = zone ?? DEFAULT_ZONE;
  const repeat = REPEATS.find(one => one === chosen) ?? null;
  const errors: Record<string, string> = {};
  const start = at === null ? null : localTimeAt(at * 1000, there);
  // The hour before clocks are set back comes twice: the second one is in the past already, or the first is meant.
  const isSoon = start !== null && momentOf(start, there) < wall + AHEAD_MS;
  if (start === null) errors[INPUT.at.block] = wrong.missing;
  else if (isSoon) errors[INPUT.at.block] = wrong.soon;
  const times = repeat === null ? null : readCount(end.times);
  const until = repeat === null ? null : end.until;
  if (times === 'bad' || (times ?? 0) > MAX_TIMES) errors[INPUT.times.block] = wrong.times(MAX_TIMES);
  else if (times !== null && until !== null) errors[INPUT.times.block] = wrong.both;
  if (until !== null && start !== null && until < start.slice(0, 10)) errors[INPUT.until.block] = wrong.until;
  if (start === null || times === 'bad' || Object.keys(errors).length > 0) return { ok: false, errors };
  return { ok: true, when: { start, zone: there, repeat, until, times } };
}

/** All of them at once, for a form that doesn't follow what is chosen. */
function wholeLaterBlocks(words: Wording, later: Later): KnownBlock[] {
  return [atBlock(words, later), repeatBlock(words, later), ...endBlocks(words, later)];
}

/** The fields; of a text that may also go out at once, with that choice. */
export function laterBlocks(
  words: Wording,
  { later, zone, schedule }: { later: Later | null; zone: string | null; schedule: string | null },
): KnownBlock[] {
  const { field, goes } = words.schedules;
  const choice = select(INPUT.when, field.when.label, later ? LATER : 'now', {
    now: field.when.now,
    [LATER]: field.when.later,
  });
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
  return {
    ...labelled(INPUT.at, field.at),
    dispatch_action: true,
    element: {
      type: 'datetimepicker',
      action_id: INPUT.at.action,
      ...(at === null ? {} : { initial_date_time: at }),
    },
  };
}

function repeatBlock({ schedules: { field } }: Wording, { repeat }: Later): KnownBlock {
  const { label, never, daily, weekly, monthly } = field.repeat;
  return select(INPUT.repeat, label, repeat ?? NEVER, { [NEVER]: never, daily, weekly, monthly });
}

function endBlocks({ schedules: { field } }: Wording, { until, times }: Later): KnownBlock[] {
  return [
    {
      ...labelled(INPUT.until, field.until),
      optional: true,
      element: {
        type: 'datepicker',
        action_id: INPUT.until.action,
        ...(until === null ? {} : { initial_date: until }),
      },
    },
    {
      ...labelled(INPUT.times, field.times),
      optional: true,
      element: {
        type: 'plain_text_input',
        action_id: INPUT.times.action,
        max_length: 10,
        ...(times === '' ? {} : { initial_value: times }),
      },
    },
  ];
}

type FieldIds = { block: string; action: string };

function labelled({ block }: FieldIds, { label, hint }: { label: string; hint?: string }) {
  return {
    type: 'input' as const,
    block_id: block,
    label: { type: 'plain_text' as const, text: label },
    ...(hint === undefined ? {} : { hint: { type: 'plain_text' as const, text: hint } }),
  };
}

/** One of a few, which the form follows at once. */
function select(place: FieldIds, label: string, chosen: string, choices: Record<string, string>): KnownBlock {
  const options = Object.entries(choices).map(([value, text]) => ({
    value,
    text: { type: 'plain_text' as const, text },
  }));
  const initial = options.find(({ value }) => value === chosen);
  return {
    ...labelled(place, { label }),
    dispatch_action: true,
    element: {
      type: 'static_select',
      action_id: place.action,
      options,
      ...(initial ? { initial_option: initial } : {}),
    },
  };
}

declare module '../../kit/slack/services.ts' {
  interface Additions {
    /** Who may send what is for many, and hasn't begun. */
    draftAuthor: Right<string>;
  }
}

/** The broadcast that is to go out later, or the schedule that is changed. */
const aboutSchema = z.object({
  broadcast: z.string().nullable(),
  schedule: z.string().nullable(),
  zone: z.string().nullable(),
  /** The post under which it was changed, which says when it goes out; null: there is none. */
  responseUrl: z.string().nullable(),
});
type WhenAbout = z.infer<typeof aboutSchema>;

/** "Send later" in the review of a broadcast, and "Change times" of one that is scheduled: what it says stays as it is. */
export const whenForm: Form<{ about: WhenAbout; before: Schedule | null; draft: { later: Later } }> = {
  id: 'schedule',
  ways: { later: broadcast => ({ broadcast, schedule: null, zone: null, responseUrl: null }) },
  about: aboutSchema,
  async opened({ people, schedules }, { workspace, userId }, about) {
    const its = about.schedule === null ? null : await schedules.one(workspace, about.schedule);
    return { ...about, zone: its?.when.zone ?? (await people.remembered(workspace, userId))?.zone ?? null };
  },
  may: async (judging, who, { broadcast, schedule }) =>
    schedule === null
      ? (judging.added.draftAuthor?.(judging, who, broadcast ?? '') ?? { kind: 'PART_REMOVED' })
      : scheduleLead(judging, who, schedule),
  closes: 'all',
  command: null,
  title: ({ schedules }) => schedules.laterTitle,
  submit: ({ schedules }, { schedule }) => (schedule === null ? schedules.schedule : schedules.save),
  cancel: ({ link }) => link.cancel,
  async load({ schedules }, { workspace }, { schedule }, words) {
    const before = schedule === null ? null : await schedules.one(workspace, schedule);
    return schedule === null || before ? { before } : { gone: words.schedules.gone };
  },
  draft(before) {
    if (!before) return { later: NOT_CHOSEN };
    const { when, next, late } = before;
    const run = next ?? late ?? { local: when.start, index: 0 };
    return { later: laterOf(when, run.local, run.index) };
  },
  fields: words => ({
    later: {
      blocks: (_id, later) => [...wholeLaterBlocks(words, later), context(words.schedules.laterHint)],
      read: state => ({ value: laterIn(state, true) ?? NOT_CHOSEN }),
    },
  }),
  check({ clock }, _who, words, { about, draft }) {
    const read = whenOf(words, draft.later, about.zone, clock.wall());
    return read.ok ? {} : { later: read.errors };
  },
  async save(services, submitter, words, { about, draft }) {
    const { workspace, userId } = submitter;
    // What was soon enough when it was submitted still is.
    const read = whenOf(words, draft.later, about.zone, Number.NEGATIVE_INFINITY);
    if (!read.ok) return { said: Object.values(read.errors).join('\n') };
    const done = await store(services, words, submitter, about, read.when);
    if (done === null) return { quiet: true };
    if ('problem' in done) return { refused: done.problem };
    if ('said' in done) return { said: done.said };
    services.scheduler.wake();
    if (about.broadcast !== null) await services.broadcasts.drop(workspace, about.broadcast, userId);
    const how = about.schedule === null ? 'planned' : 'changed';
    if (how === 'changed') await recordChange(services, submitter, done, 'changed');
    const message = await plannedMessage(services, words, submitter, done, how);
    const { responseUrl } = about;
    const answered = responseUrl ? await services.poster.answer(responseUrl, 'replace', message) : null;
    return answered?.kind === 'ok' ? { quiet: true } : { said: message };
  },
};

/** What is stored now; null: it was before. Otherwise why it isn't. */
async function store(
  { schedules, broadcasts, clock, newId }: Services,
  words: Wording,
  { workspace, userId, origin }: Submitter,
  { broadcast, schedule }: WhenAbout,
  when: When,
): Promise<Schedule | { said: string } | { problem: Problem } | null> {
  const at = { wall: clock.wall(), now: clock.now() };
  const { gone, full } = words.schedules;
  if (schedule !== null) {
    const before = await schedules.one(workspace, schedule);
    const changed =
      before && (await schedules.change(workspace, before.id, { what: before.what, when }, at.wall));
    return changed ?? { said: gone };
  }
  const one = broadcast === null ? null : await broadcasts.one(workspace, broadcast);
  if (!one) return { problem: { feature: 'broadcasts', kind: 'BROADCAST_GONE', data: {} } };
  const what = { kind: 'broadcast' as const, ask: one.ask, texts: one.size.texts };
  const made = { id: newId(), workspace, by: userId, identity: `form:${origin}`, what, when };
  const did = await schedules.make(made, at.wall, at.now);
  if (did === 'known') return null;
  return did === 'full' ? { said: full(MAX_SCHEDULES) } : did;
}
