import { expect, test } from 'vitest';
import { messageText } from '../../../src/texts/parse/slack-message.ts';

const section = (...elements: object[]) => ({ type: 'rich_text_section', elements });
const text = (words: string) => ({ type: 'text', text: words });
const rich = (...elements: object[]) => ({ blocks: [{ type: 'rich_text', elements }] });

test('what a person wrote is read without its formatting', () => {
  const message = rich(
    section(
      text('Call '),
      { type: 'link', url: 'tel:+8801712345678', text: '01712345678' },
      text(' or see '),
      { type: 'link', url: 'https://padma.example/a', text: 'the page' },
      text(', '),
      { type: 'text', text: 'now', style: { bold: true } },
      { type: 'emoji', name: 'woman_technologist', unicode: '1f469-200d-1f4bb' },
      { type: 'emoji', name: 'padma' },
    ),
  );
  expect(messageText({ text: '*formatted*', ...message })).toBe(
    'Call 01712345678 or see the page (https://padma.example/a), now👩‍💻:padma:',
  );
});

test('lists and quotes keep their lines', () => {
  const list = {
    type: 'rich_text_list',
    style: 'bullet',
    elements: [section(text('one')), section(text('two'))],
  };
  const quote = { type: 'rich_text_quote', elements: [text('they said')] };
  expect(messageText(rich(section(text('To do:\n')), list, quote))).toBe('To do:\n- one\n- two\nthey said');
});

test.each([
  ['its text', { text: 'a &amp; b <https://padma.example|padma.example>' }, 'a & b padma.example'],
  [
    'its blocks',
    {
      text: '',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: 'Disk <full>' } },
        {
          type: 'section',
          text: { type: 'mrkdwn', text: 'on &lt;db1&gt;' },
          fields: [{ type: 'mrkdwn', text: '98 %' }],
        },
        { type: 'divider' },
        {
          type: 'context',
          elements: [
            { type: 'image', alt_text: 'x' },
            { type: 'mrkdwn', text: 'at 9' },
          ],
        },
      ],
    },
    'Disk <full>\non <db1>\n98 %\nat 9',
  ],
  [
    'its attachments',
    {
      attachments: [{ title: 'Alert', text: 'db1 <tel:01712345678|01712345678>' }, { fallback: 'see above' }],
    },
    'Alert\ndb1 01712345678\nsee above',
  ],
  ['nothing', { text: '', blocks: [{ type: 'image', alt_text: 'a cat' }] }, ''],
])('without rich text, %s', (_what, message, read) => {
  expect(messageText(message)).toBe(read);
});

test('strange payloads are read as far as they go', () => {
  const strange = {
    blocks: [{ type: 'rich_text', elements: [null, 7, { type: 'rich_text_section', elements: 'x' }] }],
  };
  expect(messageText({ ...strange, text: 'all the same' } as never)).toBe('all the same');
});

test('a part of an odd kind has nothing to read', () => {
  const odd = { type: { toString: 1 }, elements: [{ type: 'text', text: 'x' }] };
  expect(messageText({ text: '', blocks: [{ type: 'rich_text', elements: [odd] }] })).toBe('');
});
