import { expect, test } from 'vitest';
import { leadingNames } from '../../../src/texts/parse/name.ts';

test.each([
  ['Ranu Begum The truck', ['Ranu Begum The truck', 'Ranu Begum The', 'Ranu Begum', 'Ranu']],
  ['"Ranu Begum" The truck', ['Ranu Begum']],
  ['“রানু” ট্রাক', ['রানু']],
  ['Ranu: hello', ['Ranu: hello', 'Ranu']],
  ['Ranu\nhello there', ['Ranu']],
  [`${'a'.repeat(61)} hello`, []],
])('%j may begin with %j', (text, names) => {
  expect(leadingNames(text).map(({ name }) => name)).toEqual(names);
});

test('the message is the remainder, as typed', () => {
  expect(leadingNames('Ranu  a  b\nc ').at(-1)).toEqual({ name: 'Ranu', message: 'a  b\nc' });
  expect(leadingNames('"Ranu Begum"  a  b')).toEqual([{ name: 'Ranu Begum', message: 'a  b' }]);
});
