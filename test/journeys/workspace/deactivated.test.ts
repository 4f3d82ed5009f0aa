import { expect, test } from 'vitest';
import { decide } from '../../support/settings.ts';
import { ADMIN, createLinkedStage, createStage, MINUTE, type Stage } from '../../support/stage.ts';

/* A user who left: Slack keeps the deactivated account, with the phone number in its profile. */

/** Deactivates an account, and lets the app's cached facts about it expire. */
async function leaves(stage: Stage, user: string): Promise<string> {
  const person = stage.slack.person(user);
  person.deleted = true;
  await stage.pass(6 * MINUTE);
  return person.id;
}

const DEACTIVATED = /Your account in this Slack workspace is deactivated/;

test('a user who left can’t send', async () => {
  const stage = await createLinkedStage();
  await stage.sms('01712345678 still here');
  await stage.post(/texted/);
  await leaves(stage, 'rafiq');
  await stage.sms('01712345679 from a forgotten phone');
  expect((await stage.post(DEACTIVATED)).text).toContain('nothing was sent');
  // The cached facts refuse them as well.
  await stage.sms('01712345679 and again');
  await stage.slack.waitFor(() => stage.posts(DEACTIVATED).length === 2);
  expect(stage.accepted()).toEqual(['still here']);
});

test('an admin who left can’t link a key, even if the form is still open and Slack wasn’t asked meanwhile', async () => {
  const stage = await createStage();
  const { slack } = stage;
  await slack.command({ user: ADMIN, text: 'link' });
  const form = await slack.waitForView(ADMIN, view => view.content.submit !== undefined);
  slack.person(ADMIN).deleted = true;
  await slack.submit(form, { api_key: stage.apiKey });
  await slack.waitFor(() => DEACTIVATED.test(JSON.stringify(form.content)));
  expect(stage.service.requests.count()).toBe(0);
  expect(stage.stored()).not.toContain('linked-key');
});

test('a teammate who left isn’t texted, and the sender reads why', async () => {
  const stage = await createLinkedStage();
  await stage.sms('@babul hello');
  const refusal = await stage.post(/’s Slack account is deactivated/);
  expect(refusal.text).toContain(`<@${stage.slack.person('babul').id}>`);
  expect(refusal.text).toContain('Nothing was sent');
  expect(stage.service.requests.count()).toBe(0);
});

test('no message refers to an admin who left: others are named, and are told about a held key', async () => {
  const stage = await createLinkedStage();
  const { slack, service } = stage;
  const [kamal, shirin] = [slack.person('kamal').id, slack.person('shirin').id];
  await decide(stage, { managers: [kamal, shirin] });
  await leaves(stage, 'kamal');
  await leaves(stage, ADMIN);
  await stage.sms('01712345678 hello', { user: 'imran' });
  expect((await stage.post(/Guests can’t send/)).text).toContain(`Ask <@${shirin}> to send it`);

  service.faults.add({ kind: 'refuse', code: 'INSUFFICIENT_CREDITS' });
  await stage.sms('01712345678 hello');
  await stage.post(/Your text .* is on hold: the account is out of SMS credits/);
  await slack.waitFor(() => slack.posts({ channel: 'app', user: 'tahmina' }).length > 0);
  expect(slack.posts({ channel: 'app', user: ADMIN })).toEqual([]);
});
