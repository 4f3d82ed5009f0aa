import { expect, test } from 'vitest';
import { type Draft, measure, recipientOf } from '../../../src/texts/draft.ts';

const draft = (given: Partial<Draft>): Draft => ({ to: null, message: '', ...given });
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

test('offers plain quotes only if they improve something', () => {
  expect(measure(draft({ message: 'it’s' }), null)?.plainer).toEqual({
    message: "it's",
    parts: 1,
    cost: null,
  });
  // Bangla goes as Unicode with them or without.
  expect(measure(draft({ message: '“আমি”' }), null)).toMatchObject({ forcedBy: '“', plainer: null });
  // Three dots for one would make it longer.
  expect(measure(draft({ message: `${'আ'.repeat(69)}…` }), null)?.plainer).toBeNull();
});
