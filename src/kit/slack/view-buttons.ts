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

/* Buttons and commands that only open or page a modal. Nothing is stored. */

/** The time limit for checking permission before a form opens, because its trigger expires. */
const CHECK_MS = 500;

/** A press that isn't stored, because it only shows something. */
export type ViewPress = Press & { triggerId: string; client: WebClient };

type ViewHandler<Subject> = {
  read: (value: string) => Subject;
  permission: Permission<Subject, ViewPress>;
} & (
  | {
      /** Opens a modal at once, on top of the button's own, and fills it in once permission is confirmed. */
      opens: {
        title: (words: Wording, subject: Subject) => string;
        /** Named in the message if the modal doesn't open; null if only the button opens it. */
        command: TypedCommand | null;
        fill: (words: Wording, press: ViewPress, subject: Subject) => Promise<ModalView>;
      };
    }
  /** Replaces the button's modal, after checking permission again: it may have been open for a day. */
  | { turns: (words: Wording, press: ViewPress, subject: Subject) => Promise<ModalView> }
  /** Opens a form at once with the person's own data; `check` permits what the form shows later. */
  | { begins: (press: ViewPress & { check: CheckPermission }, payload: BlockActions) => Promise<unknown> }
);
type BlockActions = z.infer<typeof blockActionsSchema>;

/** A button that only opens or pages a modal. Acked first. */
export function onView<Subject>(
  services: Services,
  action: string,
  handler: ViewHandler<Subject>,
): SlackListener {
  return { kind: 'button', id: action, listen: args => show(services, handler, args) };
}

async function show<Subject>(
  services: Services,
  handler: ViewHandler<Subject>,
  { ack, body, context }: ListenerArgs,
): Promise<void> {
  await ack();
  const press = { ...pressIn(body, context.user), client: context.client };
  const subject = handler.read(press.value);
  const { client, view } = press;
  const check = () => handler.permission(services, press, subject);
  if ('opens' in handler) {
    const { title, command, fill } = handler.opens;
    await openGuardedModal(services, client, press, {
      title: words => title(words, subject),
      command,
      onTop: view?.type === 'modal',
      check,
      fill: words => fill(words, press, subject),
    });
  } else if ('turns' in handler) {
    const { title } = blockActionsSchema.parse(body).view ?? {};
    await turn(services, press, title?.text ?? null, check, words => handler.turns(words, press, subject));
  } else {
    const payload = blockActionsSchema.parse(body);
    await begin(
      services,
      press,
      (ourServices, user) => handler.permission(ourServices, { ...press, ...user }, subject),
      checkLater => handler.begins({ ...press, check: checkLater }, payload),
    );
  }
  if (view?.type === 'home') await services.home.publish(client, press, view.hash);
}

/** A modal that both a command and a button open. */
export type SharedModal = {
  read: (value: string) => string;
  permission: Permission;
  opens: {
    title: (words: Wording) => string;
    command: TypedCommand;
    /** @param user `view`: the button's view, if any */
    fill: (words: Wording, user: UserRef & { view?: Press['view'] }, value: string) => Promise<ModalView>;
  };
};

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
  // The modal keeps its page.
  if (problem?.kind === 'SLACK_AWAY')
    return void (await notifyUser(services, client, press, { text: wordProblem(words, problem) }));
  const next = problem
    ? noticeModal(title ?? words.home.title, words.link.close, wordProblem(words, problem))
    : await page(words);
  await showView(services, client, { viewId: view.id, workspace, userId }, next);
}

/** Opens a form, unless cached facts forbid it. */
async function begin(
  services: Services,
  press: ViewPress,
  permission: (services: Services, user: UserRef) => Promise<Problem | null>,
  begins: (check: CheckPermission) => Promise<unknown>,
): Promise<void> {
  const check = () => permission(services.permissionFacts.withCachedOrLiveFacts(services), press);
  const cached = permission(services.permissionFacts.withCachedFacts(services), press);
  const cachedProblem = await orNull(services, cached);
  if (!cachedProblem || cachedProblem.kind === 'SLACK_AWAY') return void (await begins(check));
  const problem = (await check()) ?? cachedProblem;
  const text = wordProblem(await services.words.of(press.workspace, press.userId), problem);
  await notifyUser(services, press.client, press, { text });
}

/**
 * A check's result; null if the store is slow or unavailable. The form then opens before its trigger expires, and
 * permission is checked again once the form is filled in.
 */
async function orNull(
  { time, log }: Pick<Services, 'time' | 'log'>,
  checked: Promise<Problem | null>,
): Promise<Problem | null> {
  const problem = checked.catch((error: unknown) => {
    if (!(error instanceof StorageError)) throw error;
    log.info({ err: error }, 'a form opens before anybody knows whether they may');
    return null;
  });
  return within(time, CHECK_MS, problem, null);
}

/** A shortcut that opens a form at once. */
export function onShortcut<Kind extends 'shortcut' | 'message_action'>(
  services: Services,
  { callback, kind }: { callback: string; kind: Kind },
  shortcut: {
    /** The subject: the message's channel; for a global shortcut, the person's id. */
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
      (ourServices, opener) => shortcut.permission(ourServices, opener, channel),
      check => shortcut.begins({ ...press, check }, payload as never),
    );
  }
  return { kind, id: callback, listen };
}
