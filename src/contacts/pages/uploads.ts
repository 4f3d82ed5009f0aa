import { LRUCache } from 'lru-cache';
import { type FileTable, weightOf } from '../importing/reading/table.ts';
import type { Sorted } from '../importing/sorting.ts';
import type { Choices } from './import-choices.ts';

/** What somebody's page has read: a file's table, what was chosen last, and how its rows were then sorted. */
export type Upload = {
  table: FileTable;
  /** What they were sorted by; null: not yet. */
  sorted: { by: string; choices: Choices; result: Sorted } | null;
};

/** How many files we keep, and how many characters of them in all; beyond that, the one unused for longest goes. */
const MOST = 20;
const MOST_CHARACTERS = 40_000_000;
const HOUR_MS = 3_600_000;

/** What pages have read, by their links: only in memory, and gone when the page can't be used any more. */
export type Uploads = {
  of(linkId: string): Upload | null;
  keep(linkId: string, table: FileTable): Upload;
};

export function createUploads(): Uploads {
  const kept = new LRUCache<string, Upload>({
    max: MOST,
    maxSize: MOST_CHARACTERS,
    ttl: HOUR_MS,
    sizeCalculation: ({ table }) =>
      1 + table.sheets.flatMap(({ rows }) => rows).reduce((sum, { cells }) => sum + weightOf(cells), 0),
  });
  return {
    of: linkId => kept.get(linkId) ?? null,
    keep(linkId, table) {
      const upload: Upload = { table, sorted: null };
      kept.set(linkId, upload);
      return upload;
    },
  };
}
