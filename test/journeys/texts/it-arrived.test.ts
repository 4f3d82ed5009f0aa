import { expect, test } from 'vitest';
import type { Post } from '../../../src/playground/index.ts';
import { ADMIN, createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';
import { contentOf, opened } from '../../support/views.ts';

/* "It arrived: mark as sent": a person decides what became of an uncertain text. */

/** A post about an uncertain text, and the stage with it. */
async function uncertainPost(text = '01712345678 hello'): Promise<{ stage: Stage; notice: Post }> {
  const stage = await createLinkedStage();
  const mend = stage.service.faults.add({ kind: 'reset', when: 'after' });
  await stage.sms(text);
  await stage.service.requests.decided(1);
  await stage.pass(20 * SECOND);
  mend();
  return { stage, notice: await stage.post(/may or may not have been sent/) };
}

async function auditOf(stage: Stage): Promise<string> {
  await stage.slack.command({ user: ADMIN, text: 'settings' });
  const settings = await stage.slack.waitForView(ADMIN, view => contentOf(view).includes('open_audit'));
  await stage.slack.act(settings, 'open_audit');
  return contentOf(
    await stage.slack.waitForView(ADMIN, view => contentOf(view).includes('"callback_id":"audit"')),
  );
}

const storyOf = (stage: Stage, post: Post, user = 'rafiq') =>
  opened(stage, user, () => stage.slack.press(post, 'text_story', { user }));

test('its post says who marked it; nothing more is sent, the first press counts, and the audit log has it', async () => {
  const { stage, notice } = await uncertainPost();
  const { slack, service, posts, quiet, pass } = stage;
  const shirin = slack.person('shirin').id;
  const pressed = await slack.press(notice, 'text_arrived', { user: 'shirin' });
  expect(JSON.stringify(pressed.confirm)).toContain('What it cost stays unknown');
  await slack.waitFor(() => /marked as sent/.test(notice.text), 'the post says so');
  expect(notice.text).toBe(
    `:white_check_mark: <@${slack.person('rafiq').id}>’s text to *017••••5678* is marked as sent: <@${shirin}> says that it arrived.\n1 part · cost unknown · no log id`,
  );
  expect(JSON.stringify(notice.blocks)).not.toContain('send_again');
  await slack.command({ text: 'log', user: 'rafiq' });
  const log = await stage.post(/Your last texts/);
  expect(log.text).toContain(`marked as sent by <@${shirin}>, cost unknown`);
  const { content } = await storyOf(stage, notice);
  expect(JSON.stringify(content)).toMatch(
    /asked for it with `\/sms`.*may be sent.*at once.*Nobody knows.*broke before it answered.*Reported in <#.*said that it arrived, and marked it as sent/,
  );
  await pass(30 * MINUTE);
  await quiet();
  expect([service.requests.count(), posts(/017••••5678/).length]).toEqual([1, 2]);
  expect(await auditOf(stage)).toContain(
    `<@${shirin}>: marked <@${slack.person('rafiq').id}>’s text to 017••••5678 as sent: it arrived`,
  );
});

test('from the story, too; then nobody sends it again', async () => {
  const { stage, notice } = await uncertainPost();
  const { slack, service } = stage;
  const story = await storyOf(stage, notice);
  expect(contentOf(story)).toContain('“hello”');
  expect(contentOf(await storyOf(stage, notice, 'shirin')), 'words are their sender’s').not.toContain(
    'hello',
  );
  await slack.act(story, 'text_arrived');
  await slack.waitFor(() => contentOf(story).includes('It’s marked as sent'), 'the story says so');
  expect(contentOf(story)).not.toContain('send_again');
  expect((await stage.post(/is marked as sent/)).kind, 'the channel hears of it').toBe('channel');
  await slack.press(notice, 'send_again', { user: 'shirin' });
  await stage.post(/Someone has already marked this text as sent/);
  await stage.quiet();
  expect(service.requests.count()).toBe(1);
});

test('what was sent again can’t be marked', async () => {
  const { stage, notice } = await uncertainPost();
  const story = await storyOf(stage, notice);
  await stage.slack.act(story, 'send_again');
  await stage.slack.waitFor(() => contentOf(story).includes('It’s being sent again'), 'the story says so');
  await stage.post(/texted \*017••••5678\*/);
  await stage.slack.press(notice, 'text_arrived', { user: 'shirin' });
  await stage.post(/Someone has already pressed “Send again”/);
  expect(contentOf(await storyOf(stage, notice))).toContain('sent it again, as another text');
});

test('in a post about several, the others stay as they are, and the figures add up', async () => {
  const stage = await createLinkedStage();
  const { slack, service } = stage;
  service.faults.add({ kind: 'reset', when: 'after' }, { requests: 1 });
  await stage.sms('01712345678, 01812345678 hello');
  await slack.press(await stage.post(/two numbers/), 'send_to_all');
  await slack.press(await stage.post(/2 recipients/), 'send_anyway');
  await stage.service.requests.decided(2);
  await stage.pass(20 * SECOND);
  const post = await stage.post(/1 of 2 sent · 1 uncertain/);
  await slack.press(post, 'text_arrived', { user: 'shirin' });
  await slack.waitFor(() => /1 of 2 sent · 1 marked as sent/.test(post.text), 'the figures');
  expect(post.text).toContain(`: marked as sent by <@${slack.person('shirin').id}>`);
  expect(post.text).toMatch(/^:white_check_mark:/);
});
