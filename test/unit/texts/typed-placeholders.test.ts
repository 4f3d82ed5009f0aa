import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fillIn, parsePlaceholders, valuesOf } from '../../../src/texts/parse/placeholders.ts';
import { asTemplate, fieldsIn, readTyped } from '../../../src/texts/parse/typed-placeholders.ts';

const isField = (key: string): boolean => ['name', 'due', 'গ্রাম', 'stop'].includes(key);
const RANU = valuesOf({ name: 'Ranu', columns: { Due: '500', গ্রাম: 'Manpura' } }, 'https://x/stop');

const filled = (message: string) => fillIn(readTyped(message, isField), RANU);

// The typed text, and the sent one.
test.each([
  ['Dear {name}, {Due}', 'Dear Ranu, 500'],
  ['{ NAME }{নাম}{গ্রাম}', 'RanuRanuManpura'],
  ['{name|friend} {due|nothing}', 'Ranu 500'],
  ['{x} {Vilage} {a|b}', '{x} {Vilage} {a|b}'],
  ['{{name}} {{{name}}} {{', '{{name}} {{{name}}} {{'],
  ['{name', '{name'],
  ['{} { } {|name}', '{} { } {|name}'],
  ['{name\n}', '{name\n}'],
  ['{x {name}} }', '{x Ranu} }'],
  ['{"a": {"name": 1}}', '{"a": {"name": 1}}'],
  ['if (a) { b(); } $ {name}', 'if (a) { b(); } $ Ranu'],
  // A link to stop texts works in templates only.
  ['{stop} {stop|name}', '{stop} {stop|name}'],
  ['', ''],
])('%j goes out as %j', (message, text) => {
  expect(filled(message)).toEqual({ ok: true, text });
});

test('a recipient without a value for a field lacks it', () => {
  const nobody = valuesOf(null, null);
  expect(fillIn(readTyped('{name|friend}, {Due}', isField), nobody)).toEqual({ ok: false, missing: ['Due'] });
});

test('possible fields are looked up by their folded names', () => {
  expect(fieldsIn('{Due} {due|x} {নাম} {{y}} {z')).toEqual(['due', 'name']);
  expect(fieldsIn('plain')).toEqual([]);
});

test('as a template, any typed text stays the same', () => {
  const typed = fc.string({
    unit: fc.constantFrom('{', '}', 'name', 'due', 'x', '|', '"', ' ', '\n', 'stop'),
  });
  fc.assert(
    fc.property(typed, message => {
      const read = parsePlaceholders(asTemplate(message, isField));
      expect(read.ok && fillIn(read.pieces, RANU)).toEqual(filled(message));
      if (!message.includes('{')) expect(filled(message)).toEqual({ ok: true, text: message });
    }),
  );
});
