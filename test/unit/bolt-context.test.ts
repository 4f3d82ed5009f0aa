import { App, type Receiver } from '@slack/bolt';
import { WebClient } from '@slack/web-api';
import { expect, test } from 'vitest';
import { wordingIn } from '../../src/features.ts';
import { putAround } from '../../src/kit/slack/bolt.ts';
import type { ListenerArgs } from '../../src/kit/slack/listener.ts';
import { payloadOf } from '../../src/kit/slack/payloads.ts';
import type { Services } from '../../src/kit/slack/services.ts';
import { slackLogger } from '../../src/kit/slack/web-api.ts';
import type { Wording } from '../../src/kit/words/wording.ts';

test('listeners get the user, words and a client with the workspace’s token; Bolt’s own client has no token', async () => {
  const receiver = { init: () => undefined, start: async () => undefined, stop: async () => undefined };
  const silent = Object.fromEntries(
    ['debug', 'info', 'warn', 'error', 'trace'].map(level => [level, () => undefined]),
  );
  const app = new App({
    receiver: receiver as unknown as Receiver,
    logger: slackLogger(silent as never),
    authorize: async () => ({ web: () => new WebClient('xoxb-T1') }) as never,
  });
  const words = { of: async (_: string, userId: string) => wordingIn(userId === 'U1' ? 'bn' : 'en') };
  putAround(app, { words } as unknown as Services);
  const args: { who?: unknown; words?: Wording; token?: string | undefined; bolts?: unknown } = {};
  app.command('/sms', async ({ ack, context, client }) => {
    await ack();
    const received = context as unknown as ListenerArgs['context'];
    Object.assign(args, { who: received.user, words: await received.words(), token: received.client.token });
    args.bolts = await Promise.resolve()
      .then(() => client.chat.postMessage({ channel: 'C1', text: 'x' }))
      .catch((error: unknown) => error);
  });
  const body = { command: '/sms', text: '', team_id: 'T1', user_id: 'U1', channel_id: 'C1', trigger_id: '1' };
  const customProperties = { payload: payloadOf(body) };
  await app.processEvent({ body, customProperties, ack: async () => undefined });
  expect(args).toMatchObject({ who: { workspace: 'T1', userId: 'U1' }, token: 'xoxb-T1' });
  expect(args.words).toBe(wordingIn('bn'));
  expect(String(args.bolts)).toContain('call chat.postMessage with `context.client`');
});
