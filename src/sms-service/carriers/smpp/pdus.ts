import smpp, { type Pdu } from 'smpp';
import type { Ending } from '../../delivery/rules.ts';
import { GSM_BASIC, GSM_EXTENSION, splitParts } from '../../parts.ts';

/*
 * Causes of a carrier's refusal (`command_status`; SMPP 3.4, 5.1.3). In every case the carrier hasn't taken the
 * message.
 */

/** The carrier takes more later: it has too many of our messages, or failed. */
const TRY_LATER = ['THROTTLED', 'MSGQFUL', 'SYSERR', 'X_T_APPN', 'UNKNOWNERR'];

/** The carrier takes no text: the login, the account or the sender is wrong. */
const WRONG_SETTING = ['BNDSTS', 'SRCADR', 'PASWD', 'SYSID', 'SERTYP', 'SRCTON', 'SRCNPI', 'SYSTYP'].map(
  it => `INV${it}`,
);

/** The name that SMPP gives a status, such as `ESME_RTHROTTLED`. */
export function statusName(status: number): string {
  const [name] = Object.entries(smpp.errors).find(([, number]) => number === status) ?? [];
  return name ?? `status 0x${status.toString(16).padStart(8, '0')}`;
}

/**
 * The cause of a refusal, by its remedy: wait (`throttled`), correct the route's settings (`setting`), or give up on
 * this text (`text`).
 */
export function causeOf(status: number): 'throttled' | 'setting' | 'text' {
  const name = statusName(status).replace(/^ESME_R/, '');
  if (TRY_LATER.includes(name)) return 'throttled';
  return WRONG_SETTING.includes(name) || name === 'BINDFAIL' ? 'setting' : 'text';
}

/**
 * A carrier's spelling of ids: text, or a hexadecimal or decimal number. Some carriers use different spellings in
 * answers and in receipts.
 */
export type IdForm = 'text' | 'hex' | 'decimal';

/** Spells equal ids equally: numbers in decimal, text in lower case without leading zeros. */
export function normaliseId(id: string, form: IdForm): string {
  if (form === 'hex' && /^[0-9a-f]{1,32}$/i.test(id)) return BigInt(`0x${id}`).toString();
  if (form === 'decimal' && /^\d{1,40}$/.test(id)) return BigInt(id).toString();
  return id.toLowerCase().replace(/^0+(?=.)/, '');
}

/** `ending`: null while the message is on its way. `unread`: describes an unreadable receipt. */
export type Receipt =
  | { kind: 'read'; messageId: string; ending: Ending | null; reason: string | null }
  | { kind: 'unread'; unread: string };

/**
 * States by number and by the beginning of their word, because some carriers spell them out. From SMPP 3.4, 5.2.28 and
 * appendix B; from SMPP 5.0, 4.7.15; and words that carriers use besides.
 */
const STATES: readonly (readonly [number | null, word: string, begins: RegExp, Ending | null])[] = [
  [0, 'SCHEDULED', /^SCHEDUL/, null],
  [1, 'ENROUTE', /^EN_?ROUTE/, null],
  [2, 'DELIVRD', /^DELIV/, 'delivered'],
  [3, 'EXPIRED', /^EXPIR/, 'failed'],
  [4, 'DELETED', /^DELET/, 'failed'],
  [5, 'UNDELIV', /^UNDELIV/, 'failed'],
  [6, 'ACCEPTD', /^ACCEPT|^BUFF|^QUEUED|^PENDING|^SENT|^SUBMI/, null],
  [7, 'UNKNOWN', /^UNKNOWN/, 'unknown'],
  [8, 'REJECTD', /^REJECT/, 'failed'],
  [9, 'SKIPPED', /^SKIPPED/, 'failed'],
  [null, 'FAILED', /^FAIL|^BLOCK|^BLACK|^CANCEL|^ABSENT|^INVALID/, 'failed'],
];

/** The bits of `esm_class` with the type of a message from the carrier, and the value for a receipt. */
const TYPE_BITS = 0x3c;
const RECEIPT = 0x04;
/**
 * Some carriers don't mark their receipts, and subscribers' messages aren't marked either. An unmarked receipt must
 * have all the words of one, and an id that only the carrier and we know.
 */
const UNMARKED_RECEIPT =
  /^\s*id:\s?\S+\s.{0,100}\bsubmit date:\s?\d+\s.{0,20}\bdone date:\s?\d+\s.{0,20}\bstat:\s?\w+\s.{0,20}\berr:/is;
/** Maximum length of a carrier's words in our log. */
const MAX_LOGGED_LENGTH = 65;

/**
 * Reads a receipt in either usual form: two parameters, or words in the message (`id:… sub:… dlvrd:… submit date:… done
 * date:… stat:… err:… text:…`); null if the message isn't a receipt.
 */
export function readReceipt(pdu: Pdu, form: IdForm): Receipt | null {
  const words = textOf(pdu);
  const isReceipt =
    ((pdu.esm_class ?? 0) & TYPE_BITS) === RECEIPT ||
    pdu.receipted_message_id !== undefined ||
    UNMARKED_RECEIPT.test(words);
  if (!isReceipt) return null;
  const id = pdu.receipted_message_id ?? /\bid:\s?(\S+)/i.exec(words)?.[1];
  const stat = /\bstat:\s?([a-z_]+)/i.exec(words)?.[1]?.toUpperCase();
  const state =
    STATES.find(([number]) => number === (pdu.message_state ?? -1)) ??
    STATES.find(([, , begins]) => begins.test(stat ?? ''));
  if (id === undefined || state === undefined) {
    const stateWord = stat ?? (pdu.message_state === undefined ? 'none' : String(pdu.message_state));
    return {
      kind: 'unread',
      unread: `id ${id?.slice(0, MAX_LOGGED_LENGTH) ?? 'none'}, state ${stateWord.slice(0, MAX_LOGGED_LENGTH)}`,
    };
  }
  const [, word, , ending] = state;
  const error = /\berr:\s*([0-9a-z]+)/i.exec(words)?.[1];
  const withError = error === undefined || /^0*$/.test(error) ? '' : `, error ${error}`;
  return {
    kind: 'read',
    // Some carriers end the parameter with a zero byte, as other strings do.
    messageId: normaliseId(id.replace(/(?<!\0)\0+$/, ''), form),
    ending,
    reason:
      ending === 'delivered' || ending === null ? null : `The carrier’s receipt: ${stat ?? word}${withError}`,
  };
}

function textOf({ short_message: short, message_payload: payload }: Pdu): string {
  const read = (message: unknown) =>
    typeof message === 'string' ? message : Buffer.isBuffer(message) ? message.toString('latin1') : '';
  return read(short?.message) || read(payload?.message);
}

/*
 * We encode bytes ourselves, because the package would guess: a ç makes it choose Latin-1, which is neither what we
 * charged for nor what every phone shows.
 */

const ESCAPE = 0x1b;
const CODES = new Map<string, number[]>([
  ...[...GSM_BASIC].map((character, code): [string, number[]] => [character, [code]]),
  ...[...GSM_EXTENSION].map(([character, code]): [string, number[]] => [character, [ESCAPE, code]]),
]);
CODES.delete('\x1b');

/** SMPP's numbers for the two alphabets: the carrier's default, which is GSM 03.38, and UCS-2. */
const DATA_CODING = { gsm: 0, ucs2: 8 };

export interface Encoded {
  dataCoding: number;
  bytes: Buffer;
}

/** Encodes a whole message, one octet for each GSM septet. */
export function encode(message: string): Encoded {
  return [...message].every(it => CODES.has(it)) ? gsm(message) : ucs2(message);
}

/**
 * Encodes one part of a message. If there are several, the part begins with the header that joins them: the number of
 * parts, the part's position, and a reference that identifies the text. All parts use the alphabet of the whole.
 */
export function encodePart(message: string, nth: number, reference: number): Encoded & { joined: boolean } {
  const parts = splitParts(message);
  const { dataCoding } = encode(message);
  const part = parts[nth - 1] ?? '';
  const { bytes } = dataCoding === DATA_CODING.gsm ? gsm(part) : ucs2(part);
  if (parts.length === 1) return { dataCoding, bytes, joined: false };
  const header = Buffer.from([5, 0, 3, reference & 0xff, parts.length, nth]);
  return { dataCoding, bytes: Buffer.concat([header, bytes]), joined: true };
}

function gsm(text: string): Encoded {
  return { dataCoding: DATA_CODING.gsm, bytes: Buffer.from([...text].flatMap(it => CODES.get(it) ?? [])) };
}

function ucs2(text: string): Encoded {
  return { dataCoding: DATA_CODING.ucs2, bytes: Buffer.from(text, 'utf16le').swap16() };
}
