/**
 * The GSM 7-bit default alphabet and its extension table: 3GPP TS 23.038, sections 6.2.1 and 6.2.1.1.
 * There is a national language table for Bengali, but the networks here don't use it: Bangla goes as UCS-2.
 */
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';

/** Sent as an escape and a second septet. */
const EXTENSION = '\f^{}\\[~]|€';

const SEPTETS: ReadonlyMap<string, 1 | 2> = new Map([
  ...[...BASIC].map(character => [character, 1] as const),
  ...[...EXTENSION].map(character => [character, 2] as const),
]);

/** How many septets a character takes in GSM-7: 1, 2 for the extension table, null if GSM-7 doesn't have it. */
export function septets(character: string): 1 | 2 | null {
  return SEPTETS.get(character) ?? null;
}
