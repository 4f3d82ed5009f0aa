import type { KnownBlock } from '@slack/types';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { ShownBlock } from '../../../src/kit/slack/charts.ts';
import { inPosts, pieces } from '../../../src/kit/slack/message.ts';
import { LIMITS } from '../../../src/playground/blocks/limits.ts';
import { problemsOfMessageBlocks } from '../../../src/playground/blocks/validate.ts';

/* Messages too large for Slack are split before they are sent, without losing anything. */

/** Lines as the app writes them, of any length: words, mentions, dates and escaped characters. */
const word = fc.oneof(
  fc.constantFrom(
    'a',
    'ক',
    '😀',
    '&amp;',
    '&lt;',
    '<@U0NUSRAT001>',
    '<!date^1795^{date} {time}|2026 09:00>',
    '<',
  ),
  fc.integer({ min: 1, max: 90 }).map(size => 'x'.repeat(size)),
);
const line = fc
  .array(fc.tuple(word, fc.constantFrom(' ', '', '  ')), { maxLength: 12 })
  .map(all => all.flat().join(''));
const text = fc.array(line, { maxLength: 12 }).map(lines => lines.join('\n'));

const unspaced = (written: string): string => written.replace(/\s+/g, '');

describe('a text in pieces', () => {
  test('is whole, in order, and no piece exceeds the limit', () => {
    fc.assert(
      fc.property(text, fc.integer({ min: 60, max: 200 }), (whole, limit) => {
        const all = pieces(whole, limit);
        expect(unspaced(all.join(''))).toBe(unspaced(whole));
        for (const piece of all) {
          expect(piece.length).toBeLessThanOrEqual(limit);
          expect(piece.isWellFormed()).toBe(true);
        }
        if (whole.length <= limit) expect(all).toEqual([whole]);
      }),
      { numRuns: 1000 },
    );
  });

  test('is split between lines, otherwise between words, and never inside a unit of Slack’s', () => {
    const parts = (whole: string) => pieces(whole, 60);
    const [long, dated] = ['x'.repeat(50), `<!date^1^{date} {time}|${'y'.repeat(30)}>`];
    expect(parts(`${long}\n${long}\nshort`)).toEqual([long, `${long}\nshort`]);
    expect(parts(`${long} ${dated} end`)).toEqual([`${long} `, `${dated} end`]);
    expect(parts(`${'&amp;'.repeat(30)}`)).toEqual([
      '&amp;'.repeat(12),
      '&amp;'.repeat(12),
      '&amp;'.repeat(6),
    ]);
    expect(parts('😀'.repeat(40)).join('')).toBe('😀'.repeat(40));
  });
});

describe('a message in posts', () => {
  const section = (written: string): KnownBlock => ({
    type: 'section',
    text: { type: 'mrkdwn', text: written },
  });
  const context = (written: string): KnownBlock => ({
    type: 'context',
    elements: [{ type: 'mrkdwn', text: written }],
  });
  const button: KnownBlock = {
    type: 'actions',
    elements: [{ type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } }],
  };
  const size = (value: unknown): number => JSON.stringify(value).length;
  const textOf = (blocks: readonly ShownBlock[] = []): string =>
    blocks
      .map(block => {
        if (block.type === 'section') return block.text?.text ?? '';
        return block.type === 'context'
          ? block.elements.map(element => ('text' in element ? element.text : '')).join('')
          : '';
      })
      .join('');

  const block = fc
    .tuple(fc.constantFrom(section, context), fc.integer({ min: 1, max: 7000 }))
    .map(([make, length]) => make('word '.repeat(length / 5 + 1)));

  test('are accepted by Slack, and together contain everything once', () => {
    fc.assert(
      fc.property(fc.array(block, { minLength: 1, maxLength: 70 }), fc.nat(50_000), (blocks, length) => {
        const posts = inPosts({
          text: 'x'.repeat(length + 1),
          blocks: [...blocks, button],
          thread_ts: '1.2',
        });
        for (const post of posts) {
          expect(problemsOfMessageBlocks(post.blocks)).toEqual([]);
          expect(post.text.length).toBeGreaterThan(0);
          expect(post.text.length).toBeLessThanOrEqual(LIMITS.messageText.max);
          expect(textOf(post.blocks).length).toBeLessThan(LIMITS.messageBlocksText.max);
          expect(post.thread_ts).toBe('1.2');
        }
        expect(unspaced(posts.map(post => textOf(post.blocks)).join(''))).toBe(unspaced(textOf(blocks)));
        expect(posts.flatMap(post => post.blocks ?? []).filter(block => block.type === 'actions')).toEqual([
          button,
        ]);
        expect(posts.at(-1)?.blocks?.at(-1)).toEqual(button);
        // No more posts than necessary.
        expect(posts.length).toBeLessThanOrEqual(2 + size(blocks) / 5000);
      }),
      { numRuns: 200 },
    );
  });

  test('without blocks its text is split', () => {
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 400 }), lines => {
        const whole = `begin ${lines.join('\n')}`;
        const posts = inPosts({ text: whole });
        expect(unspaced(posts.map(post => post.text).join(''))).toBe(unspaced(whole));
        for (const post of posts) expect(post.text.length).toBeLessThanOrEqual(4000);
      }),
      { numRuns: 100 },
    );
  });

  test('is unchanged if it fits', () => {
    const message = { text: 'hello', blocks: [section('hello'), button] };
    expect(inPosts(message)).toEqual([message]);
    expect(inPosts({ text: 'hello' })).toEqual([{ text: 'hello' }]);
  });

  test('a long section with a button beside it keeps the button, once', () => {
    const accessory = { type: 'button', action_id: 'go', text: { type: 'plain_text', text: 'Go' } } as const;
    const [post] = inPosts({
      text: 'x',
      blocks: [{ ...section('long '.repeat(900)), accessory } as KnownBlock],
    });
    expect(post?.blocks).toHaveLength(2);
    expect(JSON.stringify(post).match(/action_id/g)).toHaveLength(1);
  });
});
