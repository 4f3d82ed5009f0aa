import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { parseDay, writeDay } from '../../days.ts';
import { formatCredits } from '../../money.ts';
import type { Rights } from '../../people/roles.ts';
import type { LedgerLine, LedgerPlace } from '../../store/ledger-pages.ts';
import { forAccount } from '../access.ts';
import { csvField, csvLine } from '../csv.ts';
import type { Pages, Site } from '../site.ts';
import { logPage, shownNumber } from './log.ts';

/** How many lines are read at once, within a few milliseconds; in between, the service answers people who send. */
const LINES_AT_ONCE = 250;
const MAX_DAYS = 366;

const HEAD = ['time', 'what', 'log_id', 'number', 'parts', 'amount', 'balance', 'state', 'note', 'by'];

const periodSchema = z.object({
  from: z.string().transform(parseDay).pipe(z.number()),
  to: z.string().transform(parseDay).pipe(z.number()),
});

/** Every change to the balance in a period, as a CSV file that adds up. */
export function csvPages(app: Pages): void {
  app.get(
    '/log.csv',
    forAccount((c, look) => {
      const parsed = periodSchema.safeParse(c.req.query());
      if (!parsed.success) return logPage(c, look, 'day');
      const { from, to } = parsed.data;
      if (to < from || to - from >= MAX_DAYS) return logPage(c, look, 'period');
      const lines = csvOf(c.var.site, look.account.id, look.rights, from, to);
      return c.body(streamOf(lines), 200, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': `attachment; filename="sms-${writeDay(from)}-${writeDay(to)}.csv"`,
        'Cache-Control': 'no-store',
      });
    }),
  );
}

/**
 * The file, piece by piece. Its first line is the opening balance, as an amount, so that all amounts add up to the
 * closing balance. Charges made while it is being read are not included.
 */
async function* csvOf(site: Site, accountId: number, rights: Rights, fromDay: number, toDay: number) {
  const pages = site.store.ledgerPages;
  const upTo = pages.last();
  const before = formatCredits(pages.before(accountId, fromDay));
  // A spreadsheet takes a file that starts like this for UTF-8.
  yield `\ufeff${csvLine(HEAD)}${csvLine([writeDay(fromDay), 'balance before', '', '', '', before, before, '', '', ''])}`;
  let after: LedgerPlace | undefined;
  for (;;) {
    const lines = pages.lines(
      accountId,
      { fromDay, toDay, upTo, ...(after !== undefined && { after }) },
      LINES_AT_ONCE,
    );
    if (lines.length > 0) yield lines.map(line => csvOfLine(line, rights)).join('');
    after = lines.at(-1);
    if (after === undefined || lines.length < LINES_AT_ONCE) return;
    await nextTurn();
  }
}

function csvOfLine(line: LedgerLine, rights: Rights): string {
  return csvLine([
    csvField(new Date(line.at).toISOString()),
    csvField(line.kind),
    csvField(line.logId),
    csvField(line.number === null ? null : shownNumber(line.number, rights)),
    csvField(line.parts),
    csvField(formatCredits(line.amount)),
    csvField(formatCredits(line.balance)),
    csvField(line.state),
    csvField(line.note, 'people'),
    csvField(line.by, 'people'),
  ]);
}

/** Reads on as fast as the reader takes it, and stops if they leave. */
function streamOf(pieces: AsyncGenerator<string>): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await pieces.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await pieces.return(undefined);
    },
  });
}
