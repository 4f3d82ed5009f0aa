import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { PlaygroundOptions } from '../../../src/playground/index.ts';
import { submitText } from '../../support/recipients.ts';
import { scheduled } from '../../support/schedules.ts';
import { keepNamed, saveSettings } from '../../support/settings.ts';
import { createLinkedStage, HOUR, MINUTE, SECOND, type Stage } from '../../support/stage.ts';
import { contentOf, opened } from '../../support/views.ts';

/* The workspace's line at the end of texts, because nobody can answer them. */

const LINE = 'Nipun Traders, call 01799000000';

async function setUp(slack: PlaygroundOptions = { manifest: readManifest() }): Promise<Stage> {
  const stage = await createLinkedStage({ slack });
  await saveSettings(stage, { signOff: LINE, signsAll: true });
  return stage;
}

test('a typed line goes out as typed, with the sign-off below, counted in its parts', async () => {
  const { sms, post, accepted } = await setUp();
  await sms(`01712345678 ${'x'.repeat(140)}`);
  const receipt = await post(/texted/);
  expect(accepted()).toEqual([`${'x'.repeat(140)}\n${LINE}`]);
  expect(receipt.text).toContain('2 parts · cost 0.70');
  await sms('01712345679 Hello. {sign-off}');
  await expect.poll(() => accepted()[1]).toBe(`Hello. ${LINE}`);
});

test('the form shows the line and counts it; a change of it while the form is open isn’t sent', async () => {
  const stage = await setUp();
  const { slack, accepted } = stage;
  await slack.command({ user: 'rafiq', text: '' });
  const form = await slack.waitForView('rafiq');
  await stage.quiet();
  const shown = () => JSON.stringify(form.content.blocks);
  expect(shown()).toContain('Nobody can answer these texts');
  await slack.act(form, 'compose_message_input', 'Hello');
  await stage.pass(SECOND);
  await expect.poll(shown).toContain(`Ends with: “${LINE}”`);
  await saveSettings(stage, { signOff: 'Another line' });
  expect((await submitText(stage, form, '01712345678', 'Hello')).errors).toEqual({});
  await expect.poll(accepted).toEqual([`Hello\n${LINE}`]);
});

test('what was asked about goes out with the line that the question counted', async () => {
  const stage = await setUp();
  await keepNamed(stage, 'team', { '01712345671': 'Ranu', '01712345672': 'Kamal' });
  await stage.sms(`team ${'x'.repeat(140)}`);
  const question = await stage.post(/Send this to \*team\*/);
  expect(question.text).toContain('2 recipients · 4 parts');
  await saveSettings(stage, { signOff: 'Another line', signsAll: true });
  await stage.slack.press(question, 'send_anyway');
  await stage.pass(MINUTE);
  expect(stage.accepted()).toEqual(Array(2).fill(`${'x'.repeat(140)}\n${LINE}`));
});

test('1,600 characters include it, and the refusal says so', async () => {
  const { sms, post, accepted } = await setUp();
  await sms(`01712345678 ${'x'.repeat(1600)}`);
  const refusal = await post(/has 1,632 characters/);
  expect(refusal.text).toContain('1,632 characters, 31 of them the sign-off’s, and the limit is 1,600');
  expect(accepted()).toEqual([]);
});

test('an uncertain text that is sent again has it once', async () => {
  const stage = await setUp();
  const mend = stage.service.faults.add({ kind: 'unreadable-200' });
  await stage.sms('01712345678 hello');
  await stage.service.requests.decided(1);
  await stage.pass(20 * SECOND);
  mend();
  await saveSettings(stage, { signOff: 'Another line' });
  await stage.slack.press(await stage.post(/may or may not/), 'send_again', { user: 'rafiq' });
  await stage.pass(MINUTE);
  expect(stage.accepted()).toEqual(Array(2).fill(`hello\n${LINE}`));
});

test('a broadcast’s review shows it in every text, and that is what goes', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const form = await opened(stage, 'rafiq', () => stage.sms('broadcast'));
  const { errors } = await slack.submit(form, {
    broadcast_kind: 'service',
    broadcast_pasted: '01712345671, 01712345672',
    broadcast_message: 'x'.repeat(140),
  });
  expect(errors).toEqual({});
  await slack.waitFor(() => !/Working it out/.test(contentOf(form)), 'what the broadcast comes to');
  expect(contentOf(form)).toContain(LINE);
  expect(contentOf(form)).toContain('4 parts');
  await saveSettings(stage, { signOff: 'Another line' });
  await slack.submit(form, {});
  await stage.pass(MINUTE);
  expect(stage.accepted()).toEqual(Array(2).fill(`${'x'.repeat(140)}\n${LINE}`));
});

test('a workflow’s text has it, and a scheduled one has the line of its run', async () => {
  const stage = await setUp();
  await stage.sms('01712345671 first');
  await stage.post(/texted/);
  const { run } = await stage.slack.runFunction('send_sms', {
    recipients: '01712345678',
    message: 'Server 3 is down',
  });
  await stage.slack.waitForRun(run);
  await scheduled(stage, '01712345671', 'Later', stage.clock.wall() + HOUR, {});
  await saveSettings(stage, { signOff: 'Another line' });
  await stage.pass(HOUR + MINUTE);
  await expect
    .poll(stage.accepted)
    .toEqual([`first\n${LINE}`, `Server 3 is down\n${LINE}`, 'Later\nAnother line']);
});
