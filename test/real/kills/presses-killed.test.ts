import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { Post, View } from '../../../src/playground/index.ts';
import { alertmanager, makeHook, ON_CALL } from '../../support/hooks.ts';
import { opened, said } from '../../support/people-modal.ts';
import { rowTo, runBroadcast } from '../../support/running-broadcast.ts';
import { scheduled } from '../../support/schedules.ts';
import { decide, keepNamed } from '../../support/settings.ts';
import { ADMIN, createLinkedStage, MINUTE, type Stage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';

/* `kill -9` right after Slack had its answer to a press: whoever starts again does what was pressed, once. */

const AUTHOR = 'rafiq';
const TEAM = { '01712345671': 'Ranu', '01712345672': 'Kamal', '01712345673': 'Shirin' };
const FEW = 6;

const staged = () => createLinkedStage({ program: runProgram, slack: { manifest: readManifest() } });

/** Slack has its answer, and the process is gone. */
async function pressAndKill(stage: Stage, press: () => Promise<unknown>): Promise<void> {
  await press();
  stage.program().kill('SIGKILL');
  expect(await stage.program().ended).toBe('SIGKILL');
  await stage.start();
}

async function running(stage: Stage): Promise<Post> {
  await runBroadcast(
    stage,
    Array.from({ length: FEW }, (_, index) => rowTo(index)),
  );
  return stage.post(/is sending a broadcast/);
}

/** The review of a broadcast to three people. */
async function review(stage: Stage): Promise<View> {
  const form = await opened(stage, AUTHOR, () => stage.sms('broadcast', { user: AUTHOR }));
  await stage.slack.choose(form, 'setting', 'farmers', { blockId: 'broadcast_to' });
  await stage.slack.submit(form, { broadcast_message: 'Meet at nine' });
  await stage.slack.waitFor(() => said(form).includes('send_broadcast'), 'what the broadcast comes to');
  return form;
}

test('Pause: nothing more goes', async () => {
  const stage = await staged();
  const post = await running(stage);
  await pressAndKill(stage, () => stage.slack.press(post, 'pause_broadcast', { user: AUTHOR }));
  const isOver = () => stage.accepted().length === FEW;
  await stage.until(() => post.text.includes('Paused by') || isOver());
  expect(post.text).toContain('Paused by');
});

test('Cancel of a broadcast: it ends', async () => {
  const stage = await staged();
  const post = await running(stage);
  await pressAndKill(stage, () => stage.slack.press(post, 'cancel_broadcast', { user: AUTHOR }));
  const isOver = () => stage.accepted().length === FEW;
  await stage.until(() => post.text.includes('Cancelled by') || isOver());
  expect(post.text).toContain('Cancelled by');
});

test('Send, and then Approve: it starts', async () => {
  const stage = await staged();
  await keepNamed(stage, 'farmers', TEAM);
  await decide(stage, { broadcastApproval: { above: 2, channel: ON_CALL } });
  const form = await review(stage);
  await pressAndKill(stage, () => stage.slack.act(form, 'send_broadcast'));
  const post = await stage.post(/needs someone’s approval/);
  await pressAndKill(stage, () => stage.slack.press(post, 'approve_broadcast', { user: ADMIN }));
  await stage.until(() => stage.accepted().length === 3);
});

test('Discard: it comes to nothing', async () => {
  const stage = await staged();
  await keepNamed(stage, 'farmers', TEAM);
  const form = await review(stage);
  await pressAndKill(stage, () => stage.slack.act(form, 'discard_broadcast'));
  await stage.slack.waitFor(() => !said(form).includes('send_broadcast'), 'that it was discarded');
  expect(said(form)).toContain('Nothing was sent');
});

test('"Cancel it" of a scheduled text: it doesn’t go', async () => {
  const stage = await staged();
  await stage.sms('01712345678 first');
  await stage.post(/texted/);
  await scheduled(stage, '01712345678', 'the harvest', Math.ceil(Date.now() / MINUTE) * MINUTE + 3 * MINUTE);
  await stage.slack.command({ user: AUTHOR, text: 'scheduled' });
  const list = await stage.slack.waitForView(AUTHOR, view => said(view).includes('cancel_schedule'));
  await pressAndKill(stage, () => stage.slack.act(list, 'cancel_schedule'));
  await stage.slack.waitFor(() => !said(list).includes('cancel_schedule'), 'what came of it');
  expect(stage.accepted()).toEqual(['first']);
});

test('Try again: what waits goes', async () => {
  const stage = await staged();
  const { service, accountId } = stage;
  service.accounts.suspend(accountId);
  await stage.sms('01712345678 hello');
  const told = await stage.post(/workspace’s texts are on hold/);
  service.accounts.activate(accountId);
  await stage.sms('01712345679 and this');
  await pressAndKill(stage, () => stage.slack.press(told, 'try_again', { user: ADMIN }));
  await stage.until(() => stage.accepted().includes('and this'));
});

test('Revoke: the hook takes no more calls', async () => {
  const stage = await staged();
  const hook = await makeHook(stage);
  const hooks = await opened(stage, ADMIN, () => stage.sms('hooks', { user: ADMIN }));
  await pressAndKill(stage, () => stage.slack.act(hooks, 'revoke_hook'));
  await stage.slack.waitFor(() => !said(hooks).includes('revoke_hook'), 'what came of it');
  expect((await hook.call(alertmanager('db', { DiskFull: {} }))).status).toBe(401);
});
