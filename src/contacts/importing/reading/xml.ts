import sax from 'sax';
import { type Entry, fromBufferPromise } from 'yauzl';
import { type FileCounts, UnreadableFile } from './table.ts';

const MAX_ENTRIES = 1000;
/** A sheet of 50,000 rows by 20 columns is about 60 MB of XML. */
export const MAX_UNPACKED_BYTES = 96 * 1024 * 1024;
/** The reader can stop after each piece. */
const PIECE_BYTES = 64 * 1024;

export type Archive = {
  /** Names of its parts. */
  names: readonly string[];
  /** Unpacks a part piece by piece; yields nothing if there is none. Names are compared case-insensitively. */
  pieces(name: string): AsyncGenerator<Buffer>;
};

/**
 * Opens a ZIP archive. Unpacked bytes are counted as they come, so the sizes that the archive declares don't
 * matter; the library rejects a part whose declared size is wrong.
 *
 * @throws UnreadableFile `swells` or `broken`, also while a part is read
 */
export async function openArchive(bytes: Buffer, spent: FileCounts): Promise<Archive> {
  const entries = new Map<string, Entry>();
  const zip = await fromBufferPromise(bytes).catch(broken);
  try {
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName.toLowerCase(), entry);
      if (zip.entriesRead > MAX_ENTRIES) throw new UnreadableFile('swells');
    }
  } catch (cause) {
    broken(cause);
  }
  return {
    names: [...entries.values()].map(({ fileName }) => fileName),
    async *pieces(name) {
      const entry = entries.get(name.toLowerCase());
      if (!entry) return;
      try {
        for await (const large of await zip.openReadStreamPromise(entry)) {
          for (let from = 0; from < large.length; from += PIECE_BYTES) {
            const piece: Buffer = large.subarray(from, from + PIECE_BYTES);
            spent.unpacked += piece.length;
            if (spent.unpacked > MAX_UNPACKED_BYTES) throw new UnreadableFile('swells');
            yield piece;
          }
        }
      } catch (cause) {
        broken(cause);
      }
    },
  };
}

function broken(cause: unknown): never {
  throw cause instanceof UnreadableFile ? cause : new UnreadableFile('broken', { cause });
}

/** No workbook nests this deep or has this many attributes in an element. */
const MAX_DEPTH = 64;
const MAX_ATTRIBUTES = 200;

/** Callbacks while a document is parsed. Names come without their prefix. */
export type XmlListener = {
  open?(name: string, attribute: (name: string) => string | undefined): void;
  /** A piece of an element's text. */
  text?(piece: string): void;
  close?(name: string): void;
};

/**
 * Parses an XML document piece by piece, and keeps only the names of open elements. Entities that the document
 * declares are refused.
 *
 * @throws UnreadableFile `broken`, and whatever the listener throws
 */
export async function readXml(pieces: AsyncIterable<Buffer>, listener: XmlListener): Promise<void> {
  const reader = sax.parser(true);
  let depth = 0;
  let attributes = 0;
  const tooMuch = (): never => {
    throw new UnreadableFile('broken');
  };
  reader.onopentagstart = () => {
    attributes = 0;
    depth += 1;
    if (depth > MAX_DEPTH) tooMuch();
  };
  reader.onattribute = () => {
    attributes += 1;
    if (attributes > MAX_ATTRIBUTES) tooMuch();
  };
  reader.onopentag = tag => {
    const ownAttributes = (tag as sax.Tag).attributes;
    const { open } = listener;
    if (open) open(local(tag.name), name => ownAttributes[name] ?? prefixed(ownAttributes, name));
  };
  reader.onclosetag = name => {
    depth -= 1;
    listener.close?.(local(name));
  };
  reader.ontext = piece => listener.text?.(piece);
  reader.oncdata = piece => listener.text?.(piece);
  reader.onerror = cause => {
    throw new UnreadableFile('broken', { cause });
  };
  let decode: Decode | null = null;
  for await (const piece of pieces) {
    decode ??= decoderFor(piece);
    reader.write(decode(piece));
  }
  if (decode) reader.close();
}

type Decode = (piece: Buffer) => string;

const local = (name: string): string => name.slice(name.indexOf(':') + 1);

function prefixed(attributes: Readonly<Record<string, string>>, name: string): string | undefined {
  const key = Object.keys(attributes).find(qualified => qualified.endsWith(`:${name}`));
  return key === undefined ? undefined : attributes[key];
}

function decoderFor([first, second]: Buffer): Decode {
  const isWide = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  const decoder = new TextDecoder(isWide ? (first === 0xff ? 'utf-16le' : 'utf-16be') : 'utf-8');
  return piece => decoder.decode(piece, { stream: true });
}
