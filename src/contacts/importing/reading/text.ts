import { UnreadableFile } from './table.ts';

/* Decodes a text file of any encoding. */

const SAMPLE_SIZE = 4096;

/**
 * Decodes UTF-8 or UTF-16 in either byte order, with or without a byte order mark; otherwise Windows-1252, as
 * Excel writes it in the West.
 *
 * @throws UnreadableFile if it isn't text
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decodedTwice(withoutPadding(decoderFor(bytes).decode(bytes))).replace(/^\ufeff+/, '');
  const start = text.slice(0, SAMPLE_SIZE);
  if ((start.match(CONTROL)?.length ?? 0) * 20 > start.length) throw new UnreadableFile('not_a_table');
  return text.replace(CONTROL, '');
}

/** A text has few of these, from padding or a damaged byte; a picture or a program has many. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are searched on purpose
const CONTROL = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/g;

/** Removes the zeros at the end, which a phone or disk leaves if it fails while it writes the file. */
function withoutPadding(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\0') end -= 1;
  return text.slice(0, end);
}

function decoderFor(bytes: Uint8Array): Pick<typeof TextDecoder.prototype, 'decode'> {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  const wide = wideEncoding(bytes.subarray(0, SAMPLE_SIZE));
  if (wide) return new TextDecoder(wide);
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return new TextDecoder();
  } catch {
    return new TextDecoder(isUtf8(new TextDecoder().decode(bytes)) ? 'utf-8' : 'windows-1252');
  }
}

/**
 * True if the decoded text makes sense, so that it was UTF-8: a few broken bytes, as where a value was cut, leave
 * most letters intact.
 */
function isUtf8(decoded: string): boolean {
  let broken = 0;
  let whole = 0;
  for (let at = 0; at < decoded.length; at += 1) {
    const code = decoded.charCodeAt(at);
    if (code === 0xfffd) broken += 1;
    else if (code > 0x7f) whole += 1;
  }
  return broken === 0 || whole > broken;
}

/** Windows-1252's characters for bytes that are control characters elsewhere. */
function specialBytes(): Map<string, number> {
  const bytes = Uint8Array.from({ length: 32 }, (_, index) => 0x80 + index);
  return new Map(
    [...new TextDecoder('windows-1252').decode(bytes)].map((character, index) => [character, 0x80 + index]),
  );
}

/**
 * Repairs Bangla in UTF-8 that a program read as Windows-1252 and encoded again, in the whole text or in some
 * cells: `à¦°à¦¾` was রা.
 */
function decodedTwice(text: string): string {
  if (!TWICE.test(text)) return text;
  const special = specialBytes();
  return text.replace(/[^\r\n,;\t|]+/g, cell => (TWICE.test(cell) ? decodedOnce(cell, special) : cell));
}

const TWICE = /à[¦§]/;

function decodedOnce(cell: string, special: ReadonlyMap<string, number>): string {
  if (/\p{Script=Bengali}/u.test(cell)) return cell;
  // A character outside Windows-1252, such as a byte order mark, can't be part of a letter.
  const bytes = Uint8Array.from(cell, character =>
    character < '\u0100' ? character.charCodeAt(0) : (special.get(character) ?? 0xff),
  );
  const decoded = new TextDecoder().decode(bytes);
  return isUtf8(decoded) ? decoded.replace(/^\ufffd/, '') : cell;
}

/**
 * The byte order of UTF-16; null for other encodings. Decides by the high byte of each unit, which hardly changes:
 * 0x00 for Latin letters, digits and line ends, 0x09 for Bangla.
 */
function wideEncoding(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (!bytes.includes(0) || bytes.length < 4) return null;
  const highs = [0, 0];
  for (const [index, byte] of bytes.entries()) {
    if (byte === 0 || byte === 0x09) highs[index % 2] = (highs[index % 2] ?? 0) + 1;
  }
  const [even = 0, odd = 0] = highs.map(count => count / (bytes.length / 2));
  if (odd > 0.7 && even < 0.4) return 'utf-16le';
  return even > 0.7 && odd < 0.4 ? 'utf-16be' : null;
}
