import type { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { Problem } from '../domain/problem.ts';
import { type Wording, wordProblem } from '../wording/index.ts';
import { webOf } from './access.ts';
import type { Message } from './message.ts';
import { blockActionsSchema, viewSubmissionSchema } from './payloads/interactions.ts';
import type { PayloadView } from './payloads/view.ts';
import type { PressAnswer, StoredPress } from './presses.ts';
import type { Services } from './services.ts';
import { tellPerson } from './telling.ts';
import { noticeModal, showView } from './views/modals.ts';
import { whoOf } from './who.ts';

/** A trigger opens a modal for three seconds, and a `response_url` posts for half an hour. */
const TRIGGER_MS = 2500;
const RESPONSE_URL_MS = 25 * 60_000;

/** Somebody pressed a button: who, where, and on what. */
export type Press = Omit<StoredPress, 'deed' | 'at' | 'may'>;

/** The same where it only shows something: it isn't stored. */
export type ViewPress = Press & { triggerId: string; client: WebClient };

/** What a press does: there is no other way to it than being stored, judged, done and told. */
export type PressDeed<Asked> = {
  /**
   * What the button carries.
   *
   * @throws Outdated
   */
  read: (value: string) => Asked;
  /**
   * Null if they may. First judged by what Slack said of people in the last five minutes, before the press is stored; and, if
   * that isn't enough (`SLACK_AWAY`), once Slack has its answer and can be asked. Only `services` knows which.
   */
  judge: (services: Services, press: StoredPress, asked: Asked) => Promise<Problem | null>;
  /**
   * Does it, and says what came of it. A process that died may have done it before: `identity` and `at` stay what they were.
   */
  carryOut: (
    services: Services,
    press: StoredPress & { client: WebClient },
    asked: Asked,
  ) => Promise<PressAnswer>;
};

/**
 * Judges a press and stores it. `asking`: nobody knows yet whether they may. A function: they may not, and nothing is stored;
 * it says why, once Slack has its answer.
 */
export type TakePress = (press: Press) => Promise<'may' | 'asking' | (() => Promise<Problem>)>;

/** A button that does something. */
export function onPress<Asked>(app: App, services: Services, action: string, deed: PressDeed<Asked>): void {
  const take = takerOf(services, action, deed);
  app.action({ type: 'block_actions', action_id: action }, async ({ ack, body, context }) => {
    const press = pressIn(body);
    const taken = await take(press);
    await ack();
    if (typeof taken === 'string') return;
    const answer: PressAnswer = { kind: 'refused', problem: await taken() };
    await answerPress(services, { ...press, at: services.clock.now() }, webOf(context), answer);
  });
}

/** A button that only opens or turns something to look at. Slack has its answer first, and nothing else is done. */
export function onView(
  app: App,
  services: Services,
  action: string,
  show: (press: ViewPress) => Promise<unknown>,
): void {
  app.action({ type: 'block_actions', action_id: action }, async ({ ack, body, context }) => {
    await ack();
    const press = pressIn(body);
    const client = webOf(context);
    await show({ ...press, client });
    if (press.view?.type === 'home') await services.home.publish(client, press, press.view.hash);
  });
}

/** A form whose submission does something; its modal says what came of it. */
export function onSubmit<Asked>(
  app: App,
  services: Services,
  callback: string,
  deed: PressDeed<Asked> & {
    /** What is stored, as JSON; or what is wrong, by field. */
    valueOf: (view: PayloadView, words: Wording) => { value: unknown } | { errors: Record<string, string> };
  },
): void {
  const take = takerOf(services, callback, deed);
  app.view({ callback_id: callback, type: 'view_submission' }, async ({ ack, body, context }) => {
    const who = whoOf(body);
    const { view } = viewSubmissionSchema.parse(body);
    const words = await services.words.of(who.workspace, who.userId);
    const read = deed.valueOf(view, words);
    if ('errors' in read) return ack({ response_action: 'errors', errors: read.errors });
    services.liveForms.forget(view.id);
    const form = view.title?.text ?? words.home.title;
    const press: Press = {
      ...who,
      ...{ channel: who.userId, threadTs: null, triggerId: null, responseUrl: null },
      view: { id: view.id, type: view.type, hash: view.hash, rootId: view.root_view_id ?? null, form },
      ...{ value: JSON.stringify(read.value), label: form, identity: view.id },
    };
    const taken = await take(press);
    await ack({
      response_action: 'update',
      view: noticeModal(form, words.link.close, words.link.oneMoment),
    });
    if (typeof taken === 'string') return;
    const answer: PressAnswer = { kind: 'refused', problem: await taken() };
    await answerPress(services, { ...press, at: services.clock.now() }, webOf(context), answer);
  });
}

/** Says how a deed is done, whoever goes on with it; returns how to take a press for it, before Slack has its answer. */
function takerOf<Asked>(services: Services, name: string, deed: PressDeed<Asked>): TakePress {
  const { presses, clock } = services;
  presses.serve(name, {
    judge: press => deed.judge(askingSlack(services), press, deed.read(press.value)),
    carryOut: (press, client) => deed.carryOut(services, { ...press, client }, deed.read(press.value)),
  });
  return async given => {
    const press = { ...given, deed: name, at: clock.now(), may: false };
    const problem = await deed.judge(byMemory(services), press, deed.read(press.value));
    // Whom to ask instead, only Slack knows.
    if (problem && problem.kind !== 'SLACK_AWAY')
      return async () => (await deed.judge(askingSlack(services), press, deed.read(press.value))) ?? problem;
    await presses.note({ ...press, may: problem === null });
    return problem ? 'asking' : 'may';
  };
}

/** What Slack said in the last five minutes, and nothing else. */
function byMemory(services: Services): Services {
  const { people } = services;
  const silent = async () => ({ kind: 'silent' as const, again: 0 });
  const facts: typeof people.facts = async (workspace, userId) => {
    const known = await people.remembered(workspace, userId);
    return known ? { kind: 'known', facts: known } : silent();
  };
  return {
    ...services,
    people: { ...people, facts, freshFacts: facts, admins: async () => [] },
    userGroups: { members: silent },
  };
}

/** Older facts count only where they do while Slack is silent: not for keys, settings and rights. */
function askingSlack(services: Services): Services {
  const { people } = services;
  const freshFacts: typeof people.facts = async (workspace, userId) => {
    const known = await people.remembered(workspace, userId);
    return known ? { kind: 'known', facts: known } : people.freshFacts(workspace, userId);
  };
  return { ...services, people: { ...people, freshFacts } };
}

/** For what is no matter of keys, settings and rights: while Slack is silent, facts count that are up to a day old. */
export function leniently<Parts extends Pick<Services, 'people'>>(parts: Parts): Parts {
  const { people } = parts;
  return { ...parts, people: { ...people, freshFacts: people.facts } };
}

/** Says what came of a press to whoever pressed, where they did. False: Slack didn't take it now. */
export async function answerPress(
  services: Services,
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
  services: Services,
  press: Press & { at: number },
  client: WebClient,
  answer: PressAnswer,
): Promise<boolean> {
  const { workspace, userId, view } = press;
  switch (answer.kind) {
    case 'quiet':
      return true;
    case 'shown':
      if (view) await showView(services, client, { viewId: view.id, workspace, userId }, answer.view);
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
  services: Services,
  press: Press & { at: number },
  client: WebClient,
  appearance: 'ephemeral' | 'replace' | 'delete',
  message: Message,
): Promise<boolean> {
  const { poster, clock } = services;
  const { workspace, userId, responseUrl, at, view } = press;
  if (view && view.form !== null) {
    const { link } = await services.words.of(workspace, userId);
    const said = noticeModal(view.form, link.close, message.text);
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

function pressIn(payload: unknown): Press & { triggerId: string } {
  const body = blockActionsSchema.parse(payload);
  const { trigger_id: triggerId, channel, message, view, actions } = body;
  const [action] = actions;
  const who = whoOf(payload);
  const thread = message?.thread_ts ?? null;
  return {
    ...who,
    channel: channel?.id ?? who.userId,
    // A message that started a thread has its own time as the thread's, but is in the channel.
    threadTs: thread === message?.ts ? null : thread,
    triggerId,
    responseUrl: body.response_url ?? null,
    view: view
      ? { id: view.id, type: view.type, hash: view.hash, rootId: view.root_view_id ?? null, form: null }
      : null,
    value: (action?.type === 'button' ? action.value : action?.selected_option?.value) ?? '',
    label: action?.text?.text ?? null,
    identity: `${who.userId} ${triggerId}`,
  };
}
