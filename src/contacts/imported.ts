import type { LocalNumber, NumberFault } from '../kit/number.ts';
import type { Language } from '../kit/words/languages.ts';

/* The people in a file: its faults, its rows, and the result of each row in an import. */

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_FILE_ROWS = 50_000;
export const MAX_FILE_COLUMNS = 200;

/**
 * Why a file can't be read:
 * - `too_large`, `too_many_rows`, `too_many_columns`: beyond the limits above
 * - `empty`: it holds nothing
 * - `old_excel`: an .xls, or a workbook with a password
 * - `open_document`: an .ods
 * - `macros`: a workbook with macros
 * - `not_a_table`: a picture, a PDF, a document or the like
 * - `web_page`, `json`, `sql`: a page (HTML), perhaps called .xls, or data for programs
 * - `swells`: it unpacks to far more than a list takes, or takes too much memory
 * - `too_slow`: reading it took too long
 * - `letters_lost`: Excel saved it without its Bangla letters
 * - `quotes`: a quote in it is never closed
 * - `broken`: it is damaged
 * - `busy`: too many other files are being read
 */
export const FILE_FAULTS = [
  'too_large',
  'too_many_rows',
  'too_many_columns',
  'empty',
  'old_excel',
  'open_document',
  'macros',
  'not_a_table',
  'web_page',
  'json',
  'sql',
  'swells',
  'too_slow',
  'letters_lost',
  'quotes',
  'broken',
  'busy',
] as const;
export type FileFault = (typeof FILE_FAULTS)[number];

/**
 * Why a row is refused, besides faults of its number:
 * - `no_number`: it has no number
 * - `rounded`: Excel has rounded the number (8.80E+12)
 * - `old_font`: its name is written for an old Bangla font (Bijoy)
 * - `name`: the name isn't possible
 * - `no_name`: it has neither a name nor a group, nor anything else to keep
 * - `open_quote`: an unclosed quote makes the next rows part of its name
 */
export type RowFault = NumberFault | 'no_number' | 'rounded' | 'old_font' | 'name' | 'no_name' | 'open_quote';

/**
 * How a number was repaired. `zero`: its leading 0 was missing. `digits`: Bangla digits. `apostrophe`: Excel's
 * mark for text. `decimal`: `.0` after it. `several`: the first of several. `around`: found among other words. A
 * country code is no repair.
 */
export type NumberRepair = 'zero' | 'digits' | 'apostrophe' | 'decimal' | 'several' | 'around';
/**
 * `name`: the name was changed to a possible one. `group`: a group with an impossible name was left out. `letter`: an
 * imported cell has a damaged letter (U+FFFD).
 */
export type RowRepair = NumberRepair | 'name' | 'group' | 'letter';

/**
 * A column's meaning. `firm`: a company's name, used if there is no other. `doNotText`, `mayText`: says who must
 * not, or who may, be texted. `own`: kept under its heading. `none`: left out.
 */
export const COLUMN_ROLES = [
  'number',
  'name',
  'firm',
  'groups',
  'note',
  'language',
  'doNotText',
  'mayText',
  'own',
  'none',
] as const;
export type ColumnRole = (typeof COLUMN_ROLES)[number];

/**
 * The result of a row in an import. `twice`: an earlier row has the same number. `doNotText`: the person is marked
 * "never text", by the workspace or by the file.
 */
export const ROW_KINDS = ['new', 'changed', 'same', 'twice', 'doNotText', 'refused'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** The most groups that an import may fill: a column with more names doesn't contain groups. */
export const MAX_FILE_GROUPS = 100;

/** A person as a file describes them; empty and null where it says nothing. */
export type ImportedPerson = {
  number: LocalNumber;
  name: string;
  note: string;
  language: Language | null;
  doNotText: boolean;
  columns: Record<string, string>;
  /** Names of groups, without repetitions. */
  groups: string[];
};

/**
 * A row as read. `line`: its number in the spreadsheet. `typed`, `written`: its number and name as they are in the
 * file. `unclear`: a cell about consent that we don't understand, which marks the person "never text"; null if there
 * is none.
 */
export type ReadRow = { line: number; typed: string; written: string } & (
  | { ok: true; person: ImportedPerson; repairs: RowRepair[]; unclear: string | null }
  | { ok: false; fault: RowFault }
);
