import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import type { z } from 'zod';
import { within } from '../clock.ts';
import type { Problem } from '../problem.ts';
import { StorageError } from '../store/errors.ts';
import { type Wording, wordProblem } from '../words/wording.ts';
import { pressIn, pressOf } from './buttons.ts';
import type { ListenerArgs, Permission, SlackListener, TypedCommand } from './listener.ts';
import type { CheckPermission } from './live-views.ts';
import { noticeModal, openGuardedModal, showView } from './modals.ts';
import { blockActionsSchema, messageActionSchema, shortcutSchema } from './payloads.ts';
import { notifyUser, type Press } from './respond.ts';
import type { ModalTrigger, Services, UserRef } from './services.ts';

/* What people only look at: modals that a button or a command opens or turns, and forms that are open at once. */

/** How long a form that begins empty waits for the judgement of who opens it. */
const SOON_MS = 500;

/** A press that only shows something: it isn't stored. */
export type ViewPress = Press & { triggerId: string; client: WebClient };

/** What a button shows. */
type ViewHandler<What> = {
  read: (value: string) => What;
  permission: Permission<What, ViewPress>;
} & (
  | {
      /** Opens a modal at once, and fills it in once it is judged; on top of the one with the button, if any. */
      opens: {
        title: (words: Wording, what: What) => string;
        /** How to ask for it again; null: with the button. */
        command: TypedCommand | null;
        fill: (words: Wording, press: ViewPress, what: What) => Promise<ModalView>;
      };
    }
  /** Shows something else in the modal with the button. The person is judged again: it may have been open for a day. */
  | { turns: (words: Wording, press: ViewPress, what: What) => Promise<ModalView> }
  /** Begins a form that is open at once, with what is theirs; whatever it shows later is judged. */
  | { begins: (press: ViewPress & { check: CheckPermission }, payload: BlockActions) => Promise<unknown> }
);
type BlockActions = z.infer<typeof blockActionsSchema>;

/** A button that only opens or turns something to look at. Slack has its answer first, and nothing else is done. */
export function onView<What>(services: Services, action: string, handler: ViewHandler<What>): SlackListener {
  return { kind: 'button', id: action, listen: args => show(services, handler, args) };
}

async function show<What>(
  services: Services,
  handler: ViewHandler<What>,
  { ack, body, context }: ListenerArgs,
): Promise<void> {
  await ack();
  const press = { ...pressIn(body, context.user), client: context.client };
  const what = handler.read(press.value);
  const { client, view } = press;
  const check = () => handler.permission(services, press, what);
  if ('opens' in handler) {
    const { title, command, fill } = handler.opens;
    await openGuardedModal(services, client, press, {
      title: words => title(words, what),
      ...{ command, onTop: view?.type === 'modal', check },
      fill: words => fill(words, press, what),
    });
  } else if ('turns' in handler) {
    const { title } = blockActionsSchema.parse(body).view ?? {};
    await turn(services, press, title?.text ?? null, check, words => handler.turns(words, press, what));
  } else {
    const payload = blockActionsSchema.parse(body);
    await begin(
      services,
      press,
      (permissionFacts, who) => handler.permission(permissionFacts, { ...press, ...who }, what),
      its => handler.begins({ ...press, check: its }, payload),
    );
  }
  if (view?.type === 'home') await services.home.publish(client, press, view.hash);
}

/** A modal that a command opens, and a button too. */
export type SharedModal = {
  read: (value: string) => string;
  permission: Permission;
  opens: {
    title: (words: Wording) => string;
    command: TypedCommand;
    /** `view`: the one with the button, if any. */
    fill: (words: Wording, who: UserRef & { view?: Press['view'] }, value: string) => Promise<ModalView>;
  };
};

/** Opens it by the command. */
export function openByCommand(
  services: Services,
  client: WebClient,
  opener: ModalTrigger,
  { permission, opens }: SharedModal,
): Promise<void> {
  return openGuardedModal(services, client, opener, {
    ...opens,
    check: () => permission(services, opener, null),
    fill: words => opens.fill(words, opener, ''),
  });
}

async function turn(
  services: Services,
  press: ViewPress,
  title: string | null,
  check: CheckPermission,
  page: (words: Wording) => Promise<ModalView>,
): Promise<void> {
  const { workspace, userId, client, view } = press;
  if (!view) return;
  const [words, problem] = await Promise.all([services.words.of(workspace, userId), check()]);
  // They keep the page they have.
  if (problem?.kind === 'SLACK_AWAY')
    return void (await notifyUser(services, client, press, { text: wordProblem(words, problem) }));
  const next = problem
    ? noticeModal(title ?? words.home.title, words.link.close, wordProblem(words, problem))
    : await page(words);
  await showView(services, client, { viewId: view.id, workspace, userId }, next);
}

/** Begins a form, unless it is known that they may not. */
async function begin(
  services: Services,
  press: ViewPress,
  permission: (permissionFacts: Services, who: UserRef) => Promise<Problem | null>,
  begins: (check: CheckPermission) => Promise<unknown>,
): Promise<void> {
  const check = () => permission(services.permissionFacts.withCachedOrLiveFacts(services), press);
  const known = await soon(services, permission(services.permissionFacts.withCachedFacts(services), press));
  if (!known || known.kind === 'SLACK_AWAY') return void (await begins(check));
  const problem = (await check()) ?? known;
  const text = wordProblem(await services.words.of(press.workspace, press.userId), problem);
  await notifyUser(services, press.client, press, { text });
}

/**
 * Null too where the store is slow or away: a form has to open before its trigger is over, and who may is judged again once it
 * is filled in.
 */
async function soon(
  { time, log }: Pick<Services, 'time' | 'log'>,
  permissionFacts: Promise<Problem | null>,
): Promise<Problem | null> {
  const known = permissionFacts.catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    log.info({ err: error }, 'a form opens before anybody knows whether they may');
    return null;
  });
  return within(time, SOON_MS, known, null);
}

/** A shortcut, which begins a form as a button does. */
export function onShortcut<Kind extends 'shortcut' | 'message_action'>(
  services: Services,
  { callback, kind }: { callback: string; kind: Kind },
  shortcut: {
    /** By where the form's text would be asked for. */
    permission: Permission<string>;
    begins: (
      opener: UserRef & { triggerId: string; client: WebClient; check: CheckPermission },
      payload: z.infer<Kind extends 'shortcut' ? typeof shortcutSchema : typeof messageActionSchema>,
    ) => Promise<unknown>;
  },
): SlackListener {
  const schema = kind === 'shortcut' ? shortcutSchema : messageActionSchema;
  async function listen({ ack, body, context }: ListenerArgs): Promise<void> {
    await ack();
    const payload = schema.parse(body);
    const { user, client } = context;
    const channel = 'channel' in payload ? payload.channel.id : user.userId;
    const responseUrl = 'response_url' in payload ? payload.response_url : null;
    const press = { ...pressOf(user), channel, responseUrl, triggerId: payload.trigger_id, client };
    await begin(
      services,
      press,
      (permissionFacts, its) => shortcut.permission(permissionFacts, its, channel),
      check => shortcut.begins({ ...press, check }, payload as never),
    );
  }
  return { kind, id: callback, listen };
}
