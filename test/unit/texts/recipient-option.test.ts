import { expect, test } from 'vitest';
import type { LocalNumber } from '../../../src/kit/number.ts';
import { type Recipient, recipientKeyOf } from '../../../src/texts/recipient.ts';
import { optionOf, recipientIn, typedNumber } from '../../../src/texts/slack/recipient-options.ts';

const ID = '018f3c2a-7b1e-7000-8000-0123456789ab';
const LONG = 'দ'.repeat(60);

test.each<Recipient>([
  { kind: 'number', number: '01712345678' as LocalNumber },
  { kind: 'teammate', userId: 'U0NUSRAT001', label: 'Nusrat' },
  { kind: 'usergroup', id: 'S0ONCALL001', label: 'On call' },
  { feature: 'contacts', kind: 'contact', data: { id: ID, label: LONG } },
  { feature: 'contacts', kind: 'group', data: { id: ID, label: 'Field & <team>', many: true } },
  { kind: 'named', name: LONG },
  typedNumber('0171234'),
])('a recipient survives its option, which Slack accepts: %j', recipient => {
  const option = optionOf(recipient);
  expect(option.value?.length).toBeLessThanOrEqual(75);
  expect(option.text.text.length).toBeLessThanOrEqual(75);
  const read = recipientIn({ value: option.value ?? '', text: option.text });
  expect(read && recipientKeyOf(read)).toBe(recipientKeyOf(recipient));
  if ('label' in recipient || 'data' in recipient) expect(read).toEqual(recipient);
});

test('a value that this app didn’t make is no recipient', () => {
  for (const value of ['', 'number', 'number 12', 'number 01112345678', 'key U1', 'constructor x'])
    expect(recipientIn({ value, text: { text: 'x' } })).toBeNull();
  expect(recipientIn({ value: `+contacts/group ${ID}`, text: { text: 'A &amp; B' } })).toMatchObject({
    data: { label: 'A & B', many: true },
  });
});
