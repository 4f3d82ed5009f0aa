import { expect, test } from 'vitest';
import type { Post, View } from '../../../src/playground/index.ts';
import { makeHook } from '../../support/hooks.ts';
import {
  direct,
  fire,
  gets,
  minutes,
  postSaying,
  RAFIQ,
  RAFIQS,
  resolve,
  TEAM,
  teammate,
  textedNumbers,
} from '../../support/on-call.ts';
import { openContact, openPeople } from '../../support/people-modal.ts';
import { keepNamed, saveSettings } from '../../support/settings.ts';
import { ADMIN, createLinkedStage, MINUTE, passUntil, SECOND, type Stage } from '../../support/stage.ts';
import { contentOf, opened, submitForm } from '../../support/views.ts';

/* How a person wants to be called: the form, the message and its button, and the texts that follow or take its place. */

const KAMAL = 'U0KAMAL0001';
const ALONE = { recipients: [teammate(RAFIQ)] };

const open = (stage: Stage, user = 'rafiq', text = 'calling'): Promise<View> =>
  opened(stage, user, () => stage.slack.command({ user, text }));

const choose = async (stage: Stage, values: Record<string, unknown>, user = 'rafiq') =>
  submitForm(stage, await open(stage, user), values);

/** A message at once, and a text three minutes later. */
const MESSAGE_THEN_TEXT = { calling_first: 'message', calling_second: 'text' };

async function messageTo(stage: Stage, user: string, fits: RegExp): Promise<Post> {
  const find = () => direct(stage, user).findLast(({ text }) => fits.test(text));
  await passUntil(stage, () => find() !== undefined);
  return find() as Post;
}

test('a message comes first, and after three minutes a text; both hear of the end, and the post names them', async () => {
  const stage = await createLinkedStage();
  const { says } = await choose(stage, MESSAGE_THEN_TEXT);
  expect(says).toContain('A message at once, a text after 3 minutes, until someone acknowledges it.');
  expect(says).toContain('up to 1 text for one alert');
  const hook = await makeHook(stage, ALONE);
  await fire(hook);
  const message = await messageTo(stage, 'rafiq', /CRITICAL DiskFull/);
  expect(JSON.stringify(message.blocks)).toContain('<#C0ONCALL001>');
  await postSaying(stage, /:speech_balloon: Message to <@U0RAFIQ0001>/);
  await stage.pass(2 * MINUTE);
  expect(textedNumbers(stage)).toEqual([]);
  await stage.pass(MINUTE);
  expect(await gets(stage, 1)).toEqual([RAFIQS]);
  await stage.pass(MINUTE);
  await resolve(hook);
  await messageTo(stage, 'rafiq', /RESOLVED DiskFull/);
  expect(await gets(stage, 2)).toEqual([RAFIQS, RAFIQS]);
});

test('“Acknowledge” in the message stops the text and the next step', async () => {
  const stage = await createLinkedStage();
  await choose(stage, MESSAGE_THEN_TEXT);
  await fire(await makeHook(stage, TEAM));
  await stage.slack.press(await messageTo(stage, 'rafiq', /DiskFull/), 'take_alerts', { user: 'rafiq' });
  await postSaying(stage, /Acknowledged by <@U0RAFIQ0001>/);
  await minutes(stage, 20);
  expect(textedNumbers(stage)).toEqual([]);
});

test('a person without a number who chose messages is reached', async () => {
  const stage = await createLinkedStage();
  const { says } = await choose(stage, { calling_first: 'message' }, 'kamal');
  expect(says).toContain('texts can’t reach you; only messages can');
  await fire(await makeHook(stage, { ...TEAM, recipients: [teammate(KAMAL)] }));
  await messageTo(stage, 'kamal', /CRITICAL DiskFull/);
  await stage.pass(4 * MINUTE);
  expect(textedNumbers(stage), 'the next step waits').toEqual([]);
});

test('while Slack takes no message, a text goes instead after a minute', async () => {
  const stage = await createLinkedStage();
  await choose(stage, { calling_first: 'message' });
  const hook = await makeHook(stage, ALONE);
  stage.slack.faults.add({ on: 'chat.postMessage', kind: 'status', status: 503 });
  await fire(hook);
  await stage.pass(50 * SECOND);
  expect(textedNumbers(stage)).toEqual([]);
  expect(await gets(stage, 1)).toEqual([RAFIQS]);
  stage.slack.faults.clear();
  await postSaying(stage, /Slack didn’t take the message to <@U0RAFIQ0001>/);
});

test('an admin may require a text about what is critical, which the form says', async () => {
  const stage = await createLinkedStage();
  await choose(stage, { calling_first: 'message' });
  await saveSettings(stage, { alertsTextCritical: true });
  expect(contentOf(await open(stage))).toContain('You can’t switch that off here');
  const hook = await makeHook(stage, { ...ALONE, severities: ['critical', 'warning'] });
  await hook.call({ alertname: 'Slow', severity: 'warning', message: 'slow' });
  await messageTo(stage, 'rafiq', /slow/i);
  await stage.pass(2 * MINUTE);
  expect(textedNumbers(stage)).toEqual([]);
  await fire(hook);
  await messageTo(stage, 'rafiq', /DiskFull/);
  expect(await gets(stage, 1)).toEqual([RAFIQS]);
});

test('the form is in Bangla for whoever reads it so, and says what is wrong', async () => {
  const stage = await createLinkedStage();
  await saveSettings(stage, { language: 'bn' });
  const form = await open(stage, 'shirin', 'জানানো');
  expect(contentOf(form)).toContain('আমাকে যেভাবে জানাবেন');
  const { errors } = await submitForm(stage, form, { calling_second: 'text', calling_second_minutes: '৯০০' });
  expect(errors).toEqual({ calling_second_minutes: '১ থেকে ৬০-এর মধ্যে মিনিটের সংখ্যা লিখুন।' });
  const { says } = await submitForm(stage, form, { calling_second: 'text', calling_second_minutes: '৩' });
  expect(says).toContain('সঙ্গে সঙ্গে এসএমএস, ৩ মিনিট পর এসএমএস। কেউ “আমি দেখছি” চাপলেই থেমে যাবে।');
});

test('an erased person’s choice goes, and with it the calls that were still to come', async () => {
  const stage = await createLinkedStage();
  await keepNamed(stage, 'Drivers', { [RAFIQS]: 'Rafiq Islam' });
  await choose(stage, MESSAGE_THEN_TEXT);
  await fire(await makeHook(stage, ALONE));
  await messageTo(stage, 'rafiq', /CRITICAL DiskFull/);
  const contact = await openContact(stage, await openPeople(stage), 'Rafiq Islam');
  const question = await opened(stage, ADMIN, () => stage.slack.act(contact, 'ask_forget'));
  await stage.slack.submit(question);
  await passUntil(stage, () => stage.posts(/The person you erased/).length > 0);
  await minutes(stage, 5);
  expect(textedNumbers(stage)).toEqual([]);
  expect(contentOf(await open(stage))).toContain('A text at once.');
});
