import { inflateRawSync } from 'node:zlib';
import { UnreadableFile } from './table.ts';

/* Only as much of the ZIP format as we need to know what a workbook unpacks to before a library unpacks it. */

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
/** The end may follow a comment this long. */
const MAX_COMMENT = 0xffff;

const MOST_ENTRIES = 1000;
/** A sheet of 50,000 rows by 20 columns is about 60 MB of XML. */
const MOST_BYTES = 96 * 1024 * 1024;

/**
 * The names in an archive, if what it unpacks to stays within limits: we don't trust what it says, but unpack each part
 * once.
 *
 * @throws UnreadableFile `swells`, or `broken`
 */
export function namesInZip(bytes: Buffer): string[] {
  const names: string[] = [];
  let left = MOST_BYTES;
  for (const entry of entriesIn(bytes)) {
    names.push(entry.name);
    if (names.length > MOST_ENTRIES || entry.size > left) throw new UnreadableFile('swells');
    left -= unpackedBytes(bytes, entry, left);
  }
  return names;
}

type ArchivedFile = { name: string; method: number; packed: number; size: number; at: number };

function* entriesIn(bytes: Buffer): Generator<ArchivedFile> {
  const end = bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || end < bytes.length - END_BYTES - MAX_COMMENT || end + END_BYTES > bytes.length)
    throw new UnreadableFile('broken');
  if (bytes.readUInt32LE(end) !== END) throw new UnreadableFile('broken');
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left--) {
    if (at + 46 > bytes.length || bytes.readUInt32LE(at) !== ENTRY) throw new UnreadableFile('broken');
    const nameBytes = bytes.readUInt16LE(at + 28);
    yield {
      name: bytes.toString('utf8', at + 46, at + 46 + nameBytes),
      method: bytes.readUInt16LE(at + 10),
      packed: bytes.readUInt32LE(at + 20),
      size: bytes.readUInt32LE(at + 24),
      at: bytes.readUInt32LE(at + 42),
    };
    at += 46 + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
}

function unpackedBytes(bytes: Buffer, { method, packed, at }: ArchivedFile, most: number): number {
  if (at + 30 > bytes.length || bytes.readUInt32LE(at) !== LOCAL) throw new UnreadableFile('broken');
  const from = at + 30 + bytes.readUInt16LE(at + 26) + bytes.readUInt16LE(at + 28);
  if (from + packed > bytes.length) throw new UnreadableFile('broken');
  if (method === 0) return packed;
  if (method !== 8) throw new UnreadableFile('broken');
  try {
    return inflateRawSync(bytes.subarray(from, from + packed), { maxOutputLength: Math.max(1, most) }).length;
  } catch (cause) {
    const isTooMuch = (cause as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE';
    throw new UnreadableFile(isTooMuch ? 'swells' : 'broken', { cause });
  }
}
