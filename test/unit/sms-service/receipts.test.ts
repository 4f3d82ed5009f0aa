import type { Pdu } from 'smpp';
import { expect, it } from 'vitest';
import { normaliseId, readReceipt } from '../../../src/sms-service/carriers/smpp/pdus.ts';

/* Carriers' receipts, which differ from the specification and from each other. */

const RECEIPT = 4;
const inWords = (words: string, esm = RECEIPT): Pdu =>
  ({ command: 'deliver_sm', esm_class: esm, short_message: { message: words } }) as unknown as Pdu;
const usual = (id: string, stat: string, err = '000'): string =>
  `id:${id} sub:001 dlvrd:001 submit date:2611280101 done date:2611280102 stat:${stat} err:${err} text:hi`;
const ended = (pdu: Pdu) => {
  const receipt = readReceipt(pdu, 'text');
  return receipt?.kind === 'read' ? receipt.ending : (receipt?.unread ?? 'no receipt');
};

it.each([
  ['DELIVRD', 'delivered'],
  ['DELIVERED', 'delivered'],
  ['delivrd', 'delivered'],
  ['EXPIRED', 'failed'],
  ['DELETED', 'failed'],
  ['UNDELIV', 'failed'],
  ['UNDELIVERABLE', 'failed'],
  ['REJECTD', 'failed'],
  ['REJECTED', 'failed'],
  ['FAILED', 'failed'],
  ['SKIPPED', 'failed'],
  ['UNKNOWN', 'unknown'],
  ['ENROUTE', null],
  ['ACCEPTD', null],
  ['BUFFRED', null],
  ['SCHEDULED', null],
])('a state by its word: %s', (word, ending) => {
  expect(ended(inWords(usual('1a', word)))).toBe(ending);
});

it.each([
  [0, null],
  [1, null],
  [2, 'delivered'],
  [5, 'failed'],
  [7, 'unknown'],
  [9, 'failed'],
])('a state by its number: %i', (state, ending) => {
  const parameters = { receipted_message_id: '1a', message_state: state };
  expect(ended({ ...inWords(''), ...parameters } as unknown as Pdu)).toBe(ending);
});

it.each([
  ['without counts', inWords('id:1a submit date:2611280101 stat:DELIVRD err:000 text:hi')],
  ['capital labels and spaces', inWords('ID: 1A SUB: 001 DLVRD: 001 STAT: DELIVRD ERR: 000 TEXT: hi')],
  ['not marked as a receipt', inWords(usual('1A', 'DELIVRD'), 0)],
])('a receipt %s', (_, pdu) => {
  expect(readReceipt(pdu, 'text')).toMatchObject({ kind: 'read', messageId: '1a', ending: 'delivered' });
});

it.each(['My id: 7. What is the stat: of it?', 'id:1a stat:UNDELIV', 'id:1a stat:UNDELIV err:034'])(
  'a text from a phone is no receipt: %s',
  words => {
    expect(readReceipt(inWords(words, 0), 'text')).toBeNull();
  },
);

it.each([
  [usual('1a', 'MOULDY'), 'id 1a, state MOULDY'],
  ['stat:DELIVRD err:000', 'id none, state DELIVRD'],
])('an unreadable receipt is quoted: %s', (words, sentence) => {
  expect(ended(inWords(words))).toBe(sentence);
});

it.each([
  ['1101C1-C9D03D-F000', '1101c1-c9d03d-f000'],
  ['00B8BE19', 'b8be19'],
  ['870928761', '0870928761'],
  ['000', '0'],
])('ids that differ only in case and zeros are equal: %s, %s', (answer, receipt) => {
  expect(normaliseId(receipt, 'text')).toBe(normaliseId(answer, 'text'));
});
