import type { FileRow, FileTable, Sheet } from '../reading/table.ts';
import { type Recognised, recogniseColumns } from './columns.ts';
import { readNumberCell } from './number-cell.ts';
import { headingsOf } from './rows.ts';

/** A sheet (by index) and its recognised columns. `withHidden`: also read hidden rows. */
export type ChosenSheet = Recognised & { sheet: number; withHidden: boolean };

/**
 * Parts of a file that aren't read: other sheets, the number of rows above the headings and of hidden rows, the
 * headings of hidden columns, and cells too far to the right.
 */
type NotRead = {
  sheets: Pick<Sheet, 'name' | 'isHidden' | 'fault'>[];
  above: number;
  hidden: number;
  hiddenColumns: string[];
  farCells: readonly string[];
};

/**
 * The first sheet with a number that can be texted; else the first with a column of numbers; else the first.
 * Hidden sheets come last.
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

/** True if a column of numbers has a person's mobile. A cover sheet may only have the office's number. */
const hasPeople = (table: FileTable, { sheet, roles }: ChosenSheet): boolean =>
  rowsOf(table, sheet).some(({ cells }) =>
    roles.some((role, index) => role === 'number' && readNumberCell(cells[index] ?? '').ok),
  );

/**
 * Recognises a sheet's columns. Leaves out hidden rows, and hidden columns unless the user chooses them.
 *
 * @param chosenHeading see `recogniseColumns`
 * @param withHidden also read hidden rows
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

/** A sheet's rows, with hidden or filtered ones only if `withHidden`. */
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
  const headings = headingsOf(rows, heading);
  const columns = table.sheets[sheet]?.hiddenColumns ?? [];
  return {
    sheets: otherSheets,
    above: above.length,
    hidden: (table.sheets[sheet]?.rows.length ?? 0) - rows.length,
    hiddenColumns: columns.flatMap(index => (roles[index] === 'none' ? [headings[index] ?? ''] : [])),
    farCells: table.sheets[sheet]?.farCells ?? [],
  };
}

/** The number of rows that are neither reported as unread nor listed; 0 unless we lost some. */
export function rowsUnaccounted(table: FileTable, chosen: ChosenSheet, listed: number): number {
  const { above, hidden } = notRead(table, chosen);
  const rows = rowsOf(table, chosen.sheet, chosen.withHidden);
  const headings = rows.some(({ line }) => line === chosen.heading) ? 1 : 0;
  return (table.sheets[chosen.sheet]?.rows.length ?? 0) - hidden - above - headings - listed;
}
