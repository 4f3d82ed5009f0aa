import { expect, test } from 'vitest';
import { createSubscriptions, isConfirmation } from '../../../src/alerts/slack/subscription.ts';

/* Amazon SNS asks for permission before a topic may call a hook. */

const TOPIC = 'arn:aws:sns:ap-south-1:111122223333:ops';
const OTHER = 'arn:aws:sns:ap-south-1:999999999999:theirs';
const hook = { id: 'T1-h' } as never;
const HOST = 'https://sns.ap-south-1.amazonaws.com';
const address = (token = 'a1b2', topic = TOPIC): string =>
  `${HOST}/?Action=ConfirmSubscription&TopicArn=${topic}&Token=${token}`;

function createRig({ isTaken = true, isTold = true } = {}) {
  const [records, reported, visited] = [new Map<string, unknown>(), [] as string[], [] as string[]];
  const amazon = { isTaken };
  const subscriptions = createSubscriptions({
    temporary: {
      get: async (_workspace: string, key: string) => records.get(key),
      set: async (_workspace: string, key: string, value: unknown) => void records.set(key, value),
      delete: async (_workspace: string, key: string) => void records.delete(key),
    } as never,
    tell: async (_workspace, _hook, topic) => {
      reported.push(topic);
      return isTold;
    },
    visit: async url => {
      visited.push(url);
      return amazon.isTaken;
    },
  });
  const request = (url: string, topic = TOPIC) => subscriptions.request('T1', hook, { topic, url });
  const confirm = (topic = TOPIC) => subscriptions.confirm('T1', 'T1-h', topic);
  return { subscriptions, request, confirm, reported, visited, records, amazon };
}

const QUERY = `Action=ConfirmSubscription&TopicArn=${TOPIC}&Token=a1b2`;

test.each([
  address(),
  `${HOST}:443/?${QUERY}`,
  `HTTPS://SNS.AP-SOUTH-1.AMAZONAWS.COM/?${QUERY}`,
  `https://sns.cn-north-1.amazonaws.com.cn/?${QUERY}`,
  `${HOST}/?Token=a1b2&TopicArn=${TOPIC}&Action=ConfirmSubscription`,
  `${HOST}/?Action=ConfirmSubscription&TopicArn=${encodeURIComponent(TOPIC)}&Token=a1b2`,
  `${HOST}?${QUERY}`,
])('an address of Amazon’s that confirms the topic is accepted: %s', url => {
  expect(isConfirmation(TOPIC, url)).toBe(true);
});

/** Only an address that confirms the topic shown is ever stored, reported or visited. */
test.each([
  // Another host, port, scheme or user.
  `http://sns.ap-south-1.amazonaws.com/?${QUERY}`,
  `https://sns.ap-south-1.amazonaws.com.evil.example/?${QUERY}`,
  `https://sns.ap-south-1.amazonaws.com.cn.evil.example/?${QUERY}`,
  `https://sns.ap-south-1.amazonaws.community/?${QUERY}`,
  `${HOST}:8443/?${QUERY}`,
  `https://user@sns.ap-south-1.amazonaws.com/?${QUERY}`,
  `https://:word@sns.ap-south-1.amazonaws.com/?${QUERY}`,
  `https://sns.ap-south-1.amazonaws.com@evil.example/?${QUERY}`,
  `https://evil.example\\@sns.ap-south-1.amazonaws.com/?${QUERY}`,
  `https://evil.example/#${HOST}/?${QUERY}`,
  `https://evil.sns.ap-south-1.amazonaws.com/?${QUERY}`,
  `https://sns.amazonaws.com/?${QUERY}`,
  `https://sns..amazonaws.com/?${QUERY}`,
  `https://s3.ap-south-1.amazonaws.com/?${QUERY}`,
  `https://169.254.169.254/sns.a.amazonaws.com?${QUERY}`,
  `https://sns.ap-south-1.amazonaws.com%2eevil.example/?${QUERY}`,
  `https://ѕns.ap-south-1.amazonaws.com/?${QUERY}`,
  `//sns.ap-south-1.amazonaws.com/?${QUERY}`,
  'javascript:alert(1)',
  'nonsense',
  '',
  // Another path, or more than the query.
  `${HOST}/SimpleNotificationService?${QUERY}`,
  `${HOST}//?${QUERY}`,
  `${HOST}/%3f?${QUERY}`,
  `${HOST}/?${QUERY}#Action=DeleteTopic`,
  // Another action.
  `${HOST}/?Action=Unsubscribe&TopicArn=${TOPIC}&Token=a1b2`,
  `${HOST}/?Action=DeleteTopic&TopicArn=${TOPIC}&Token=a1b2`,
  `${HOST}/?Action=confirmsubscription&TopicArn=${TOPIC}&Token=a1b2`,
  `${HOST}/?Action=ConfirmSubscription%00&TopicArn=${TOPIC}&Token=a1b2`,
  `${HOST}/?action=ConfirmSubscription&TopicArn=${TOPIC}&Token=a1b2`,
  `${HOST}/?Action=DeleteTopic&${QUERY}`,
  `${HOST}/?${QUERY}&Action=DeleteTopic`,
  `${HOST}/?${QUERY}&%41ction=DeleteTopic`,
  `${HOST}/?${QUERY}&action=DeleteTopic`,
  `${HOST}/?TopicArn=${TOPIC}&Token=a1b2`,
  // Another topic, or two.
  address('a1b2', OTHER),
  address('a1b2', `${TOPIC}2`),
  address('a1b2', TOPIC.toUpperCase()),
  address('a1b2', ` ${TOPIC}`),
  `${HOST}/?${QUERY}&TopicArn=${OTHER}`,
  `${HOST}/?TopicArn=${OTHER}&${QUERY}`,
  `${HOST}/?${QUERY}&TopicArn=${TOPIC}`,
  `${HOST}/?Action=ConfirmSubscription&TopicArn=${TOPIC}%26TopicArn=${OTHER}&Token=a1b2`,
  `${HOST}/?Action=ConfirmSubscription&TopicArn[]=${TOPIC}&Token=a1b2`,
  `${HOST}/?Action=ConfirmSubscription&Token=a1b2`,
  // A token that isn't Amazon's, or an extra parameter.
  `${HOST}/?Action=ConfirmSubscription&TopicArn=${TOPIC}`,
  address(''),
  address('a1b2;Action=DeleteTopic'),
  address('a1b2%26Action=DeleteTopic'),
  address('a1b2%0d%0aHost:evil'),
  `${HOST}/?${QUERY}&Token=c3d4`,
  `${HOST}/?${QUERY}&AuthenticateOnUnsubscribe=true`,
  `${HOST}/?${QUERY}&Endpoint=https://evil.example`,
])('no other address is confirmed: %s', async url => {
  const { request, reported, records } = createRig();
  await request(url);
  expect([reported, records.size]).toEqual([[], 0]);
});

test.each(['', 'ops', 'arn:a', `${TOPIC}>`, `${TOPIC}\n`, `${TOPIC}:a1b2`, TOPIC.replace('sns', 'sqs'), '*'])(
  'anything but a topic of Amazon’s isn’t shown as one: %j',
  topic => {
    expect(isConfirmation(topic, address('a1b2', encodeURIComponent(topic)))).toBe(false);
  },
);

test('the first request stays: the address shown is the one confirmed, and further requests are dropped meanwhile', async () => {
  const { subscriptions, request, confirm, reported, visited } = createRig();
  const otherAddresses = Array.from({ length: 29 }, (_, index) => `${OTHER}-${index}`);
  await Promise.all([
    request(address('first')),
    ...otherAddresses.map(topic => request(address('other', topic), topic)),
    request(address('second')),
  ]);
  expect(reported).toEqual([TOPIC]);
  expect(await confirm(OTHER)).toBe('gone');
  expect(await subscriptions.ignore('T1', 'T1-h', OTHER)).toBe('gone');
  expect(await confirm()).toBe('confirmed');
  expect(visited).toEqual([address('first')]);
  expect(await confirm(), 'done once').toBe('gone');
});

test('another request may come once the first was ignored, failed, or couldn’t be reported', async () => {
  const rig = createRig({ isTaken: false });
  await rig.request(address('first'));
  expect(await rig.subscriptions.ignore('T1', 'T1-h', TOPIC)).toBe('ignored');
  expect(await rig.confirm()).toBe('gone');
  await rig.request(address('other', OTHER), OTHER);
  expect(await rig.confirm(OTHER)).toBe('failed');
  await rig.request(address('again', OTHER), OTHER);
  expect(rig.reported, 'and is reported again').toEqual([TOPIC, OTHER, OTHER]);
  rig.amazon.isTaken = true;
  expect(await rig.confirm(OTHER)).toBe('confirmed');
  expect(rig.visited).toEqual([address('other', OTHER), address('again', OTHER)]);

  const untold = createRig({ isTold: false });
  await untold.request(address());
  await untold.request(address());
  expect(untold.reported).toHaveLength(2);
});
