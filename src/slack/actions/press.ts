import type { App, BlockAction, ButtonAction } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Problem } from '../../domain/problem.ts';
import { wordProblem } from '../../wording/index.ts';
import { guarded } from '../guard.ts';
import type { Message } from '../posting.ts';
import type { Services } from '../services.ts';
import { whoOf } from '../who.ts';

/** What of Slack's payload is used when somebody presses a button of a message. */
const pressSchema = z.object({
  user: z.object({ id: z.string(), team_id: z.string().optional() }),
  team: z.object({ id: z.string() }).nullish(),
  trigger_id: z.string(),
  response_url: z.url(),
  channel: z.object({ id: z.string() }).optional(),
  message: z.object({ ts: z.string(), thread_ts: z.string().optional() }).optional(),
});

/** Somebody pressed a button: who, where, and ways to answer. */
export type Press = {
  workspace: string;
  userId: string;
  channel: string;
  /** The thread the message stands in; null: it stands in the channel. */
  threadTs: string | null;
  triggerId: string;
  responseUrl: string;
  value: string;
  client: WebClient;
  /** Says something to the person who pressed, and to nobody else. */
  tell(message: Message): Promise<unknown>;
  refuse(problem: Problem): Promise<unknown>;
};

/**
 * Handles one button. `handle` writes what must not be lost before it returns; Slack has its answer then. What it
 * leaves for later (`after`) may use the network.
 */
export function onPress(
  app: App,
  services: Services,
  action: string,
  handle: (press: Press) => Promise<(() => Promise<unknown>) | undefined>,
): void {
  app.action<BlockAction<ButtonAction>>({ type: 'block_actions', action_id: action }, async args => {
    const body = pressSchema.parse(args.body);
    const tell = (message: Message) => services.poster.answer(body.response_url, 'ephemeral', message);
    const who = whoOf(body);
    await guarded(services, action, who, tell, async () => {
      const later = await handle({
        ...who,
        channel: body.channel?.id ?? who.userId,
        threadTs: threadOf(body.message),
        triggerId: body.trigger_id,
        responseUrl: body.response_url,
        value: args.action.value ?? '',
        client: args.client,
        tell,
        refuse: async problem =>
          tell({ text: wordProblem(await services.words.of(who.workspace, who.userId), problem) }),
      });
      await args.ack();
      await later?.();
    });
  });
}

/** A message that began a thread bears its own time as the thread's, but stands in the channel. */
function threadOf(message: { ts: string; thread_ts?: string | undefined } | undefined): string | null {
  const thread = message?.thread_ts ?? null;
  return thread === message?.ts ? null : thread;
}
