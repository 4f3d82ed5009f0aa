import type { LocalNumber } from '../kit/number.ts';
import type { Problem } from '../kit/problem.ts';
import type { BroadcastRow, BroadcastSize } from './broadcast.ts';
import type { BroadcastRecord } from './store/model.ts';

/*
 * Rows that are left out of a broadcast, and how the review counts them. The reasons come from gather.ts before the review, and
 * from feeder.ts and store/feed-rows.ts when a row is about to become a text.
 */

export function leftOut(
  recipient: BroadcastRow['recipient'],
  name: string,
  number: LocalNumber | null,
  problem: Problem,
): BroadcastRow {
  return { recipient, name, number, message: null, parts: 0, problem };
}

const MAX_SAMPLES = 3;

/** A row that becomes a text. */
export type TextRow = BroadcastRow & { number: LocalNumber; message: string };

export function isText(row: BroadcastRow): row is TextRow {
  return row.number !== null && row.message !== null && row.problem === null;
}

/** The size without any rows. */
export const NO_SIZE: BroadcastSize = {
  rows: 0,
  texts: 0,
  parts: 0,
  byParts: {},
  leftOut: {},
  longest: null,
  samples: [],
};

/** Adds rows to the size of a broadcast, and to its count of rows left out. */
export function withRows(broadcast: BroadcastRecord, rows: readonly BroadcastRow[]): BroadcastRecord {
  const size = rows.reduce(withRow, broadcast.size);
  const leftOut = broadcast.counts.leftOut + rows.filter(row => !isText(row)).length;
  return { ...broadcast, size, counts: { ...broadcast.counts, leftOut } };
}

function withRow(size: BroadcastSize, row: BroadcastRow): BroadcastSize {
  const rows = size.rows + 1;
  if (!isText(row)) return { ...size, rows, leftOut: plusOne(size.leftOut, row.problem?.kind ?? 'NONE') };
  const { number, message, parts } = row;
  const isLongest = message.length > (size.longest?.length ?? -1);
  return {
    ...size,
    rows,
    texts: size.texts + 1,
    parts: size.parts + parts,
    byParts: plusOne(size.byParts, String(parts)),
    longest: isLongest ? message : size.longest,
    samples: size.samples.length < MAX_SAMPLES ? [...size.samples, { number, message }] : size.samples,
  };
}

function plusOne(counts: Readonly<Record<string, number>>, name: string): Record<string, number> {
  return { ...counts, [name]: (counts[name] ?? 0) + 1 };
}
