import { expect, test } from 'vitest';
import { wordingIn } from '../../../src/features.ts';
import { type Draft, measure, recipientOf } from '../../../src/texts/draft.ts';
import { messageLines } from '../../../src/texts/slack/compose/view.ts';

const draft = (fields: Partial<Draft>): Draft => ({ to: null, message: '', ...fields });
const PAST = { cost: '0.35', parts: 1 } as never;
const CONTACT = { feature: 'contacts', kind: 'contact', data: { id: 'c1', label: 'Ranu' } } as const;

test.each([
  [CONTACT, { ok: true, to: CONTACT }],
  [null, { ok: false, fault: 'missing' }],
  [
    {
      kind: 'unreadable',
      typed: '0171',
      problem: { kind: 'NUMBER_INVALID', typed: '0171', why: 'too_short' },
    },
    { ok: false, fault: 'too_short', typed: '0171' },
  ],
] as const)('the recipient of %j', (to, read) => {
  expect(recipientOf(draft({ to }))).toEqual(read);
});

test('plain letters: characters, parts and the expected cost', () => {
  expect(measure(draft({ message: 'a'.repeat(161) }), PAST)).toEqual({
    encoding: 'GSM-7',
    characters: 161,
    parts: 2,
    cost: '0.70',
    forcedBy: null,
    plainer: null,
  });
  expect(measure(draft({ message: 'hello' }), null)?.cost).toBeNull();
  expect(measure(draft({ message: ' ' }), PAST)).toBeNull();
});

test('curly quotes: which character forced Unicode, and the plain form, otherwise unchanged', () => {
  const message = ` it’s “here” – ${'a'.repeat(60)}\n`;
  expect(measure(draft({ message }), PAST)).toMatchObject({
    encoding: 'UCS-2',
    parts: 2,
    forcedBy: '’',
    plainer: { message: ` it's "here" - ${'a'.repeat(60)}\n`, parts: 1 },
  });
});

test('offers plain quotes only if they make a difference', () => {
  expect(measure(draft({ message: 'it’s' }), null)?.plainer).toEqual({
    message: "it's",
    parts: 1,
    cost: null,
    looksSame: false,
  });
  // Bangla is sent as Unicode in any case.
  expect(measure(draft({ message: '“আমি”\u00a0' }), null)).toMatchObject({ forcedBy: 'আ', plainer: null });
  // An invisible character forces Unicode.
  expect(measure(draft({ message: `${'a'.repeat(80)}\u3164${'a'.repeat(80)}` }), null)).toMatchObject({
    forcedBy: '\u3164',
    parts: 3,
    plainer: { message: 'a'.repeat(160), parts: 1, looksSame: true },
  });
  // Three dots in place of one would make it longer.
  expect(measure(draft({ message: `${'আ'.repeat(69)}…` }), null)?.plainer).toBeNull();
});

test.each([
  ['আমি আসছি', 'Bangla: 70 characters a part (67 in longer texts).'],
  ['“আমি” it’s', 'Bangla: 70 characters a part (67 in longer texts).'],
  ['Done ✓', null],
])('of %s, the form says how much Bangla a part holds, and never that it isn’t plain', (message, line) => {
  const lines = messageLines(wordingIn('en'), null, measure(draft({ message }), PAST));
  expect(lines.find(sentence => sentence.startsWith('Bangla')) ?? null).toBe(line);
  expect(lines.some(sentence => sentence.includes('plain letter'))).toBe(line === null);
});
