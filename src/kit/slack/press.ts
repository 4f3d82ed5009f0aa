import type { WebClient } from '@slack/web-api';
import { within } from '../clock.ts';
import type { Problem } from '../problem.ts';
import { blockActionsSchema } from './payloads.ts';
import type { DoneDeed, PressAnswer, StoredPress } from './presses.ts';
import type { Services, Who } from './services.ts';
import type { Right, Surface } from './surface.ts';
import { answerPress, type Press } from './telling.ts';

/** What carries no more than the button's text. */
export const asIs = (value: string): string => value;

/** If Slack takes longer to say who somebody is, what it said up to a day ago lets them do what isn't final. */
const ASKED_MS = 1000;

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
  /**
   * Whether it is final: what Slack says now decides, and nothing that it said before, and it waits while Slack is silent. `true`:
   * something is gone for good, is let in, or sets off more than a text of one's own, such as a broadcast or what was on hold.
   * `false`: it stops something, which must not wait for Slack; it can be changed back; or it is a text like any other.
   */
  requiresLiveFacts: boolean;
  /**
   * Does it, and says what came of it. A process that died may have done it before: `identity` and `at` stay what they were.
   */
  carryOut: (
    services: Services,
    press: StoredPress & { client: WebClient },
    asked: Asked,
  ) => Promise<DoneDeed>;
};

/**
 * Judges a press and stores it. `asking`: nobody knows yet whether they may. A function: they may not, and nothing is stored;
 * it says why, once Slack has its answer.
 */
type TakePress = (press: Press) => Promise<'may' | 'asking' | (() => Promise<Problem>)>;

/** A button that does something. */
export function onPress<Asked>(services: Services, action: string, deed: PressDeed<Asked>): Surface {
  const take = storing(services, action, deed);
  return {
    kind: 'button',
    id: action,
    async listen({ ack, body, context }) {
      const say = await takeThenAnswer(services, context.client, take, pressIn(body, context.who));
      await ack();
      await say();
    },
  };
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
  const { presses, clock, judging } = services;
  const judge = async (press: StoredPress, asked: Asked) => {
    if (deed.requiresLiveFacts) return deed.may(judging.withLiveFacts(services, press), press, asked);
    const judged = deed.may(judging.askingSlack(services), press, asked);
    const problem = await within(clock, ASKED_MS, judged, { kind: 'SLACK_AWAY' });
    if (problem?.kind !== 'SLACK_AWAY') return problem;
    const mayAsWas = (await deed.may(judging.withStaleFacts(services), press, asked)) === null;
    return mayAsWas ? null : judged;
  };
  presses.serve(name, {
    judge: press => judge(press, deed.read(press.value)),
    carryOut: (press, client) => deed.carryOut(services, { ...press, client }, deed.read(press.value)),
  });
  return async given => {
    const press = { ...given, deed: name, at: clock.now(), may: false };
    const asked = deed.read(press.value);
    const problem = deed.requiresLiveFacts
      ? ({ kind: 'SLACK_AWAY' } as const)
      : await deed.may(judging.byMemory(services), press, asked);
    // Whom to ask instead, only Slack knows.
    if (problem && problem.kind !== 'SLACK_AWAY') return async () => (await judge(press, asked)) ?? problem;
    await presses.note({ ...press, may: problem === null });
    return problem ? 'asking' : 'may';
  };
}

/** What somebody does outside of messages and views. */
export const pressOf = (who: Who): Press => ({
  ...who,
  ...{ channel: who.userId, threadTs: null, triggerId: null, responseUrl: null, view: null },
  ...{ value: '', label: null, identity: '' },
});

/** A button that was pressed. */
export function pressIn(payload: unknown, who: Who): Press & { triggerId: string } {
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
    identity: `${who.userId} ${triggerId}`,
  };
}
