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
