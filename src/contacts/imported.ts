import type { LocalNumber, NumberFault } from '../kit/number.ts';
import type { Language } from '../kit/words/languages.ts';

/* People from a file: what the file says, and what becomes of each row. */

export const MAX_FILE_BYTES = 10 * 1024 * 1024;
export const MAX_FILE_ROWS = 50_000;
export const MAX_FILE_COLUMNS = 200;

/**
 * Why a file can't be read at all:
 * - `too_large`, `too_many_rows`, `too_many_columns`: beyond the limits above
 * - `empty`: nothing is in it
 * - `old_excel`: an .xls, or a workbook with a password
 * - `open_document`: an .ods
 * - `macros`: a workbook with macros
 * - `not_a_table`: a picture, a PDF, a document, something else
 * - `web_page`, `json`, `sql`: a page (HTML) that may be called .xls, or data for programs
 * - `swells`: it unpacks to far more than it should, or takes too much memory
 * - `too_slow`: reading it took too long
 * - `letters_lost`: Excel saved it without its Bangla letters
 * - `quotes`: a quote in it is never closed
 * - `broken`: it is damaged
 * - `busy`: others' files are being read
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
 * Why a row is refused, beside what can be wrong with a number:
 * - `no_number`: it has no number
 * - `rounded`: Excel has rounded the number (8.80E+12)
 * - `old_font`: its name is written for an old Bangla font (Bijoy)
 * - `name`: it isn't a possible name
 * - `no_name`: neither a name nor a group says what to keep
 * - `open_quote`: its name goes on over other rows, with their numbers
 */
export type RowFault = NumberFault | 'no_number' | 'rounded' | 'old_font' | 'name' | 'no_name' | 'open_quote';

/**
 * How a number was repaired: `zero`: its leading 0 was missing; `digits`: Bangla digits; `apostrophe`: Excel's mark for
 * text; `decimal`: `.0` after it; `several`: the first of several; `around`: taken out of other words. A country code is
 * an ordinary way to write a number.
 */
export type NumberRepair = 'zero' | 'digits' | 'apostrophe' | 'decimal' | 'several' | 'around';
/**
 * `name`: the name was changed to one that can be kept; `group`: a group that can't have its name is left out; `letter`: a
 * letter of what is kept is damaged (U+FFFD).
 */
export type RowRepair = NumberRepair | 'name' | 'group' | 'letter';

/**
 * What a column contains. `firm`: the name of somebody who has no other; `doNotText`, `mayText`: who must not be texted, or who
 * may be; `own`: kept under its heading; `none`: left out.
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

/** What becomes of a row. `doNotText`: the person stays marked as never to be texted. */
export const ROW_KINDS = ['new', 'changed', 'same', 'twice', 'doNotText', 'refused'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

/** How many groups one import may bring people to: a column with more doesn't contain groups. */
export const MAX_FILE_GROUPS = 100;

/** What a file says about somebody; empty and null: nothing. */
export type ImportedPerson = {
  number: LocalNumber;
  name: string;
  note: string;
  language: Language | null;
  doNotText: boolean;
  columns: Record<string, string>;
  /** The names of groups, each once. */
  groups: string[];
};

/**
 * A row as read. `line`: its number as the spreadsheet shows it; `typed`, `written`: its number and name as they stand
 * there; `unclear`: what it says of being texted, if we don't understand it and marked them.
 */
export type ReadRow = { line: number; typed: string; written: string } & (
  | { ok: true; person: ImportedPerson; repairs: RowRepair[]; unclear: string | null }
  | { ok: false; fault: RowFault }
);
