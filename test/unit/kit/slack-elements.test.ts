import { expect, test } from 'vitest';
import { linesAsBlocks } from '../../../src/kit/slack/elements.ts';
import { asWritten } from '../../../src/kit/slack-text.ts';

test('our code beside people’s text is code in rich text, and their text stays as written', () => {
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
