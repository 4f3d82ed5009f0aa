import { expect, test } from 'vitest';
import type { Post } from '../../../src/playground/index.ts';
import { addPost, appAuthor } from '../../../src/playground/world/posts.ts';
import { padma, type WorkspaceSeed } from '../../../src/playground/world/seed.ts';
import { findChannel, findWorkspace } from '../../../src/playground/world/world.ts';
import { createLinkedStage, MINUTE, type Stage } from '../../support/stage.ts';

const jamuna: WorkspaceSeed = {
  id: 'T0JAMUNA001',
  name: 'Jamuna Tea',
  domain: 'jamuna-tea',
  botUserId: 'U0JAMUNABOT',
  botId: 'B0JAMUNABOT',
  people: [{ id: 'U0MITHU0001', name: 'mithu', realName: 'Mithu Das', role: 'admin' }],
  channels: [{ id: 'C0JAMUNA001', name: 'tea', kind: 'public', botIsMember: true }],
};

const createTwoWorkspaces = (): Promise<Stage> =>
  createLinkedStage({
    slack: {
      manifest: { features: { slash_commands: [{ command: '/sms', should_escape: true }] } },
      workspaces: [padma, jamuna],
    },
  });

/** The same buttons in the other workspace, as somebody there might forge them. */
function copied({ slack }: Stage, post: Post): Post {
  const workspace = findWorkspace(slack.world, jamuna.id);
  return addPost(slack.world, workspace, {
    channel: findChannel(workspace, 'tea'),
    author: appAuthor(slack.world, workspace),
    text: post.text,
    blocks: post.blocks,
    via: 'forged',
    payload: {},
  });
}

const theirs = ({ slack }: Stage) => slack.posts({ team: jamuna.id }).filter(post => post.visibleTo);

test('Cancel with the id of another workspace’s text says that it is gone, and cancels nothing', async () => {
  const stage = await createTwoWorkspaces();
  stage.service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' }, { requests: 1 });
  await stage.sms('01712345678 hello');
  const notice = await stage.post(/is on hold/);
  await stage.slack.press(copied(stage, notice), 'cancel_text', { user: 'mithu' });
  await stage.slack.waitFor(() => theirs(stage).length === 1);
  expect(theirs(stage)[0]?.text).toContain('too old: your workspace no longer keeps its message');
  await stage.pass(MINUTE);
  expect(stage.accepted()).toEqual(['hello']);
});

test('neither do "Send again" and the answer to the same-text question', async () => {
  const stage = await createTwoWorkspaces();
  stage.service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
  await stage.sms('01712345678 hello');
  const told = await stage.post(/may or may not/);
  await stage.sms('01712345678 hello');
  const question = await stage.post(/Send it again/);
  await stage.slack.press(copied(stage, told), 'send_again', { user: 'mithu' });
  await stage.slack.press(copied(stage, question), 'send_anyway', { user: 'mithu' });
  await stage.slack.waitFor(() => theirs(stage).length === 2);
  for (const answer of theirs(stage))
    expect(answer.text).toContain('too old: your workspace no longer keeps its message');
  await stage.pass(MINUTE);
  expect(stage.service.requests.count()).toBe(1);
});

test('balance, log and key of one workspace are unknown in the other', async () => {
  const stage = await createTwoWorkspaces();
  await stage.sms('01712345678 hello');
  await stage.post(/texted/);
  const ask = (text: string) =>
    stage.slack.command({ user: 'mithu', team: jamuna.id, channel: 'tea', text }).then(reply => reply.body);
  expect(await ask('balance')).toContain('no API key');
  expect(await ask('log')).toContain('No texts yet');
});

test('within a workspace, only who asked for a text can cancel it or answer for it', async () => {
  const stage = await createLinkedStage();
  const { slack, service, sms, post, pass, accepted } = stage;
  service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' }, { requests: 1 });
  await sms('01712345678 hello');
  const notice = await post(/is on hold/);
  await sms('01712345678 hello');
  const question = await post(/Send it again/);
  // Forged: these are ephemeral, so nobody else sees them.
  for (const [one, action] of [
    [notice, 'cancel_text'],
    [question, 'send_anyway'],
  ] as const) {
    delete one.visibleTo;
    await slack.press(one, action, { user: 'shirin' });
  }
  await slack.waitFor(
    () => slack.posts().filter(one => /Only the person who asked/.test(one.text)).length === 2,
  );
  await pass(MINUTE);
  expect(accepted()).toEqual(['hello']);
});
