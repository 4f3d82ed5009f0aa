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

/** What carries no more than the button's text. */
export const asIs = (value: string): string => value;

/** If Slack takes longer to say who somebody is, what it said up to a day ago lets them do what isn't final. */
const ASKED_MS = 1000;

/** What a press does: there is no other way to it than being stored, judged, done and told. */
export type PressHandler<Asked> = {
  /**
   * What the button carries.
   *
   * @throws OutdatedMetadataError
   */
  read: (value: string) => Asked;
  /**
   * First judged by what Slack said of people in the last five minutes, before the press is stored; and, if that isn't enough
   * (`SLACK_AWAY`), once Slack has its answer and can be asked. Only `services` knows which.
   */
  permission: Permission<Asked, StoredPress>;
  /**
   * Whether it is final: what Slack says now decides, and nothing that it said before, and it waits while Slack is silent. `true`:
   * something is gone for good, is let in, or sets off more than a text of one's own, such as a broadcast or what was on hold.
   * `false`: it stops something, which must not wait for Slack; it can be changed back; or it is a text like any other.
   */
  requiresLiveFacts: boolean;
  /**
   * Does it, and says what came of it. A process that died may have done it before: `idempotencyKey` and `at` stay what they were.
   */
  handle: (
    services: Services,
    press: StoredPress & { client: WebClient },
    asked: Asked,
  ) => Promise<PressResult>;
};

/**
 * Judges a press and stores it. `asking`: nobody knows yet whether they may. A function: they may not, and nothing is stored;
 * it says why, once Slack has its answer.
 */
type TakePress = (press: Press) => Promise<'may' | 'asking' | (() => Promise<Problem>)>;

/** A button that does something. */
export function onPress<Asked>(
  services: Services,
  action: string,
  handler: PressHandler<Asked>,
): SlackListener {
  const take = registerPressHandler(services, action, handler);
  return {
    kind: 'button',
    id: action,
    async listen({ ack, body, context }) {
      const say = await enqueueThenRespond(services, context.client, take, pressIn(body, context.user));
      await ack();
      await say();
    },
  };
}

/**
 * A modal whose own button does something, as any other button does: what it is about stands in its metadata. A refusal replaces the
 * modal.
 */
export function onSubmit<Asked>(
  services: Services,
  callback: string,
  handler: PressHandler<Asked> & {
    /** What the modal shows until it is done. */
    waiting: (words: Wording, view: PayloadView) => ModalView;
  },
): SlackListener {
  const take = registerPressHandler(services, callback, handler);
  return {
    kind: 'view',
    id: callback,
    async listen({ ack, body, context }) {
      const { view } = viewSubmissionSchema.parse(body);
      const words = await context.words();
      const press = { ...submitted(context.user, view), value: view.private_metadata };
      const say = await enqueueThenRespond(services, context.client, take, press);
      await ack({ response_action: 'update', view: handler.waiting(words, view) });
      await say();
    },
  };
}

/** A modal that was submitted: what came of it takes its place. */
export function submitted(who: UserRef, view: PayloadView): Press {
  const form = view.title?.text ?? '';
  const { id, type, hash, root_view_id, callback_id: callback, private_metadata: metadata } = view;
  return {
    ...pressOf(who),
    view: { id, type, hash, rootId: root_view_id ?? null, form, callback, metadata },
    // It may come back to be submitted again, and has another hash then.
    idempotencyKey: `${id} ${hash}`,
  };
}

/** Stores a press before Slack has its answer; returns what is to be done then: it says so if they may not. */
export async function enqueueThenRespond(
  services: Services,
  client: WebClient,
  take: TakePress,
  press: Press,
): Promise<() => Promise<unknown>> {
  const taken = await take(press);
  return async () => {
    if (typeof taken === 'string') return;
    const answer: PressAnswer = { kind: 'refused', problem: await taken() };
    await respondToPress(services, { ...press, at: services.clock.now() }, client, answer);
  };
}

/** Says how a deed is done, whoever goes on with it; returns how to take a press for it, before Slack has its answer. */
export function registerPressHandler<Asked>(
  services: Services,
  name: string,
  handler: PressHandler<Asked>,
): TakePress {
  const { presses, clock, permissionFacts } = services;
  const check = async (press: StoredPress, asked: Asked) => {
    if (handler.requiresLiveFacts)
      return handler.permission(permissionFacts.withLiveFacts(services, press), press, asked);
    const checked = handler.permission(permissionFacts.withCachedOrLiveFacts(services), press, asked);
    const problem = await within(clock, ASKED_MS, checked, { kind: 'SLACK_AWAY' });
    if (problem?.kind !== 'SLACK_AWAY') return problem;
    const mayAsWas =
      (await handler.permission(permissionFacts.withStaleFacts(services), press, asked)) === null;
    return mayAsWas ? null : checked;
  };
  presses.register(name, {
    check: press => check(press, handler.read(press.value)),
    handle: (press, client) => handler.handle(services, { ...press, client }, handler.read(press.value)),
  });
  return async given => {
    const press = { ...given, handler: name, at: clock.now(), isPermitted: false };
    const asked = handler.read(press.value);
    const problem = handler.requiresLiveFacts
      ? ({ kind: 'SLACK_AWAY' } as const)
      : await handler.permission(permissionFacts.withCachedFacts(services), press, asked);
    // Whom to ask instead, only Slack knows.
    if (problem && problem.kind !== 'SLACK_AWAY') return async () => (await check(press, asked)) ?? problem;
    await presses.enqueue({ ...press, isPermitted: problem === null });
    return problem ? 'asking' : 'may';
  };
}

/** What somebody does outside of messages and views. */
export const pressOf = (who: UserRef): Press => ({
  ...who,
  ...{ channel: who.userId, threadTs: null, triggerId: null, responseUrl: null, view: null },
  ...{ value: '', label: null, idempotencyKey: '' },
});

/** A button that was pressed. */
export function pressIn(payload: unknown, who: UserRef): Press & { triggerId: string } {
  const body = blockActionsSchema.parse(payload);
  const { trigger_id: triggerId, channel, message, view, actions } = body;
  const [action] = actions;
  const thread = message?.thread_ts ?? null;
  return {
    ...who,
    channel: channel?.id ?? who.userId,
    // A message that started a thread has its own time as the thread's, but is in the channel.
    threadTs: thread === message?.ts ? null : thread,
    triggerId,
    responseUrl: body.response_url ?? null,
    view: view
      ? {
          id: view.id,
          type: view.type,
          hash: view.hash,
          rootId: view.root_view_id ?? null,
          form: null,
          callback: view.callback_id,
          metadata: view.private_metadata,
        }
      : null,
    value: (action?.type === 'button' ? action.value : action?.selected_option?.value) ?? '',
    label: action?.text?.text ?? null,
    idempotencyKey: `${who.userId} ${triggerId}`,
  };
}
