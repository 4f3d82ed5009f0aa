import type { App } from '@slack/bolt';
import { onlyNumber } from '../../domain/only-number.ts';
import { webOf } from '../access.ts';
import { ACTION, SHORTCUT } from '../ids.ts';
import { blockActionsSchema, shortcutSchema } from '../payloads/interactions.ts';
import { directly } from '../reply-place.ts';
import type { Services } from '../services.ts';
import { openComposeForm } from '../views/compose.ts';
import { whoOf } from '../who.ts';

/** "Send a text", from anywhere in Slack: the result comes in a direct message. */
export function registerComposeShortcut(app: App, services: Services): void {
  app.shortcut({ callback_id: SHORTCUT.compose, type: 'shortcut' }, async ({ ack, body, context }) => {
    await ack();
    const opened = shortcutSchema.parse(body);
    const who = whoOf(body);
    const opener = { ...who, triggerId: opened.trigger_id };
    await openComposeForm(services, webOf(context), opener, { place: directly(who.userId) });
  });
}

/** The same as a button, in the app's Home or under a message. */
export function registerComposeButton(app: App, services: Services): void {
  app.action({ type: 'block_actions', action_id: ACTION.compose }, async ({ ack, body, context }) => {
    await ack();
    const { channel, response_url: responseUrl = null, ...opened } = blockActionsSchema.parse(body);
    const who = whoOf(body);
    const place = { ...directly(who.userId), ...(channel ? { channel: channel.id, responseUrl } : {}) };
    const message = opened.actions[0]?.value ?? '';
    const number = onlyNumber(message);
    const draft = { to: number && ({ kind: 'number', number } as const), message };
    await openComposeForm(
      services,
      webOf(context),
      { ...who, triggerId: opened.trigger_id },
      { place, draft },
    );
  });
}
