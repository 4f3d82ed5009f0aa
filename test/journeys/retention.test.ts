import { expect, test } from 'vitest';
import { createLinkedStage, MINUTE } from '../support/stage.ts';

const DAY = 24 * 60 * MINUTE;

test('after 30 days no word of a text is kept, and its buttons say that it is gone', async () => {
  const stage = await createLinkedStage();
  const { slack, service, sms, post, pass } = stage;
  await sms('01712345678 words of a month ago');
  await post(/texted/);
  service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
  await sms('01712345679 words that went uncertain');
  const told = await post(/may or may not/);
  await pass(29 * DAY);
  expect(stage.stored()).toContain('words that went uncertain');

  await pass(2 * DAY);
  expect(stage.stored()).not.toContain('words');
  await slack.press(told, 'send_again', { user: 'rafiq' });
  await post(/too old to act on: its content was removed/);
  expect((await sms('log')).body).toContain('No texts yet');
  expect(service.requests.count()).toBe(2);
});
