import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { App, HTTPReceiver, type Logger, LogLevel, SocketModeReceiver } from '@slack/bolt';
import { createPlayground, type Playground, type PlaygroundOptions } from '../../src/playground/index.ts';

export const modal = {
  type: 'modal' as const,
  callback_id: 'order',
  title: { type: 'plain_text' as const, text: 'Order tea' },
  submit: { type: 'plain_text' as const, text: 'Order' },
  notify_on_close: true,
  private_metadata: 'where it began',
  blocks: [
    {
      type: 'input' as const,
      block_id: 'cups',
      label: { type: 'plain_text' as const, text: 'Cups' },
      element: {
        type: 'number_input' as const,
        action_id: 'n',
        is_decimal_allowed: false,
        initial_value: '2',
      },
    },
    {
      type: 'input' as const,
      block_id: 'note',
      optional: true,
      dispatch_action: true,
      label: { type: 'plain_text' as const, text: 'Note' },
      element: { type: 'plain_text_input' as const, action_id: 'text' },
    },
    {
      type: 'input' as const,
      block_id: 'for',
      label: { type: 'plain_text' as const, text: 'For' },
      element: { type: 'multi_users_select' as const, action_id: 'who' },
    },
  ],
};

/** A modal with selects whose options the app returns for the typed text. */
const menu = {
  type: 'modal' as const,
  callback_id: 'menu',
  title: { type: 'plain_text' as const, text: 'The menu' },
  submit: { type: 'plain_text' as const, text: 'Choose' },
  blocks: [
    {
      type: 'input' as const,
      block_id: 'leaf',
      dispatch_action: true,
      label: { type: 'plain_text' as const, text: 'Leaf' },
      element: { type: 'external_select' as const, action_id: 'leaf_input' },
    },
    {
      type: 'input' as const,
      block_id: 'with',
      label: { type: 'plain_text' as const, text: 'With' },
      element: {
        type: 'multi_external_select' as const,
        action_id: 'with_input',
        min_query_length: 0,
        initial_options: [{ text: { type: 'plain_text' as const, text: 'Milk' }, value: 'milk' }],
      },
    },
  ],
};

const offer = (text: string, value = text) => ({ text: { type: 'plain_text' as const, text }, value });
/** The app's options for each typed text, including some that Slack rejects. */
const OFFERS: Record<string, unknown> = {
  'too many': { options: Array.from({ length: 101 }, (_, n) => offer(`Leaf ${n}`)) },
  'too long': { options: [offer('x'.repeat(76))] },
  twice: { options: [offer('One', 'same'), offer('Two', 'same')] },
  neither: {},
  none: { options: [] },
};

/** A logger that keeps Slack's libraries from writing into the tests' output. */
export function quiet(): Logger {
  const nothing = () => undefined;
  return {
    debug: nothing,
    info: nothing,
    warn: nothing,
    error: nothing,
    setLevel: nothing,
    getLevel: () => LogLevel.ERROR,
    setName: nothing,
  };
}

/** A playground with a tiny app: a real Bolt app behind one of Bolt's receivers. */
export async function startTeaApp(
  options: PlaygroundOptions = {},
  mode: 'http' | 'socket' = 'http',
  /** The time that its socket waits for a pong, and before it reconnects. */
  clientPingTimeout = 5000,
) {
  const playground = await createPlayground({
    manifest: {
      display_information: { name: 'Tea' },
      features: {
        slash_commands: [{ command: '/tea', usage_hint: '[cups]', should_escape: true }],
        shortcuts: [
          { type: 'message', callback_id: 'quote', name: 'Quote this' },
          { type: 'global', callback_id: 'brew', name: 'Brew' },
        ],
      },
      functions: {
        pour: {
          title: 'Pour tea',
          input_parameters: { properties: { cups: {} }, required: ['cups'] },
          output_parameters: { properties: { poured: {} }, required: ['poured'] },
        },
      },
    },
    ...options,
  });
  const logger = quiet();
  const clientOptions = { slackApiUrl: playground.apiUrl, retryConfig: { retries: 0 } };
  const receiver =
    mode === 'http'
      ? new HTTPReceiver({ signingSecret: playground.signingSecret, port: 0, logger })
      : new SocketModeReceiver({
          appToken: playground.appToken,
          logger,
          clientPingTimeout,
          installerOptions: { clientOptions },
        });
  const heard: Record<string, unknown>[] = [];
  const app = new App({
    receiver,
    logger,
    convoStore: false,
    authorize: async () => ({ botToken: playground.botToken, botId: 'B', botUserId: 'U' }),
    clientOptions,
  });
  app.use(async ({ body, next }) => {
    heard.push(body as unknown as Record<string, unknown>);
    await next();
  });
  app.command('/tea', async ({ command, ack, respond, client }) => {
    if (command.text === 'form') {
      await ack();
      await client.views.open({ trigger_id: command.trigger_id, view: modal });
      return;
    }
    if (command.text === 'menu') {
      await ack();
      await client.views.open({ trigger_id: command.trigger_id, view: menu });
      return;
    }
    if (command.text === 'never') return;
    if (command.text === 'in channel') return ack({ response_type: 'in_channel', text: 'Tea for all' });
    if (command.text === 'twice the id') {
      const button = {
        type: 'button' as const,
        action_id: 'same',
        text: { type: 'plain_text' as const, text: 'x' },
      };
      return ack({ blocks: [{ type: 'actions', elements: [button, button] }] });
    }
    await ack(`Heard: ${command.text}`);
    await respond({
      response_type: 'in_channel',
      text: 'More?',
      blocks: [
        {
          type: 'actions',
          block_id: 'more',
          elements: [
            {
              type: 'button',
              action_id: 'again',
              value: 'one',
              text: { type: 'plain_text', text: 'Again' },
              confirm: { text: { type: 'plain_text', text: 'Really?' } },
            },
          ],
        },
      ],
    });
  });
  app.action('again', async ({ ack, respond }) => {
    await ack();
    await respond({ replace_original: true, text: 'Poured again' });
  });
  app.action('text', async ({ ack, body, client }) => {
    await ack();
    if (body.type !== 'block_actions' || !body.view) return;
    const title = { type: 'plain_text' as const, text: 'Order tea, live' };
    await client.views.update({ view_id: body.view.id, hash: body.view.hash, view: { ...modal, title } });
  });
  app.view('order', async ({ ack, view, body, client }) => {
    const cups = Number(view.state.values.cups?.n?.value);
    if (cups > 10) return ack({ response_action: 'errors', errors: { cups: 'That is too much tea' } });
    if (cups === 7) {
      const { submit: _, ...rest } = modal;
      const thanks = { type: 'section' as const, text: { type: 'mrkdwn' as const, text: 'Thanks' } };
      return ack({ response_action: 'update', view: { ...rest, blocks: [thanks] } });
    }
    await ack();
    await client.chat.postMessage({ channel: body.user.id, text: `${cups} cups ordered` });
  });
  app.options({ type: 'block_suggestion' }, async ({ ack, payload }) => {
    const typed = payload.value;
    if (typed === 'never') return;
    const leaves = {
      label: { type: 'plain_text', text: 'Leaves' },
      options: [offer(`${typed} black`), offer(`${typed} green`)],
    };
    await ack((OFFERS[typed] ?? { option_groups: [leaves] }) as never);
  });
  app.action('leaf_input', async ({ ack }) => ack());
  app.view('menu', async ({ ack }) => ack());
  app.view({ callback_id: 'order', type: 'view_closed' }, async ({ ack }) => ack());
  app.shortcut('quote', async ({ ack, shortcut, respond }) => {
    await ack();
    if (shortcut.type === 'message_action') await respond(`> ${shortcut.message.text}`);
  });
  app.shortcut('brew', async ({ ack, shortcut, client }) => {
    await ack();
    await client.views.open({ trigger_id: shortcut.trigger_id, view: modal });
  });
  app.event('app_home_opened', async ({ event, client }) => {
    const home = { type: 'home' as const, blocks: [{ type: 'divider' as const }] };
    if (event.tab === 'home') await client.views.publish({ user_id: event.user, view: home });
  });
  app.function('pour', async ({ inputs, complete, fail }) => {
    if (inputs.cups === '0') await fail({ error: 'No cups' });
    else await complete({ outputs: { poured: `${inputs.cups} cups` } });
  });
  const started = (await app.start(0)) as Server;
  if (mode === 'http') {
    const { port } = started.address() as AddressInfo;
    playground.connect(`http://127.0.0.1:${port}/slack/events`);
  }
  return {
    playground: playground as Playground,
    heard,
    async stop() {
      await app.stop();
      await playground.close();
      if (mode === 'http') started.closeAllConnections();
    },
  };
}
