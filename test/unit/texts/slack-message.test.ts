import { expect, test } from 'vitest';
import { messageText } from '../../../src/texts/parse/slack-message.ts';

const section = (...elements: object[]) => ({ type: 'rich_text_section', elements });
const text = (words: string) => ({ type: 'text', text: words });
const rich = (...elements: object[]) => ({ blocks: [{ type: 'rich_text', elements }] });

test('a person’s message is read without its formatting', () => {
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

const list = (style: string, items: string[], more: object = {}) => ({
  type: 'rich_text_list',
  style,
  elements: items.map(item => section(text(item))),
  ...more,
});

test.each([
  ['numbers', [list('ordered', ['one', 'two'])], '1. one\n2. two'],
  ['numbers from another on', [list('ordered', ['five', 'six'], { offset: 4 })], '5. five\n6. six'],
  [
    'a list in a list that continues after it',
    [
      list('ordered', ['one', 'two'], { indent: 0 }),
      list('ordered', ['in two', 'too'], { indent: 1 }),
      list('ordered', ['deep'], { indent: 2 }),
      list('ordered', ['three'], { indent: 0 }),
    ],
    '1. one\n2. two\n  a. in two\n  b. too\n    i. deep\n3. three',
  ],
  [
    'bullets within numbers, and new numbers behind words',
    [
      list('ordered', ['one'], { indent: 0, offset: 0 }),
      list('bullet', ['x'], { indent: 1 }),
      list('ordered', ['two'], { indent: 0, offset: 1 }),
      section(text('Then:')),
      list('ordered', ['one'], { indent: 0 }),
    ],
    '1. one\n  - x\n2. two\nThen:\n1. one',
  ],
])('lists keep %s', (_what, elements, read) => {
  expect(messageText(rich(...elements))).toBe(read);
});

test('ids in rich text get the names that stand in the text', () => {
  const message = {
    text: 'ask <@U0RAFIQ0001>, <!subteam^S0ONCALL001|@oncall> in <#C0GENERAL01|general> or <#C0RANDOM001>',
    ...rich(
      section(
        ...[text('ask '), { type: 'user', user_id: 'U0RAFIQ0001' }, text(', ')],
        ...[{ type: 'usergroup', usergroup_id: 'S0ONCALL001' }, text(' in ')],
        ...[{ type: 'channel', channel_id: 'C0GENERAL01' }, text(' or ')],
        { type: 'channel', channel_id: 'C0RANDOM001' },
      ),
    ),
  };
  expect(messageText(message)).toBe('ask @U0RAFIQ0001, @oncall in #general or #C0RANDOM001');
});

/** Messages that apps post, after examples in Slack’s reference and of Alertmanager, GitHub and shops. */
test.each([
  [
    'an order: blocks, and not the words of its notification',
    {
      text: 'New order',
      blocks: [
        { type: 'header', text: { type: 'plain_text', text: ':package: New order', emoji: true } },
        {
          type: 'section',
          fields: [
            { type: 'mrkdwn', text: '*Order:*\n#12345' },
            { type: 'mrkdwn', text: '*Customer:*\nRanu Begum, <tel:01712345678|01712345678>' },
          ],
          accessory: { type: 'image', image_url: 'https://shop.example/rice.png', alt_text: 'rice' },
        },
        { type: 'divider' },
        { type: 'section', text: { type: 'mrkdwn', text: '2 × rice &amp; dal, ~৳1,250~ *৳1,100*' } },
        { type: 'context', elements: [{ type: 'mrkdwn', text: 'by <https://shop.example|the shop>' }] },
        {
          type: 'actions',
          elements: [{ type: 'button', text: { type: 'plain_text', text: 'Accept' }, action_id: 'accept' }],
        },
      ],
    },
    '📦 New order\nOrder:\n#12345\nCustomer:\nRanu Begum, 01712345678\n2 × rice & dal, ৳1,250 ৳1,100\nby the shop (https://shop.example)',
  ],
  [
    'an alert: its text and the attachment below, with its fields',
    {
      text: ':rotating_light: *1 alert firing*',
      attachments: [
        {
          color: '#a30200',
          fallback: '[FIRING:1] DiskFull db1',
          mrkdwn_in: ['text', 'fields'],
          pretext: 'From Alertmanager',
          title: '[FIRING:1] DiskFull',
          title_link: 'https://alerts.example/a/1',
          text: '`/data` on _db1_ is 98 % full',
          fields: [
            { title: 'Severity', value: 'critical', short: true },
            { title: 'Runbook', value: '<https://wiki.example/disk>', short: true },
            { title: '', value: 'no title', short: false },
          ],
          footer: 'Alertmanager',
          ts: 1731000000,
        },
      ],
    },
    '🚨 1 alert firing\nFrom Alertmanager\n[FIRING:1] DiskFull\n/data on db1 is 98 % full\nSeverity: critical\nRunbook: https://wiki.example/disk\nno title',
  ],
  [
    'blocks in an attachment',
    {
      text: 'Deployed',
      attachments: [
        {
          fallback: '[no preview available]',
          blocks: [
            { type: 'rich_text', elements: [section(text('shop 2.1'), { type: 'emoji', name: 'rocket' })] },
            { type: 'section', text: { type: 'mrkdwn', text: '*by* <@U0RAFIQ0001>' } },
          ],
        },
        { fallback: '[no preview available]' },
      ],
    },
    'Deployed\nshop 2.1🚀\nby @U0RAFIQ0001',
  ],
  [
    'Markdown',
    {
      text: 'Summary',
      blocks: [
        {
          type: 'markdown',
          text: '## Shift\n**Pump 2** is _down_.\n\n1. Call [Ranu](tel:01712345678)\n2. Read the [runbook](https://wiki.example/p2)\n\n| Pump | Level |\n| --- | --- |\n| 2 | 40 cm |\n\n---\n> `restart` \\*first\\*',
        },
      ],
    },
    'Shift\nPump 2 is down.\n\n1. Call Ranu\n2. Read the runbook (https://wiki.example/p2)\n\nPump | Level\n2 | 40 cm\n\nrestart *first*',
  ],
  [
    'tables',
    {
      text: '',
      blocks: [
        {
          type: 'table',
          column_settings: [{ is_wrapped: true }],
          rows: [
            [
              { type: 'raw_text', text: 'Pump' },
              { type: 'raw_text', text: 'Level' },
            ],
            [
              { type: 'rich_text', elements: [section(text('2'), { type: 'emoji', name: 'x' })] },
              { type: 'raw_number', value: 40, text: '40 cm' },
            ],
          ],
        },
        {
          type: 'data_table',
          caption: 'Stock',
          rows: [[{ type: 'raw_text', text: 'Rice' }], [{ type: 'raw_number', value: 12 }]],
        },
      ],
    },
    'Pump | Level\n2❌ | 40 cm\nStock\nRice\n12',
  ],
  [
    'what newer blocks hold',
    {
      text: 'x',
      blocks: [
        { type: 'alert', text: { type: 'mrkdwn', text: '*Low* balance' }, level: 'warning' },
        {
          type: 'container',
          title: { type: 'plain_text', text: 'Order' },
          child_blocks: [{ type: 'section', text: { type: 'plain_text', text: '*12345*' } }],
        },
        {
          type: 'carousel',
          elements: [
            {
              type: 'card',
              title: { type: 'mrkdwn', text: '*Rice*' },
              body: { type: 'mrkdwn', text: '50 kg' },
              actions: [{ type: 'button', text: { type: 'plain_text', text: 'Buy' } }],
            },
          ],
        },
        {
          type: 'plan',
          title: 'Plan',
          tasks: [{ type: 'task_card', title: 'Call Ranu', status: 'pending' }],
        },
        { type: 'image', alt_text: 'a map', title: { type: 'plain_text', text: 'The route' } },
      ],
    },
    'Low balance\nOrder\n*12345*\nRice\n50 kg\nPlan\nCall Ranu\nThe route',
  ],
  [
    'a forwarded message below what was said about it, and no preview of a link',
    {
      text: 'please <https://wiki.example/p2>',
      attachments: [
        {
          is_share: true,
          is_msg_unfurl: true,
          from_url: 'https://padma.slack.example/archives/C1/p1',
          text: '*water*',
          fallback: '[May 3rd] rafiq: water',
          message_blocks: [
            {
              team: 'T1',
              message: { blocks: [{ type: 'rich_text', elements: [section(text('water is high'))] }] },
            },
          ],
        },
        { from_url: 'https://wiki.example/p2', title: 'Pump 2', text: 'A page', fallback: 'Pump 2' },
      ],
    },
    'please https://wiki.example/p2\nwater is high',
  ],
  [
    'a quote, code, and a date in another app’s mrkdwn',
    {
      text: '&gt; *said* so\n```\na *b*\n```\n<!date^1731000000^{date_num}|8 November> for <!subteam^S1|@oncall>',
    },
    'said so\na *b*\n8 November for @oncall',
  ],
])('%s', (_what, message, read) => {
  expect(messageText(message)).toBe(read);
});

test('a huge message is read only as far as a text can hold, and quickly', () => {
  const block = { type: 'section', text: { type: 'mrkdwn', text: '*a* `b` <@U1> '.repeat(200) } };
  const nested = (depth: number): object =>
    depth === 0 ? block : { type: 'container', child_blocks: [nested(depth - 1)] };
  const read = messageText({
    text: '*'.repeat(40_000),
    blocks: [nested(100) as never, ...Array.from({ length: 5000 }, () => block)],
    attachments: Array.from({ length: 5000 }, () => ({ text: '_x_ '.repeat(500) })),
  });
  expect(read.length).toBeLessThanOrEqual(6000);
  expect(read.startsWith('a b @U1')).toBe(true);
});

test('strange payloads are read as far as they make sense', () => {
  const strange = {
    blocks: [{ type: 'rich_text', elements: [null, 7, { type: 'rich_text_section', elements: 'x' }] }],
  };
  expect(messageText({ ...strange, text: 'all the same' } as never)).toBe('all the same');
});

test('an unknown kind of part has no text', () => {
  const odd = { type: { toString: 1 }, elements: [{ type: 'text', text: 'x' }] };
  expect(messageText({ text: '', blocks: [{ type: 'rich_text', elements: [odd] }] })).toBe('');
});
