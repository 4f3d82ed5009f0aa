import { expect, test } from 'vitest';
import { decide } from '../../support/settings.ts';
import { createLinkedStage, MINUTE } from '../../support/stage.ts';

const DAY = 24 * 60 * MINUTE;

test('after 30 days no word of a text is stored, and its buttons say that it was deleted', async () => {
  const stage = await createLinkedStage();
  const { slack, service, sms, post, pass, sleep } = stage;
  await sms('01712345678 words of a month ago');
  await post(/texted/);
  service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
  await sms('01712345679 words that went uncertain');
  const notice = await post(/may or may not/);
  await sleep(29 * DAY);
  expect(stage.stored()).toContain('words that went uncertain');

  await sleep(2 * DAY);
  await pass(2 * 60 * MINUTE);
  expect(stage.stored()).not.toContain('words');
  await slack.press(notice, 'send_again', { user: 'rafiq' });
  await post(/too old: your workspace no longer keeps its message/);
  expect((await sms('log')).body).toContain('No texts yet');
  expect(service.requests.count()).toBe(2);
});

test('a workspace that keeps texts for two days keeps no word longer, but still recognises a late redelivery', async () => {
  const stage = await createLinkedStage();
  await decide(stage, { retentionDays: 2 });
  const { slack, sms, post, pass, sleep, accepted } = stage;
  const { request } = await sms('01712345678 words of the day before yesterday');
  await post(/texted/);
  await sleep(2 * DAY - 60 * MINUTE);
  expect(stage.stored()).toContain('words of the day');
  await pass(3 * 60 * MINUTE);
  expect(stage.stored()).not.toContain('words');
  await sleep(6 * DAY);
  await slack.redeliver(request);
  await stage.quiet();
  expect(accepted()).toEqual(['words of the day before yesterday']);
});
