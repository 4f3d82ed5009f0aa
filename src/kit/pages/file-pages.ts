import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { stringify } from 'csv-stringify/sync';
import type { Problem } from '../problem.ts';
import type { Permission } from '../slack/listener.ts';
import type { Wording } from '../words/wording.ts';
import type { PageLink } from './magic-links.ts';

/** A file behind a link: a page that says what is in it, and a button that downloads it once. */
export type FilePages = {
  /** What its links are for, as in their addresses. */
  purpose: string;
  /** Is asked at each request. */
  permission: Permission<PageLink>;
  /** What somebody reads who may not see it; null: that it is gone. */
  refused(words: Wording, problem: Problem): string | null;
  /** Null: what it was made from is gone. */
  page(link: PageLink, words: Wording): Promise<{ title: string; intro: string; download: string } | null>;
  /** Sends the file as it is read. */
  download(link: PageLink, words: Wording, response: ServerResponse): Promise<void>;
};

/** Sends a CSV file page by page, no faster than the browser takes it. */
export async function sendCsv<Row>(
  response: ServerResponse,
  name: string,
  file: {
    header: readonly string[];
    pages: AsyncIterable<readonly Row[]>;
    cellsOf: (row: Row) => readonly string[];
  },
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': `attachment; filename="${name}.csv"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
  });
  response.write(BYTE_ORDER_MARK + csvLines([file.header]));
  for await (const page of file.pages) {
    if (response.destroyed) return;
    if (!response.write(csvLines(page.map(file.cellsOf))))
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  response.end();
}

/** Lines of a CSV file. No cell is a formula to a spreadsheet, whichever delimiter the spreadsheet expects. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map(cells => cells.map(withFormulasMarked)),
    { record_delimiter: 'windows', quoted_match: /[;\t\r\n]/ },
  );

/** Tells Excel that a file is in UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/*
 * A cell that starts with = + - @, a tab or a return, or with their full-width twins, is a formula to a spreadsheet, also if
 * there are spaces first. So is what follows a semicolon, a tab or a line end, where it takes that for the end of a cell.
 */

const FORMULA = "(?=[ \\u00a0\\u3000']*[=+\\-@\\t\\r＝＋－＠])";
const START = '(?<=^|[;\\t\\r\\n])';
const UNMARKED = new RegExp(START + FORMULA, 'g');
const MARKED = new RegExp(`${START}'${FORMULA}`, 'g');

/** A cell with an apostrophe before whatever would be a formula: who opens the file didn’t write it. */
const withFormulasMarked = (cell: string): string => cell.replace(UNMARKED, "'");

/** The cell as it was before that. */
export const withoutMarks = (cell: string): string => cell.replace(MARKED, '');
