import type { App, BlockAction, ButtonAction } from '@slack/bolt';
import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { Problem } from '../../domain/problem.ts';
import { wordingIn, wordProblem } from '../../wording/index.ts';
import { guarded } from '../guard.ts';
import type { Message } from '../posting.ts';
import type { Services } from '../services.ts';

/** What of Slack's payload is used when somebody presses a button of a message. */
const pressSchema = z.object({
  user: z.object({ id: z.string(), team_id: z.string().optional() }),
  team: z.object({ id: z.string() }).nullish(),
  trigger_id: z.string(),
  response_url: z.url(),
  channel: z.object({ id: z.string() }).optional(),
});

/** Somebody pressed a button: who, where, and ways to answer. */
export type Press = {
  workspace: string;
  userId: string;
  channel: string;
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
    await guarded(services, action, tell, async () => {
      const workspace = body.team?.id ?? body.user.team_id;
      if (!workspace) throw new Error('A button press names no workspace');
      const later = await handle({
        workspace,
        userId: body.user.id,
        channel: body.channel?.id ?? body.user.id,
        triggerId: body.trigger_id,
        responseUrl: body.response_url,
        value: args.action.value ?? '',
        client: args.client,
        tell,
        refuse: problem => tell({ text: wordProblem(wordingIn(services.language), problem) }),
      });
      await args.ack();
      await later?.();
    });
  });
}
