import fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseTyped } from '../../../src/texts/parse/sms-command.ts';
import { slackMessage } from '../kit/slack-escape.ts';

const WORDS = new Map<string, { takesText?: true }>([
  ['settings', {}],
  ['সেটিংস', {}],
  ['later', { takesText: true }],
]);
const parsed = (text: string) => parseTyped(text, WORDS);

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
  // With characters around it, as it is copied, or with Slack's markup.
  '(01712345678)',
  '[01712345678],',
  '&lt;01712345678&gt;',
  '"01712345678".',
  '“+880 1712-345678”:',
  '‘01712345678’',
  '*01712345678*',
  '_01712345678_',
  '~01712345678~;',
  '`01712345678`',
  '```01712345678```',
  '_*০১৭১২৩৪৫৬৭৮*_',
  '*&lt;01712345678&gt;*',
  ...['.', ')', '!', '?', '।', '-', '/', '…', '...', ').'].map(sign => `01712345678${sign}`),
  '+880 1712 345678.',
  // With an unpaired character of a spreadsheet, a list, a quotation or a tag.
  ...["'", '‘', '#', '&gt;', '• ', '- ', '– '].map(sign => `${sign}01712345678`),
  // Grouped by commas, like an amount.
  '1,712,345,678',
  '01,712,345,678:',
  '0,17,12,345,678',
  '8,801,712,345,678,',
  '+8,801,712,345,678.',
  '১,৭১,২৩,৪৫,৬৭৮',
  '"1,712,345,678"',
  '1’712’345’678',
  // With invisible characters.
  '\ufeff01712\ufe0f345\u2063678\u{e0001}',
  '0\ufe0f\u20e31\ufe0f\u20e37\ufe0f\u20e312345678',
  '“\u2066+8801712345678\u2069”',
];
const blank = fc.constantFrom(' ', '  ', '\n', '\r\n', '\t', '\u00a0', ' \n ');
const message = slackMessage.filter(({ typed }) => typed.trim() !== '');
/** The message's first word is no further recipient. */
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
  ['\ufeff\u200ehe\u00adlp\u200b', 'help'],
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
  expect(parsed(text)).toEqual({ kind: 'word', word, text: '', whole: text });
});

it.each([
  ['later', ''],
  ['Later: 01712345678 x &amp; y', '01712345678 x &amp; y'],
])('%j is a feature’s word, with the text after it', (typed, text) => {
  const whole = typed.replace('&amp;', '&');
  expect(parsed(typed)).toEqual({ kind: 'word', word: 'later', text, whole });
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
  // The shortest prefix that is a whole number ends it, and further digits belong to the message.
  ['01712345678 5 boxes', '5 boxes'],
  ['017 1234 5678 5 boxes', '5 boxes'],
  ['01712345678 01812345678', '01812345678'],
  ['01712345678 <tel:01812345678|01812345678>', '01812345678'],
  ['01712345678 - hello', '- hello'],
  ['01712345678 <@U1|rahim> called', '@rahim called'],
  ['01712345678 &lt;b&gt; &amp;amp;', '<b> &amp;'],
  ['01712345678,01812345678 hello', '01812345678 hello'],
  ['01712345678।আসুন', 'আসুন'],
  ['(017) 1234 5678 ) hello', ') hello'],
  ['"01712345678": *hello*', '*hello*'],
  ['\u200b01712345678 \u200bhello', '\u200bhello'],
])('sends from %j', (text, message) => {
  expect(parsed(text)).toEqual(sent(message));
});

it.each([
  ['history', 'log'],
  ['report', 'log'],
  ['status', 'balance'],
  ['topup', 'balance'],
  ['রিচার্জ', 'balance'],
])('%s opens what people mean by it: the %s', (text, kind) => {
  expect(parsed(text)).toEqual({ kind });
});

it('takes a user group as the recipient', () => {
  const to = { kind: 'usergroup', id: 'S1', label: 'oncall' };
  expect(parsed('<!subteam^S1|@oncall> db is down')).toEqual({ kind: 'send', to, message: 'db is down' });
});

it('looks for a name behind invisible characters', () => {
  expect(parsed('\u200b Ranu hello')).toEqual({ kind: 'named', text: 'Ranu hello' });
  for (const sign of ['*', '_', '~', '`'])
    expect(parsed(`${sign}Ranu Begum${sign} *hello*`)).toEqual({
      kind: 'named',
      text: '"Ranu Begum" *hello*',
    });
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
  // Days of a month, not a grouped number.
  ['15,16,17,18,19 are holidays', missing],
  ['1,712,345,678,9 hello', missing],
  ['1,712,345,678x hello', missing],
  ['"01712345678 hello', missing],
  ['"0171234567" hello', invalid('"0171234567"', 'too_short')],
  ['*01012345678* hello', invalid('*01012345678*', 'no_operator')],
  ['01,712,345,67 hello', missing],
  ['1,712,345,6789 hello', missing],
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
  // Trying every prefix takes minutes.
  expect(parsed(`${'- '.repeat(50_000)}hello`)).toEqual({ kind: 'mistake', problem: missing });
});

it('counts the 1600 characters in code points, as typed', () => {
  expect(parsed(`01712345678 ${'&amp;'.repeat(1599)}😀`)).toEqual(sent(`${'&'.repeat(1599)}😀`));
  expect(parsed(`01712345678 ${'ক'.repeat(1601)}`)).toEqual({
    kind: 'mistake',
    problem: { kind: 'MESSAGE_TOO_LONG', characters: 1601, limit: 1600 },
  });
});
