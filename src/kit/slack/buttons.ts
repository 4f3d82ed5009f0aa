import type { ModalView } from '@slack/types';
import type { WebClient } from '@slack/web-api';
import { within } from '../clock.ts';
import type { Problem } from '../problem.ts';
import type { Wording } from '../words/wording.ts';
import type { Permission, SlackListener } from './listener.ts';
import { blockActionsSchema, type PayloadView, viewSubmissionSchema } from './payloads.ts';
import type { PressAnswer, PressResult, StoredPress } from './press-queue.ts';
import { type Press, respondToPress } from './respond.ts';
import type { Services, UserRef } from './services.ts';

/** For buttons whose value needs no parsing. */
export const asIs = (value: string): string => value;

/** If Slack takes longer to look a person up, facts up to a day old permit a press that isn't final. */
const LOOKUP_TIMEOUT_MS = 1000;

/** Handles a press, which is always stored first, then permitted, handled and answered. */
export type PressHandler<Value> = {
  /**
   * Parses the button's value.
   *
   * @throws OutdatedMetadataError
   */
  read: (value: string) => Value;
  /**
   * Called with `services` that read only cached facts, before the press is stored. If these don't suffice (`SLACK_AWAY`),
   * called again after the ack, when Slack can be asked.
   */
  permission: Permission<Value, StoredPress>;
  /**
   * True if the press is final: only live facts permit it, so it waits while Slack is unavailable. It deletes for good,
   * lets a person in, or sets off more than one text of the person's own, such as a broadcast or held texts. False if it stops
   * something, which must not wait for Slack, can be changed back, or sends one ordinary text.
   */
  requiresLiveFacts: boolean;
  /** Must be safe to run twice, with the same `idempotencyKey` and `at`: a process may have died after handling the press. */
  handle: (
    services: Services,
    press: StoredPress & { client: WebClient },
    value: Value,
  ) => Promise<PressResult>;
};

/**
 * Checks and stores a press. `checking`: permission is still unknown. A function: the press isn't permitted and isn't stored;
 * call the function after the ack for the problem.
 */
type EnqueuePress = (press: Press) => Promise<'permitted' | 'checking' | (() => Promise<Problem>)>;

/** A button with a side effect. */
export function onPress<Value>(
  services: Services,
  action: string,
  handler: PressHandler<Value>,
): SlackListener {
  const enqueue = registerPressHandler(services, action, handler);
  return {
    kind: 'button',
    id: action,
    async listen({ ack, body, context }) {
      const press = pressIn(body, context.user);
      const respond = await enqueueThenRespond(services, context.client, enqueue, press);
      await ack();
      await respond();
    },
  };
}

/**
 * A modal whose submit button has a side effect, as `onPress` has; its value is the modal's metadata. A refusal replaces
 * the modal.
 */
export function onSubmit<Value>(
  services: Services,
  callback: string,
  handler: PressHandler<Value> & {
    /** Replaces the modal until the press is handled. */
    waiting: (words: Wording, view: PayloadView) => ModalView;
  },
): SlackListener {
  const enqueue = registerPressHandler(services, callback, handler);
  return {
    kind: 'view',
    id: callback,
    async listen({ ack, body, context }) {
      const { view } = viewSubmissionSchema.parse(body);
      const words = await context.words();
      const press = { ...submitted(context.user, view), value: view.private_metadata };
      const respond = await enqueueThenRespond(services, context.client, enqueue, press);
      await ack({ response_action: 'update', view: handler.waiting(words, view) });
      await respond();
    },
  };
}

/** The press of a submitted modal; its result replaces the modal. */
export function submitted(user: UserRef, view: PayloadView): Press {
  return {
    ...pressOf(user),
    view: viewOf(view, view.title?.text ?? ''),
    // A modal that is shown again has another hash, so submitting it again is another press.
    idempotencyKey: `${view.id} ${view.hash}`,
  };
}

const viewOf = (view: PayloadView, form: string | null): NonNullable<Press['view']> => ({
  id: view.id,
  type: view.type,
  hash: view.hash,
  rootId: view.root_view_id ?? null,
  form,
  callback: view.callback_id,
  metadata: view.private_metadata,
});

/** Stores a press. Call the returned function after the ack: it responds if the press isn't permitted. */
export async function enqueueThenRespond(
  services: Services,
  client: WebClient,
  enqueue: EnqueuePress,
  press: Press,
): Promise<() => Promise<unknown>> {
  const checked = await enqueue(press);
  return async () => {
    if (typeof checked === 'string') return;
    const answer: PressAnswer = { kind: 'refused', problem: await checked() };
    await respondToPress(services, { ...press, at: services.clock.now() }, client, answer);
  };
}

/** Registers a handler, which any process may run; returns how to check and store a press before its ack. */
export function registerPressHandler<Value>(
  services: Services,
  name: string,
  handler: PressHandler<Value>,
): EnqueuePress {
  const { presses, clock, permissionFacts } = services;
  const check = async (press: StoredPress, value: Value) => {
    if (handler.requiresLiveFacts)
      return handler.permission(permissionFacts.withLiveFacts(services, press), press, value);
    const checked = handler.permission(permissionFacts.withCachedOrLiveFacts(services), press, value);
    const problem = await within(clock, LOOKUP_TIMEOUT_MS, checked, { kind: 'SLACK_AWAY' });
    if (problem?.kind !== 'SLACK_AWAY') return problem;
    const byStaleFacts = await handler.permission(permissionFacts.withStaleFacts(services), press, value);
    return byStaleFacts === null ? null : checked;
  };
  presses.register(name, {
    check: press => check(press, handler.read(press.value)),
    handle: (press, client) => handler.handle(services, { ...press, client }, handler.read(press.value)),
  });
  return async unchecked => {
    const press = { ...unchecked, handler: name, at: clock.now(), isPermitted: false };
    const value = handler.read(press.value);
    const problem = handler.requiresLiveFacts
      ? ({ kind: 'SLACK_AWAY' } as const)
      : await handler.permission(permissionFacts.withCachedFacts(services), press, value);
    // Checks again with Slack, because the refusal may name people, such as admins, whom only Slack knows.
    if (problem && problem.kind !== 'SLACK_AWAY') return async () => (await check(press, value)) ?? problem;
    await presses.enqueue({ ...press, isPermitted: problem === null });
    return problem ? 'checking' : 'permitted';
  };
}

/** A press outside of messages and views. */
export const pressOf = (user: UserRef): Press => ({
  ...user,
  channel: user.userId,
  threadTs: null,
  triggerId: null,
  responseUrl: null,
  view: null,
  value: '',
  label: null,
  idempotencyKey: '',
});

/** The press in a payload of a button. */
export function pressIn(payload: unknown, user: UserRef): Press & { triggerId: string } {
  const body = blockActionsSchema.parse(payload);
  const { trigger_id: triggerId, channel, message, view, actions } = body;
  const [action] = actions;
  const thread = message?.thread_ts ?? null;
  return {
    ...user,
    channel: channel?.id ?? user.userId,
    // The message that started a thread is in the channel, although Slack names its own time as the thread's.
    threadTs: thread === message?.ts ? null : thread,
    triggerId,
    responseUrl: body.response_url ?? null,
    view: view ? viewOf(view, null) : null,
    value: (action?.type === 'button' ? action.value : action?.selected_option?.value) ?? '',
    label: action?.text?.text ?? null,
    idempotencyKey: `${user.userId} ${triggerId}`,
  };
}
