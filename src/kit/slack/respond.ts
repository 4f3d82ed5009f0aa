import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { wordProblem } from '../words/wording.ts';
import { RESPONSE_URL_MS, TRIGGER_MS } from './limits.ts';
import type { Message } from './message.ts';
import { noticeModal, rejectSubmission, showView } from './modals.ts';
import type { SlackPayload } from './payloads.ts';
import type { PressAnswer, StoredPress } from './press-queue.ts';
import type { Services } from './services.ts';

export type Ack = (answer?: unknown) => Promise<void>;

type RespondDeps = Pick<Services, 'poster' | 'words' | 'log' | 'clock'>;
/** The sender of a payload, and the ways to reach them. */
type PayloadSender = Pick<SlackPayload, 'workspace' | 'userId' | 'responseUrl' | 'triggerId'> & {
  view: { type: 'home' | 'modal' } | null;
};

/**
 * Answers any kind of payload with a sentence: in the ack if Slack accepts one there, otherwise right after it.
 *
 * @param client null if we have no token
 * @throws Error if there is no way to answer: Slack then tells the sender that the app doesn't respond
 */
export async function ackWithText(
  services: RespondDeps,
  client: WebClient | null,
  payload: SlackPayload,
  ack: Ack,
  text: string,
): Promise<void> {
  if (payload.isCommand) return ack({ response_type: 'ephemeral', text });
  if (payload.wantsOptions) return ack({ options: [] });
  if (payload.isSubmission && payload.view)
    return ack(rejectSubmission(payload.view, text, line => notice(services, payload, line)));
  const isMute = !payload.responseUrl && !client;
  if (isMute && !payload.view) throw new Error(text);
  await ack();
  if (isMute) services.log.warn({ workspace: payload.workspace, text }, 'nothing could be said of a press');
  else await respondAfterAck(services, client, payload, text);
}

/** Tells the sender of an acked payload something, in the form that they submitted or as `notifyUser` does. */
export async function respondAfterAck(
  services: RespondDeps,
  client: WebClient | null,
  payload: SlackPayload,
  text: string,
): Promise<void> {
  const { isSubmission, view, ...sender } = payload;
  if (isSubmission && view && client)
    await showView(services, client, { viewId: view.id, ...sender }, notice(services, payload, text));
  else await notifyUser(services, client, payload, { text });
}

/**
 * Tells one person something where they are: in the channel, otherwise in a modal, or in a direct message if Slack opens
 * none, for example because the trigger has expired.
 */
export async function notifyUser(
  services: RespondDeps,
  client: WebClient | null,
  { workspace, userId, responseUrl, triggerId, view }: PayloadSender,
  message: Message,
): Promise<unknown> {
  const { poster, words, log } = services;
  if (responseUrl) return poster.respond(responseUrl, 'ephemeral', message);
  if (!client || !triggerId) return poster.post(workspace, userId, message);
  const { home, link } = words.cached(workspace, userId);
  const modal = noticeModal(home.title, link.close, message.text);
  // On top of an open modal, which keeps its input.
  const open = view?.type === 'modal' ? client.views.push : client.views.open;
  return open({ trigger_id: triggerId, view: modal }).catch(error => {
    log.warn({ err: error }, 'Slack didn’t open a modal');
    return poster.post(workspace, userId, message);
  });
}

/** A notice under the title of the sender's modal. */
function notice({ words }: RespondDeps, { workspace, userId, view }: SlackPayload, text: string): ModalView {
  const { home, link } = words.cached(workspace, userId);
  return noticeModal(view?.title?.text ?? home.title, link.close, text);
}

/** A press before it is stored. */
export type Press = Omit<StoredPress, 'handler' | 'at' | 'isPermitted'>;

type PressDeps = Pick<Services, 'words' | 'poster' | 'home' | 'clock' | 'log'>;

/** Delivers the answer to a press where the button is. False if Slack doesn't accept it now. */
export async function respondToPress(
  services: PressDeps,
  press: Press & { at: number },
  client: WebClient,
  answer: PressAnswer,
): Promise<boolean> {
  const isDelivered = await deliver(services, press, client, answer);
  const { view } = press;
  if (view?.type === 'home') await services.home.publish(client, press, view.hash);
  return isDelivered;
}

async function deliver(
  services: PressDeps,
  press: Press & { at: number },
  client: WebClient,
  answer: PressAnswer,
): Promise<boolean> {
  const { workspace, userId, view } = press;
  switch (answer.kind) {
    case 'quiet':
      return true;
    case 'shown':
      if (view)
        await showView(
          services,
          client,
          { viewId: view.id, workspace, userId },
          answer.view,
          answer.fallbackText,
        );
      return true;
    case 'removed':
      return post(services, press, client, 'delete', { text: '' });
    case 'replaced':
      return post(services, press, client, 'replace', answer.message);
    case 'message':
      return post(services, press, client, 'ephemeral', answer.message);
    case 'refused': {
      const text = wordProblem(await services.words.of(workspace, userId), answer.problem);
      return post(services, press, client, 'ephemeral', { text });
    }
  }
}

async function post(
  services: PressDeps,
  press: Press & { at: number },
  client: WebClient,
  appearance: 'ephemeral' | 'replace' | 'delete',
  message: Message,
): Promise<boolean> {
  const { poster, clock } = services;
  const { workspace, userId, responseUrl, at, view } = press;
  if (view && view.form !== null) {
    const { link, settings } = await services.words.of(workspace, userId);
    const isOnTop = view.rootId !== null && view.rootId !== view.id;
    const notice = noticeModal(view.form, isOnTop ? settings.back : link.close, message.text);
    await showView(services, client, { viewId: view.id, workspace, userId }, notice);
    return true;
  }
  const age = clock.now() - at;
  if (responseUrl !== null && age < RESPONSE_URL_MS) {
    const posted = await poster.respond(responseUrl, appearance, message);
    if (posted.kind !== 'refused') return posted.kind === 'ok';
  } else if (view && age < TRIGGER_MS && appearance === 'ephemeral') {
    await notifyUser(services, client, press, message);
    return true;
  }
  // Without a valid `response_url`, the message can't be deleted.
  if (appearance === 'delete') return true;
  return (await poster.post(workspace, userId, message)).kind !== 'away';
}
