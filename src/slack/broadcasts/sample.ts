import type { App } from '@slack/bolt';
import { z } from 'zod';
import { parseNumber } from '../../domain/number.ts';
import type { Recipient } from '../../domain/recipient.ts';
import { harmless } from '../../domain/slack-text.ts';
import { wordProblem } from '../../wording/index.ts';
import { ACTION, BROADCAST, VIEW } from '../ids.ts';
import { section } from '../kit/elements.ts';
import { shortText } from '../kit/fields.ts';
import { type FormAnswer, onForm, type SubmittedForm } from '../kit/form.ts';
import { keptJson } from '../kit/kept.ts';
import { formModal, updateModal } from '../kit/modals.ts';
import { asIs, onView } from '../kit/press.ts';
import { stateOf } from '../kit/state.ts';
import { directly, replyFor } from '../reply-place.ts';
import { draftAuthor } from '../rights.ts';
import type { Services } from '../services.ts';
import { reviewOf } from './review.ts';

/** The broadcast, and the modal with its review. */
const metadataSchema = z.object({ id: z.string(), review: z.string() });

/** "Send me one first": asks for the number, on top of the review. */
export function registerAskSample(app: App, services: Services): void {
  onView(app, services, ACTION.sampleBroadcast, {
    read: asIs,
    may: draftAuthor,
    opens: {
      title: ({ broadcasts }) => broadcasts.title,
      command: null,
      async fill({ broadcasts, link }, { view }, id) {
        const { sample } = broadcasts;
        const form = formModal({
          id: VIEW.broadcastSample,
          title: broadcasts.title,
          submit: sample.submit,
          cancel: link.cancel,
          blocks: [section(sample.intro), shortText(BROADCAST.sampleTo, sample.field, null)],
        });
        return { ...form, private_metadata: JSON.stringify({ id, review: view?.id ?? '' }) };
      },
    },
  });
}

/** The first sample goes out as any other text does, once for each time it was asked for. */
export function registerSendSample(app: App, services: Services): void {
  onForm(app, services, VIEW.broadcastSample, {
    may: draftAuthor,
    of: ({ private_metadata }) => keptJson(metadataSchema, private_metadata).id,
    submit: form => submitted(services, form),
  });
}

async function submitted(
  services: Services,
  { who, view, words, client }: SubmittedForm,
): Promise<FormAnswer> {
  const { workspace, userId } = who;
  const { id, review } = keptJson(metadataSchema, view.private_metadata);
  const [one, rules] = await Promise.all([
    services.broadcasts.one(workspace, id),
    services.settings.of(workspace),
  ]);
  const wrong = (said: string): FormAnswer => ({
    answer: { response_action: 'errors', errors: { [BROADCAST.sampleTo]: said } },
  });
  const [sample] = one?.state === 'review' && one.ask.by === userId ? one.size.samples : [];
  if (!one || !sample) return wrong(wordProblem(words, { kind: 'BROADCAST_GONE' }));
  const typed = stateOf(view.state.values).text(BROADCAST.sampleTo).trim();
  const read = typed === '' ? null : parseNumber(typed);
  if (read && !read.ok)
    return wrong(words.compose.numberWrong({ typed: harmless(typed, 40), why: read.why }));
  const to: Recipient = read
    ? { kind: 'number', number: read.number }
    : { kind: 'teammate', userId, label: userId };
  // Where only some channels may be sent from, it answers where the broadcast does.
  const place = { ...directly(userId), ...(rules.channels === null ? {} : { channel: one.ask.channel }) };
  await services.submit({
    workspace,
    identity: `sample:${view.id}`,
    source: 'form',
    of: null,
    actor: userId,
    to: [to],
    message: services.stopLinks.shown(sample.message),
    priority: 'people',
    confirmed: false,
    replyTo: replyFor(userId, place),
    language: null,
  });
  const said = words.broadcasts.sampleComing;
  return {
    answer: undefined,
    carryOut: async () =>
      updateModal(services, client, review, await reviewOf(services, words, who, id, [said])),
  };
}
