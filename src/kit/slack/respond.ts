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

type Speaking = Pick<Services, 'poster' | 'words' | 'log' | 'clock'>;
/** Where somebody did something. */
type Spot = Pick<SlackPayload, 'workspace' | 'userId' | 'responseUrl' | 'triggerId'> & {
  view: { type: 'home' | 'modal' } | null;
};

/**
 * Answers any kind of payload with a sentence instead of what was asked for: in the ack if Slack accepts one there,
 * otherwise right after it.
 *
 * @param client null: we have no token
 * @throws Error if nothing can be said: what Slack says about an app that doesn't answer is better than silence
 */
export async function ackWithText(
  services: Speaking,
  client: WebClient | null,
  payload: SlackPayload,
  ack: Ack,
  text: string,
): Promise<void> {
  if (payload.isCommand) return ack({ response_type: 'ephemeral', text });
  if (payload.wantsOptions) return ack({ options: [] });
  if (payload.isSubmission && payload.view)
    return ack(rejectSubmission(payload.view, text, said => notice(services, payload, said)));
  const isMute = !payload.responseUrl && !client;
  if (isMute && !payload.view) throw new Error(text);
  await ack();
  if (isMute) services.log.warn({ workspace: payload.workspace, text }, 'nothing could be said of a press');
  else await respondAfterAck(services, client, payload, text);
}

/** Tells the sender of a payload that was acked something; a submitted form says it itself. */
export async function respondAfterAck(
  services: Speaking,
  client: WebClient | null,
  payload: SlackPayload,
  text: string,
): Promise<void> {
  const { isSubmission, view, ...who } = payload;
  if (isSubmission && view && client)
    await showView(services, client, { viewId: view.id, ...who }, notice(services, payload, text));
  else await notifyUser(services, client, payload, { text });
}

/**
 * Tells one person something, where they are: in the channel; without a channel, in a modal; and if Slack doesn't open
 * one, for example because the trigger is too old, in a message of ours.
 */
export async function notifyUser(
  services: Speaking,
  client: WebClient | null,
  { workspace, userId, responseUrl, triggerId, view }: Spot,
  message: Message,
): Promise<unknown> {
  const { poster, words, log } = services;
  if (responseUrl) return poster.respond(responseUrl, 'ephemeral', message);
  if (!client || !triggerId) return poster.post(workspace, userId, message);
  const { home, link } = words.atOnce(workspace, userId);
  const modal = noticeModal(home.title, link.close, message.text);
  // On top of the modal they are in, where everything that was typed stays.
  const open = view?.type === 'modal' ? client.views.push : client.views.open;
  return open({ trigger_id: triggerId, view: modal }).catch(error => {
    log.warn({ err: error }, 'Slack didn’t open a modal');
    return poster.post(workspace, userId, message);
  });
}

/** Replaces a modal, keeping its title. */
function notice({ words }: Speaking, { workspace, userId, view }: SlackPayload, text: string): ModalView {
  const { home, link } = words.atOnce(workspace, userId);
  return noticeModal(view?.title?.text ?? home.title, link.close, text);
}

/** Somebody pressed a button: who, where, and on what. */
export type Press = Omit<StoredPress, 'handler' | 'at' | 'isPermitted'>;

type Telling = Pick<Services, 'words' | 'poster' | 'home' | 'clock' | 'log'>;

/** Says what came of a press to whoever pressed, where they did. False: Slack didn't take it now. */
export async function respondToPress(
  services: Telling,
  press: Press & { at: number },
  client: WebClient,
  answer: PressAnswer,
): Promise<boolean> {
  const isSaid = await say(services, press, client, answer);
  const { view } = press;
  if (view?.type === 'home') await services.home.publish(client, press, view.hash);
  return isSaid;
}

async function say(
  services: Telling,
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
        await showView(services, client, { viewId: view.id, workspace, userId }, answer.view, answer.unseen);
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
  services: Telling,
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
    const said = noticeModal(view.form, isOnTop ? settings.back : link.close, message.text);
    await showView(services, client, { viewId: view.id, workspace, userId }, said);
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
  // A message that nobody can reach any more stays as it is.
  if (appearance === 'delete') return true;
  return (await poster.post(workspace, userId, message)).kind !== 'away';
}
