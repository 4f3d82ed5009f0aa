import { z } from 'zod';
import { parseNumber } from '../../kit/number.ts';
import { section } from '../../kit/slack/elements.ts';
import { shortText } from '../../kit/slack/fields.ts';
import type { Form } from '../../kit/slack/form.ts';
import { updateModal } from '../../kit/slack/modals.ts';
import { harmless } from '../../kit/slack-text.ts';
import { wordProblem } from '../../kit/words/wording.ts';
import type { Recipient } from '../../texts/recipient.ts';
import { directly, replyFor } from '../../texts/slack/reply-place.ts';
import { failure } from '../problem.ts';
import { reviewOf } from './review.ts';
import { draftAuthor } from './rights.ts';

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
