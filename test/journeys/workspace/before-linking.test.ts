import { expect, test } from 'vitest';
import { ADMIN, createStage, SECOND } from '../../support/stage.ts';

test('a member is told to ask an admin, and nothing is sent', async () => {
  const { sms, post, slack, service, quiet } = await createStage();
  expect((await sms('01712345678 hello')).body, 'acked without words').toBe('');
  const refusal = await post(/No API key/);
  expect(refusal.visibleTo).toBe(slack.person('rafiq').id);
  expect(refusal.text).toContain('so nothing was sent. Ask a workspace admin to link one with `/sms link`');
  expect(JSON.stringify(refusal.blocks)).not.toContain('"button"');
  await quiet();
  expect(service.requests.count()).toBe(0);
});

test('an admin gets a button; it opens the modal, and the key goes in', async () => {
  const { sms, post, slack, accepted, apiKey } = await createStage();
  await sms('01712345678 hello', { user: ADMIN });
  const refusal = await post(/Link one with `\/sms link`/);
  await slack.press(refusal, 'open_link');
  const form = await slack.waitForView(ADMIN, view => view.content.submit !== undefined);
  await slack.submit(form, { api_key: apiKey });
  await slack.waitFor(() => JSON.stringify(form.content).includes('The key is linked'));
  await sms('01712345678 hello');
  await post(/texted/);
  expect(accepted()).toEqual(['hello']);
});

test('a text typed right after submitting the modal is sent, however slow Slack and the service are', async () => {
  // Slack's answer about the admin is held back until the test releases it.
  const HELD_MS = 12_345;
  const held: (() => void)[] = [];
  const clock = {
    now: Date.now,
    setTimeout: (run: () => void, ms: number) => (ms === HELD_MS ? held.push(run) : setTimeout(run, ms)),
    clearTimeout: (handle: unknown) => clearTimeout(handle as NodeJS.Timeout),
  };
  const stage = await createStage({
    slack: { clock, manifest: { features: { slash_commands: [{ command: '/sms', should_escape: true }] } } },
  });
  const { slack, service, sms, quiet, pass, posts, accepted } = stage;
  await slack.command({ user: ADMIN, text: 'link' });
  const form = await slack.waitForView(ADMIN, view => view.content.submit !== undefined);
  slack.faults.add({ kind: 'slow', delayMs: HELD_MS, on: 'users.info', times: 1 });
  service.faults.add({ kind: 'hang', when: 'before' }, { requests: 1 });

  await slack.submit(form, { api_key: stage.apiKey });
  await sms('01712345678 right behind');
  await quiet();
  expect(posts(), 'nobody is told that there is no key').toEqual([]);
  for (const letGo of held) letGo();
  await service.requests.reached(1);
  await pass(20 * SECOND);

  await stage.post(/texted/);
  expect(accepted()).toEqual(['right behind']);
});
