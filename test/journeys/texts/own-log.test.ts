import { expect, test } from 'vitest';
import type { Post } from '../../../src/playground/index.ts';
import { keepNamed } from '../../support/settings.ts';
import { createLinkedStage, SECOND, type Stage } from '../../support/stage.ts';

/* A person's own log tells texts apart, and only they see it. */

async function logOf(stage: Stage, user = 'rafiq'): Promise<Post> {
  const before = stage.slack.posts({ user }).length;
  await stage.slack.command({ user, text: 'log' });
  return stage.slack.waitFor(() => stage.slack.posts({ user })[before], `the log of ${user}`);
}

async function homeOf({ slack }: Stage, user = 'rafiq') {
  await slack.openApp(user);
  return slack.waitFor(() => slack.home(user));
}

const blocksOf = (post: { blocks?: unknown[] | undefined }): string => JSON.stringify(post.blocks);

test('shows each text’s recipient and first words: a teammate, a contact and a number, in Home as well', async () => {
  const stage = await createLinkedStage();
  await keepNamed(stage, 'farmers', { '01712345671': 'Ranu Begum' });
  await stage.sms('@nusrat The pump is broken, please call me before noon');
  await stage.sms('01712345671 *Tomorrow* at ten');
  await stage.sms('01912345678 hello');
  await expect.poll(() => stage.posts(/texted/).length).toBe(3);
  const log = await logOf(stage);
  const nusrat = stage.slack.person('nusrat').id;
  expect(log.visibleTo).toBe(stage.slack.person('rafiq').id);
  expect(log.text).toMatch(
    new RegExp(`\\*<@${nusrat}> \\(018••••5679\\)\\* accepted.*· “The pump is broken, please call me befo…”`),
  );
  expect(log.text).toMatch(/\*Ranu Begum 017••••5671\* accepted.*Tomorrow.* at ten”/);
  expect(log.text).toMatch(/\*019••••5678\* accepted.*“hello”/);
  expect(log.text, 'whose it is, they know').not.toContain(stage.slack.person('rafiq').id);
  const home = JSON.stringify((await homeOf(stage)).content);
  expect(home).toContain('Ranu Begum 017••••5671');
  expect(home).toContain('“The pump is broken');

  const shirins = [await logOf(stage, 'shirin'), (await homeOf(stage, 'shirin')).content];
  expect(JSON.stringify(shirins), 'nobody else reads them').not.toMatch(/pump|5671/);
  expect(JSON.stringify((await homeOf(stage, 'nusrat')).content), 'not even an admin').not.toContain('pump');
});

test('an uncertain text can be sent again from the log, once', async () => {
  const stage = await createLinkedStage();
  const mend = stage.service.faults.add({ kind: 'reset', when: 'after' });
  await stage.sms('01712345678 hello');
  await stage.service.requests.decided(1);
  await stage.pass(20 * SECOND);
  mend();
  await stage.post(/may or may not have been sent/);
  const log = await logOf(stage);
  expect(blocksOf(log)).toContain('send_again');
  expect(JSON.stringify((await homeOf(stage)).content)).toContain('send_again');
  await stage.slack.press(log, 'send_again');
  await stage.post(/texted \*017••••5678\*/);
  const after = await logOf(stage);
  expect(after.text).toContain('uncertain');
  expect(blocksOf(after), 'it was sent again').not.toContain('send_again');
});
