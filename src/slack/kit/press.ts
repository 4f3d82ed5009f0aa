import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { z } from 'zod';
import { machineMs } from '../../domain/clock.ts';
import type { Problem } from '../../domain/problem.ts';
import { StorageError } from '../../storage/errors.ts';
import { type Wording, wordProblem } from '../../wording/index.ts';
import { webOf } from '../access.ts';
import { askingSlack, byMemory, type Right } from '../judging.ts';
import type { Services } from '../services.ts';
import type { MayThey } from './live.ts';
import { noticeModal, type Opener, openJudgedModal, showView } from './modals.ts';
import { blockActionsSchema, messageActionSchema, shortcutSchema } from './payloads/interactions.ts';
import { answerPress, type Press } from './press-answer.ts';
import type { PressAnswer, StoredPress } from './presses.ts';
import { tellPerson } from './telling.ts';
import { type Who, whoOf } from './who.ts';

/*
 * Where input comes in, but for the command: each says who may (`may`), and whatever it does or shows comes after that was
 * judged, by whoever it is now. A test refuses surfaces that ask Slack's framework themselves.
 */

/** How long a form that begins empty waits for the judgement of who opens it. */
const SOON_MS = 500;

/** What carries no more than the button's text. */
export const asIs = (value: string): string => value;

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
   * First judged by what Slack said of people in the last five minutes, before the press is stored; and, if that isn't enough
   * (`SLACK_AWAY`), once Slack has its answer and can be asked. Only `services` knows which.
   */
  may: Right<Asked, StoredPress>;
  /** It can't be undone: what Slack says now decides, and nothing that it said before. */
  asksNow?: true;
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
type TakePress = (press: Press) => Promise<'may' | 'asking' | (() => Promise<Problem>)>;

/** A button that does something. */
export function onPress<Asked>(app: App, services: Services, action: string, deed: PressDeed<Asked>): void {
  const take = storing(services, action, deed);
  app.action({ type: 'block_actions', action_id: action }, async ({ ack, body, context }) => {
    const press = pressIn(body);
    const say = await takeThenAnswer(services, webOf(context), take, press);
    await ack();
    await say();
  });
}

/** Stores a press before Slack has its answer; returns what is to be done then: it says so if they may not. */
export async function takeThenAnswer(
  services: Services,
  client: WebClient,
  take: TakePress,
  press: Press,
): Promise<() => Promise<unknown>> {
  const taken = await take(press);
  return async () => {
    if (typeof taken === 'string') return;
    const answer: PressAnswer = { kind: 'refused', problem: await taken() };
    await answerPress(services, { ...press, at: services.clock.now() }, client, answer);
  };
}

/** Says how a deed is done, whoever goes on with it; returns how to take a press for it, before Slack has its answer. */
export function storing<Asked>(services: Services, name: string, deed: PressDeed<Asked>): TakePress {
  const { presses, clock } = services;
  const now = deed.asksNow ? services : askingSlack(services);
  presses.serve(name, {
    judge: press => deed.may(now, press, deed.read(press.value)),
    carryOut: (press, client) => deed.carryOut(services, { ...press, client }, deed.read(press.value)),
  });
  return async given => {
    const press = { ...given, deed: name, at: clock.now(), may: false };
    const asked = deed.read(press.value);
    const problem = deed.asksNow
      ? ({ kind: 'SLACK_AWAY' } as const)
      : await deed.may(byMemory(services), press, asked);
    // Whom to ask instead, only Slack knows.
    if (problem && problem.kind !== 'SLACK_AWAY')
      return async () => (await deed.may(now, press, asked)) ?? problem;
    await presses.note({ ...press, may: problem === null });
    return problem ? 'asking' : 'may';
  };
}

/** What a button shows. */
type ViewDeed<What> = {
  read: (value: string) => What;
  may: Right<What, ViewPress>;
} & (
  | {
      /** Opens a modal at once, and fills it in once it is judged; on top of the one with the button, if any. */
      opens: {
        title: (words: Wording, what: What) => string;
        /** How to ask for it again; null: with the button. */
        command: string | null;
        fill: (words: Wording, press: ViewPress, what: What) => Promise<ModalView>;
      };
    }
  /** Shows something else in the modal with the button. The person is judged again: it may have been open for a day. */
  | { turns: (words: Wording, press: ViewPress, what: What) => Promise<ModalView> }
  /** Begins a form that is open at once, with what is theirs; whatever it shows later is judged. */
  | { begins: (press: ViewPress & { judge: MayThey }, payload: BlockActions) => Promise<unknown> }
);
type BlockActions = z.infer<typeof blockActionsSchema>;

/** A button that only opens or turns something to look at. Slack has its answer first, and nothing else is done. */
export function onView<What>(app: App, services: Services, action: string, deed: ViewDeed<What>): void {
  app.action({ type: 'block_actions', action_id: action }, async ({ ack, body, context }) => {
    await ack();
    const press = { ...pressIn(body), client: webOf(context) };
    const what = deed.read(press.value);
    const { client, view } = press;
    const judge = () => deed.may(services, press, what);
    if ('opens' in deed) {
      const { title, command, fill } = deed.opens;
      await openJudgedModal(services, client, press, {
        title: words => title(words, what),
        ...{ command, onTop: view?.type === 'modal', judge },
        fill: words => fill(words, press, what),
      });
    } else if ('turns' in deed) {
      const { title } = blockActionsSchema.parse(body).view ?? {};
      await turn(services, press, title?.text ?? null, judge, words => deed.turns(words, press, what));
    } else {
      const payload = blockActionsSchema.parse(body);
      await begin(
        services,
        press,
        (judging, who) => deed.may(judging, { ...press, ...who }, what),
        its => deed.begins({ ...press, judge: its }, payload),
      );
    }
    if (view?.type === 'home') await services.home.publish(client, press, view.hash);
  });
}

/** A modal that a command opens, and a button too. */
export type SharedModal = {
  read: (value: string) => string;
  may: Right;
  opens: {
    title: (words: Wording) => string;
    command: string;
    /** `view`: the one with the button, if any. */
    fill: (words: Wording, who: Who & { view?: Press['view'] }, value: string) => Promise<ModalView>;
  };
};

/** Opens it by the command. */
export function openByCommand(
  services: Services,
  client: WebClient,
  opener: Opener,
  { may, opens }: SharedModal,
): Promise<void> {
  return openJudgedModal(services, client, opener, {
    ...opens,
    judge: () => may(services, opener, null),
    fill: words => opens.fill(words, opener, ''),
  });
}

async function turn(
  services: Services,
  press: ViewPress,
  title: string | null,
  judge: MayThey,
  page: (words: Wording) => Promise<ModalView>,
): Promise<void> {
  const { workspace, userId, client, view } = press;
  if (!view) return;
  const [words, problem] = await Promise.all([services.words.of(workspace, userId), judge()]);
  // They keep the page they have.
  if (problem?.kind === 'SLACK_AWAY')
    return void (await tellPerson(services, client, press, { text: wordProblem(words, problem) }));
  const next = problem
    ? noticeModal(title ?? words.home.title, words.link.close, wordProblem(words, problem))
    : await page(words);
  await showView(services, client, { viewId: view.id, workspace, userId }, next);
}

/** Begins a form, unless it is known that they may not. */
async function begin(
  services: Services,
  press: ViewPress,
  may: (judging: Services, who: Who) => Promise<Problem | null>,
  begins: (judge: MayThey) => Promise<unknown>,
): Promise<void> {
  const judge = () => may(askingSlack(services), press);
  const known = await soon(services, may(byMemory(services), press));
  if (!known || known.kind === 'SLACK_AWAY') return void (await begins(judge));
  const problem = (await judge()) ?? known;
  const text = wordProblem(await services.words.of(press.workspace, press.userId), problem);
  await tellPerson(services, press.client, press, { text });
}

/**
 * Null too where the store is slow or away: a form has to open before its trigger is over, and who may is judged again once it
 * is filled in.
 */
async function soon({ clock, log }: Services, judging: Promise<Problem | null>): Promise<Problem | null> {
  const known = judging.catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    log.info({ err: error }, 'a form opens before anybody knows whether they may');
    return null;
  });
  const late = Promise.withResolvers<null>();
  const callOff = clock.after(machineMs(clock, SOON_MS), () => late.resolve(null));
  return Promise.race([known, late.promise]).finally(callOff);
}

/** A shortcut, which begins a form as a button does. */
export function onShortcut<Kind extends 'shortcut' | 'message_action'>(
  app: App,
  services: Services,
  { callback, kind }: { callback: string; kind: Kind },
  shortcut: {
    /** By where the form's text would be asked for. */
    may: Right<string>;
    begins: (
      opener: Who & { triggerId: string; client: WebClient; judge: MayThey },
      payload: z.infer<Kind extends 'shortcut' ? typeof shortcutSchema : typeof messageActionSchema>,
    ) => Promise<unknown>;
  },
): void {
  const schema = kind === 'shortcut' ? shortcutSchema : messageActionSchema;
  app.shortcut({ callback_id: callback, type: kind }, async ({ ack, body, context }) => {
    await ack();
    const payload = schema.parse(body);
    const who = whoOf(body);
    const client = webOf(context);
    const channel = 'channel' in payload ? payload.channel.id : who.userId;
    const responseUrl = 'response_url' in payload ? payload.response_url : null;
    const press = { ...pressOf(who), channel, responseUrl, triggerId: payload.trigger_id, client };
    await begin(
      services,
      press,
      (judging, its) => shortcut.may(judging, its, channel),
      judge => shortcut.begins({ ...press, judge }, payload as never),
    );
  });
}

/** What somebody does outside of messages and views. */
export const pressOf = (who: Who): Press => ({
  ...who,
  ...{ channel: who.userId, threadTs: null, triggerId: null, responseUrl: null, view: null },
  ...{ value: '', label: null, identity: '' },
});

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
