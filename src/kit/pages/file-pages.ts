import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import type { Problem } from '../problem.ts';
import type { Right } from '../slack/surface.ts';
import type { Wording } from '../words/wording.ts';
import { BYTE_ORDER_MARK, csvLine } from './csv.ts';
import type { PageLink } from './page-links.ts';

/** A file behind a link: a page that says what is in it, and a button that downloads it once. */
export type FilePages = {
  /** What its links are for, as in their addresses. */
  purpose: string;
  /** Is asked at each request. */
  may: Right<PageLink>;
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
  response.write(BYTE_ORDER_MARK + csvLine(file.header));
  for await (const page of file.pages) {
    if (response.destroyed) return;
    const lines = page.map(row => csvLine(file.cellsOf(row)));
    if (!response.write(lines.join('')))
      await Promise.race([once(response, 'drain'), once(response, 'close')]);
  }
  response.end();
}
