import { expect, test } from 'vitest';
import { wordingIn } from '../../../src/features.ts';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { outcomeMessage } from '../../../src/texts/slack/outcome-message.ts';
import { type IntentOutcome, toText } from '../../../src/texts/store/model.ts';
import { textWith } from './samples.ts';

const intent = {
  id: 'i1',
  actor: 'U1',
  to: [{ feature: 'contacts', kind: 'group', data: { id: 'g1', label: 'field-team', many: true } }],
} as never;
const number = (n: number) => `018${String(n).padStart(8, '0')}` as LocalNumber;
const many = (state: 'uncertain' | 'refused' | 'queued', count = 200) =>
  Array.from({ length: count }, (_, n) => toText(textWith({ id: `t${n}`, state, number: number(n) })));
const outcome = (fields: Partial<IntentOutcome>): IntentOutcome => ({
  settled: true,
  problem: null,
  omitted: [],
  texts: [],
  unreadable: [],
  sentAgain: [],
  ...fields,
});
const shown = (fields: Partial<IntentOutcome>) =>
  outcomeMessage(wordingIn('en'), label => label, {
    intent,
    outcome: outcome(fields),
    held: null,
    undoMs: 0,
  });

test('two hundred uncertain texts have buttons ten at a time; those sent again make room for the next', () => {
  const texts = many('uncertain');
  const buttons = (fields: Partial<IntentOutcome>) =>
    [
      ...JSON.stringify(shown(fields).blocks).matchAll(/"send_again"[^{}]*\{[^{}]*\}[^{}]*"value":"(t\d+)"/g),
    ].map(([, id]) => id);
  expect(buttons({ texts })).toEqual(texts.slice(0, 10).map(({ id }) => id));
  expect(JSON.stringify(shown({ texts }).blocks)).toContain('190 more texts may or may not have been sent');
  const sentAgain = texts.slice(0, 195).map(({ id }) => id);
  expect(buttons({ texts, sentAgain })).toEqual(texts.slice(195).map(({ id }) => id));
});

test('people left out for the same reason share a line, the first ten by name', () => {
  const omitted = Array.from({ length: 12 }, (_, n) => ({
    recipient: { kind: 'number' as const, number: number(n) },
    problem: { kind: 'NEVER_TEXT' as const, number: '…' },
  }));
  const { text } = shown({ omitted });
  expect(text.split('\n')).toHaveLength(2);
  expect(text).toMatch(/• 01800000000, .*01800000009 and 2 more: marked “never text”/);
});

test('only waiting texts can be cancelled', () => {
  const hasButton = (fields: Partial<IntentOutcome>) =>
    JSON.stringify(shown(fields).blocks).includes('cancel_texts');
  expect(hasButton({ settled: false, texts: many('queued', 3) })).toBe(true);
  expect(hasButton({ texts: many('refused', 3) })).toBe(false);
});
