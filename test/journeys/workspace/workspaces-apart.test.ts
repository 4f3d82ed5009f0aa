import { expect, test } from 'vitest';
import { padma, type WorkspaceSeed } from '../../../src/playground/world/seed.ts';
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

test('balance, log and key of one workspace are unknown in the other', async () => {
  const stage = await createTwoWorkspaces();
  await stage.sms('01712345678 hello');
  await stage.post(/texted/);
  const ask = (text: string) =>
    stage.slack.command({ user: 'mithu', team: jamuna.id, channel: 'tea', text }).then(reply => reply.body);
  expect(await ask('balance')).toContain('no API key');
  expect(await ask('log')).toContain('No texts yet');
});

test('within a workspace, only a text’s sender can cancel it or answer for it', async () => {
  const stage = await createLinkedStage();
  const { slack, service, sms, post, pass, accepted } = stage;
  service.faults.add({ kind: 'refuse', code: 'RATE_LIMITED' }, { requests: 1 });
  await sms('01712345678 hello');
  const notice = await post(/is on hold/);
  await sms('01712345678 hello');
  const question = await post(/Send it again/);
  // These posts are ephemeral, so the test forges copies that another user can press.
  for (const [shown, action] of [
    [notice, 'cancel_text'],
    [question, 'send_anyway'],
  ] as const) {
    delete shown.visibleTo;
    await slack.press(shown, action, { user: 'shirin' });
  }
  await slack.waitFor(
    () => slack.posts().filter(post => /Only the person who asked/.test(post.text)).length === 2,
  );
  await pass(MINUTE);
  expect(accepted()).toEqual(['hello']);
});
