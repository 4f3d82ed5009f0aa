import { expect, test } from 'vitest';
import { ADMIN, createLinkedStage, createStage, SECOND } from '../../support/stage.ts';

/* Slack waits three seconds for an answer, so we answer before anything else on the network. */

test('a text is acked although neither Slack nor the SMS service answers the app', async () => {
  const { slack, service, sms } = await createLinkedStage();
  slack.faults.add({ kind: 'hang', on: '*' });
  service.faults.add({ kind: 'hang', when: 'before' });
  for (const text of ['01712345678 hello', '@shirin hello', 'balance', 'log', 'help', 'no number']) {
    expect(await sms(text), text).toMatchObject({ status: 200 });
  }
  for (const text of ['link', 'unlink']) {
    expect(await slack.command({ user: ADMIN, text }), text).toMatchObject({ status: 200, body: '' });
  }
});

test('so is every button', async () => {
  const { slack, service, sms, post, pass } = await createLinkedStage();
  service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
  await sms('01712345678 first');
  const uncertain = await post(/may or may not/);
  await sms('01712345678 first');
  const question = await post(/Send it again\?/);
  service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' }, { requests: 1 });
  await sms('01712345678 second');
  const waiting = await post(/takes only 60 requests/);
  await pass(2 * SECOND);
  service.faults.add({ kind: 'refuse', code: 'INVALID_API_KEY' });
  await sms('01712345678 third');
  await pass(2 * SECOND); // After a 429, one a second.
  const refused = await post(/doesn’t accept the API key. It waits/);
  const onHold = await post(/This workspace’s texts are on hold/);

  slack.faults.add({ kind: 'hang', on: '*' });
  for (const [one, action] of [
    [uncertain, 'send_again'],
    [question, 'send_anyway'],
    [waiting, 'cancel_text'],
    [refused, 'try_again'],
    [onHold, 'open_link'],
  ] as const) {
    const reply = await slack.press(one, action, { user: 'rafiq' });
    expect([reply.status, reply.problem], action).toEqual([200, undefined]);
  }
});

test('so is the form, and it says that the key is being checked', async () => {
  const { slack, service, apiKey } = await createStage();
  await slack.command({ user: ADMIN, text: 'link' });
  const form = await slack.waitForView(ADMIN, view => view.content.submit !== undefined);
  slack.faults.add({ kind: 'hang', on: '*' });
  service.faults.add({ kind: 'hang', when: 'before' });
  const { reply } = await slack.submit(form, { api_key: apiKey });
  expect(reply).toMatchObject({ status: 200, json: { response_action: 'update' } });
  expect(JSON.stringify(form.content)).toContain('Checking the key with the SMS service');
});
