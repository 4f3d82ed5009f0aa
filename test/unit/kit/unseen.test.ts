import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fold } from '../../../src/kit/name-matching.ts';
import { harmless } from '../../../src/kit/slack-text.ts';
import { withoutStrayUnseen, withoutUnseen, withoutUnseenStart } from '../../../src/kit/unseen.ts';
import { tidyName } from '../../../src/texts/parse/name.ts';

/** Invisible characters that people paste, one of each kind. */
const UNSEEN = [
  ...['\u00ad', '\u034f', '\u061c', '\u115f', '\u17b4', '\u180e', '\u200b', '\u200c', '\u200d', '\u200e'],
  ...['\u202a', '\u2060', '\u2061', '\u2063', '\u2066', '\u3164', '\ufe0d', '\ufe0f', '\ufeff', '\uffa0'],
  ...['\ufff9', '\0', '\x07', '\x7f', '\u{1d173}', '\u{e0001}', '\u{e0041}', '\u{e0100}'],
];

test.each(UNSEEN.map(character => [character.codePointAt(0)?.toString(16), character]))(
  'U+%s is removed from names, numbers and the beginning of typed text',
  (_code, unseen) => {
    expect(withoutUnseen(`a${unseen}b`)).toBe('ab');
    expect(withoutUnseenStart(` ${unseen}\u00a0${unseen}help`)).toBe('help');
    expect(tidyName(`${unseen}Ra${unseen}nu ${unseen}`)).toBe('Ranu');
    expect(fold(`রা${unseen}নু`)).toBe(fold('রানু'));
    expect(harmless(`Ra${unseen}nu`, 40)).toBe('Ranu');
  },
);

/** Invisible characters that shape the visible ones. */
test.each([
  ['a Bangla conjunct', 'র\u200d\u09cdযাব'],
  ['ৎ as it was written earlier', 'শরত\u09cd\u200d'],
  ['hasanta that is shown', 'উদ\u09cd\u200cঘাটন'],
  ['Persian', 'می\u200cخواهم'],
  ['a picture of two', '👩\u200d💻 👩🏽\u200d💻 🏳\ufe0f\u200d🌈'],
  ['a coloured heart', '❤\ufe0f'],
  ['a key', '1\ufe0f\u20e3 #\ufe0f\u20e3'],
  ['a flag', '🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f}'],
  ['white space', 'a\u00a0b\tc\nd\u2028'],
])('the invisible characters of %s stay', (_what, text) => {
  expect(withoutStrayUnseen(text)).toBe(text);
});

test.each([
  ['\u200dরানু', 'রানু'],
  ['রা\u200d\u200dনু', 'রা\u200dনু'],
  ['Ra\u200dnu\u200c', 'Ranu'],
  ['1\ufe0f2', '12'],
  ['a\u{e0067}b', 'ab'],
  ['👩\u200d', '👩'],
])('elsewhere the same characters go: %j', (text, clean) => {
  expect(withoutStrayUnseen(text)).toBe(clean);
});

test('is idempotent, and never slow, however long the text is', () => {
  const piece = fc.constantFrom(...UNSEEN, ...'aরি\u09cd1#❤👩💻🏴 \n', '\u{1f3fd}', '\u20e3');
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 40 }), pieces => {
      const clean = withoutStrayUnseen(pieces.join(''));
      expect(withoutStrayUnseen(clean)).toBe(clean);
    }),
    { numRuns: 2000 },
  );
  for (const character of ['\u200d', '\u{e0067}', '👩\u200d', '🏴\u{e0067}'])
    expect(withoutStrayUnseen(character.repeat(100_000))).toBeDefined();
});
