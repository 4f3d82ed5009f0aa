import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { stringify } from 'csv-stringify/sync';
import type { Problem } from '../problem.ts';
import type { Permission } from '../slack/listener.ts';
import type { Wording } from '../words/wording.ts';
import type { PageLink } from './magic-links.ts';

/** A file behind a link: a page that describes it, with a button that downloads it. */
export type FilePages = {
  /** Says what its links are for; a segment of their addresses. */
  purpose: string;
  /** Checked at each request. */
  permission: Permission<PageLink>;
  /** The sentence for a person who may not see the file; null to say that the file no longer exists. */
  refused(words: Wording, problem: Problem): string | null;
  /** Null if the data behind the file was deleted. */
  page(link: PageLink, words: Wording): Promise<{ title: string; intro: string; download: string } | null>;
  /** Streams the file. */
  download(link: PageLink, words: Wording, response: ServerResponse): Promise<void>;
};

/** Sends a CSV file page by page, no faster than the browser accepts it. */
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

/** Lines of a CSV file, in which no spreadsheet finds a formula, whichever delimiter it expects. */
export const csvLines = (rows: readonly (readonly string[])[]): string =>
  stringify(
    rows.map(cells => cells.map(withFormulasMarked)),
    { record_delimiter: 'windows', quoted_match: /[;\t\r\n]/ },
  );

/** Tells Excel that a file is in UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/*
 * A spreadsheet takes a cell for a formula if it starts with = + - @, a tab, a return, or one of their full-width twins, also
 * after spaces. The same holds after a semicolon, a tab or a line end, if the spreadsheet splits cells there.
 */

const FORMULA = "(?=[ \\u00a0\\u3000']*[=+\\-@\\t\\r＝＋－＠])";
const START = '(?<=^|[;\\t\\r\\n])';
const UNMARKED = new RegExp(START + FORMULA, 'g');
const MARKED = new RegExp(`${START}'${FORMULA}`, 'g');

/** Puts an apostrophe before each formula, because the people who open the file didn't write it. */
const withFormulasMarked = (cell: string): string => cell.replace(UNMARKED, "'");

/** Removes the apostrophes of `withFormulasMarked`. */
export const withoutMarks = (cell: string): string => cell.replace(MARKED, '');
