import { expect, test } from 'vitest';
import { createSubscriptions, isAmazons } from '../../../src/alerts/slack/subscription.ts';

/* Amazon SNS asks whether a topic may call a hook. */

const URL = 'https://sns.ap-south-1.amazonaws.com/?Action=ConfirmSubscription&Token=x';
const hook = { id: 'T1-h' } as never;

function createRig(isTaken = true) {
  const [kept, told, visited] = [new Map<string, unknown>(), [] as string[], [] as string[]];
  const subscriptions = createSubscriptions({
    temporary: {
      get: async (_workspace: string, key: string) => kept.get(key),
      set: async (_workspace: string, key: string, value: unknown) => void kept.set(key, value),
      delete: async (_workspace: string, key: string) => void kept.delete(key),
    } as never,
    tell: async (_workspace, _hook, topic) => told.push(topic),
    visit: async url => {
      visited.push(url);
      return isTaken;
    },
  });
  return { subscriptions, told, visited };
}

test('its address is called by a press only, once, and the channel is asked once', async () => {
  const { subscriptions, told, visited } = createRig();
  for (let n = 0; n < 3; n++) await subscriptions.asked('T1', hook, { topic: 'arn:a', url: URL });
  expect([told, visited]).toEqual([['arn:a'], []]);
  expect(await subscriptions.confirm('T1', 'T1-h', 'arn:b')).toBe('gone');
  expect(await subscriptions.confirm('T1', 'T1-h', 'arn:a')).toBe('confirmed');
  expect(await subscriptions.confirm('T1', 'T1-h', 'arn:a')).toBe('gone');
  expect(visited).toEqual([URL]);
  const refused = createRig(false);
  await refused.subscriptions.asked('T1', hook, { topic: 'arn:a', url: URL });
  expect(await refused.subscriptions.confirm('T1', 'T1-h', 'arn:a')).toBe('failed');
});

test('only an address of Amazon’s own is kept: whoever has a hook’s token could name any', async () => {
  expect(isAmazons(URL)).toBe(true);
  expect(isAmazons('https://sns.cn-north-1.amazonaws.com.cn/?Token=x')).toBe(true);
  for (const url of [
    'http://sns.ap-south-1.amazonaws.com/',
    'https://sns.ap-south-1.amazonaws.com.evil.example/',
    'https://sns.ap-south-1.amazonaws.com:8443/',
    'https://user@sns.ap-south-1.amazonaws.com/',
    'https://evil.sns.ap-south-1.amazonaws.com/',
    'https://s3.ap-south-1.amazonaws.com/',
    'https://169.254.169.254/sns.a.amazonaws.com',
    'nonsense',
  ]) {
    const { subscriptions, told } = createRig();
    await subscriptions.asked('T1', hook, { topic: 'arn:a', url });
    expect([url, told]).toEqual([url, []]);
  }
});
