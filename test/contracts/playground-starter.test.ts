import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { App } from '@slack/bolt';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createPlayground, type ManifestInput, type Playground } from '../../src/playground/index.ts';
import { createStarterApp } from '../support/starter-app.ts';
import { quiet } from './playground-app.ts';

/*
 * The playground serves any Bolt app: this one is another than ours, built the usual way, and knows nothing
 * of the playground.
 */

const manifest: ManifestInput = {
  display_information: { name: 'Sample' },
  features: {
    slash_commands: [{ command: '/sample', usage_hint: '[anything]' }],
    shortcuts: [{ type: 'global', callback_id: 'sample_shortcut', name: 'Say something' }],
  },
  settings: {
    event_subscriptions: {
      bot_events: ['app_home_opened', 'app_mention', 'message.channels', 'message.im'],
    },
  },
};

describe.each(['http', 'socket'] as const)('a Bolt app from a template, over %s', mode => {
  let slack: Playground;
  let app: App;
  beforeAll(async () => {
    slack = await createPlayground({ manifest });
    const clientOptions = { slackApiUrl: slack.apiUrl };
    const way =
      mode === 'http'
        ? { signingSecret: slack.signingSecret }
        : { socketMode: true, appToken: slack.appToken };
    app = createStarterApp({ token: slack.botToken, ...way, clientOptions, logger: quiet() });
    const server = (await app.start(0)) as Server;
    if (mode === 'http')
      slack.connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}/slack/events`);
    else await slack.waitFor(() => slack.sockets.count > 0);
  });
  afterAll(async () => {
    await app.stop();
    await slack.close();
  });

  test('gets messages of its channels and direct messages, and no others', async () => {
    slack.say({ user: 'rafiq', text: 'Hello there' });
    const answer = await slack.waitForPost(post => post.text === 'Hello, how are you?');
    expect(answer).toMatchObject({ channel: 'C0GENERAL01', author: { kind: 'app', name: 'Sample' } });
    slack.say({ user: 'kamal', channel: 'app', text: 'hey' });
    expect(await slack.waitForPost(post => post.text === 'hey, how are you?')).toMatchObject({
      channel: 'D0KAMAL0001',
    });

    const heard = () => slack.traffic.of('events_api').length;
    const before = heard();
    slack.say({ user: 'rafiq', channel: '#random', text: 'hi' }); // The app isn't in this channel.
    slack.say({ user: 'nusrat', channel: '#management', text: 'hi' });
    slack.say({ user: 'rafiq', text: 'nothing for an app' });
    await slack.waitFor(() => heard() === before + 1);
    const last = slack.traffic.of('events_api').at(-1)?.request.body ?? '';
    expect(JSON.parse(last)).toMatchObject(
      mode === 'http'
        ? { event: { text: 'nothing for an app' } }
        : { payload: { event: { type: 'message' } } },
    );
  });

  test('gets a mention by name, and answers in the thread', async () => {
    const question = slack.say({ user: 'shirin', text: 'What do you say, @sample?' });
    expect(question.text).toContain('<@U0PADMABOT1>');
    const answer = await slack.waitForPost(post => post.text === 'You called, <@U0SHIRIN001>?');
    expect(answer.threadTs).toBe(question.ts);
  });

  test('answers a command with Markdown, rich text and a picture', async () => {
    await slack.command({ user: 'rafiq', text: 'tea' });
    const answer = await slack.waitForPost(post => post.text === 'You asked for tea');
    expect(answer.blocks.map(({ type }) => type)).toEqual(['markdown', 'rich_text', 'image']);
  });

  test('opens a form by a shortcut, changes it at a press, and posts the submitted values', async () => {
    await slack.globalShortcut('sample_shortcut', { user: 'rafiq' });
    const view = await slack.waitForView('rafiq');
    await slack.act(view, 'sample_action');
    await slack.waitFor(() => view.content.blocks.length === 5);
    await slack.submit(view, { what: 'Tea is ready', where: 'C0ONCALL001' });
    expect(await slack.waitForPost(post => post.text === '<@U0RAFIQ0001> says: Tea is ready')).toMatchObject({
      channel: 'C0ONCALL001',
    });
  });

  test('welcomes a user in its Home tab', async () => {
    await slack.openApp('nusrat');
    const home = await slack.waitFor(() => slack.home('nusrat'));
    expect(home.content.blocks[0]).toMatchObject({ text: { text: '*Welcome home, <@U0NUSRAT001>*' } });
  });
});

test('messages are events only for an app that subscribes to them', async () => {
  const slack = await createPlayground({
    manifest: { ...manifest, settings: { event_subscriptions: { bot_events: ['app_mention'] } } },
  });
  onTestFinished(() => slack.close());
  slack.say({ user: 'rafiq', text: 'hello' });
  slack.say({ user: 'rafiq', text: 'hello @sample' });
  await slack.waitFor(() => slack.traffic.of('events_api').length > 0);
  const [{ request } = { request: { body: '{}' } }, ...later] = slack.traffic.of('events_api');
  expect(JSON.parse(request.body)).toMatchObject({
    event: { type: 'app_mention', text: 'hello <@U0PADMABOT1>' },
  });
  expect(
    later
      .map(exchange => JSON.parse(exchange.request.body).event.type)
      .filter(type => type !== 'app_mention'),
  ).toEqual([]);
});
