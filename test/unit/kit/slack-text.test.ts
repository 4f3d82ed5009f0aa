import fc from 'fast-check';
import { expect, it } from 'vitest';
import { harmless, leadingMention, unescapeSlack } from '../../../src/kit/slack-text.ts';
import { slackMessage } from './slack-escape.ts';

it('gives back any message exactly as it was typed', () => {
  fc.assert(
    fc.property(slackMessage, ({ typed, delivered }) => {
      expect(unescapeSlack(delivered)).toBe(typed);
    }),
    { numRuns: 2000 },
  );
});

it.each([
  ['<@U123>', '@U123'],
  ['<@U123|>', '@U123'],
  ['<#C123|>', '#C123'],
  ['<!subteam^S1|oncall>', '@oncall'],
  ['<!subteam^S1>', '@S1'],
  ['<!here|here>', '@here'],
  ['<!new_thing|what it says>', 'what it says'],
  ['<!new_thing>', '<!new_thing>'],
  ['<mailto:a@b.co>', 'a@b.co'],
  ['<tel:01712345678>', '01712345678'],
  ['<https://example.com/|https://example.com>', 'https://example.com'],
  ['<http://example.com/?a=1&amp;b=2>', 'http://example.com/?a=1&b=2'],
  // A link with a name: the name alone would lose the address on a phone.
  ['<https://example.com/run|our runbook>', 'our runbook (https://example.com/run)'],
  ['<https://evil.example/|example.com>', 'example.com (https://evil.example/)'],
  // Text that Slack didn't write stays unchanged.
  ['<b>', '<b>'],
  ['<@U123', '<@U123'],
  ['a < b > c', 'a < b > c'],
  ['&nbsp;&quot;&AMP;', '&nbsp;&quot;&AMP;'],
  // Unescaped once, not twice.
  ['&amp;lt;b&amp;gt;', '&lt;b&gt;'],
  ['&lt;@U123|rahim&gt;', '<@U123|rahim>'],
])('undoes %j to %j', (delivered, typed) => {
  expect(unescapeSlack(delivered)).toBe(typed);
});

it('finds a mention at the very start only', () => {
  expect(leadingMention('<@U123|rahim> hello')).toEqual({
    mention: { kind: 'user', id: 'U123', label: 'rahim' },
    end: '<@U123|rahim>'.length,
  });
  expect(leadingMention('<@W1>')?.mention).toEqual({ kind: 'user', id: 'W1', label: 'W1' });
  expect(leadingMention('<@U1|Karim &amp; Sons>x')?.mention.label).toBe('Karim & Sons');
  expect(leadingMention('<!subteam^S1|@oncall> up?')?.mention).toEqual({
    kind: 'usergroup',
    id: 'S1',
    label: 'oncall',
  });
  for (const text of [
    '',
    ' <@U1>',
    'x <@U1>',
    '<!here>',
    '<#C1|general>',
    '&lt;@U1&gt;',
    '<@u1>',
    '@rahim',
    '<@U1',
  ]) {
    expect(leadingMention(text), text).toBeNull();
  }
});

const NASTY = [
  '<!channel>',
  '<!here|x>',
  '<@U123>',
  '<!subteam^S1>',
  '<#C1>',
  '<https://evil.example|Paid>',
  '&lt;!channel&gt;',
  '@here',
  ' @channel',
  '`',
  '```',
  '*',
  '_',
  '~',
  '>',
  '\n',
  '\r\n',
  '\u2028',
  '\u0085',
  '\v',
  '\0',
  ' ',
  '\u202e',
  '\u2066',
  '\u2069',
  '\u200f',
  '\u061c',
  '\u200b',
  '\ufeff',
  '\u00ad',
  '\u3164',
  '\u2800',
  '\u{e0041}',
  'עברית',
  'العربية',
  'বাংলা',
  'কাঁ\u200cচা',
  '👨‍👩‍👧',
  '\ud800',
  'a',
  '1',
  'e\u0301'.repeat(3),
];
const nasty = fc
  .array(fc.oneof(fc.constantFrom(...NASTY), fc.string({ unit: 'binary' })))
  .map(all => all.join(''));

it('leaves nothing that pings, formats, breaks or reorders a line', () => {
  fc.assert(
    fc.property(nasty, fc.integer({ min: 0, max: 60 }), (text, max) => {
      const safe = harmless(text, max);
      expect(safe).not.toMatch(/[<>*_~`\n\r\v\f\t\u0085\u2028\u2029\0]|&(?!(?:amp|lt|gt);)/);
      expect(safe).not.toMatch(/^(?:&gt;|\s)|\s$|\s\s/);
      expect(safe).not.toMatch(/@(?:here|channel|everyone)/);
      // Our pair of isolates encloses right-to-left words; there are no other controls.
      expect(safe.replace(/^\u2068(.*)\u2069$/, '$1')).not.toMatch(
        /[\p{Bidi_Control}\u200b\ufeff\u00ad\u3164\u2800]/u,
      );
      expect(safe.isWellFormed()).toBe(true);
      const seen = safe.replace(/[\u2060\u2068\u2069]/g, '').replace(/&(?:amp|lt|gt);/g, '?');
      expect([...seen].length).toBeLessThanOrEqual(Math.max(max, 1));
    }),
    { numRuns: 3000 },
  );
});

it('stays readable', () => {
  expect(harmless('Karim & Sons <karim@example.com>', 80)).toBe(
    'Karim &amp; Sons &lt;karim@\u2060example.com&gt;',
  );
  expect(harmless('কাঁ\u200cচা আম 👨‍👩‍👧 ❤️', 80)).toBe('কাঁ\u200cচা আম 👨‍👩‍👧 ❤️');
  expect(harmless('a\n\n\tb', 80)).toBe('a b');
  expect(harmless('> quoted > twice', 80)).toBe('› quoted &gt; twice');
  expect(harmless('@here', 80)).toBe('@\u2060here');
  expect(harmless(`x${'\n'.repeat(1600)}✅ Sent`, 80)).toBe('x ✅ Sent');
  expect(harmless('\n'.repeat(1600), 80)).toBe('');
  expect(harmless('שלום', 80)).toBe('\u2068שלום\u2069');
  expect(harmless('\u202egnp.exe', 80)).toBe('gnp.exe');
  expect(harmless(`Z${'\u0335'.repeat(500)}`, 80)).toBe(`Z${'\u0335'.repeat(4)}`);
});

it('cuts by code points, escapes after', () => {
  expect(harmless('12345', 5)).toBe('12345');
  expect(harmless('123456', 5)).toBe('1234…');
  expect(harmless('😀'.repeat(6), 5)).toBe(`${'😀'.repeat(4)}…`);
  expect(harmless('<<<<<<', 3)).toBe('&lt;&lt;…');
  expect(harmless('abc defg', 5)).toBe('abc…');
});
