import { describe, expect, test } from 'vitest';
import { ADMIN, createLinkedStage, createStage, MINUTE, type Stage } from '../../support/stage.ts';
import { contentOf, opened } from '../../support/views.ts';

/** The modal's content after this user typed this command. */
async function modalAfter(stage: Stage, user: string, text: string): Promise<string> {
  const view = await opened(stage, user, () => stage.slack.command({ user, text }));
  return JSON.stringify(view.content.blocks);
}

describe.each([
  ['a member', 'rafiq', {}],
  ['a guest', 'imran', {}],
  ['a single-channel guest', 'farhana', {}],
  ['an admin of another team', 'arif', { isAdmin: true }],
])('%s', (_, user, person) => {
  test('is refused politely, and told who can', async () => {
    const stage = await createStage();
    Object.assign(stage.slack.person(user), person);
    const [nusrat, tahmina] = [stage.slack.person('nusrat').id, stage.slack.person('tahmina').id];
    for (const command of ['link', 'unlink']) {
      const modal = await modalAfter(stage, user, command);
      expect(modal).toContain(`Only a workspace admin can do this. Ask <@${nusrat}> or <@${tahmina}>.`);
      expect(modal).not.toContain('plain_text_input');
    }
  });
});

test('an owner can link', async () => {
  expect(await (await createStage()).link(undefined, 'tahmina')).toContain('The key is linked');
});

test('a user who was an admin a minute ago can’t link, though the form is still open', async () => {
  const stage = await createStage();
  const { slack, service } = stage;
  await slack.command({ user: ADMIN, text: 'link' });
  const form = await slack.waitForView(ADMIN, view => view.content.submit !== undefined);
  slack.person(ADMIN).isAdmin = false;
  await slack.submit(form, { api_key: stage.apiKey });
  await slack.waitFor(() => contentOf(form).includes('Only a workspace admin'));
  await stage.quiet();
  expect(service.requests.count(), 'nobody asked the service').toBe(0);
  expect(stage.stored()).not.toContain('linked-key');
});

test('while Slack is unavailable, cached facts aren’t enough to link a key', async () => {
  const stage = await createLinkedStage();
  stage.slack.faults.add({ kind: 'status', status: 503, on: 'users.info' });
  expect(await modalAfter(stage, ADMIN, 'link')).toContain('Slack didn’t answer, so nothing was changed');
  expect(await modalAfter(stage, ADMIN, 'unlink')).toContain('Slack didn’t answer, so nothing was changed');
});

test('if Slack doesn’t open a form, the app says so, and what to type', async () => {
  const { slack, post } = await createStage();
  slack.faults.add({ kind: 'refusal', error: 'expired_trigger_id', on: 'views.open' });
  await slack.command({ user: ADMIN, text: 'link' });
  const notice = await post(/didn’t open/);
  expect(notice.text).toContain('Type `/sms link` again');
  expect(notice.visibleTo).toBe(slack.person(ADMIN).id);
});

describe('unlinking', () => {
  async function unlink({ slack }: Stage): Promise<{ confirmation: string; done: string }> {
    await slack.command({ user: ADMIN, text: 'unlink' });
    const form = await slack.waitForView(ADMIN, view => view.content.submit !== undefined);
    const confirmation = contentOf(form);
    await slack.submit(form);
    await slack.waitFor(() => contentOf(form).includes('unlinked'));
    return { confirmation, done: contentOf(form) };
  }

  test('asks first, refuses waiting texts, and deletes the key', async () => {
    const stage = await createLinkedStage();
    const { sms, post, serviceGoesAway, serviceReturns, quiet, accepted } = stage;
    await serviceGoesAway();
    await sms('01712345678 waits in vain');
    await post(/is on hold: the SMS service can’t be reached/);

    const { confirmation, done } = await unlink(stage);
    expect(confirmation).toContain('1 waiting text won’t be sent');
    expect(done).toContain('1 waiting text won’t be sent');
    await post(/unlinked while this text was waiting, so it was not sent/);
    const lines = stage.logged().match(/.*"code":"UNLINKED".*/g) ?? [];
    expect(lines.map(line => JSON.parse(line))).toMatchObject([
      { msg: 'a text was refused', workspace: expect.any(String), text: expect.any(String) },
    ]);
    expect(lines.join(), 'no number, no word').not.toMatch(/1712345678|in vain/);

    await serviceReturns();
    await stage.pass(60_000);
    await sms('01712345678 without a key');
    await post(/No API key/);
    await quiet();
    expect(accepted()).toEqual([]);
  });

  test.each([
    ['who was an admin a minute ago', /Only a workspace admin/],
    ['about whom Slack doesn’t answer', /I can’t reach Slack/],
  ])('is checked again on confirmation: refused for a user %s', async (description, refusal) => {
    const { slack, sms, post, pass } = await createLinkedStage();
    await sms('01712345678 so that rafiq is known');
    await post(/log #1/);
    await slack.command({ user: ADMIN, text: 'unlink' });
    const form = await slack.waitForView(ADMIN, view => view.content.submit !== undefined);
    if (description.startsWith('who was')) slack.person(ADMIN).isAdmin = false;
    else slack.faults.add({ kind: 'status', status: 503, on: 'users.info' });
    await slack.submit(form);
    await slack.waitFor(() => refusal.test(contentOf(form)));
    slack.faults.clear();
    slack.person(ADMIN).isAdmin = false;
    await pass(16 * MINUTE);
    await sms('01712345678 hello');
    await post(/log #2/);
  });

  test('closing the question changes nothing', async () => {
    const { slack, sms, post } = await createLinkedStage();
    await slack.command({ user: ADMIN, text: 'unlink' });
    await slack.closeView(await slack.waitForView(ADMIN, view => view.content.submit !== undefined));
    await sms('01712345678 hello');
    await post(/texted/);
  });

  test('without a key says that there is none', async () => {
    expect(await modalAfter(await createStage(), ADMIN, 'unlink')).toContain('No API key is linked');
  });
});
