import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageProblem, readMessage } from '../../../src/texts/message.ts';
import { placeholdersIn } from '../../../src/texts/parse/placeholders.ts';
import { signedText, signOffFor } from '../../../src/texts/sign-off.ts';

/* The workspace's line at the end of texts. */

const LINE = 'Nipun Traders, call 01712 345678';
const ALL = { line: LINE, isForAll: true };
const PLACED = { line: LINE, isForAll: false };
const NONE = { line: '', isForAll: false };
const rules = { isField: (key: string) => key === 'name', linksWork: true };

test.each([
  [
    'typed, for all',
    'The truck is here',
    { typed: true, signOff: ALL },
    `The truck is here\n${LINE}`,
    'at the end',
  ],
  ['that has it already', `Hi\n${LINE}`, { typed: true, signOff: ALL }, `Hi\n${LINE}`, 'not'],
  [
    'with the line in its middle',
    `${LINE}: hi`,
    { typed: true, signOff: ALL },
    `${LINE}: hi\n${LINE}`,
    'at the end',
  ],
  ['with its placeholder', 'Hi. {sign-off}', { typed: true, signOff: ALL }, `Hi. ${LINE}`, 'filled in'],
  ['only where it has it', 'Hi', { typed: true, signOff: PLACED }, 'Hi', 'not'],
  ['in Bangla', 'হাই {শেষের লাইন}', { typed: true, signOff: PLACED }, `হাই ${LINE}`, 'filled in'],
  ['in Bangla, otherwise', 'হাই {স্বাক্ষর}', { template: true, signOff: PLACED }, `হাই ${LINE}`, 'filled in'],
  ['typed, without a line', 'Hi {sign-off}', { typed: true, signOff: NONE }, 'Hi {sign-off}', 'not'],
  ['of a template without a line', 'Hi {sign-off|"Bye"}', { template: true, signOff: NONE }, 'Hi Bye', 'not'],
  ['as it is', 'Hi {sign-off}', {}, 'Hi {sign-off}', 'not'],
  ['empty', '', { typed: true, signOff: ALL }, '', 'not'],
] as const)('a message %s', (_, message, how, text, signed) => {
  const read = readMessage({ message, ...how }, rules);
  expect(read).toEqual({ ok: true, pieces: [text], signed });
});

test('a template keeps its other placeholders, and ends with the line after one, too', () => {
  const read = readMessage({ message: 'Dear {name}', template: true, signOff: ALL }, rules);
  if (!read.ok) throw new Error('It can be read');
  expect(placeholdersIn(read.pieces).map(({ key }) => key)).toEqual(['name']);
  expect(read.pieces.at(-1)).toBe(`\n${LINE}`);
});

test('more than 1,600 characters with it is said with its length', () => {
  const problemOf = (length: number) =>
    messageProblem({ message: 'x'.repeat(length), typed: true, signOff: ALL }, rules);
  const longest = 1600 - 1 - LINE.length;
  expect(problemOf(longest)).toBeNull();
  expect(problemOf(longest + 1)).toEqual({
    kind: 'MESSAGE_TOO_LONG',
    characters: 1601,
    limit: 1600,
    signOff: LINE.length,
  });
});

test('whatever is typed goes out as it was typed, once, with the line at most once after it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 200 }), typed => {
      const message = typed.trim();
      fc.pre(message !== '' && !/\{\s*(?:sign|শেষ|স্বা)/iu.test(message));
      const signed = signedText(message, ALL);
      expect(signed.startsWith(message)).toBe(true);
      expect(signedText(signed, ALL)).toBe(signed);
      expect(signedText(message, NONE)).toBe(message);
    }),
  );
});

test('alerts and what goes out unchanged have none; what was fixed stays', () => {
  const settings = { signOff: LINE, signsAll: true };
  const of = (intent: Partial<Parameters<typeof signOffFor>[0]>) =>
    signOffFor({ priority: 'people', ...intent }, settings).line;
  expect(of({ typed: true })).toBe(LINE);
  expect(of({ signed: true, priority: 'alert' })).toBe(LINE);
  expect(of({})).toBe('');
  expect(of({ template: true, priority: 'alert' })).toBe('');
  expect(of({ typed: true, signOff: NONE })).toBe('');
});
