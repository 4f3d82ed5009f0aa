import type { App } from '@slack/bolt';
import { z } from 'zod';
import { webOf } from '../access.ts';
import { ACTION, SHORTCUT } from '../ids.ts';
import type { Services } from '../services.ts';
import { openComposeForm } from '../views/compose.ts';
import { directly } from '../views/compose-form.ts';
import { whoOf } from '../who.ts';

/** What of Slack's payload is used, of a shortcut's and of a button's. */
const openSchema = z.object({
  trigger_id: z.string(),
  // Only a button in a message has a channel and a way to answer there.
  channel: z.object({ id: z.string() }).optional(),
  response_url: z.url().optional(),
});

/** "Send a text", from anywhere in Slack: what comes of it is told in a direct message. */
export function registerComposeShortcut(app: App, services: Services): void {
  app.shortcut({ callback_id: SHORTCUT.compose, type: 'shortcut' }, async ({ ack, body, context }) => {
    await ack();
    const opened = openSchema.parse(body);
    const who = whoOf(body);
    const opener = { ...who, triggerId: opened.trigger_id };
    await openComposeForm(services, webOf(context), opener, { place: directly(who.userId) });
  });
}

/** The same as a button, in the app's Home or under a message. */
export function registerComposeButton(app: App, services: Services): void {
  app.action({ type: 'block_actions', action_id: ACTION.compose }, async ({ ack, body, context }) => {
    await ack();
    const { channel, response_url: responseUrl = null, ...opened } = openSchema.parse(body);
    const who = whoOf(body);
    const place = { ...directly(who.userId), ...(channel ? { channel: channel.id, responseUrl } : {}) };
    await openComposeForm(services, webOf(context), { ...who, triggerId: opened.trigger_id }, { place });
  });
}
