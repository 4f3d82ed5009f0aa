import { expect, test } from 'vitest';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

const QUESTION = /Send it again\? It will be charged again/;

/** A stage where rafiq has just texted "hello". */
async function stageWithText(): Promise<Stage> {
  const stage = await createLinkedStage();
  await stage.sms('01712345678 hello');
  await stage.post(/texted/);
  return stage;
}

test('the same text within two minutes: the app asks first, with its age; "Send again" sends it once', async () => {
  const { slack, sms, post, posts, pass, quiet, accepted } = await stageWithText();
  await pass(40 * SECOND);
  await sms('01712345678 hello');
  const question = await post(QUESTION);
  expect(question.text).toContain('You sent the same text to *017••••5678* 40 seconds ago.');
  expect(question.visibleTo).toBe(slack.person('rafiq').id);
  await quiet();
  expect(accepted()).toEqual(['hello']);

  const button = structuredClone(question.blocks);
  await slack.press(question, 'send_anyway');
  await slack.waitFor(() => posts(/texted/).length === 2);
  expect(question.text, 'the button is gone').toBe('Sending it again.');
  question.blocks = button;
  await slack.press(question, 'send_anyway');
  await pass(MINUTE);
  expect(accepted(), 'a second press sends nothing').toEqual(['hello', 'hello']);
});

test('the app asks everybody in the workspace, and names the first sender', async () => {
  const { slack, sms, post, quiet, accepted } = await stageWithText();
  await sms('01712345678 hello', { user: 'shirin', channel: '#on-call' });
  const question = await post(QUESTION);
  expect(question.visibleTo).toBe(slack.person('shirin').id);
  expect(question.text).toContain(`<@${slack.person('rafiq').id}> sent the same text`);
  await quiet();
  expect(accepted()).toHaveLength(1);
});
