import type { BroadcastAsk, BroadcastRow, BroadcastSize } from '../../domain/broadcast.ts';
import { isInBangla } from '../../domain/in-bangla.ts';
import type { LocalNumber } from '../../domain/number.ts';
import type { BroadcastRecord } from '../tables/broadcast.ts';

/* What the rows of a broadcast come to. */

const SAMPLES = 3;

/** A row that becomes a text. */
export type TextRow = BroadcastRow & { number: LocalNumber; message: string };

export function isText(row: BroadcastRow): row is TextRow {
  return row.number !== null && row.message !== null && row.problem === null;
}

/** Before it has any rows. */
export const noSize = ({ message, isTemplate }: BroadcastAsk): BroadcastSize => ({
  rows: 0,
  texts: 0,
  parts: 0,
  byParts: {},
  leftOut: {},
  longest: null,
  samples: [],
  hasOtherThanBangla: !isInBangla(message, isTemplate),
});

export const NO_COUNTS: BroadcastRecord['counts'] = {
  leftOut: 0,
  open: 0,
  sent: 0,
  refused: 0,
  uncertain: 0,
  cancelled: 0,
  millionths: 0,
  costless: 0,
};

/** The broadcast with some more rows. */
export function withRows(one: BroadcastRecord, rows: readonly BroadcastRow[]): BroadcastRecord {
  const size = rows.reduce(withRow, one.size);
  const leftOut = one.counts.leftOut + rows.filter(row => !isText(row)).length;
  return { ...one, size, counts: { ...one.counts, leftOut } };
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
    samples: size.samples.length < SAMPLES ? [...size.samples, { number, message }] : size.samples,
  };
}

function plusOne(counts: Readonly<Record<string, number>>, name: string): Record<string, number> {
  return { ...counts, [name]: (counts[name] ?? 0) + 1 };
}
