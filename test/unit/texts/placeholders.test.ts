import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  escapeBraces,
  fillIn,
  fillSome,
  type Pieces,
  parsePlaceholders,
  valuesOf,
} from '../../../src/texts/parse/placeholders.ts';

const RANU = { name: 'রানু বেগম', columns: { গ্রাম: 'চর ফ্যাশন', Acres: '2.5', Blank: ' ' } };

function parsed(source: string): Pieces {
  const read = parsePlaceholders(source);
  if (!read.ok) throw new Error(`${source}: ${read.fault.kind}`);
  return read.pieces;
}

const rendered = (
  source: string,
  contact: Parameters<typeof valuesOf>[0] = RANU,
  stop: string | null = null,
) => fillIn(parsed(source), valuesOf(contact, stop));

test('placeholders are filled with a name and columns, in any writing', () => {
  expect(rendered('প্রিয় {name}, {গ্রাম}: { acres } {ACRES}')).toEqual({
    ok: true,
    text: 'প্রিয় রানু বেগম, চর ফ্যাশন: 2.5 2.5',
  });
  expect(rendered('{নাম}')).toEqual({ ok: true, text: 'রানু বেগম' });
  // য় as one character and as two.
  expect(rendered('{পাড়ায়}', { name: '', columns: { 'পাড\u09bcায\u09bc': 'উত্তর' } })).toEqual({
    ok: true,
    text: 'উত্তর',
  });
});

test('a recipient without a value gets the fallback, which may be empty', () => {
  expect(rendered('{name|স্যার}, {blank| none }{nothing|}.', null)).toEqual({ ok: true, text: 'স্যার, none.' });
  expect(rendered('{blank|none}')).toEqual({ ok: true, text: 'none' });
  expect(rendered('{price|a|b}')).toEqual({ ok: true, text: 'a|b' });
});

test('an alternative is a field if one has that name, text in quotes, and otherwise text to the end', () => {
  const values: Record<string, string> = { one: '1', two: '2' };
  const filled = (source: string, has = (key: string) => ['one', 'two', 'none'].includes(key)) => {
    const all = fillIn(parsed(source), key => values[key] ?? null, has);
    return all.ok ? all.text : all.missing;
  };
  expect(filled('{none|one|two}{none| TWO |"x"}')).toBe('12');
  expect(filled('{none|"one"}{none|"say ""{one}"" | twice" }')).toBe('onesay "{one}" | twice');
  expect(filled('{none|no one|two}')).toBe('no one|two');
  expect(filled('{none|5\'6"}{none|"a" b}{none|"}')).toBe('5\'6""a" b"');
  expect(filled('{none|none}')).toEqual(['none']);
  expect(filled('{none|""}')).toBe('');
  // Only the name is an alternative for every recipient, because their columns differ.
  expect(rendered('{shop|name|"sir"}')).toEqual({ ok: true, text: 'রানু বেগম' });
  expect(rendered('{shop|নাম}', null)).toEqual({ ok: false, missing: ['shop'] });
  expect(rendered('{shop|acres}')).toEqual({ ok: true, text: 'acres' });
});

test('fields without a value or a fallback are named, each once', () => {
  expect(rendered('{Village} {name} {Village} {blank}', null)).toEqual({
    ok: false,
    missing: ['Village', 'name', 'blank'],
  });
});

test('names of what every object has are no columns', () => {
  expect(rendered('{constructor}{__proto__|x}', { name: '', columns: {} })).toEqual({
    ok: false,
    missing: ['constructor'],
  });
});

test('a stop link is filled with the link that it is given', () => {
  expect(rendered('Stop: {stop}', null, 'https://x/stop/abc')).toEqual({
    ok: true,
    text: 'Stop: https://x/stop/abc',
  });
  expect(rendered('Stop: {stop}', { name: '', columns: { stop: 'a column' } })).toEqual({
    ok: false,
    missing: ['stop'],
  });
});

test('two braces are one, and a brace that closes nothing is itself', () => {
  expect(rendered('{{name} and }} {{{name}}')).toEqual({ ok: true, text: '{name} and }} {রানু বেগম}' });
});

test.each([
  ['Dear {name, the truck is at the gate', 'unclosed', '{name, the truck is'],
  ['a {', 'unclosed', '{'],
  ['{na{me}', 'unclosed', '{na{me}'],
  ['{name\n}', 'unclosed', '{name\n}'],
  ['Dear {}', 'empty', '{}'],
  ['Dear { |sir}', 'empty', '{ |sir}'],
  [`Dear {${'x'.repeat(81)}}`, 'name_too_long', `{${'x'.repeat(19)}`],
])('%j is %s near %j', (source, kind, near) => {
  expect(parsePlaceholders(source)).toEqual({ ok: false, fault: { kind, near } });
});

const texts = fc.string({
  unit: fc.oneof(
    fc.constantFrom('{', '}', '|', '\n', ' ', 'রা'),
    fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
  ),
});
const noValue = () => null;

test('any text is unchanged once its braces are doubled', () => {
  fc.assert(
    fc.property(texts, text => {
      expect(fillIn(parsed(escapeBraces(text)), noValue)).toEqual({ ok: true, text });
    }),
  );
});

test('filling changes no other character, and never reads a filled value again', () => {
  fc.assert(
    fc.property(
      texts,
      texts,
      texts.filter(value => value !== ''),
      (before, after, value) => {
        const template = parsed(`${escapeBraces(before)}{x}${escapeBraces(after)}`);
        expect(fillIn(template, () => value)).toEqual({ ok: true, text: before + value + after });
      },
    ),
  );
});

test('filling in two steps equals filling in one', () => {
  fc.assert(
    fc.property(
      texts,
      texts.filter(text => text !== ''),
      texts,
      (before, value, otherValue) => {
        const template = parsed(`${escapeBraces(before)}{one}-{other|none}-{third|3}`);
        const first = (key: string) => (key === 'one' ? value : null);
        const has = (key: string) => key === 'one';
        const second = (key: string) => (key === 'other' ? otherValue : null);
        const bound = parsed(fillSome(template, { has, valueFor: first }));
        expect(fillIn(bound, second)).toEqual(fillIn(template, key => first(key) ?? second(key)));
      },
    ),
  );
});

test('also if one field stands in for another, or values have quotes and braces', () => {
  const lines = texts.map(text => text.replace(/[\r\n]/g, ' '));
  fc.assert(
    fc.property(lines, lines, lines, (value, name, literal) => {
      const quoted = literal.replaceAll('"', '""');
      const template = parsed(
        `{x|one|name|"${quoted}"}-{one|name|"${quoted}"}-{name|one|"${quoted}"}-{one|}`,
      );
      const has = (key: string) => key === 'one';
      const valueFor = (key: string) => (key === 'one' ? value : key === 'name' ? name : null);
      const bound = parsed(fillSome(template, { has, valueFor: key => (key === 'one' ? value : null) }));
      const all = (key: string) => has(key) || key === 'name';
      expect(fillIn(bound, key => (key === 'name' ? name : null))).toEqual(fillIn(template, valueFor, all));
    }),
  );
});

test('long text that was written to be slow is read in one pass', () => {
  for (const piece of ['{', '|', '"', '{a|"', '{a|""', '|"""', '{a|"b|', '{a|" ', '{a| ', '}{', 'a"|"'])
    for (const start of ['', '{a', '{a|"'])
      for (const end of ['', '}', '"}'])
        parsePlaceholders(start + piece.repeat(100_000 / piece.length) + end);
});

test('any typed text is read, or refused', () => {
  fc.assert(fc.property(texts, text => void parsePlaceholders(text)));
});
