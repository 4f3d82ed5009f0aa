import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { Post } from '../../../src/playground/index.ts';
import { rowTo, runBroadcast } from '../../support/running-broadcast.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';
import { runProgram } from '../support/program.ts';

/* `kill -9` right after Slack had its ack of a press: the next process carries out the press, once. */

const AUTHOR = 'rafiq';
const FEW = 6;

const setUp = () => createLinkedStage({ program: runProgram, slack: { manifest: readManifest() } });

/** Kills the program once Slack has its ack. */
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

test('Pause: no more texts are sent', async () => {
  const stage = await setUp();
  const post = await running(stage);
  await pressAndKill(stage, () => stage.slack.press(post, 'pause_broadcast', { user: AUTHOR }));
  const isOver = () => stage.accepted().length === FEW;
  await stage.until(() => post.text.includes('Paused by') || isOver());
  expect(post.text).toContain('Paused by');
});
