import type { FileRow, FileTable, Sheet } from '../reading/table.ts';
import { type Recognised, recogniseColumns } from './columns.ts';

/** A sheet, by its place, and what we think it contains. */
export type ChosenSheet = Recognised & { sheet: number };

/** What is in a file, but isn't read: other sheets with something in them, and how many rows stand above the headings. */
export type NotRead = { sheets: Pick<Sheet, 'name' | 'isHidden' | 'fault'>[]; above: number };

/** The first sheet that has a column of numbers; if none has, the first with anything in it. Hidden ones come last. */
export function chooseSheet({ sheets }: FileTable): ChosenSheet {
  const filled = sheets.flatMap(({ isHidden, rows }, sheet) =>
    rows.length > 0 ? [{ isHidden, rows, sheet }] : [],
  );
  const shown = filled.filter(({ isHidden }) => !isHidden);
  const read = (shown.length > 0 ? shown : filled).map(({ rows, sheet }) => ({
    sheet,
    ...recogniseColumns(rows),
  }));
  return (
    read.find(({ roles }) => roles.includes('number')) ?? read[0] ?? { sheet: 0, heading: null, roles: [] }
  );
}

export function rowsOf({ sheets }: FileTable, sheet: number): readonly FileRow[] {
  return sheets[sheet]?.rows ?? [];
}

export function notRead(
  table: FileTable,
  { sheet, heading }: Pick<ChosenSheet, 'sheet' | 'heading'>,
): NotRead {
  const others = table.sheets.filter(
    (one, index) => index !== sheet && (one.rows.length > 0 || one.fault !== null),
  );
  const above = rowsOf(table, sheet).filter(({ line }) => line < (heading ?? 0) && line > 0);
  return { sheets: others, above: above.length };
}
