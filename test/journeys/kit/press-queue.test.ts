import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { Post } from '../../../src/playground/index.ts';
import { rowTo, runBroadcast } from '../../support/running-broadcast.ts';
import { createLinkedStage, MINUTE, passUntil, type Stage } from '../../support/stage.ts';

/*
 * A press with an effect is stored before Slack has its ack, because the facts that permission needs may come
 * later, or never.
 */

/** An admin whose facts the app hasn't loaded yet. */
const SECOND_ADMIN = 'tahmina';
const WAITS = /I can’t reach Slack/;
const NOT_DONE = /wasn’t done: Slack didn’t answer for 15 minutes/;

const setUp = (): Promise<Stage> => createLinkedStage({ slack: { manifest: readManifest() } });
const silence = ({ slack }: Stage) => slack.faults.add({ kind: 'status', status: 503, on: 'users.info' });

/** Starts a broadcast by rafiq that runs for more than an hour; returns its post. */
async function broadcast(stage: Stage): Promise<Post> {
  await runBroadcast(
    stage,
    Array.from({ length: 5000 }, (_, index) => rowTo(index)),
  );
  await passUntil(stage, () => stage.posts(/is sending a broadcast/).length > 0);
  return stage.posts(/is sending a broadcast/)[0] as Post;
}
const pausedBy = ({ slack }: Stage, user: string): string => `Paused by <@${slack.person(user).id}>`;
const toldTo = ({ slack }: Stage, user: string, fits: RegExp): Post[] =>
  slack.posts({ user, includeEphemeral: true }).filter(({ text }) => fits.test(text));

test('while Slack is unavailable the press waits, over a restart too, and is carried out once Slack answers', async () => {
  const stage = await setUp();
  const post = await broadcast(stage);
  silence(stage);
  await stage.slack.press(post, 'pause_broadcast', { user: SECOND_ADMIN });
  await passUntil(stage, () => toldTo(stage, SECOND_ADMIN, WAITS).length > 0);
  await stage.restart();
  await stage.pass(MINUTE);
  expect(post.text).toContain('is sending');
  stage.slack.faults.clear();
  await passUntil(stage, () => post.text.includes(pausedBy(stage, SECOND_ADMIN)));
  expect(toldTo(stage, SECOND_ADMIN, WAITS), 'said once').toHaveLength(1);
});

test('after 15 minutes without an answer from Slack it isn’t carried out, and the presser is told, however late Slack accepts the message', async () => {
  const stage = await setUp();
  const post = await broadcast(stage);
  silence(stage);
  await stage.slack.press(post, 'pause_broadcast', { user: SECOND_ADMIN });
  await passUntil(stage, () => toldTo(stage, SECOND_ADMIN, WAITS).length > 0);
  stage.slack.faults.add({ kind: 'status', status: 503, on: 'response_url' });
  await stage.pass(16 * MINUTE);
  expect(toldTo(stage, SECOND_ADMIN, NOT_DONE)).toEqual([]);
  stage.slack.faults.clear();
  await passUntil(stage, () => toldTo(stage, SECOND_ADMIN, NOT_DONE).length > 0);
  await stage.pass(5 * MINUTE);
  expect(post.text).toContain('is sending');
  expect(toldTo(stage, SECOND_ADMIN, NOT_DONE)).toMatchObject([{ text: expect.stringContaining('“Pause”') }]);
});

test('an irreversible action needs live facts, and waits while Slack is unavailable; stopping waits for nothing', async () => {
  const stage = await setUp();
  const { slack } = stage;
  const post = await broadcast(stage);
  // The app never got facts about the broadcast's author.
  const answers = slack.faults.add({ kind: 'hang', on: 'users.info' });
  await slack.press(post, 'pause_broadcast', { user: 'rafiq' });
  await passUntil(stage, () => post.text.includes(pausedBy(stage, 'rafiq')));
  await slack.press(post, 'resume_broadcast', { user: 'rafiq' });
  await passUntil(stage, () => toldTo(stage, 'rafiq', WAITS).length > 0);
  expect(toldTo(stage, 'rafiq', WAITS)).toHaveLength(1);
  expect(post.text).toContain('Paused');
  answers();
  await passUntil(stage, () => post.text.includes('is sending'));

  await slack.press(post, 'pause_broadcast', { user: SECOND_ADMIN });
  await passUntil(stage, () => post.text.includes(pausedBy(stage, SECOND_ADMIN)));
  slack.person(SECOND_ADMIN).deleted = true;
  await slack.press(post, 'resume_broadcast', { user: SECOND_ADMIN });
  await passUntil(stage, () => toldTo(stage, SECOND_ADMIN, /is deactivated/).length > 0);
  expect(post.text).toContain('Paused');
});

test('an admin whose facts are an hour old stops a broadcast while Slack hangs, and isn’t told to wait', async () => {
  const stage = await setUp();
  const post = await broadcast(stage);
  await stage.slack.press(post, 'pause_broadcast', { user: SECOND_ADMIN });
  await passUntil(stage, () => post.text.includes(pausedBy(stage, SECOND_ADMIN)));
  await stage.pass(60 * MINUTE);
  stage.slack.faults.add({ kind: 'hang', on: 'users.info' });
  await stage.slack.press(post, 'cancel_broadcast', { user: SECOND_ADMIN });
  await passUntil(stage, () => /[Cc]ancelled/.test(post.text));
  expect(toldTo(stage, SECOND_ADMIN, WAITS)).toEqual([]);
});
