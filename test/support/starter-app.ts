import { App, type AppOptions } from '@slack/bolt';
import type { AppHomeOpenedEvent, View } from '@slack/web-api';

type Block = View['blocks'][number];

const plain = (text: string) => ({ type: 'plain_text' as const, text });
const words = (text: string): Block => ({ type: 'section', text: { type: 'mrkdwn', text } });

/** The form of its shortcut: what to say, and where. */
const form: View = {
  type: 'modal',
  callback_id: 'sample_view',
  title: plain('Say something'),
  submit: plain('Say it'),
  blocks: [
    words('Somebody will read this.'),
    {
      type: 'input',
      block_id: 'what',
      label: plain('What'),
      element: { type: 'plain_text_input', action_id: 'it', multiline: true },
    },
    {
      type: 'input',
      block_id: 'where',
      label: plain('Where'),
      element: { type: 'conversations_select', action_id: 'it' },
    },
    {
      type: 'actions',
      block_id: 'more',
      elements: [{ type: 'button', action_id: 'sample_action', text: plain('Tell me more') }],
    },
  ],
};

/**
 * An app as Slack's template for Bolt in TypeScript would begin it: one listener of each kind that a newcomer meets first.
 * It knows nothing of a playground except the configured address.
 */
export function createStarterApp(options: AppOptions): App {
  const app = new App(options);
  app.message(/^(hi|hello|hey)\b/i, async ({ context, say }) => {
    await say(`${context.matches[0]}, how are you?`);
  });
  app.event('app_mention', async ({ event, say }) => {
    await say({ text: `You called, <@${event.user}>?`, thread_ts: event.ts });
  });
  app.event(
    'app_home_opened',
    async ({ event, client }: { event: AppHomeOpenedEvent; client: App['client'] }) => {
      if (event.tab !== 'home') return;
      const view: View = {
        type: 'home',
        blocks: [words(`*Welcome home, <@${event.user}>*`), { type: 'divider' }],
      };
      await client.views.publish({ user_id: event.user, view });
    },
  );
  app.command('/sample', async ({ ack, respond, command }) => {
    await ack();
    await respond({
      text: `You asked for ${command.text}`,
      blocks: [
        { type: 'markdown', text: `You asked for **${command.text}**` },
        {
          type: 'rich_text',
          elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text: 'Here it is:' }] }],
        },
        { type: 'image', image_url: 'https://pictures.example/sample.png', alt_text: 'A sample' },
      ],
    });
  });
  app.shortcut('sample_shortcut', async ({ ack, shortcut, client }) => {
    await ack();
    await client.views.open({ trigger_id: shortcut.trigger_id, view: form });
  });
  app.action('sample_action', async ({ ack, body, client }) => {
    await ack();
    if (body.type !== 'block_actions' || !body.view) return;
    const view: View = { ...form, blocks: [...form.blocks, words('That is all there is.')] };
    await client.views.update({ view_id: body.view.id, hash: body.view.hash, view });
  });
  app.view('sample_view', async ({ ack, body, view, client }) => {
    await ack();
    const { what: content, where } = view.state.values;
    await client.chat.postMessage({
      channel: where?.it?.selected_conversation ?? body.user.id,
      text: `<@${body.user.id}> says: ${content?.it?.value}`,
    });
  });
  return app;
}
