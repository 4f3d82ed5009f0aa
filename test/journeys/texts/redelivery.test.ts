import { expect, test } from 'vitest';
import { createLinkedStage, MINUTE } from '../../support/stage.ts';

test('the same signed request again is acked and changes nothing', async () => {
  const { slack, sms, post, posts, pass, service } = await createLinkedStage();
  const { request } = await sms('01712345678 hello');
  await post(/texted/);
  const again = await slack.redeliver(request);
  expect([again.status, again.body]).toEqual([200, '']);
  await pass(MINUTE);
  expect([service.requests.count(), posts().length]).toEqual([1, 1]);
});

test('five at once are one text', async () => {
  const { slack, sms, quiet, service, posts } = await createLinkedStage();
  const first = sms('01712345678 hello');
  await slack.waitFor(() => slack.traffic.of('slash_commands').length === 2);
  const request = slack.traffic.of('slash_commands').at(-1)?.request;
  if (!request) throw new Error('nothing was sent');
  const replies = await Promise.all(
    Array.from({ length: 5 }, () => slack.redeliver({ ...request, what: 'slash_commands' })),
  );
  await first;
  await quiet();
  expect(replies.map(reply => reply.status)).toEqual([200, 200, 200, 200, 200]);
  expect([service.requests.count(), posts().length]).toEqual([1, 1]);
});

test('pressing Cancel or answering the question, delivered twice, counts once', async () => {
  const { slack, sms, post, posts, pass, service } = await createLinkedStage();
  await sms('01712345678 hello');
  await post(/texted/);
  await sms('01712345678 hello');
  const { request } = await slack.press(await post(/Send it again\?/), 'send_anyway');
  await Promise.all([slack.redeliver(request), slack.redeliver(request)]);
  await slack.waitFor(() => posts(/texted/).length === 2);
  await pass(MINUTE);
  expect([service.requests.count(), posts(/texted/).length]).toEqual([2, 2]);
});
