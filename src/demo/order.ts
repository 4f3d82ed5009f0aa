import type { PostSeed } from '../playground/index.ts';

/** Another app's message with blocks, to try "Text this…" on. */
export const ORDER: PostSeed = {
  channel: 'general',
  app: { id: 'B0ORDERS001', name: 'Orders' },
  text: 'A new order',
  blocks: [
    { type: 'header', text: { type: 'plain_text', text: ':truck: Order 12345' } },
    {
      type: 'section',
      fields: [
        { type: 'mrkdwn', text: '*For*\nRanu Begum, 01712345678' },
        { type: 'mrkdwn', text: '*To*\nChar Kukri Mukri, by the school' },
      ],
    },
    {
      type: 'rich_text',
      elements: [
        {
          type: 'rich_text_list',
          style: 'ordered',
          elements: ['2 sacks of rice', '1 sack of lentils'].map(text => ({
            type: 'rich_text_section',
            elements: [{ type: 'text', text }],
          })),
        },
      ],
    },
    { type: 'context', elements: [{ type: 'mrkdwn', text: 'from <https://shop.example|the shop>' }] },
  ],
};
