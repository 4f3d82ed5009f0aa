import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseTyped } from '../../../src/texts/parse/sms-command.ts';
import { slackMessage } from '../kit/slack-escape.ts';

const parsed = (text: string) => parseTyped(text, new Set(['settings', 'সেটিংস']));

const NUMBERS = [
  '01712345678',
  '+8801712345678',
  '+880 (0) 1712-345 678',
  '00880 1712345678',
  '1712345678',
  '(017) 1234 5678',
  '০১৭১২৩৪৫৬৭৮',
  '০১৭১২ ৩৪৫৬৭৮',
  '\u202a+880\u00a01712\u2011345678\u202c',
  '<tel:+8801712345678|01712345678>',
  '<tel:+8801712345678|+880 1712 345678>',
  '+880 <tel:1712345678|1712345678>',
];
const blank = fc.constantFrom(' ', '  ', '\n', '\r\n', '\t', '\u00a0', ' \n ');
const message = slackMessage.filter(({ typed }) => typed.trim() !== '');
/** What stands first in it is no further recipient. */
const worded = message.map(({ typed, delivered }) => ({ typed: `x${typed}`, delivered: `x${delivered}` }));

it('sends any message exactly as typed, behind a number in any form', () => {
  fc.assert(
    fc.property(fc.constantFrom(...NUMBERS), blank, message, (number, gap, { typed, delivered }) => {
      expect(parsed(` ${number}${gap}${delivered} `)).toEqual({
        kind: 'send',
        to: { kind: 'number', number: '01712345678' },
        message: typed.trim(),
      });
    }),
    { numRuns: 2000 },
  );
});

it('sends any message exactly as typed, behind a teammate', () => {
  fc.assert(
    fc.property(blank, worded, (gap, { typed, delivered }) => {
      expect(parsed(`<@U1|rahim>${gap}${delivered}`)).toEqual({
        kind: 'send',
        to: { kind: 'teammate', userId: 'U1', label: 'rahim' },
        message: typed.trim(),
      });
    }),
  );
});

it('never throws', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...NUMBERS, ' ', '\n'))),
      pieces => {
        expect(parsed(pieces.join(''))).toHaveProperty('kind');
      },
    ),
  );
});

it.each([
  ['', 'form'],
  [' \n\t', 'form'],
  ['help', 'help'],
  [' HELP\n', 'help'],
  ['??', 'help'],
  ['help?', 'help'],
  ['সাহায্য', 'help'],
  ['Balance', 'balance'],
  ['ব্যালেন্স', 'balance'],
  ['logs', 'log'],
  ['লগ', 'log'],
])('%j alone is %s', (text, kind) => {
  expect(parsed(text)).toEqual({ kind });
});

it.each([
  ['settings', 'settings'],
  ['Please show settings!', 'settings'],
  ['সেটিংস', 'সেটিংস'],
])('%j opens what a feature contributes', (text, word) => {
  expect(parsed(text)).toEqual({ kind: 'opening', word });
});

it.each([
  ['link', false],
  ['লিংক', false],
  ['link smskey_0123456789abcdef', true],
  ['link: 0123456789', true],
  ['my key is smskey_0123456789abcdef', true],
])('%j opens the form that takes a key, and keeps none', (text, hadKey) => {
  expect(parsed(text)).toEqual({ kind: 'link', hadKey });
});

const sent = (message: string) => ({ kind: 'send', to: { kind: 'number', number: '01712345678' }, message });

it.each([
  ['01712345678 hello', 'hello'],
  ['01712345678\n\n hello  there\r\n  x ', 'hello  there\r\n  x'],
  ['01712345678 help', 'help'],
  // The shortest prefix that is a whole number ends it: digits behind it are message.
  ['01712345678 5 boxes', '5 boxes'],
  ['017 1234 5678 5 boxes', '5 boxes'],
  ['01712345678 01812345678', '01812345678'],
  ['01712345678 <tel:01812345678|01812345678>', '01812345678'],
  ['01712345678 - hello', '- hello'],
  ['01712345678 <@U1|rahim> called', '@rahim called'],
  ['01712345678 &lt;b&gt; &amp;amp;', '<b> &amp;'],
])('sends from %j', (text, message) => {
  expect(parsed(text)).toEqual(sent(message));
});

it('takes a user group as the recipient', () => {
  const to = { kind: 'usergroup', id: 'S1', label: 'oncall' };
  expect(parsed('<!subteam^S1|@oncall> db is down')).toEqual({ kind: 'send', to, message: 'db is down' });
});

it.each(['hello', 'hello 01712345678', 'balance 01712345678', '“রানু” ট্রাক'])(
  '%j may begin with a name',
  text => {
    expect(parsed(text)).toEqual({ kind: 'named', text });
  },
);

const missing = { kind: 'NUMBER_MISSING' };
const invalid = (typed: string, why: string) => ({ kind: 'NUMBER_INVALID', typed, why });

it.each([
  ['5 boxes arrived', missing],
  ['2026 was good', missing],
  ['- hello', missing],
  ['+1 for that', missing],
  ['&lt;@U1|rahim&gt; hello', missing],
  ['<!here> lunch', { kind: 'TEAMMATE_UNKNOWN', label: '@here' }],
  ['01712345678', { kind: 'MESSAGE_MISSING', to: '017••••5678' }],
  ['+880 1712 345678 \n', { kind: 'MESSAGE_MISSING', to: '017••••5678' }],
  ['<@U1|rahim> ', { kind: 'MESSAGE_MISSING', to: '@rahim' }],
  ['<@U1>', { kind: 'MESSAGE_MISSING', to: '@U1' }],
  ['<!subteam^S1|@oncall>', { kind: 'MESSAGE_MISSING', to: '@oncall' }],
  ['0171234567 hello', invalid('0171234567', 'too_short')],
  ['0171 hello', invalid('0171', 'too_short')],
  ['999 help', invalid('999', 'short_code')],
  ['১৬১২৩ help', invalid('১৬১২৩', 'short_code')],
  ['12345', invalid('12345', 'too_short')],
  ['12345 hi', invalid('12345', 'too_short')],
  ['01012345678 hi', invalid('01012345678', 'no_operator')],
  ['017123456789 5 boxes', invalid('017123456789', 'too_long')],
  ['017123456789 1234x', invalid('017123456789', 'too_long')],
  ['+1 202 555 0123 hello', invalid('+1 202 555 0123', 'foreign')],
  ['01112345678 hello', invalid('01112345678', 'dead_network')],
  ['০২ ৯৮৭৬৫৪৩ হ্যালো', invalid('০২ ৯৮৭৬৫৪৩', 'not_mobile')],
  ['01712345678hello', invalid('01712345678hello', 'glued')],
  ['01712345678x4 hello', invalid('01712345678x4', 'extension')],
  ['+880 171234567O hello', invalid('+880 171234567O', 'letter_o')],
  ['01712\n345678 hello', invalid('01712', 'too_short')],
])('%j is a mistake', (text, problem) => {
  expect(parsed(text)).toEqual({ kind: 'mistake', problem });
});

it('quotes no more than a sentence can hold, and looks no further than a number reaches', () => {
  const quoted = invalid(`${'9'.repeat(39)}…`, 'too_long');
  expect(parsed(`${'9'.repeat(3000)} hello`)).toEqual({ kind: 'mistake', problem: quoted });
  // Takes minutes when every prefix is tried.
  expect(parsed(`${'- '.repeat(50_000)}hello`)).toEqual({ kind: 'mistake', problem: missing });
});

it('counts the 1600 characters in code points, as typed', () => {
  expect(parsed(`01712345678 ${'&amp;'.repeat(1599)}😀`)).toEqual(sent(`${'&'.repeat(1599)}😀`));
  expect(parsed(`01712345678 ${'ক'.repeat(1601)}`)).toEqual({
    kind: 'mistake',
    problem: { kind: 'MESSAGE_TOO_LONG', characters: 1601, limit: 1600 },
  });
});
