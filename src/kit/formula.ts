/*
 * A cell that starts with = + - @, a tab or a return, or with their full-width twins, is a formula to a spreadsheet, also if
 * there are spaces first. So is what follows a semicolon, a tab or a line end, where it takes that for the end of a cell.
 */

const FORMULA = "(?=[ \\u00a0\\u3000']*[=+\\-@\\t\\r＝＋－＠])";
const START = '(?<=^|[;\\t\\r\\n])';
const UNMARKED = new RegExp(START + FORMULA, 'g');
const MARKED = new RegExp(`${START}'${FORMULA}`, 'g');

/** A cell with an apostrophe before whatever would be a formula: who opens the file didn’t write it. */
export const withFormulasMarked = (cell: string): string => cell.replace(UNMARKED, "'");

/** The cell as it was before that. */
export const withoutMarks = (cell: string): string => cell.replace(MARKED, '');
