import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseRecipients } from '../../../src/texts/parse/recipient-list.ts';
import { type Recipient, recipientKeyOf } from '../../../src/texts/recipient.ts';

const number = (number: string): Recipient => ({ kind: 'number', number: number as never });
const short = (recipient: Recipient): string =>
  recipient.kind === 'unreadable'
    ? `${recipient.typed}: ${recipient.problem.kind === 'NUMBER_INVALID' ? recipient.problem.why : '?'}`
    : recipientKeyOf(recipient);

describe('recipients, as workflows and hooks write them', () => {
  test.each([
    ['01712345678', ['number 01712345678']],
    ['01712345678, +880 1812-345678;০১৯১২৩৪৫৬৭৮', ['01712345678', '01812345678', '01912345678']],
    ['01712 345678\n01812345678\r\n\n01912345678', ['01712345678', '01812345678', '01912345678']],
    // Without a comma in between.
    ['01712345678 01812345678  and 01912345678', ['01712345678', '01812345678', '01912345678']],
    ['০১৭১২৩৪৫৬৭৮ ও ০১৮১২৩৪৫৬৭৮। 01912345678', ['01712345678', '01812345678', '01912345678']],
    ['<tel:+8801712345678|017 12345678>, <tel:01812345678>', ['01712345678', '01812345678']],
    ['01712345678,01712345678, +8801712345678', ['01712345678']],
    ['<@U0RAFIQ0001|rafiq, the second>', ['teammate U0RAFIQ0001']],
    ['<@U1><@W2> <@U3|x>, and <@U4> &amp; <@U5>', ['U1', 'W2', 'U3', 'U4', 'U5'].map(id => `teammate ${id}`)],
    ['<!subteam^S1|@oncall>; night shift', ['usergroup S1', 'named night shift']],
    ['U0RAFIQ0001, @U0SHIRIN001', ['teammate U0RAFIQ0001', 'teammate U0SHIRIN001']],
    ['Sand and gravel', ['named Sand and gravel']],
    ['রাতের দল, A &amp; B', ['named রাতের দল', 'named A & B']],
    [
      '0171234, 02-9876543, +919876543210',
      ['0171234: too_short', '02-9876543: not_mobile', '+919876543210: foreign'],
    ],
    ['01712345678 oncall', ['number 01712345678', 'named oncall']],
    ['*01712345678*, _01812345678_; (01912345678)', ['01712345678', '01812345678', '01912345678']],
    ['*<tel:01712345678|01712345678>*, &lt;01812345678&gt;', ['01712345678', '01812345678']],
    ['01712345678. "01812345678"', ['01712345678', '01812345678']],
    ['1,712,345,678, ০১,৮১২,৩৪৫,৬৭৮,01912345678', ['01712345678', '01812345678', '01912345678']],
    ['999,333,16123', ['999', '333', '16123'].map(code => `${code}: short_code`)],
    ['<!here>', ['named @here']],
    [' ,; \n', []],
    ['', []],
  ])('%j', (text, expected) => {
    const named = expected.map(entry => (/^01\d{9}$/.test(entry) ? `number ${entry}` : entry));
    expect(parseRecipients(text).map(short)).toEqual(named);
  });

  test('stops reading one past the limit, in any writing', () => {
    for (const between of [', ', ' ', '\n']) {
      const text = Array.from({ length: 1000 }, (_, n) => `0171234${1000 + n}`).join(between);
      expect(parseRecipients(text, 200)).toHaveLength(201);
    }
    expect(parseRecipients('01712345678, '.repeat(1000), 200)).toHaveLength(1);
  });

  const digits = fc.integer({ min: 1_300_000_000, max: 1_999_999_999 }).map(serial => `0${serial}`);
  const recipient = fc.oneof(
    digits.map(local => ({ written: local, recipient: number(local) })),
    digits.map(local => ({ written: `+88${local}`, recipient: number(local) })),
    digits.map(local => ({ written: `*${local}*`, recipient: number(local) })),
    digits.map(local => ({ written: `(${local}).`, recipient: number(local) })),
    digits.map(local => ({
      written: `"${local.slice(0, 5)}\ufe0f-${local.slice(5)}"`,
      recipient: number(local),
    })),
    fc.constantFrom('U1', 'U2ABCDEF', 'W3').map(userId => ({
      written: `<@${userId}>`,
      recipient: { kind: 'teammate', userId, label: userId } as Recipient,
    })),
    fc.constantFrom('S1', 'S2').map(id => ({
      written: `<!subteam^${id}|@on,call>`,
      recipient: { kind: 'usergroup', id, label: 'on,call' } as Recipient,
    })),
    fc.constantFrom('night shift', 'drivers', 'রাতের দল').map(name => ({
      written: name,
      recipient: { kind: 'named', name } as Recipient,
    })),
  );
  const between = fc.constantFrom(',', ' , ', ';', '\n', ',\n', '। ', ', ,', '\r\n', '；');

  test('finds everyone who is named, once, in order, with any separator', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(recipient, between), { maxLength: 30 }), named => {
        const text = named.map(([{ written }, separator]) => written + separator).join('');
        const expected = new Map(named.map(([{ recipient }]) => [recipientKeyOf(recipient), recipient]));
        expect(parseRecipients(text)).toEqual([...expected.values()]);
      }),
    );
  });

  test('any text at all: loses nothing silently, and is never slow', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 300 }), text => {
        const recipients = parseRecipients(text);
        const something = text.replace(/[,;،؛、，；।\s\u200b-\u200d\ufeff]/gu, '') !== '';
        if (!something) return;
        expect(recipients.length).toBeGreaterThan(0);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['<', 500_000],
    ['0', 500_000],
    ['<@U1>', 100_000],
    ['0 1 ', 200_000],
    ['and ', 200_000],
  ])('long and strange: %s, %i times', (piece, times) => {
    // Scanning again from each character would take hours.
    expect(parseRecipients(piece.repeat(times))).toBeDefined();
  });
});
