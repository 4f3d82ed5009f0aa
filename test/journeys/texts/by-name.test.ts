import { expect, test } from 'vitest';
import { keepNamed } from '../../support/settings.ts';
import { createLinkedStage, type Stage } from '../../support/stage.ts';

/** Types after `/sms`; returns what is answered to the person alone at once. */
async function says(stage: Stage, text: string): Promise<string> {
  const reply = await stage.slack.command({ user: 'rafiq', text });
  return (reply.json as { text?: string } | null)?.text ?? '';
}

test('who has a name is texted by it, the longest that anybody has, and mistakes are answered', async () => {
  const stage = await createLinkedStage();
  const people = {
    '01712345671': 'Ranu',
    '01712345672': 'Ranu Begum',
    '01712345673': 'অমল',
    '01712345674': 'অমল',
  };
  expect(await says(stage, 'hello there'), 'nobody has a name').toContain('Which number should it go to?');
  await keepNamed(stage, 'field-team', people);
  await says(stage, 'RANU  begum The truck is here');
  await expect.poll(() => stage.accepted().length).toBe(1);
  await says(stage, '"ranu" begum is late');
  await expect.poll(() => stage.accepted().length).toBe(2);
  const sent = stage.service.log.list().map(({ number, message }) => [number, message]);
  expect(sent).toEqual([
    ['01712345672', 'The truck is here'],
    ['01712345671', 'begum is late'],
  ]);
  expect(await says(stage, 'Ranu Begum')).toContain('What should your text to Ranu Begum say?');
  expect(await says(stage, 'Rano Begam')).toContain('Did you mean “Ranu Begum”?');
  expect(await says(stage, 'hello there')).toContain('Nobody here is called “hello”');
  expect(await says(stage, 'help')).toContain('Text a Bangladesh mobile');
  await stage.quiet();
  expect(stage.accepted()).toHaveLength(2);
});
