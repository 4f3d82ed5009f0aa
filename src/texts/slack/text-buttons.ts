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
import { recipientsOf, shownText } from './receipt-messages.ts';
import { isStory, storyAgain } from './story/modal.ts';

const CANCELLED: Plan = { kind: 'refused', problem: { kind: 'CANCELLED' }, omitted: [] };

/** "Cancel" on the report that a text is waiting. */
export function cancelButton(services: Services): SlackListener {
  return onPress(services, ACTION.cancel, {
    ...byTextsSender,
    async handle({ queue, history, clock }, press, textId) {
      const ended = await queue.cancel(press.workspace, textId, clock.now());
      const isDone = ended === 'cancelled' || isCancelled(await history.text(press.workspace, textId));
      return afterCancelling(services, press, isDone);
    },
  });
}

/** "Undo" on a text that was just sent: its post then says that it is cancelled, or that it is too late. */
export function undoButton(services: Services): SlackListener {
  return onPress(services, ACTION.undo, {
    ...byTextsSender,
    async handle({ queue, history, naming, settings, words, clock }, { workspace, userId }, textId) {
      await queue.cancel(workspace, textId, clock.now(), true);
      const [text, rules] = await Promise.all([history.text(workspace, textId), settings.shown(workspace)]);
      const wording = await words.of(workspace, userId, rules);
      // An earlier try of the same press may have cancelled it before its process died.
      if (!text || !isCancelled(text))
        return { kind: 'replaced', message: { text: wordProblem(wording, { kind: 'TOO_LATE' }) } };
      const show = await naming(workspace, userId, [text.number], rules);
      return {
        kind: 'replaced',
        message: { text: wording.receipt.cancelled({ number: shownText(show, text) }) },
      };
    },
  });
}

/** "Cancel" on the report that an intent waits for Slack: ends the intent before it is planned. */
export function cancelIntentButton(services: Services): SlackListener {
  return onPress(services, ACTION.cancelIntent, {
    ...bySender,
    async handle({ intents, history, clock }, press, intentId) {
      const ended = await intents.plan(intentId, CANCELLED, clock.now());
      const outcome = ended === 'refused' ? null : await history.outcome(press.workspace, intentId);
      return afterCancelling(services, press, ended === 'refused' || outcome?.problem?.kind === 'CANCELLED');
    },
  });
}

/** "Cancel what's waiting" on the post about texts to several people, which then shows what was sent. */
export function cancelTextsButton(services: Services): SlackListener {
  return onPress(services, ACTION.cancelTexts, {
    ...bySender,
    async handle({ intents, queue, history, clock, wake }, { workspace }, intentId) {
      // Ends the intent first if it isn't planned yet.
      const ended = await intents.plan(intentId, CANCELLED, clock.now());
      const cancelled = await queue.cancelAll(workspace, intentId, clock.now());
      wake();
      if (ended !== 'stale' || cancelled > 0) return { kind: 'quiet' };
      const texts = (await history.outcome(workspace, intentId))?.texts ?? [];
      return texts.some(isCancelled) ? { kind: 'quiet' } : { kind: 'refused', problem: { kind: 'TOO_LATE' } };
    },
  });
}

/** True for a cancelled text. An earlier try of the same press may have cancelled it before its process died. */
const isCancelled = (text: { state: string } | null): boolean => text?.state === 'cancelled';

/** The button's value is an intent's id, and only the intent's sender may press it. */
const bySender: Pick<PressHandler<string>, 'read' | 'permission' | 'requiresLiveFacts'> = {
  read: asIs,
  permission: ownerProblem,
  requiresLiveFacts: false,
};

/** The button's value is a text's id, and only the sender of its intent may press it. */
const byTextsSender: Pick<PressHandler<string>, 'read' | 'permission' | 'requiresLiveFacts'> = {
  read: asIs,
  async permission(services, press, textId) {
    const text = await services.history.text(press.workspace, textId);
    return ownerProblem(services, press, text?.intentId ?? null);
  },
  requiresLiveFacts: false,
};

async function ownerProblem(
  { intents }: Pick<Services, 'intents'>,
  press: StoredPress,
  intentId: string | null,
): Promise<Problem | null> {
  const intent = intentId === null ? null : await intents.intent(press.workspace, intentId);
  if (!intent) return { kind: 'GONE' };
  if (intent.actor !== press.userId) return { kind: 'NOT_YOURS' };
  return null;
}

/** Removes the report, or says that it is too late. */
async function afterCancelling(
  { wake, words }: Services,
  { workspace, userId }: StoredPress,
  ended: boolean,
): Promise<PressAnswer> {
  wake();
  if (ended) return { kind: 'removed' };
  const text = wordProblem(await words.of(workspace, userId), { kind: 'TOO_LATE' });
  return { kind: 'replaced', message: { text } };
}

/** "Send it now" on a text that waited too long. The idempotency key makes a second press a duplicate. */
export function sendNowButton(services: Services): SlackListener {
  return onPress(services, ACTION.sendNow, {
    read: asIs,
    async permission(permissionFacts, press, intentId) {
      const result = await expired(permissionFacts, press, intentId);
      return 'problem' in result ? result.problem : null;
    },
    requiresLiveFacts: false,
    async handle({ submit, words }, press, intentId) {
      const { workspace, userId, responseUrl } = press;
      const result = await expired(services, press, intentId);
      if ('problem' in result) return { kind: 'refused', problem: result.problem };
      const { intent, replyTo, to } = result;
      const { id: _id, acceptedAt: _acceptedAt, undoable: _undoable, ...same } = intent;
      const again = { ...same, source: 'send_anyway', resendOf: null, to, confirmed: true } as const;
      const idempotencyKey = `now:${intentId}`;
      const submitted = await submit({ ...again, idempotencyKey, replyTo: { ...replyTo, responseUrl } });
      const { sendingNow, askedBefore } = (await words.of(workspace, userId)).receipt;
      const text = submitted === 'duplicate' ? askedBefore : sendingNow;
      // A post about several people stays, because it says who got the text.
      return { kind: sharesReport(intent) ? 'message' : 'replaced', message: { text } };
    },
  });
}

type Expired = { intent: Intent; replyTo: NonNullable<Intent['replyTo']>; to: Intent['to'] };

async function expired(
  { intents, history }: Pick<Services, 'intents' | 'history'>,
  { workspace, userId }: UserRef,
  intentId: string,
): Promise<Expired | { problem: Problem }> {
  const intent = await intents.intent(workspace, intentId);
  const outcome = intent && (await history.outcome(workspace, intentId));
  const to = outcome && expiredAmong(intent, outcome);
  if (!to || !intent.replyTo) return { problem: { kind: 'GONE' } };
  if (intent.actor !== userId) return { problem: { kind: 'NOT_YOURS' } };
  return { intent, replyTo: intent.replyTo, to };
}

/**
 * "Send again" on an uncertain text, after Slack's confirmation dialog warned about a second charge. Everybody who may send
 * may press it (`checkSender` in sending/send-policy.ts); only the first press sends (`resendProblem` in store/plan.ts).
 */
export function sendAgainButton(services: Services): SlackListener {
  return onPress(services, ACTION.sendAgain, {
    read: asIs,
    permission: checkedByPlanner,
    requiresLiveFacts: false,
    async handle(available, press, textId) {
      const problem = await sendAgain(available, press, textId);
      if (problem) return { kind: 'refused', problem };
      if (isStory(press.view)) return storyAgain(available, press, textId, words => words.story.again, true);
      return { kind: 'quiet' };
    },
  });
}

/** Submits an uncertain text again. Its reports go where the button was pressed. */
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

/* Answers to questions before sending. Only the person who was asked may answer, in time, and once. */

type RepeatableRequest = Omit<Intent, 'id' | 'acceptedAt'> & { replyTo: ReplyTo };

/** The questioned intent as a new request, or why its question can't be answered (any more). */
async function questionedRequest(
  { intents }: Pick<Services, 'intents'>,
  { workspace, userId, responseUrl, at }: StoredPress,
  intentId: string,
): Promise<{ request: RepeatableRequest } | { problem: Problem }> {
  const questioned = await intents.intent(workspace, intentId);
  if (!questioned?.replyTo) return { problem: { kind: 'GONE' } };
  if (questioned.actor !== userId) return { problem: { kind: 'NOT_YOURS' } };
  if (at >= expiryOf({ ...questioned, priority: 'people' })) return { problem: { kind: 'QUESTION_OLD' } };
  const { id: _id, acceptedAt: _acceptedAt, ...request } = questioned;
  return { request: { ...request, replyTo: { ...questioned.replyTo, responseUrl } } };
}

async function questionProblem(
  services: Services,
  press: StoredPress,
  intentId: string,
): Promise<Problem | null> {
  const result = await questionedRequest(services, press, intentId);
  return 'problem' in result ? result.problem : null;
}

/** A button that answers a question: `answer` acts on it, and returns the sentence that replaces the question. */
const answers = <Chosen>(
  services: Services,
  action: string,
  question: {
    read: (value: string) => { intent: string } & Chosen;
    answer: (
      request: RepeatableRequest,
      words: Wording,
      chosen: { intent: string } & Chosen,
    ) => Promise<string>;
  },
): SlackListener =>
  onPress(services, action, {
    read: question.read,
    permission: (permissionFacts, press, { intent }) => questionProblem(permissionFacts, press, intent),
    requiresLiveFacts: false,
    async handle({ words }, press, chosen) {
      const result = await questionedRequest(services, press, chosen.intent);
      if ('problem' in result) return { kind: 'refused', problem: result.problem };
      const text = await question.answer(
        result.request,
        await words.of(press.workspace, press.userId),
        chosen,
      );
      return { kind: 'replaced', message: { text } };
    },
  });
const ofIntent = (intent: string) => ({ intent });

/** "Send": sends the duplicate, or the texts to several people. */
export function sendAnywayButton(services: Services): SlackListener {
  return answers(services, ACTION.sendAnyway, {
    read: ofIntent,
    async answer(request, words, { intent }) {
      await services.submit({
        ...request,
        idempotencyKey: `anyway:${intent}`,
        source: 'send_anyway',
        confirmed: true,
      });
      return sharesReport(request) || hasFurtherNumber(request)
        ? words.several.sending(recipientsOf(words, request, maskNumber))
        : words.receipt.sendingAnyway;
    },
  });
}

/** "Text all", where further numbers followed the first: the next question shows the sum. */
export function sendToAllButton(services: Services): SlackListener {
  return answers(services, ACTION.sendToAll, {
    read: ofIntent,
    async answer(request, words, { intent }) {
      const { numbers, message: remaining } = furtherNumbers(request.message);
      const furtherRecipients = numbers.map(number => ({ kind: 'number' as const, number }));
      const to = [...request.to, ...furtherRecipients];
      await services.submit({ ...request, idempotencyKey: `all:${intent}`, to, message: remaining });
      return words.link.oneMoment;
    },
  });
}

export function dontSendButton(services: Services): SlackListener {
  return onPress(services, ACTION.dontSend, {
    read: asIs,
    async permission(permissionFacts, press, intentId) {
      const problem = await questionProblem(permissionFacts, press, intentId);
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

/** Texts the chosen one of several recipients with the same name; for a group, the next question shows the sum. */
export function chooseRecipientButton(services: Services): SlackListener {
  return answers(services, ACTION.chooseRecipient, {
    read: value => parseStoredJson(chosenSchema, value),
    async answer(request, words, { intent, to: recipient }) {
      const label = recipientsOf(words, request, maskNumber);
      const to = [{ ...recipient, data: { ...recipient.data, label } }];
      await services.submit({ ...request, idempotencyKey: `chosen:${intent}`, to });
      return words.several.sending(recipientsOf(words, { to }, maskNumber));
    },
  });
}

/** "Link your API key": the modal of `/sms link`. */
export function openLinkButton(services: Services): SlackListener {
  return onView(services, OPEN_LINK, linkModal(services));
}

/** "Try again" wherever a hold is reported: an admin or a manager releases the key. */
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
