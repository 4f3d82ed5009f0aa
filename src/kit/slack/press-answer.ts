import type { WebClient } from '@slack/web-api';
import { wordProblem } from '../words/wording.ts';
import type { Message } from './message.ts';
import { noticeModal, showView } from './modals.ts';
import type { PressAnswer, StoredPress } from './presses.ts';
import type { Services } from './services.ts';
import { tellPerson } from './telling.ts';

/** A trigger opens a modal for three seconds, and a `response_url` posts for half an hour. */
const TRIGGER_MS = 2500;
const RESPONSE_URL_MS = 25 * 60_000;

/** Somebody pressed a button: who, where, and on what. */
export type Press = Omit<StoredPress, 'deed' | 'at' | 'may'>;

type Telling = Pick<Services, 'words' | 'poster' | 'home' | 'clock' | 'log'>;

/** Says what came of a press to whoever pressed, where they did. False: Slack didn't take it now. */
export async function answerPress(
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
    case 'told':
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
    const posted = await poster.answer(responseUrl, appearance, message);
    if (posted.kind !== 'refused') return posted.kind === 'ok';
  } else if (view && age < TRIGGER_MS && appearance === 'ephemeral') {
    await tellPerson(services, client, press, message);
    return true;
  }
  // A message that nobody can reach any more stays as it is.
  if (appearance === 'delete') return true;
  return (await poster.post(workspace, userId, message)).kind !== 'away';
}
