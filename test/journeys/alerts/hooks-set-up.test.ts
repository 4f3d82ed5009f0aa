import { expect, test } from 'vitest';
import type { View } from '../../../src/playground/index.ts';
import { makeHook, ON_CALL } from '../../support/hooks.ts';
import {
  chooseForHook,
  content,
  FILLED,
  makeHookByModal,
  openHookForm,
  openHooks,
  submitHook,
} from '../../support/hooks-modal.ts';
import { ADMIN, createLinkedStage, SECOND, type Stage } from '../../support/stage.ts';

/* From "I want to be texted" to a first text. */

const ADDRESS = { environment: { PUBLIC_URL: 'https://sms.example.com' } };
const fieldsOf = (form: View): string[] =>
  form.content.blocks.flatMap(({ type, block_id: id }) => (type === 'input' ? [String(id)] : []));

/** Presses "Send a test…", and waits for its question. */
async function askForTest(stage: Stage, view: View, user = ADMIN): Promise<View> {
  const before = stage.slack.openViews(user);
  await stage.slack.act(view, 'send_test_of_hook');
  return stage.slack.waitForView(user, view => !before.includes(view) && /This calls/.test(content(view)));
}

test('four fields make a hook; the chosen sender’s lines appear filled in, only this once', async () => {
  const stage = await createLinkedStage(ADDRESS);
  const form = await openHookForm(stage, await openHooks(stage), 'new_hook');
  expect(fieldsOf(form)).toEqual([
    'hook_name',
    'hook_recipients',
    'hook_channel',
    'hook_caller',
    'hook_more',
  ]);
  await chooseForHook(stage, form, '01712345678');
  const { says, errors } = await submitHook(stage, form, { ...FILLED, hook_caller: 'alertmanager' });
  expect(errors).toEqual({});
  const [token = ''] = /smsh_[\w-]{43}/.exec(says) ?? [];
  expect(says).toContain('In Alertmanager’s configuration');
  expect(says).toMatch(/- url: https:\/\/sms\.example\.com\/hooks\/T0PADMA0001-[\w-]+\\n/);
  expect(says).toContain(`credentials: ${token}`);
  expect(says).not.toContain('smss_');
  await stage.slack.closeView(form);

  // All else is as in the long form.
  const change = await openHookForm(stage, await openHooks(stage), 'change_hook');
  expect(fieldsOf(change)).toContain('hook_severities');
  expect(fieldsOf(change)).not.toContain('hook_caller');
  expect(content(change)).not.toContain(token);
  expect((await submitHook(stage, change, {})).says).toContain('is saved');
});

test('Send a test asks first, and then does all of it: a call, a text, a post', async () => {
  const stage = await createLinkedStage(ADDRESS);
  await stage.sms('01712345678 a text that tells what a part costs');
  await stage.post(/texted/);
  const { form } = await makeHookByModal(stage);
  const question = await askForTest(stage, form);
  expect(content(question)).toContain('TEST: The hook Prometheus works.');
  expect(content(question)).toContain(`It texts 017••••5678, and posts in <#${ON_CALL}>`);
  expect(content(question)).toContain('One alert goes to *1 number*: about *0.35 credits* in total');
  await stage.pass(SECOND);
  expect(stage.accepted(), 'nothing before it was confirmed').toHaveLength(1);

  const { reply } = await stage.slack.submit(question, {});
  if (!reply) throw new Error('nothing was sent');
  await stage.slack.redeliver(reply.request);
  await stage.until(() => stage.accepted().length > 1);
  await stage.pass(10 * SECOND);
  expect(stage.accepted().slice(1)).toEqual(['TEST: The hook Prometheus works. Nothing is wrong.']);
  const posts = stage.slack.posts({ channel: ON_CALL }).map(post => JSON.stringify(post.blocks));
  expect(posts.join()).toContain('Only a test');
  expect(posts.join()).not.toContain('Acknowledge');
  const change = await openHookForm(stage, await openHooks(stage), 'change_hook');
  expect(content(change)).toMatch(/JSON, 202, 1 alert/);
  expect(content(change)).toContain('• Test: ');
});

test('only users who may change a hook may send its test; permission is checked on confirmation', async () => {
  const stage = await createLinkedStage();
  await makeHook(stage);
  const list = await openHooks(stage);
  const question = await askForTest(stage, list);
  Object.assign(stage.slack.person(ADMIN), { isAdmin: false, isOwner: false });
  await stage.pass(10 * 60 * SECOND);
  await stage.slack.submit(question, {});
  await stage.pass(10 * SECOND);
  expect(stage.accepted()).toEqual([]);
});

test('in Bangla, too', async () => {
  const stage = await createLinkedStage({
    environment: { ...ADDRESS.environment, DEFAULT_LANGUAGE: 'bn' },
  });
  const { says, form } = await makeHookByModal(stage, { hook_caller: 'uptime_kuma' });
  expect(says).toContain('Uptime Kuma-তে');
  expect(says).toContain('Additional Headers');
  const before = stage.slack.openViews(ADMIN);
  await stage.slack.act(form, 'send_test_of_hook');
  const question = await stage.slack.waitForView(
    ADMIN,
    view => !before.includes(view) && /একটি কল যাবে/.test(content(view)),
  );
  await stage.slack.submit(question, {});
  await stage.until(() => stage.accepted().length > 0);
  expect(stage.accepted()).toEqual(['TEST (টেস্ট): Prometheus হুক কাজ করছে। কোনো সমস্যা হয়নি।']);
});
