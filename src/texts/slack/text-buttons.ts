import { z } from 'zod';
import { maskNumber } from '../../kit/number.ts';
import type { Problem } from '../../kit/problem.ts';
import { asIs, onPress, type PressHandler } from '../../kit/slack/buttons.ts';
import type { SlackListener } from '../../kit/slack/listener.ts';
import type { PressAnswer, StoredPress } from '../../kit/slack/press-queue.ts';
import type { Services, UserRef } from '../../kit/slack/services.ts';
import { onView } from '../../kit/slack/view-buttons.ts';
import { parseStoredJson } from '../../kit/slack/view-state.ts';
import { type Wording, wordProblem } from '../../kit/words/wording.ts';
import { linkModal, OPEN_LINK } from '../../workspace/slack/link.ts';
import { manager } from '../../workspace/slack/permissions.ts';
import { expiryOf, type Intent, type ReplyTo, sharesReport } from '../intent.ts';
import { furtherNumbers } from '../parse/leading-number.ts';
import { checkedByPlanner } from '../permissions.ts';
import { isFeatureRecipient, recipientSchema } from '../recipient.ts';
import { hasFurtherNumber } from '../sending/send-policy.ts';
import type { Plan } from '../store/model.ts';
import { expiredAmong } from '../store/settle.ts';
import { ACTION } from './ids.ts';
import { recipientsOf } from './receipt-messages.ts';

const CANCELLED: Plan = { kind: 'refused', problem: { kind: 'CANCELLED' }, omitted: [] };

/** "Cancel" on the notice that a text is waiting: the person who asked for it takes it back. */
export function cancelButton(services: Services): SlackListener {
  return onPress(services, ACTION.cancel, {
    read: textId => textId,
    async permission({ history }, press, textId) {
      const text = await history.text(press.workspace, textId);
      return whoseProblem(services, press, text?.intentId ?? null);
    },
    requiresLiveFacts: false,
    async handle({ queue, history, clock }, press, textId) {
      const ended = await queue.cancel(press.workspace, textId, clock.now());
      const isDone = ended === 'cancelled' || isCancelled(await history.text(press.workspace, textId));
      return takenBack(services, press, isDone);
    },
  });
}

/** "Cancel" while Slack doesn't say who the sender is: there is no text yet, so the intent ends. */
export function cancelIntentButton(services: Services): SlackListener {
  return onPress(services, ACTION.cancelIntent, {
    ...theirs,
    async handle({ intents, history, clock }, press, intentId) {
      const ended = await intents.plan(intentId, CANCELLED, clock.now());
      const outcome = ended === 'refused' ? null : await history.outcome(press.workspace, intentId);
      return takenBack(services, press, ended === 'refused' || outcome?.problem?.kind === 'CANCELLED');
    },
  });
}

/** "Cancel what's waiting" on the post about texts to several people, which then says what went. */
export function cancelTextsButton(services: Services): SlackListener {
  return onPress(services, ACTION.cancelTexts, {
    ...theirs,
    async handle({ intents, queue, history, clock, wake }, { workspace }, intentId) {
      // First what isn't a text yet.
      const ended = await intents.plan(intentId, CANCELLED, clock.now());
      const cancelled = await queue.cancelAll(workspace, intentId, clock.now());
      wake();
      if (ended !== 'stale' || cancelled > 0) return { kind: 'quiet' };
      const texts = (await history.outcome(workspace, intentId))?.texts ?? [];
      return texts.some(isCancelled) ? { kind: 'quiet' } : { kind: 'refused', problem: { kind: 'TOO_LATE' } };
    },
  });
}

/** Perhaps by this press, before the process that did it died. */
const isCancelled = (text: { state: string } | null): boolean => text?.state === 'cancelled';

/** The button carries an intent, and only whoever asked for it may press. */
const theirs: Pick<PressHandler<string>, 'read' | 'permission' | 'requiresLiveFacts'> = {
  read: asIs,
  permission: whoseProblem,
  requiresLiveFacts: false,
};

async function whoseProblem(
  { intents }: Pick<Services, 'intents'>,
  press: StoredPress,
  intentId: string | null,
): Promise<Problem | null> {
  const intent = intentId === null ? null : await intents.intent(press.workspace, intentId);
  if (!intent) return { kind: 'GONE' };
  if (intent.actor !== press.userId) return { kind: 'NOT_YOURS' };
  return null;
}

/** The notice goes away, or says that it is too late. */
async function takenBack(
  { wake, words }: Services,
  { workspace, userId }: StoredPress,
  ended: boolean,
): Promise<PressAnswer> {
  wake();
  if (ended) return { kind: 'removed' };
  const text = wordProblem(await words.of(workspace, userId), { kind: 'TOO_LATE' });
  return { kind: 'replaced', message: { text } };
}

/**
 * "Send it now" on a text that had to wait too long: whoever asked for it still wants it. Pressed twice, it is the same
 * intent, so that it goes once.
 */
export function sendNowButton(services: Services): SlackListener {
  return onPress(services, ACTION.sendNow, {
    read: intentId => intentId,
    async permission(permissionFacts, press, intentId) {
      const found = await expired(permissionFacts, press, intentId);
      return 'problem' in found ? found.problem : null;
    },
    requiresLiveFacts: false,
    async handle({ submit, words }, press, intentId) {
      const { workspace, userId, responseUrl } = press;
      const found = await expired(services, press, intentId);
      if ('problem' in found) return { kind: 'refused', problem: found.problem };
      const { asked, replyTo, to } = found;
      const { id: _id, acceptedAt: _acceptedAt, ...same } = asked;
      const again = { ...same, source: 'send_anyway', of: null, to, confirmed: true } as const;
      const idempotencyKey = `now:${intentId}`;
      const submitted = await submit({ ...again, idempotencyKey, replyTo: { ...replyTo, responseUrl } });
      const { sendingNow, askedBefore } = (await words.of(workspace, userId)).receipt;
      const text = submitted === 'duplicate' ? askedBefore : sendingNow;
      // A post about several people stays: it says who got the text.
      return { kind: sharesReport(asked) ? 'message' : 'replaced', message: { text } };
    },
  });
}

type Expired = { asked: Intent; replyTo: NonNullable<Intent['replyTo']>; to: Intent['to'] };

async function expired(
  { intents, history }: Pick<Services, 'intents' | 'history'>,
  { workspace, userId }: UserRef,
  intentId: string,
): Promise<Expired | { problem: Problem }> {
  const asked = await intents.intent(workspace, intentId);
  const outcome = asked && (await history.outcome(workspace, intentId));
  const to = outcome && expiredAmong(asked, outcome);
  if (!to || !asked.replyTo) return { problem: { kind: 'GONE' } };
  if (asked.actor !== userId) return { problem: { kind: 'NOT_YOURS' } };
  return { asked, replyTo: asked.replyTo, to };
}

/**
 * "Send again" on an uncertain text, after Slack's confirmation dialog warned about a second charge. Anybody who may
 * send may press it (`checkSender` in src/texts/sending/send-policy.ts); only the first press that passes sends (`resendProblem` in
 * src/texts/store/plan.ts).
 */
export function sendAgainButton(services: Services): SlackListener {
  return onPress(services, ACTION.sendAgain, {
    read: asIs,
    permission: checkedByPlanner,
    requiresLiveFacts: false,
    async handle(its, press, textId) {
      const problem = await sendAgain(its, press, textId);
      return problem ? { kind: 'refused', problem } : { kind: 'quiet' };
    },
  });
}

/** What becomes of it is told where it was pressed. */
export async function sendAgain(
  { history, submit }: Pick<Services, 'history' | 'submit'>,
  { workspace, userId, channel, threadTs, triggerId, responseUrl }: StoredPress,
  textId: string,
): Promise<Problem | null> {
  const text = await history.text(workspace, textId);
  if (!text) return { kind: 'GONE' };
  await submit({
    workspace,
    idempotencyKey: `again:${textId}:${triggerId}`,
    source: 'resend',
    resendOf: textId,
    actor: userId,
    to: [{ kind: 'number', number: text.number }],
    message: text.message,
    priority: 'people',
    confirmed: true,
    replyTo: { responseUrl, channel, userId, threadTs, threadLink: null },
    language: null,
  });
  return null;
}

/* Answers to what the app asks before it sends. Only the person who was asked can answer, in time, and once. */

type Asked = Omit<Intent, 'id' | 'acceptedAt'> & { replyTo: ReplyTo };

/** What was asked about, so that it can be asked for again; or why it can't be answered (any more). */
async function askedAbout(
  { intents }: Pick<Services, 'intents'>,
  { workspace, userId, responseUrl, at }: StoredPress,
  intentId: string,
): Promise<{ asked: Asked } | { problem: Problem }> {
  const known = await intents.intent(workspace, intentId);
  if (!known?.replyTo) return { problem: { kind: 'GONE' } };
  if (known.actor !== userId) return { problem: { kind: 'NOT_YOURS' } };
  if (at >= expiryOf({ ...known, priority: 'people' })) return { problem: { kind: 'QUESTION_OLD' } };
  const { id: _id, acceptedAt: _acceptedAt, ...asked } = known;
  return { asked: { ...asked, replyTo: { ...known.replyTo, responseUrl } } };
}

async function whyNot(services: Services, press: StoredPress, intentId: string): Promise<Problem | null> {
  const found = await askedAbout(services, press, intentId);
  return 'problem' in found ? found.problem : null;
}

/** A button that answers a question: what it does, and the sentence that stands in the question's place then. */
const answers = <Chosen>(
  services: Services,
  action: string,
  its: {
    read: (value: string) => { intent: string } & Chosen;
    answer: (asked: Asked, words: Wording, chosen: { intent: string } & Chosen) => Promise<string>;
  },
): SlackListener =>
  onPress(services, action, {
    read: its.read,
    permission: (permissionFacts, press, { intent }) => whyNot(permissionFacts, press, intent),
    requiresLiveFacts: false,
    async handle({ words }, press, chosen) {
      const found = await askedAbout(services, press, chosen.intent);
      if ('problem' in found) return { kind: 'refused', problem: found.problem };
      const text = await its.answer(found.asked, await words.of(press.workspace, press.userId), chosen);
      return { kind: 'replaced', message: { text } };
    },
  });
const ofIntent = (intent: string) => ({ intent });

/** "Send": the same text again, or several texts at once. */
export function sendAnywayButton(services: Services): SlackListener {
  return answers(services, ACTION.sendAnyway, {
    read: ofIntent,
    async answer(asked, words, { intent }) {
      await services.submit({
        ...asked,
        idempotencyKey: `anyway:${intent}`,
        source: 'send_anyway',
        confirmed: true,
      });
      return sharesReport(asked) || hasFurtherNumber(asked)
        ? words.several.sending(recipientsOf(words, asked, maskNumber))
        : words.receipt.sendingAnyway;
    },
  });
}

/** "Text all", where further numbers followed the first: the next question is what that comes to. */
export function sendToAllButton(services: Services): SlackListener {
  return answers(services, ACTION.sendToAll, {
    read: ofIntent,
    async answer(asked, words, { intent }) {
      const { numbers, rest } = furtherNumbers(asked.message);
      const others = numbers.map(number => ({ kind: 'number' as const, number }));
      const to = [...asked.to, ...others];
      await services.submit({ ...asked, idempotencyKey: `all:${intent}`, to, message: rest });
      return words.link.oneMoment;
    },
  });
}

/** "Don't send". */
export function dontSendButton(services: Services): SlackListener {
  return onPress(services, ACTION.dontSend, {
    read: intentId => intentId,
    async permission(permissionFacts, press, intentId) {
      const problem = await whyNot(permissionFacts, press, intentId);
      return problem?.kind === 'QUESTION_OLD' ? null : problem;
    },
    requiresLiveFacts: false,
    async handle({ words }, { workspace, userId }) {
      const { several } = await words.of(workspace, userId);
      return { kind: 'replaced', message: { text: several.notSent } };
    },
  });
}

const chosenSchema = z.object({
  intent: z.string(),
  to: recipientSchema.refine(isFeatureRecipient),
});

/** One of several with the same name: they get the text; for a group, the next question is what that comes to. */
export function chooseRecipientButton(services: Services): SlackListener {
  return answers(services, ACTION.chooseRecipient, {
    read: value => parseStoredJson(chosenSchema, value),
    async answer(asked, words, { intent, to: one }) {
      const label = recipientsOf(words, asked, maskNumber);
      const to = [{ ...one, data: { ...one.data, label } }];
      await services.submit({ ...asked, idempotencyKey: `chosen:${intent}`, to });
      return words.several.sending(recipientsOf(words, { to }, maskNumber));
    },
  });
}

/** "Link your API key": the same modal as `/sms link`. */
export function openLinkButton(services: Services): SlackListener {
  return onView(services, OPEN_LINK, linkModal(services));
}

/** "Try again" wherever it is said that texts are on hold: an admin or a manager releases what is waiting. */
export function tryAgainButton(services: Services): SlackListener {
  return onPress(services, ACTION.tryAgain, {
    read: asIs,
    permission: manager,
    requiresLiveFacts: true,
    async handle({ keys, words }, { workspace, userId }) {
      if (!(await keys.tryAgain(workspace, userId)))
        return { kind: 'refused', problem: { kind: 'NO_KEY', admin: false } };
      const { receipt } = await words.of(workspace, userId);
      return { kind: 'message', message: { text: receipt.reopened(userId) } };
    },
  });
}
