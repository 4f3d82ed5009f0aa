import { z } from 'zod';
import type { Problem } from '../../kit/problem.ts';
import { context } from '../../kit/slack/elements.ts';
import type { Form, Submitter } from '../../kit/slack/form.ts';
import type { Services } from '../../kit/slack/services.ts';
import type { Right } from '../../kit/slack/surface.ts';
import type { Wording } from '../../kit/words/wording.ts';
import type { BroadcastAsk } from '../../texts/ask-many.ts';
import { type Later, laterIn, NOT_CHOSEN } from '../../texts/slack/compose/form.ts';
import type { When } from '../recurrence.ts';
import { MAX_SCHEDULES, type Schedule } from '../schedule.ts';
import { laterOf, whenOf, wholeLaterBlocks } from './fields.ts';
import { plannedMessage } from './receipt.ts';
import { recordChange, scheduleLead } from './rights.ts';

/** What is for many, and hasn't begun. */
export type Drafts = {
  /** Who may send one. */
  author: Right<string>;
  one(workspace: string, id: string): Promise<{ ask: BroadcastAsk; size: { texts: number } } | null>;
  drop(workspace: string, id: string, by: string): Promise<void>;
};

declare module '../../kit/slack/services.ts' {
  interface Additions {
    drafts: Drafts;
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
      ? (judging.added.drafts?.author(judging, who, broadcast ?? '') ?? { kind: 'BROADCAST_GONE' })
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
    if (about.broadcast !== null) await services.added.drafts?.drop(workspace, about.broadcast, userId);
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
  { schedules, added, clock, newId }: Services,
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
  const one = broadcast === null ? null : await added.drafts?.one(workspace, broadcast);
  if (!one) return { problem: { kind: 'BROADCAST_GONE' } };
  const what = { kind: 'broadcast' as const, ask: one.ask, texts: one.size.texts };
  const made = { id: newId(), workspace, by: userId, identity: `form:${origin}`, what, when };
  const did = await schedules.make(made, at.wall, at.now);
  if (did === 'known') return null;
  return did === 'full' ? { said: full(MAX_SCHEDULES) } : did;
}
