import type { Button, KnownBlock, ModalView } from '@slack/types';
import { z } from 'zod';
import { parseNumber, type ShowNumber } from '../../kit/number.ts';
import { actions, button, context, section } from '../../kit/slack/elements.ts';
import { shortText } from '../../kit/slack/fields.ts';
import { type Form, openerOf } from '../../kit/slack/form.ts';
import { formModal, noticeModal, pageModal, updateModal, withBanner } from '../../kit/slack/modals.ts';
import type { Services, UserRef } from '../../kit/slack/services.ts';
import { harmless } from '../../kit/slack-text.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';
import type { Omitted, Recipient } from '../../texts/recipient.ts';
import { directly, replyFor } from '../../texts/slack/compose/form.ts';
import { leftOutLines } from '../../texts/slack/outcome-message.ts';
import type { Estimate } from '../estimate.ts';
import { failure } from '../problem.ts';
import type { RowOutcome } from '../store/model.ts';
import { ACTION, REVIEW_VIEW } from './ids.ts';
import { draftAuthor } from './permissions.ts';

/** Rows without a text that the review loads, to name some of the people. */
const MAX_LOOKED_AT = 100;

/** A broadcast's modal while its rows are made. */
export function workingView(
  { broadcasts, link }: Wording,
  id: string,
  progress: { done: number; all: number } | null,
): ModalView {
  const blocks = [section(broadcasts.working(progress)), context(broadcasts.workingHint)];
  return of(id, pageModal({ id: REVIEW_VIEW, title: broadcasts.title, close: link.close, blocks }));
}

/**
 * Adds the broadcast's id to a modal. Slack reports when the author closes the modal, so that the app can say where
 * to find it.
 */
const of = (id: string, view: ModalView): ModalView => ({
  ...view,
  private_metadata: id,
  notify_on_close: true,
});

/**
 * The review of a broadcast before it starts, or its state since.
 *
 * @param news the result of the last button
 */
export async function reviewOf(
  services: Services,
  words: Wording,
  user: UserRef,
  id: string,
  news: string[] = [],
): Promise<ModalView> {
  const { workspace, userId } = user;
  const labels = words.broadcasts;
  const review = await services.broadcasts.review(workspace, id);
  const state = review?.broadcast.state ?? 'dropped';
  const notice = (line: string): ModalView => noticeModal(labels.title, words.link.close, line);
  if (!review || state === 'dropped') return notice(wordProblem(words, failure('BROADCAST_GONE')));
  if (state === 'gathering') return workingView(words, id, null);
  if (state === 'approval') return notice(labels.asked);
  if (state !== 'review') return notice(state === 'ended' ? labels.ended : labels.started);
  const rules = await services.settings.of(workspace);
  const { rows } = await services.broadcasts.rows(workspace, id, {
    filter: 'left_out',
    from: 0,
    limit: MAX_LOOKED_AT,
  });
  const { samples } = review.broadcast.size;
  const numbers = [...rows, ...samples].flatMap(({ number }) => number ?? []);
  const show = await services.naming(workspace, userId, numbers, rules);
  const blocks = withBanner(reviewBlocks(words, review, namedOut(review, rows), show), news);
  const page = { id: REVIEW_VIEW, title: labels.title, blocks };
  const { close } = words.link;
  if (review.problem) return of(id, pageModal({ ...page, close }));
  const { ask, sendTo } = labels.button;
  const submit = review.needsApproval ? ask : sendTo(review.broadcast.size.texts);
  return of(id, formModal({ ...page, submit, cancel: close }));
}

/** The review without its submit button, while the broadcast starts. */
export const startingView = (words: Wording, id: string, blocks: readonly KnownBlock[]): ModalView =>
  of(
    id,
    pageModal({
      id: REVIEW_VIEW,
      title: words.broadcasts.title,
      close: words.link.close,
      blocks: withBanner(blocks, [words.link.oneMoment]),
    }),
  );

/** Figures come first, because samples are as long as their texts. */
function reviewBlocks(words: Wording, review: Estimate, named: NamedOut, show: ShowNumber): KnownBlock[] {
  const { problem, needsApproval } = review;
  return [
    ...peopleBlocks(words, review, named, show),
    ...planBlocks(words, review, { isAuthor: true, notBangla: words.broadcasts.review.notBangla }),
    ...(problem ? [section(`:warning: ${wordProblem(words, problem)}`)] : []),
    ...(needsApproval && !problem ? [section(words.broadcasts.review.needsApproval)] : []),
    buttonsOf(words, review),
    ...sampleBlocks(words, review, show),
  ];
}

function buttonsOf({ broadcasts, schedules }: Wording, review: Estimate): KnownBlock {
  const { broadcast, problem } = review;
  const { id: value, size, repeatOf: earlier } = broadcast;
  const { button: label } = broadcasts;
  return actions(
    // A repeat can't be scheduled: its rows are fixed, and its recipients wouldn't be looked up at that time.
    ...(problem || earlier !== null
      ? []
      : [button({ action: openerOf({ id: 'schedule' }, 'later'), label: schedules.button.later, value })]),
    ...(size.texts === 0
      ? []
      : [button({ action: openerOf({ id: 'sample' }, 'ask'), label: label.sample, value })]),
    // A repeat has no recipients of its own to change.
    ...(earlier === null ? [button({ action: ACTION.changeBroadcast, label: label.change, value })] : []),
    button({ action: ACTION.discardBroadcast, label: label.discard, value }),
  );
}

/** Some people who are left out, and the number of others. */
type NamedOut = { omitted: Omitted[]; more: number };

/** @param rows some of the rows that are left out */
export function namedOut({ broadcast }: Pick<Estimate, 'broadcast'>, rows: readonly RowOutcome[]): NamedOut {
  const omitted = rows.flatMap(({ recipient, number, problem }): Omitted[] =>
    problem ? [{ recipient: number === null ? recipient : { kind: 'number', number }, problem }] : [],
  );
  return { omitted, more: Math.max(0, broadcast.counts.leftOut - rows.length) };
}

/** People who get a broadcast, and people who don't. */
export function peopleBlocks(
  words: Wording,
  review: Pick<Estimate, 'broadcast'>,
  { omitted, more }: NamedOut,
  show: ShowNumber,
): KnownBlock[] {
  const labels = words.broadcasts.review;
  const { size, counts, repeatOf: earlier } = review.broadcast;
  const { texts, parts, byParts } = size;
  const by = Object.entries(byParts).map(([count, people]) => ({ parts: Number(count), people }));
  const people = [
    labels.people({ texts, leftOut: counts.leftOut }),
    ...leftOutLines(words, show, { omitted }),
    ...(more > 0 ? [labels.moreLeftOut(more)] : []),
  ];
  return [
    section(people.join('\n')),
    ...(earlier === null ? [] : [context(labels.repeats)]),
    ...(texts === 0 ? [] : [section(labels.parts({ parts, by }))]),
  ];
}

/** The longest text and a few others as they will arrive, except that the recipients' own links are masked. */
export function sampleBlocks(
  words: Wording,
  { broadcast }: Pick<Estimate, 'broadcast'>,
  show: ShowNumber,
): KnownBlock[] {
  const labels = words.broadcasts.review;
  const { texts, longest, samples } = broadcast.size;
  return [
    ...(longest === null || texts === 1 ? [] : [context(labels.longest), exactly(longest)]),
    ...samples.flatMap(({ number, message }) => [context(labels.sample(show(number))), exactly(message)]),
  ];
}

/**
 * Cost, time, and the regulator's rules.
 *
 * @param reader `isAuthor`: the reader is the author; `notBangla`: the notice if the message should be in Bangla and
 *   isn't
 */
export function planBlocks(
  words: Wording,
  review: Estimate,
  reader: { isAuthor: boolean; notBangla: string },
): KnownBlock[] {
  const labels = words.broadcasts.review;
  const { texts } = review.broadcast.size;
  const waits = review.affordable === null ? null : texts - review.affordable;
  return [
    ...(texts === 0 ? [] : [section([labels.cost({ ...review, waits }), labels.time(review)].join('\n'))]),
    ...(review.dayRoom ? [section(labels.dayRoom({ ...review.dayRoom, isAuthor: reader.isAuthor }))] : []),
    ...(review.shouldBeInBangla ? [section(reader.notBangla)] : []),
  ];
}

const exactly = (text: string): KnownBlock => ({
  type: 'section',
  text: { type: 'plain_text', text, emoji: false },
});

export const reviewButton = ({ broadcasts }: Wording, id: string): Button =>
  button({ action: ACTION.reviewBroadcast, label: broadcasts.button.review, value: id });

/** The broadcast, and the modal with its review. */
const aboutSchema = z.object({ id: z.string(), review: z.string() });

/**
 * "Send me one first": asks for the number, on top of the review. Sends the first sample as an ordinary text, once for each
 * submission.
 */
export const sampleForm: Form<{
  subject: z.infer<typeof aboutSchema>;
  current: { message: string; channel: string };
  draft: { to: Recipient | null };
}> = {
  id: 'sample',
  openers: { ask: id => ({ id, review: '' }) },
  subject: aboutSchema,
  prepare: async (_services, { view }, { id }) => ({ id, review: view?.id ?? '' }),
  permission: (permissionFacts, user, { id }) => draftAuthor(permissionFacts, user, id),
  requiresLiveFacts: false,
  closes: 'alone',
  command: null,
  title: ({ broadcasts }) => broadcasts.title,
  submit: ({ broadcasts }) => broadcasts.sample.submit,
  cancel: ({ link }) => link.cancel,
  async load({ broadcasts }, { workspace, userId }, { id }, words) {
    const broadcast = await broadcasts.one(workspace, id);
    const [sample] =
      broadcast?.state === 'review' && broadcast.request.by === userId ? broadcast.size.samples : [];
    if (!broadcast || !sample) return { deleted: wordProblem(words, failure('BROADCAST_GONE')) };
    return { current: { message: sample.message, channel: broadcast.request.channel } };
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
        return { value: null, error: compose.numberWrong({ typed: harmless(typed, 40), why: read.why }) };
      },
    },
  }),
  async check({ people }, { workspace, userId }, { broadcasts }, { draft }) {
    const facts = draft.to ? null : await people.remembered(workspace, userId);
    const isKnown = facts === null || parseNumber(facts.phone ?? '').ok;
    return { to: isKnown ? null : broadcasts.sample.noNumber };
  },
  async save(services, submitter, words, { subject: { id, review }, current: { message, channel }, draft }) {
    const { workspace, userId, origin, client } = submitter;
    const rules = await services.settings.of(workspace);
    // If admins allow sending only from some channels, the receipt goes to the broadcast's channel.
    const place = { ...directly(userId), ...(rules.channels === null ? {} : { channel }) };
    await services.submit({
      workspace,
      idempotencyKey: `sample:${origin}`,
      source: 'form',
      resendOf: null,
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
    return { handled: true };
  },
};
