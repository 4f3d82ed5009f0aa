import type { App } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import type { z } from 'zod';
import type { Problem } from '../domain/problem.ts';
import { wordProblem } from '../wording/index.ts';
import { webOf } from './access.ts';
import type { Message } from './message.ts';
import { blockActionsSchema } from './payloads/interactions.ts';
import type { Services } from './services.ts';
import { tellPerson } from './telling.ts';
import { whoOf } from './who.ts';

/** Somebody pressed a button: who, where, and ways to answer. */
export type Press = {
  workspace: string;
  userId: string;
  channel: string;
  /** The thread the message is in; null: it is in the channel. */
  threadTs: string | null;
  triggerId: string;
  /** Null in a view. */
  responseUrl: string | null;
  /** The view it happened in, if any; `rootId`: the bottom of the stack of modals. */
  view: { id: string; type: 'home' | 'modal'; hash: string; rootId: string | null } | null;
  value: string;
  client: WebClient;
  /** Tells the person who pressed something, and nobody else. */
  tell(message: Message): Promise<unknown>;
  refuse(problem: Problem): Promise<unknown>;
  /** Replaces the message, or removes it; does nothing in a view. */
  change(appearance: 'replace' | 'delete', message: Message): Promise<unknown>;
};

/**
 * Handles one button. Before it returns, `handle` stores what must not be lost; then Slack gets its answer. What it
 * leaves for later (`after`) may use the network.
 */
export function onPress(
  app: App,
  services: Services,
  action: string,
  handle: (press: Press) => Promise<(() => Promise<unknown>) | undefined>,
): void {
  app.action({ type: 'block_actions', action_id: action }, async args => {
    const body = blockActionsSchema.parse(args.body);
    const who = whoOf(args.body);
    const client = webOf(args.context);
    const { trigger_id: triggerId } = body;
    const responseUrl = body.response_url ?? null;
    const view = viewOf(body);
    const tell = (message: Message) =>
      tellPerson(services, client, { ...who, responseUrl, triggerId, view }, message);
    const later = await handle({
      ...who,
      channel: body.channel?.id ?? who.userId,
      threadTs: threadOf(body),
      triggerId,
      responseUrl,
      view,
      value: chosenIn(body),
      client,
      tell,
      refuse: async problem =>
        tell({ text: wordProblem(await services.words.of(who.workspace, who.userId), problem) }),
      change: async (appearance, message) => {
        if (responseUrl) await services.poster.answer(responseUrl, appearance, message);
      },
    });
    await args.ack();
    await later?.();
    if (view?.type === 'home') await services.home.publish(client, who, view.hash);
  });
}

type Body = z.infer<typeof blockActionsSchema>;

function viewOf({ view }: Body): Press['view'] {
  return view ? { id: view.id, type: view.type, hash: view.hash, rootId: view.root_view_id ?? null } : null;
}

/** A message that started a thread has its own time as the thread's, but is in the channel. */
function threadOf({ message }: Body): string | null {
  const thread = message?.thread_ts ?? null;
  return thread === message?.ts ? null : thread;
}

/** A button's value, or what was chosen. */
function chosenIn({ actions: [action] }: Body): string {
  return (action?.type === 'button' ? action.value : action?.selected_option?.value) ?? '';
}
