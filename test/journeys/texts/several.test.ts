import { expect, test } from 'vitest';
import { readManifest } from '../../../src/demo/manifest.ts';
import type { Post } from '../../../src/playground/index.ts';
import { keepCrowd, keepNamed, stopTexting } from '../../support/settings.ts';
import { createLinkedStage, MINUTE, SECOND, type Stage } from '../../support/stage.ts';

/* A person texts several people by one line: the app asks first, and one post reports the result. */

const RANU = '01712345671';
const KAMAL = '01712345672';
const SHIRIN = '01712345673';
const TEAM = { [RANU]: 'Ranu Begum', [KAMAL]: 'Kamal', [SHIRIN]: 'Shirin' };

const QUESTION = /Send this to \*field-team\*/;
const RESULT = /(?:texted|’s texts to|is texting) \*field-team\*/;

const setUp = async (): Promise<Stage> => {
  const stage = await createLinkedStage({ slack: { manifest: readManifest() } });
  await keepNamed(stage, 'field-team', TEAM);
  return stage;
};
const numbers = ({ service }: Stage) => service.log.list().map(({ number }) => number);
/** The post's final words: time passes until then. */
const ended = async (stage: Stage): Promise<Post> => {
  await expect
    .poll(async () => {
      await stage.pass(SECOND);
      return stage.posts(/(?:texted|’s texts to) \*field-team\*/).length;
    })
    .toBe(1);
  return stage.post(/(?:texted|’s texts to) \*field-team\*/);
};

test('a group is asked about first, with the count and cost; "Send" sends once, however often it is pressed or redelivered', async () => {
  const stage = await setUp();
  const { slack, sms, post, posts, quiet } = stage;
  await sms(`${RANU} hello`);
  await post(/texted/);
  await stopTexting(stage, KAMAL);
  const { request } = await sms('field-team The truck is here');
  const question = await post(QUESTION);
  expect(question.visibleTo).toBe(slack.person('rafiq').id);
  expect(question.text).toContain('2 recipients · 2 parts · about 0.70 credits');
  expect(question.text).toContain('Your last known balance was 99.65');
  expect(question.text).toContain('• Kamal 017••••5672: marked “never text”');
  await slack.redeliver({ ...request, url: `${stage.appUrl}/slack/events` });
  await quiet();
  expect([posts(QUESTION).length, stage.accepted().length]).toEqual([1, 1]);

  const button = structuredClone(question.blocks);
  const pressed = await slack.press(question, 'send_anyway');
  await expect.poll(() => question.text).toBe('Sending to field-team.');
  question.blocks = button;
  await slack.press(question, 'send_anyway');
  await Promise.all([slack.redeliver(pressed.request), slack.redeliver(pressed.request)]);
  const result = await ended(stage);
  expect(result.visibleTo).toBeUndefined();
  expect(result.text).toContain('2 of 2 sent · 1 left out');
  expect(result.text).toContain('• Kamal 017••••5672: marked “never text”');
  expect(JSON.stringify(result.blocks)).toContain('2 parts · cost 0.70 · balance 98.95 credits');
  await stage.pass(MINUTE);
  expect(posts(RESULT)).toHaveLength(1);
  expect(posts(/texted|’s texts to/), 'and no receipt of its own for each').toHaveLength(2);
  expect(numbers(stage).toSorted()).toEqual([RANU, RANU, SHIRIN]);
});

test('of several people with one name, the sender chooses one, who gets the text once, whatever is pressed later', async () => {
  const stage = await setUp();
  await keepNamed(stage, 'drivers', { '01812345674': 'Ranu Begum' });
  const { slack, sms, post } = stage;
  await sms('Ranu Begum The truck is here');
  const question = await post(/More than one person, group or rota here is called “Ranu Begum”/);
  expect(question.visibleTo).toBe(slack.person('rafiq').id);
  const shown = JSON.stringify(question.blocks);
  expect(shown).toContain('Ranu Begum 017••••5671* · field-team');
  expect(shown).toContain('Ranu Begum 018••••5674* · drivers');
  const blocks = structuredClone(question.blocks ?? []);
  const press = (which: string) => {
    question.blocks = structuredClone(blocks);
    const block = blocks.find(block => JSON.stringify(block).includes(which)) as { block_id: string };
    return slack.press(question, 'choose_recipient', { blockId: block.block_id });
  };
  const { request } = await press('· drivers');
  await post(/texted \*Ranu Begum 018••••5674\*/);
  await slack.redeliver(request);
  await press('· field-team');
  await stage.pass(MINUTE);
  expect(numbers(stage)).toEqual(['01812345674']);
});

test('a group in which nobody can be texted is refused with everybody’s reason, and a group that is too large in a sentence', async () => {
  const stage = await setUp();
  await stopTexting(stage, RANU, KAMAL, SHIRIN);
  await stage.sms('field-team hello');
  const refusal = await stage.post(/None of the recipients can be texted/);
  expect(refusal.text).toContain(': marked “never text”');
  expect(refusal.visibleTo).toBe(stage.slack.person('rafiq').id);
  await keepCrowd(stage, 'farmers', 201);
  await stage.sms('farmers hello');
  await stage.post(/201 recipients, and one message can go to 200 at most/);
  expect(stage.accepted()).toEqual([]);
});
