import { type Entry, fromBufferPromise } from 'yauzl';
import { type FileCounts, UnreadableFile } from './table.ts';

const MOST_ENTRIES = 1000;
/** A sheet of 50,000 rows by 20 columns is about 60 MB of XML. */
export const MOST_UNPACKED = 96 * 1024 * 1024;
/** In pieces of this size, whoever gets them can stop. */
const PIECE = 64 * 1024;

export type Archive = {
  /** The names of its parts. */
  names: readonly string[];
  /** A part, unpacked piece by piece; nothing if it isn't there. Names are compared without regard to case. */
  pieces(name: string): AsyncGenerator<Buffer>;
};

/**
 * Opens a ZIP archive. All that is ever unpacked is counted as it comes, so what the archive says of its sizes makes no
 * difference; the library refuses a part that isn't as large as it says.
 *
 * @throws UnreadableFile `swells`, or `broken`; so does reading a part
 */
export async function openArchive(bytes: Buffer, spent: FileCounts): Promise<Archive> {
  const entries = new Map<string, Entry>();
  const zip = await fromBufferPromise(bytes).catch(broken);
  try {
    for await (const entry of zip.eachEntry()) {
      entries.set(entry.fileName.toLowerCase(), entry);
      if (zip.entriesRead > MOST_ENTRIES) throw new UnreadableFile('swells');
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
          for (let from = 0; from < large.length; from += PIECE) {
            const piece: Buffer = large.subarray(from, from + PIECE);
            spent.unpacked += piece.length;
            if (spent.unpacked > MOST_UNPACKED) throw new UnreadableFile('swells');
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
