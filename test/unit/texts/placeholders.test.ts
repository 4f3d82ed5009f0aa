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

test('placeholders are filled with a name and columns, however they are written', () => {
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

test('whoever has no value gets the fallback, which may be empty', () => {
  expect(rendered('{name|স্যার}, {blank| none }{nothing|}.', null)).toEqual({ ok: true, text: 'স্যার, none.' });
  expect(rendered('{blank|none}')).toEqual({ ok: true, text: 'none' });
  expect(rendered('{price|a|b}')).toEqual({ ok: true, text: 'a|b' });
});

test('what has neither is named, each once', () => {
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

test('a stop link is what it was given', () => {
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
  [`Dear {${'x'.repeat(41)}}`, 'name_too_long', `{${'x'.repeat(19)}`],
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

test('any text comes out as it went in once its braces are two', () => {
  fc.assert(
    fc.property(texts, text => {
      expect(fillIn(parsed(escapeBraces(text)), noValue)).toEqual({ ok: true, text });
    }),
  );
});

test('filling changes no other character, and what is filled in is never read again', () => {
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

test('filled in two steps is filled in one', () => {
  fc.assert(
    fc.property(texts, texts, texts, (before, one, other) => {
      const template = parsed(`${escapeBraces(before)}{one}-{other|none}-{third|3}`);
      const first = (key: string) => (key === 'one' ? one : null);
      const second = (key: string) => (key === 'other' ? other : null);
      const bound = parsed(fillSome(template, first));
      expect(fillIn(bound, second)).toEqual(fillIn(template, key => first(key) ?? second(key)));
    }),
  );
});

test('anything that is typed is read, or refused', () => {
  fc.assert(fc.property(texts, text => void parsePlaceholders(text)));
});
