import type { Pdu } from 'smpp';
import type { Ending } from '../../delivery/states.ts';

/**
 * How a carrier writes its ids: as they are, or as a hexadecimal or decimal number. Some write them differently in
 * answers and in receipts.
 */
export type IdForm = 'text' | 'hex' | 'decimal';

/** One spelling for one id: numbers in decimal without leading zeros; anything else stays as it is. */
export function spelled(id: string, form: IdForm): string {
  if (form === 'hex' && /^[0-9a-f]{1,32}$/i.test(id)) return BigInt(`0x${id}`).toString();
  if (form === 'decimal' && /^\d{1,40}$/.test(id)) return BigInt(id).toString();
  return id;
}

/** What a receipt says about a message; `ending` null: it is still on its way. */
export interface Receipt {
  messageId: string;
  ending: Ending | null;
  reason: string | null;
}

/** SMPP 3.4, 5.2.28 and appendix B: states by number and by word. */
const STATES: [number, string, Ending | null][] = [
  [1, 'ENROUTE', null],
  [2, 'DELIVRD', 'delivered'],
  [3, 'EXPIRED', 'failed'],
  [4, 'DELETED', 'failed'],
  [5, 'UNDELIV', 'failed'],
  [6, 'ACCEPTD', null],
  [7, 'UNKNOWN', 'unknown'],
  [8, 'REJECTD', 'failed'],
];

/** The bits of `esm_class` that give the type of a message from the carrier, and the value for a receipt. */
const TYPE_BITS = 0x3c;
const RECEIPT = 0x04;

/**
 * Reads a receipt in either usual form: the two parameters for it, or the words in the message (`id:… sub:… dlvrd:…
 * submit date:… done date:… stat:… err:… text:…`). Null: it isn't a receipt, or names no message.
 */
export function readReceipt(pdu: Pdu, form: IdForm): Receipt | null {
  const words = textOf(pdu);
  const isReceipt = ((pdu.esm_class ?? 0) & TYPE_BITS) === RECEIPT || pdu.receipted_message_id !== undefined;
  if (!isReceipt) return null;
  const id = pdu.receipted_message_id ?? /\bid:\s*([^\s]+)/i.exec(words)?.[1];
  const stat = /\bstat:\s*([a-z]+)/i.exec(words)?.[1]?.toUpperCase();
  const state = STATES.find(([number, word]) => (pdu.message_state ?? -1) === number || word === stat);
  if (id === undefined || state === undefined) return null;
  const [, word, ending] = state;
  const error = /\berr:\s*([0-9a-z]+)/i.exec(words)?.[1];
  const withError = error === undefined || /^0*$/.test(error) ? '' : `, error ${error}`;
  return {
    // Some carriers end the parameter with the zero byte that strings have elsewhere.
    messageId: spelled(id.replace(/\0+$/, ''), form),
    ending,
    reason: ending === 'delivered' || ending === null ? null : `The carrier’s receipt: ${word}${withError}`,
  };
}

function textOf({ short_message: short, message_payload: payload }: Pdu): string {
  const read = (message: unknown) =>
    typeof message === 'string' ? message : Buffer.isBuffer(message) ? message.toString('latin1') : '';
  return read(short?.message) || read(payload?.message);
}
