import type { DataTableBlock } from '@slack/types';
import { expect, test } from 'vitest';
import { PAUSE_REASONS } from '../../../src/broadcasts/broadcast.ts';
import { pausedMessage, progressMessage, summaryMessage } from '../../../src/broadcasts/slack/progress.ts';
import { wordingIn } from '../../../src/features.ts';
import { maskNumber } from '../../../src/kit/number.ts';
import { LANGUAGES } from '../../../src/kit/words/languages.ts';
import { LIMITS } from '../../../src/playground/blocks/limits.ts';
import { broadcastWith, rowWith, textOf, WALL } from '../../support/broadcasts.ts';

const en = wordingIn('en');
const shown = (fields: Parameters<typeof broadcastWith>[0], words = en) =>
  progressMessage(words, maskNumber, broadcastWith(fields), WALL);
const actionsIn = (message: { blocks?: unknown }) =>
  [...JSON.stringify(message.blocks).matchAll(/"action_id":"(\w+)"/g)].map(([, id]) => id);
const paused = (why: (typeof PAUSE_REASONS)[number], by: string | null = null) => ({
  state: 'paused' as const,
  pause: { why, by, at: 0, until: null, post: null },
});

test('a running broadcast shows its progress, outcomes, cost, time left and buttons', () => {
  const counts = { leftOut: 40, open: 10, sent: 930, refused: 30, uncertain: 20, millionths: 325_500_000 };
  const message = shown({ counts });
  expect(message.text).toBe(
    ':hourglass_flowing_sand: <@U1> is sending a broadcast to *farmers*\n50% done: 930 of 1,960 sent · 30 refused · 20 uncertain · 980 waiting · 40 left out',
  );
  const json = JSON.stringify(message.blocks);
  expect(json).toContain('▓▓▓▓▓▓▓▓▓▓░░░░░░░░░░ 50% done');
  expect(json).toMatch(/cost so far 325.50 credits · about 17 minutes left · over at about <!date/);
  expect(actionsIn(message)).toEqual(['pause_broadcast', 'cancel_broadcast', 'open_broadcast']);
  expect(json).toContain('980 texts are left and won’t be sent.');
});

test('a channel doesn’t see the text of a line that couldn’t be read', () => {
  const typed = 'Sohel owes 500, 01712-345678 ext 4';
  const problem = { kind: 'NUMBER_INVALID' as const, typed, why: 'extension' as const };
  const { request } = broadcastWith();
  const message = shown({ request: { ...request, to: [{ kind: 'unreadable', typed, problem }] } });
  expect(message.text).toContain('to *1 typed line*');
  expect(message.text).not.toMatch(/Sohel|678/);
});

test('the post is the same a second later, so time alone doesn’t update it', () => {
  const at = (wall: number) => JSON.stringify(progressMessage(en, maskNumber, broadcastWith(), wall));
  expect(at(WALL + 1000)).toBe(at(WALL + 2000));
});

test('shows 100% only when every row is done', () => {
  expect(shown({ counts: { sent: 1999 } }).text).toContain('99% done');
  expect(shown({ state: 'ended', counts: { sent: 2000 } }).text).toContain('100% done');
});

test.each(PAUSE_REASONS)('paused (%s) says why, and can be resumed unless it resumes by itself', why => {
  for (const language of LANGUAGES) {
    const words = wordingIn(language);
    const message = shown(paused(why), words);
    expect(message.text).toContain(words.progress.paused[why]({ by: 'U1', until: null }));
    expect(actionsIn(message).includes('resume_broadcast')).toBe(why !== 'hours' && why !== 'early');
    expect(actionsIn(message)).not.toContain('pause_broadcast');
  }
});

test('a cancelled one says who cancelled it and how many had gone; texts being sent may still go out', () => {
  const counts = { sent: 400, open: 12, cancelled: 1588 };
  const cancelled = { state: 'ended', endedBy: 'U2', endedAt: 1, counts } as const;
  expect(shown(cancelled).text).toContain('Cancelled by <@U2>');
  expect(shown(cancelled).text).toContain('412 of 2,000 had gone.');
  expect(actionsIn(shown(cancelled))).toEqual(['open_broadcast']);
  expect(actionsIn(shown({ ...cancelled, counts: { sent: 412, cancelled: 1588 } }))).toEqual([
    'open_broadcast',
    'broadcast_again',
  ]);
});

test('a pause because of failed rows names them, masked', () => {
  const problem = { kind: 'SERVICE_REFUSED', code: 'INVALID_NUMBER', status: 400, proven: true } as const;
  const rows = [3, 4].map(index => rowWith(index, { text: textOf({ state: 'refused', problem }) }));
  const { text, blocks } = pausedMessage(en, maskNumber, broadcastWith(paused('refusals')), rows);
  expect(JSON.stringify(blocks), 'it says to press Resume').toContain('resume_broadcast');
  expect(text).toMatch(
    /^<@U1>, your broadcast to \*farmers\* has paused itself\. The last 10 texts were all refused/,
  );
  expect(text.split('\n').slice(1)).toEqual([
    expect.stringMatching(/^• 018••••0003: /),
    expect.stringMatching(/^• 018••••0004: /),
  ]);
});

test('the summary has counts, cost, duration, who was left out and why, and the next steps; its table fits Slack', () => {
  const counts = {
    leftOut: 12,
    sent: 1700,
    refused: 200,
    uncertain: 88,
    millionths: 595_000_000,
    costless: 1,
  };
  const over = broadcastWith({ state: 'ended', endedAt: 35 * 60_000, counts });
  const long = { kind: 'NAME_UNKNOWN', label: 'x'.repeat(40), nearest: null } as const;
  const rows = Array.from({ length: 100 }, (_, n) =>
    rowWith(n, { text: textOf({ state: 'refused', problem: long }) }),
  );
  for (const language of LANGUAGES) {
    const words = wordingIn(language);
    const leftOut = new Map([['marked “never text”', 12]]);
    const { blocks = [] } = summaryMessage(words, maskNumber, over, { leftOut, rows });
    const table = blocks.flatMap(block => (block.type === null ? [block.own] : [])).at(0) as DataTableBlock;
    expect(table.rows.length).toBeLessThanOrEqual(LIMITS.dataTableRows.max);
    const characters = table.rows
      .flat()
      .reduce((sum, cell) => sum + ('text' in cell ? cell.text.length : 0), 0);
    expect(characters).toBeLessThanOrEqual(LIMITS.dataTableCharacters.max);
    expect(JSON.stringify(blocks)).toContain(words.progress.summary.uncertain(88));
  }
  const { text } = summaryMessage(en, maskNumber, over, { leftOut: new Map([['marked', 12]]), rows: [] });
  expect(text).toContain('1,700 of 1,988 sent · 200 refused · 88 uncertain · 12 left out');
  expect(text).toContain(
    'cost 595.00 credits, not counting 1 text the SMS service gave no price for · took 35 minutes',
  );
  expect(text).toContain('• 12 people left out: marked');
});
