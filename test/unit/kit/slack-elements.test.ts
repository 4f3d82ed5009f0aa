import { expect, test } from 'vitest';
import { linesAsBlocks } from '../../../src/kit/slack/elements.ts';
import { asWritten } from '../../../src/kit/slack-text.ts';

test('code of ours beside what somebody wrote is code in rich text, and theirs stays as it is written', () => {
  const [block] = linesAsBlocks([`${asWritten('a `b` c', 40)}: see \`/sms link\`.`]);
  expect(block).toMatchObject({
    type: 'rich_text',
    elements: [
      {
        elements: [
          { type: 'text', text: expect.stringContaining('a `b` c') },
          { type: 'text', text: '/sms link', style: { code: true } },
          { type: 'text', text: '.' },
        ],
      },
    ],
  });
});
