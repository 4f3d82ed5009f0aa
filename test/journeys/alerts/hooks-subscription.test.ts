import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { visit } from '../../../src/kit/http/body.ts';
import type { Post } from '../../../src/playground/index.ts';
import { sample } from '../../support/alert-samples.ts';
import { makeHook, ON_CALL } from '../../support/hooks.ts';
import { createLinkedStage, MINUTE, passUntil, type Stage } from '../../support/stage.ts';

/* Amazon SNS asks whether a topic may call a hook, and a manager confirms it by a press. */

const subscription = sample('sns-subscription');

const OPS = 'arn:aws:sns:ap-southeast-1:111122223333:ops';
const addressOf = (topic: string, token: string): string =>
  `https://sns.ap-southeast-1.amazonaws.com/?Action=ConfirmSubscription&TopicArn=${topic}&Token=${token}`;
const asking = (topic: string, token: string) => ({
  ...(subscription as object),
  TopicArn: topic,
  Token: token,
  SubscribeURL: addressOf(topic, token),
});

const posts = ({ slack }: Stage): Post[] =>
  slack.posts({ channel: ON_CALL, includeEphemeral: true }).filter(({ author }) => author.kind === 'app');
async function shows(stage: Stage, sentence: RegExp): Promise<Post> {
  await passUntil(stage, () => posts(stage).some(({ text }) => sentence.test(text)));
  return posts(stage).findLast(({ text }) => sentence.test(text)) as Post;
}

test('its address is opened when a manager presses, not before, and by no other user’s press; then it is deleted', async () => {
  const visited: string[] = [];
  let isAccepted = false;
  const stage = await createLinkedStage({
    overrides: {
      async visit(url) {
        visited.push(url);
        return isAccepted;
      },
    },
  });
  const { call } = await makeHook(stage);
  await call(subscription);
  await call(subscription);
  await call({ ...subscription, SubscribeURL: 'https://sns.example/?Action=ConfirmSubscription' });
  const post = await shows(stage, /whether the topic arn:aws:sns:ap-southeast-1:111122223333:ops can send/);
  expect(posts(stage)).toHaveLength(1);

  await stage.slack.press(post, 'confirm_subscription', { user: 'kamal' });
  await passUntil(stage, () => stage.slack.posts({ user: 'kamal', includeEphemeral: true }).length > 1);
  expect(visited).toEqual([]);

  await stage.slack.press(post, 'confirm_subscription', { user: 'nusrat' });
  await passUntil(stage, () => visited.length > 0);
  await shows(stage, /Amazon didn’t accept it/);
  isAccepted = true;
  await stage.slack.press(post, 'confirm_subscription', { user: 'nusrat' });
  await shows(stage, /Confirmed: the topic/);
  expect(visited).toEqual([subscription.SubscribeURL, subscription.SubscribeURL]);
  expect(stage.service.log.list()).toEqual([]);
});

test('of many requests, the first is in the channel with its own address, until it is confirmed or ignored', async () => {
  const visited: string[] = [];
  const visit = async (url: string) => {
    visited.push(url);
    return true;
  };
  const stage = await createLinkedStage({ overrides: { visit } });
  const { call } = await makeHook(stage);
  await call(asking(OPS, 'first'));
  await Promise.all(Array.from({ length: 30 }, (_, index) => call(asking(`${OPS}-${index}`, 'other'))));
  await call(asking(OPS, 'second'));
  await call({ ...asking(OPS, 'third'), SubscribeURL: addressOf(`${OPS}-theirs`, 'third') });
  const post = await shows(stage, /whether the topic arn:aws:sns:ap-southeast-1:111122223333:ops can send/);
  await stage.pass(MINUTE);
  expect(posts(stage)).toHaveLength(1);
  await stage.slack.press(post, 'confirm_subscription', { user: 'nusrat' });
  await shows(stage, /Confirmed: the topic/);
  expect(visited).toEqual([addressOf(OPS, 'first')]);

  await call(asking(`${OPS}-theirs`, 'fourth'));
  const theirs = await shows(stage, /ops-theirs can send/);
  await stage.slack.press(theirs, 'ignore_subscription', { user: 'nusrat' });
  await shows(stage, /Ignored: the topic/);
  await call(asking(`${OPS}-ours`, 'fifth'));
  await shows(stage, /ops-ours can send/);
  expect(visited).toHaveLength(1);
});

test('an address is opened once, without following redirects; only success counts', async () => {
  const paths: string[] = [];
  const server = createServer(({ url = '' }, response) => {
    paths.push(url);
    const status = Number(url.slice(1));
    response.writeHead(status, status === 302 ? { location: '/200' } : {}).end('x'.repeat(200_000));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const answers = [];
  for (const status of [200, 302, 403, 500]) answers.push(await visit(`http://127.0.0.1:${port}/${status}`));
  expect(answers).toEqual([true, false, false, false]);
  expect(paths).toEqual(['/200', '/302', '/403', '/500']);
  server.close();
  server.closeAllConnections();
  await once(server, 'close');
  expect(await visit(`http://127.0.0.1:${port}/200`)).toBe(false);
});
