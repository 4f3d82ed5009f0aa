import { expect, test } from 'vitest';
import type { Post } from '../../../src/playground/index.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

/** A stage with a text whose fate nobody knows, and the post about it. */
async function uncertainStage(): Promise<{ stage: Stage; told: Post }> {
  const stage = await createLinkedStage();
  stage.service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
  await stage.sms('01712345678 hello');
  return { stage, told: await stage.post(/may or may not have been sent/) };
}

test('two people press at the same moment: one more text, and the other is told', async () => {
  const { stage, told } = await uncertainStage();
  const { slack, service, post, quiet, posts } = stage;
  await Promise.all(['shirin', 'kamal'].map(user => slack.press(told, 'send_again', { user })));
  await post(/texted/);
  const late = await post(/already pressed “Send again”/);
  await quiet();
  expect(service.requests.count()).toBe(2);
  const sender = posts(/texted/)[0]?.text.includes(slack.person('shirin').id) ? 'kamal' : 'shirin';
  expect(late.visibleTo).toBe(slack.person(sender).id);
});

test('a guest who presses it is refused, and it still works', async () => {
  const { stage, told } = await uncertainStage();
  const { slack, service, post, quiet } = stage;
  await slack.press(told, 'send_again', { user: 'imran' });
  const refusal = await post(/Guests can’t send/);
  expect(refusal.visibleTo).toBe(slack.person('imran').id);
  await quiet();
  expect(service.requests.count()).toBe(1);
  expect(JSON.stringify(told.blocks)).toContain('send_again');
  await slack.press(told, 'send_again', { user: 'shirin' });
  await post(/texted/);
  expect(service.requests.count()).toBe(2);
});

test('a press that Slack delivers again sends nothing more', async () => {
  const { stage, told } = await uncertainStage();
  const { slack, service, post, quiet, pass } = stage;
  const { request } = await slack.press(told, 'send_again', { user: 'rafiq' });
  await Promise.all([slack.redeliver(request), slack.redeliver(request)]);
  await post(/texted/);
  await slack.redeliver(request);
  await quiet();
  await pass(MINUTE);
  expect(service.requests.count()).toBe(2);
});

test('without a key it is refused, and the button works once there is one', async () => {
  const { stage, told } = await uncertainStage();
  const { slack, service, post, link, quiet } = stage;
  await slack.command({ user: 'nusrat', text: 'unlink' });
  const form = await slack.waitForView('nusrat', view => view.content.submit !== undefined);
  await slack.submit(form);
  await slack.waitFor(() => JSON.stringify(form.content).includes('unlinked'));
  await slack.press(told, 'send_again', { user: 'rafiq' });
  await post(/No API key/);
  await link();
  await slack.press(told, 'send_again', { user: 'rafiq' });
  await post(/texted/);
  await quiet();
  expect(service.requests.list().filter(one => one.message !== null)).toHaveLength(2);
});

test('if the app isn’t in the channel and the response_url is used up, the person gets it directly', async () => {
  const stage = await createLinkedStage();
  const { slack, service, sms, pass, post } = stage;
  service.faults.add({ kind: 'hang', when: 'after' }, { requests: 1 });
  slack.faults.add({ kind: 'status', status: 404, on: 'response_url' });
  await sms('01712345678 hello', { channel: '#random' });
  await service.requests.decided(1);
  await pass(20 * SECOND);
  const told = await post(/may or may not/);
  expect(told.channel).toBe(`D${slack.person('rafiq').id.slice(1)}`);
  slack.faults.clear();
  await slack.press(told, 'send_again', { user: 'rafiq' });
  await post(/texted/);
});
