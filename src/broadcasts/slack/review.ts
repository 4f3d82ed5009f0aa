import type { Button, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { parseNumber, type ShowNumber } from '../../kit/number.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { shortText } from '../../kit/slack/fields.ts';
import { type Form, openerOf } from '../../kit/slack/form.ts';
import { noticeModal, pageModal, updateModal, withNews } from '../../kit/slack/modals.ts';
import type { Services, Who } from '../../kit/slack/services.ts';
import { harmless } from '../../kit/slack-text.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';
import type { Omitted, Recipient } from '../../texts/recipient.ts';
import { directly, replyFor } from '../../texts/slack/compose/form.ts';
import { leftOutLines } from '../../texts/slack/several.ts';
import { failure } from '../problem.ts';
import type { Review } from '../review.ts';
import type { RowOutcome } from '../store/model.ts';
import { ACTION, REVIEW_VIEW } from './ids.ts';
import { draftAuthor } from './rights.ts';

/** How many of those who are left out are looked at to be named. */
const LOOKED_AT = 100;

/** A broadcast's modal while its rows are worked out. */
export function workingView(
  { broadcasts, link }: Wording,
  id: string,
  progress: { done: number; all: number } | null,
): ModalView {
  const blocks = [section(broadcasts.working(progress)), context(broadcasts.workingHint)];
  return of(id, pageModal({ id: REVIEW_VIEW, title: broadcasts.title, close: link.close, blocks }));
}

/** Its author is told when it is closed, so that it isn't forgotten. */
const of = (id: string, view: ModalView): ModalView => ({
  ...view,
  private_metadata: id,
  notify_on_close: true,
});

/**
 * What a broadcast comes to, before it starts; or what became of it since.
 *
 * @param news what came of the last button
 */
export async function reviewOf(
  services: Services,
  words: Wording,
  who: Who,
  id: string,
  news: string[] = [],
): Promise<ModalView> {
  const { workspace, userId } = who;
  const its = words.broadcasts;
  const review = await services.broadcasts.review(workspace, id);
  const state = review?.broadcast.state ?? 'dropped';
  const notice = (line: string): ModalView => noticeModal(its.title, words.link.close, line);
  if (!review || state === 'dropped') return notice(wordProblem(words, failure('BROADCAST_GONE')));
  if (state === 'gathering') return workingView(words, id, null);
  if (state === 'approval') return notice(its.asked);
  if (state !== 'review') return notice(state === 'ended' ? its.ended : its.started);
  const rules = await services.settings.of(workspace);
  const { rows } = await services.broadcasts.rows(workspace, id, {
    filter: 'left_out',
    from: 0,
    limit: LOOKED_AT,
  });
  const { samples } = review.broadcast.size;
  const numbers = [...rows, ...samples].flatMap(({ number }) => number ?? []);
  const show = await services.naming(workspace, userId, numbers, rules);
  const blocks = reviewBlocks(words, review, namedOut(review, rows), show);
  return of(
    id,
    pageModal({
      id: REVIEW_VIEW,
      title: its.title,
      close: words.link.close,
      blocks: withNews(blocks, news),
    }),
  );
}

function reviewBlocks(words: Wording, review: Review, named: NamedOut, show: ShowNumber): KnownBlock[] {
  const { problem, needsApproval } = review;
  return [
    ...whatBlocks(words, review, named, show),
    ...planBlocks(words, review, { isAuthor: true, notBangla: words.broadcasts.review.notBangla }),
    ...(problem ? [section(`:warning: ${wordProblem(words, problem)}`)] : []),
    ...(needsApproval && !problem ? [section(words.broadcasts.review.needsApproval)] : []),
    buttonsOf(words, review),
  ];
}

function buttonsOf({ broadcasts, schedules }: Wording, review: Review): KnownBlock {
  const { broadcast, cost, problem, needsApproval } = review;
  const { id: value, size, of: earlier } = broadcast;
  const { button: label } = broadcasts;
  const { title, text, ...answers } = broadcasts.confirmSend;
  const sums = { texts: size.texts, cost };
  const confirm = { title: title(size.texts), text: text(sums), ...answers };
  return actions(
    ...(problem
      ? []
      : [
          button({
            action: ACTION.sendBroadcast,
            label: needsApproval ? label.ask : label.send,
            value,
            style: 'primary',
            ...(needsApproval ? {} : { confirm }),
          }),
        ]),
    // The rows of one that repeats another are fixed: nobody is asked who they are later.
    ...(problem || earlier !== null
      ? []
      : [button({ action: openerOf({ id: 'schedule' }, 'later'), label: schedules.button.later, value })]),
    ...(size.texts === 0
      ? []
      : [button({ action: openerOf({ id: 'sample' }, 'ask'), label: label.sample, value })]),
    // One that repeats rows of another has no recipients of its own to change.
    ...(earlier === null ? [button({ action: ACTION.changeBroadcast, label: label.change, value })] : []),
    button({ action: ACTION.discardBroadcast, label: label.discard, value }),
  );
}

/** Some of those who are left out, and how many others are. */
type NamedOut = { omitted: Omitted[]; more: number };

/** @param rows some of the rows that are left out */
export function namedOut({ broadcast }: Pick<Review, 'broadcast'>, rows: readonly RowOutcome[]): NamedOut {
  const omitted = rows.flatMap(({ who, number, problem }): Omitted[] =>
    problem ? [{ who: number === null ? who : { kind: 'number', number }, problem }] : [],
  );
  return { omitted, more: Math.max(0, broadcast.counts.leftOut - rows.length) };
}

/** Who gets a broadcast, who doesn't, and what they read: the longest text and a few others, exactly as they will arrive. */
export function whatBlocks(
  words: Wording,
  review: Pick<Review, 'broadcast'>,
  { omitted, more }: NamedOut,
  show: ShowNumber,
): KnownBlock[] {
  const its = words.broadcasts.review;
  const { size, counts, of: earlier } = review.broadcast;
  const { texts, parts, byParts, longest, samples } = size;
  const by = Object.entries(byParts).map(([count, people]) => ({ parts: Number(count), people }));
  const people = [
    its.people({ texts, leftOut: counts.leftOut }),
    ...leftOutLines(words, show, { omitted }),
    ...(more > 0 ? [its.moreLeftOut(more)] : []),
  ];
  return [
    section(people.join('\n')),
    ...(earlier === null ? [] : [context(its.repeats)]),
    ...(texts === 0 ? [] : [section(its.parts({ parts, by }))]),
    ...(longest === null || texts === 1 ? [] : [context(its.longest), exactly(longest)]),
    ...samples.flatMap(({ number, message }) => [context(its.sample(show(number))), exactly(message)]),
  ];
}

/**
 * What it will cost, how long it will take, and what the regulator says of it.
 *
 * @param reader whether they are its author, and what to tell them if it should be in Bangla and isn't
 */
export function planBlocks(
  words: Wording,
  review: Review,
  reader: { isAuthor: boolean; notBangla: string },
): KnownBlock[] {
  const its = words.broadcasts.review;
  const { texts } = review.broadcast.size;
  const waits = review.affordable === null ? null : texts - review.affordable;
  return [
    ...(texts === 0 ? [] : [section([its.cost({ ...review, waits }), its.time(review)].join('\n'))]),
    ...(review.dayRoom ? [section(its.dayRoom({ ...review.dayRoom, isAuthor: reader.isAuthor }))] : []),
    ...(review.shouldBeInBangla ? [section(reader.notBangla)] : []),
  ];
}

const exactly = (text: string): KnownBlock => ({
  type: 'section',
  text: { type: 'plain_text', text, emoji: false },
});

/** The button that opens a broadcast's review. */
export const reviewButton = ({ broadcasts }: Wording, id: string): Button =>
  button({ action: ACTION.reviewBroadcast, label: broadcasts.button.review, value: id });

/** The broadcast, and the modal with its review. */
const aboutSchema = z.object({ id: z.string(), review: z.string() });

/**
 * "Send me one first": asks for the number, on top of the review. The first sample goes out as any other text does, once for each
 * time it was asked for.
 */
export const sampleForm: Form<{
  about: z.infer<typeof aboutSchema>;
  before: { message: string; channel: string };
  draft: { to: Recipient | null };
}> = {
  id: 'sample',
  ways: { ask: id => ({ id, review: '' }) },
  about: aboutSchema,
  opened: async (_services, { view }, { id }) => ({ id, review: view?.id ?? '' }),
  may: (judging, who, { id }) => draftAuthor(judging, who, id),
  requiresLiveFacts: false,
  closes: 'alone',
  command: null,
  title: ({ broadcasts }) => broadcasts.title,
  submit: ({ broadcasts }) => broadcasts.sample.submit,
  cancel: ({ link }) => link.cancel,
  async load({ broadcasts }, { workspace, userId }, { id }, words) {
    const one = await broadcasts.one(workspace, id);
    const [sample] = one?.state === 'review' && one.ask.by === userId ? one.size.samples : [];
    if (!one || !sample) return { gone: wordProblem(words, failure('BROADCAST_GONE')) };
    return { before: { message: sample.message, channel: one.ask.channel } };
  },
  draft: () => ({ to: null }),
  head: ({ broadcasts }) => [section(broadcasts.sample.intro)],
  fields: ({ broadcasts, compose }) => ({
    to: {
      blocks: id => shortText(id, broadcasts.sample.field, null),
      read(state, id) {
        const typed = state.text(id).trim();
        const read = typed === '' ? null : parseNumber(typed);
        if (!read) return { value: null };
        if (read.ok) return { value: { kind: 'number', number: read.number } };
        return { value: null, wrong: compose.numberWrong({ typed: harmless(typed, 40), why: read.why }) };
      },
    },
  }),
  async save(services, submitter, words, { about: { id, review }, before: { message, channel }, draft }) {
    const { workspace, userId, origin, client } = submitter;
    const rules = await services.settings.of(workspace);
    // Where only some channels may be sent from, it answers where the broadcast does.
    const place = { ...directly(userId), ...(rules.channels === null ? {} : { channel }) };
    await services.submit({
      workspace,
      identity: `sample:${origin}`,
      source: 'form',
      of: null,
      actor: userId,
      to: [draft.to ?? { kind: 'teammate', userId, label: userId }],
      message: services.stopLinks.shown(message),
      priority: 'people',
      confirmed: false,
      replyTo: replyFor(userId, place),
      language: null,
    });
    const news = [words.broadcasts.sampleComing];
    await updateModal(services, client, review, await reviewOf(services, words, submitter, id, news));
    return { quiet: true };
  },
};
