import { LRUCache } from 'lru-cache';
import type { FileTable } from '../people/reading/table.ts';
import type { Sorted } from '../people/sorting.ts';

/** What somebody's page has read: a file's table, and how its rows were sorted last. */
export type Upload = {
  table: FileTable;
  /** By what they were sorted; null: not yet. */
  sorted: { by: string; heading: boolean; result: Sorted } | null;
};

/** So many files, and so many characters of them in all; of more, the one that nobody has used longest goes. */
const MOST = 20;
const MOST_CHARACTERS = 40_000_000;
const HOUR_MS = 3_600_000;

/** What pages have read, by their links: in memory alone, and gone when the page can't be used any more. */
export type Uploads = {
  of(linkId: string): Upload | null;
  keep(linkId: string, table: FileTable): Upload;
  forget(linkId: string): void;
};

export function createUploads(): Uploads {
  const kept = new LRUCache<string, Upload>({
    max: MOST,
    maxSize: MOST_CHARACTERS,
    ttl: HOUR_MS,
    sizeCalculation: ({ table }) => 1 + table.rows.reduce((sum, row) => sum + row.join('').length, 0),
  });
  return {
    of: linkId => kept.get(linkId) ?? null,
    keep(linkId, table) {
      const upload: Upload = { table, sorted: null };
      kept.set(linkId, upload);
      return upload;
    },
    forget: linkId => void kept.delete(linkId),
  };
}
