import { expect, test } from 'vitest';
import { decide, keepNamed } from '../../support/settings.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';

/* Users who may see contacts read their names beside their numbers; others don't. */

const RANU = '01712345671';
const NAMED = 'Ranu Begum 017••••5671';
const UNNAMED = '*017••••5671*';
const setUp = async (): Promise<Stage> => {
  const stage = await createLinkedStage();
  await keepNamed(stage, 'field-team', { [RANU]: 'Ranu Begum' });
  return stage;
};
const log = async (stage: Stage, user = 'rafiq') => {
  const { body, responseUrl } = (await stage.sms('log', { user })) as {
    body: string;
    responseUrl?: string;
  };
  await stage.quiet();
  const later = stage.slack.traffic.of('response_url').at(-1)?.request.body ?? '';
  return responseUrl === undefined || body !== '' ? body : later;
};

test('appear in a channel’s receipts, unless a setting hides them, and in a person’s own log', async () => {
  const stage = await setUp();
  await stage.sms(`${RANU} hello`);
  expect((await stage.post(/texted/)).text).toContain(`texted *${NAMED}*`);
  await decide(stage, { nameContacts: false });
  await stage.sms(`${RANU} again`);
  await expect.poll(() => stage.posts(/texted/).length).toBe(2);
  expect(stage.posts(/texted/).at(-1)?.text).toContain(`texted ${UNNAMED}`);
  await expect.poll(() => log(stage)).toContain(NAMED);
  expect(stage.logged()).not.toContain('Ranu');
});
