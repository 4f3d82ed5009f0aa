/**
 * The GSM 7-bit default alphabet and its extension table: 3GPP TS 23.038, sections 6.2.1 and 6.2.1.1.
 * National language tables (there is one for Bengali) are not used by the networks here: Bangla goes as UCS-2.
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

/** Septets one character takes in GSM-7: 1, 2 for the extension table, null when GSM-7 has no such character. */
export function septets(character: string): 1 | 2 | null {
  return SEPTETS.get(character) ?? null;
}
