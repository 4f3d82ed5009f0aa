import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { PlaygroundOptions } from '../../../src/playground/index.ts';
import { keepNamed, saveSettings } from '../../support/settings.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

/* Ten seconds to take back what was sent, where a workspace wants that. */

const NOTICE = /goes out in 10 seconds/;

async function setUp(slack?: PlaygroundOptions): Promise<Stage> {
  const stage = await createLinkedStage(slack ? { slack } : {});
  await saveSettings(stage, { undo: true });
  return stage;
}

test('“Undo” within ten seconds: nothing goes out or is charged, and the same post says so', async () => {
  const stage = await setUp();
  const { slack, sms, post, posts, pass, accepted } = stage;
  await sms('01712345678 hello');
  const notice = await post(NOTICE);
  expect(notice.visibleTo).toBe(slack.person('rafiq').id);
  await pass(9 * SECOND);
  expect(posts(), 'no other notice that it waits').toEqual([notice]);
  const pressed = await slack.press(notice, 'undo_text');
  await expect.poll(() => notice.text).toContain('Cancelled. The text to *017••••5678* was not sent');
  await slack.redeliver(pressed.request);
  await pass(10 * MINUTE);
  expect([accepted(), stage.service.requests.count(), posts()]).toEqual([[], 0, [notice]]);

  // What was undone is no earlier text that the next would repeat.
  await sms('01712345678 hello');
  await pass(10 * SECOND);
  expect(accepted()).toEqual(['hello']);
});

test('without a press it goes after ten seconds, once; then it is too late', async () => {
  const { slack, sms, post, pass, accepted, service } = await setUp();
  await sms('01712345678 hello');
  const notice = await post(NOTICE);
  await pass(10 * SECOND - 1);
  expect(service.requests.count()).toBe(0);
  await pass(1);
  await post(/texted/);
  await slack.press(notice, 'undo_text');
  await expect.poll(() => notice.text).toContain('Too late');
  await pass(MINUTE);
  expect(accepted()).toEqual(['hello']);
});

test('the same text within two minutes is asked about as ever, and waits after the answer', async () => {
  const { slack, sms, post, pass, accepted } = await setUp();
  await sms('01712345678 hello');
  await pass(10 * SECOND);
  await sms('01712345678 hello');
  const question = await post(/sent the same text/);
  await slack.press(question, 'send_anyway');
  await pass(9 * SECOND);
  expect(accepted()).toEqual(['hello']);
  await pass(SECOND);
  expect(accepted()).toEqual(['hello', 'hello']);
});

test('several people’s texts are taken back together, in the post about them', async () => {
  const stage = await setUp({ manifest: readManifest() });
  const { slack, sms, post, pass, accepted } = stage;
  await keepNamed(stage, 'team', { '01712345671': 'Ranu', '01712345672': 'Kamal' });
  await sms('team The truck is here');
  await slack.press(await post(/Send this to \*team\*/), 'send_anyway');
  await pass(SECOND);
  const shown = await post(/is texting \*team\*/);
  expect(shown.text).toContain('They go out in 9 seconds.');
  expect(JSON.stringify(shown.blocks)).toContain('Undo');
  await slack.press(shown, 'cancel_texts', { user: 'rafiq' });
  await pass(MINUTE);
  expect(shown.text).toContain('0 of 2 sent · 2 cancelled');
  expect(accepted()).toEqual([]);
});

test('after the ten seconds, a text that still has to wait is said to, once', async () => {
  const { sms, posts, pass, serviceGoesAway, serviceReturns, accepted } = await setUp();
  await serviceGoesAway();
  await sms('01712345678 hello');
  await pass(20 * SECOND);
  expect(posts(/is on hold/)).toHaveLength(1);
  await serviceReturns();
  await pass(MINUTE);
  expect(accepted()).toEqual(['hello']);
});

test('in Bangla', async () => {
  const stage = await setUp();
  await saveSettings(stage, { language: 'bn' });
  await stage.sms('01712345678 hello');
  const notice = await stage.post(/১০ সেকেন্ড পরে যাবে/);
  expect(JSON.stringify(notice.blocks)).toContain('আনডু');
});
