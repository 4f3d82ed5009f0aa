import { UnreadableFile } from './table.ts';

const LOOKED_AT = 4096;

/**
 * The text in a file in any encoding: UTF-8, UTF-16 in either byte order, with or without a byte order mark, otherwise
 * Windows-1252, as Excel writes it in the West.
 *
 * @throws UnreadableFile if it isn't text
 */
export function decodeText(bytes: Uint8Array): string {
  const text = decoderFor(bytes)
    .decode(bytes)
    .replace(/^\ufeff/, '');
  // Text has no such characters; a picture or a program has many.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: that is what is looked for
  if (/[\u0000-\u0008\u000e-\u001a\u001c-\u001f]/.test(text.slice(0, LOOKED_AT))) {
    throw new UnreadableFile('not_a_table');
  }
  return text;
}

function decoderFor(bytes: Uint8Array): Pick<typeof TextDecoder.prototype, 'decode'> {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le');
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be');
  const wide = wideEncoding(bytes.subarray(0, LOOKED_AT));
  if (wide) return new TextDecoder(wide);
  try {
    const strict = new TextDecoder('utf-8', { fatal: true });
    strict.decode(bytes);
    return new TextDecoder('utf-8');
  } catch {
    return new TextDecoder('windows-1252');
  }
}

/**
 * Decides by the half of each unit that hardly changes: 0x00 in Latin letters, digits and line ends, 0x09 in Bangla.
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
