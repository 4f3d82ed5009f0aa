import type { FileRow, FileTable, Sheet } from '../reading/table.ts';
import { type Recognised, recogniseColumns } from './columns.ts';
import { readNumberCell } from './number-cell.ts';

/** A sheet, by its place, and what we think it contains; `withHidden`: also in the rows that somebody hid. */
export type ChosenSheet = Recognised & { sheet: number; withHidden: boolean };

/**
 * What is in a file, but isn't read: other sheets with something in them, how many rows stand above the headings, how many
 * are hidden, the headings of hidden columns, and cells too far to the right.
 */
type NotRead = {
  sheets: Pick<Sheet, 'name' | 'isHidden' | 'fault'>[];
  above: number;
  hidden: number;
  hiddenColumns: string[];
  farCells: readonly string[];
};

/**
 * The first sheet with somebody who can be texted; if none has, the first that has a column of numbers, or anything. Hidden ones
 * come last.
 */
export function chooseSheet(table: FileTable): ChosenSheet {
  const filled = table.sheets.flatMap(({ isHidden, rows }, sheet) =>
    rows.length > 0 ? [{ isHidden, sheet }] : [],
  );
  const shown = filled.filter(({ isHidden }) => !isHidden);
  const read = (shown.length > 0 ? shown : filled).map(({ sheet }) => recogniseSheet(table, sheet));
  return (
    read.find(choice => hasPeople(table, choice)) ??
    read.find(({ roles }) => roles.includes('number')) ??
    read[0] ??
    recogniseSheet(table, 0)
  );
}

/** Whether a column of numbers has one that can be texted; on a cover, there may be the office's. */
const hasPeople = (table: FileTable, { sheet, roles }: ChosenSheet): boolean =>
  rowsOf(table, sheet).some(({ cells }) =>
    roles.some((role, index) => role === 'number' && readNumberCell(cells[index] ?? '').ok),
  );

/**
 * Recognises a sheet's columns. What somebody hid is left out: its rows, and its columns unless they are chosen.
 *
 * @param said see `recogniseColumns`
 * @param withHidden whether the hidden rows are asked for
 */
export function recogniseSheet(
  table: FileTable,
  sheet: number,
  chosenHeading?: number | null,
  withHidden = false,
): ChosenSheet {
  const hidden = new Set(table.sheets[sheet]?.hiddenColumns);
  const rows = rowsOf(table, sheet, withHidden);
  const { heading, roles } = recogniseColumns(rows, chosenHeading, hidden);
  return { sheet, withHidden, heading, roles };
}

/** A sheet's rows; those that somebody hid, or filtered out, only where they are asked for. */
export function rowsOf({ sheets }: FileTable, sheet: number, withHidden = false): readonly FileRow[] {
  const rows = sheets[sheet]?.rows ?? [];
  return withHidden ? rows : rows.filter(({ isHidden }) => !isHidden);
}

export function notRead(table: FileTable, { sheet, withHidden, heading, roles }: ChosenSheet): NotRead {
  const otherSheets = table.sheets.filter(
    (candidate, index) => index !== sheet && (candidate.rows.length > 0 || candidate.fault !== null),
  );
  const rows = rowsOf(table, sheet, withHidden);
  const above = rows.filter(({ line }) => line < (heading ?? 0) && line > 0);
  const headings = rows.find(({ line }) => line === heading)?.cells ?? [];
  const columns = table.sheets[sheet]?.hiddenColumns ?? [];
  return {
    sheets: otherSheets,
    above: above.length,
    hidden: (table.sheets[sheet]?.rows.length ?? 0) - rows.length,
    hiddenColumns: columns.flatMap(index => (roles[index] === 'none' ? [headings[index] ?? ''] : [])),
    farCells: table.sheets[sheet]?.farCells ?? [],
  };
}

/** How many of a sheet's rows are neither told as not read nor among those that were sorted; 0 unless we lost some. */
export function rowsUnaccounted(table: FileTable, chosen: ChosenSheet, listed: number): number {
  const { above, hidden } = notRead(table, chosen);
  const rows = rowsOf(table, chosen.sheet, chosen.withHidden);
  const headings = rows.some(({ line }) => line === chosen.heading) ? 1 : 0;
  return (table.sheets[chosen.sheet]?.rows.length ?? 0) - hidden - above - headings - listed;
}
