import { setImmediate as nextTurn } from 'node:timers/promises';
import { stringify } from 'csv-stringify/sync';
import { html } from 'hono/html';
import { stream } from 'hono/streaming';
import { z } from 'zod';
import { formatCredits } from '../../money.ts';
import type { LedgerLine } from '../../store/ledger.ts';
import { parseDay, writeDay } from '../../time.ts';
import { card, descriptions, table } from '../components.ts';
import type { Html, PageContext } from '../context.ts';
import { page } from '../layout.ts';
import { logPage, shownNumber } from './log.ts';

const MAX_CHANGES_SHOWN = 200;

/** Balance, terms, and changes to the balance other than by texts. */
export function creditsPage(c: PageContext) {
  const { words, site, write, account } = c.var;
  const { labels, money } = words;
  const { terms } = account;
  const termsList = descriptions([
    [labels.price, words.credits(write.amount(terms.pricePerPart ?? site.pricePerPart))],
    [labels.keep, write.count(terms.keepTextDays)],
    [labels.failed, terms.creditBackFailed ? money.failedBack : money.failedCharged],
  ]);
  const intro = html`<p class="hint">${money.changesIntro}</p>`;
  const body = html`
      <div class="beside">
        ${card(labels.balance, html`<p class="figure">${words.credits(write.amount(account.balance))}</p>`, topUp(c))}
        ${card(labels.terms, termsList)}
      </div>
      ${card(money.changes, intro, changesTable(c, account.id))}`;
  return page(c, { at: 'credits', body });
}

/** Says how to buy credits; empty for operators, who know. */
const topUp = ({ var: { words, user } }: PageContext): Html | '' =>
  user.role === 'operator' ? '' : html`<p class="hint">${words.money.topUp}</p>`;

/**
 * The user who changed a balance, as this user may see them; null if the change names none. Accounts see the word
 * `operator` instead of an e-mail address, because operators sign in with theirs.
 */
function shownBy({ var: { user } }: PageContext, by: string | null, operator: string): string | null {
  return by === null || user.role === 'operator' ? by : operator;
}

/** The latest changes to an account's balance, except for texts. */
export function changesTable(c: PageContext, accountId: number): Html {
  const { site, words, write } = c.var;
  const { labels, none } = words;
  // Accounts see an operator as the author of changes from the command line.
  const unnamed = c.var.user.role === 'operator' ? words.service.command : words.roles.operator;
  return table(
    words.money.changes,
    site.store.ledger.notSends(accountId, MAX_CHANGES_SHOWN),
    [
      [labels.time, ({ at }) => write.moment(at), 'time'],
      [labels.what, ({ kind }) => words.kinds[kind]],
      [labels.amount, ({ amount }) => write.amount(amount), 'decimal'],
      [words.log.balance, ({ balance }) => write.amount(balance), 'decimal'],
      // The service itself credits back, so the column stays empty.
      [
        labels.by,
        ({ by, kind }) =>
          by === null && kind === 'credit back' ? '' : (shownBy(c, by, words.roles.operator) ?? unnamed),
      ],
      [labels.note, ({ note }) => note ?? ''],
    ],
    { none },
  );
}

/** Lines read in one go, within a few milliseconds. Between two reads the service answers sends. */
const LINES_PER_READ = 250;
const MAX_DAYS = 366;

const HEAD = ['time', 'what', 'log_id', 'number', 'parts', 'amount', 'balance', 'state', 'note', 'by'];

/** Positions where a spreadsheet, with any column separator, would start reading a formula. */
const FORMULA = /(?<=^|[;\t\r\n])(?=[^\S\t\r\n]*[=+\-@＝＋－＠])|^(?=[\t\r])/g;

/** Also quotes cells with a separator that only some spreadsheets expect. */
const CSV = { record_delimiter: 'windows', quoted_match: /[;\t\r\n]/ } as const;

const periodSchema = z.object({ from: z.string().max(40).catch(''), to: z.string().max(40).catch('') });

/** Sends a CSV file with every change to the balance in a period. Its amounts add up to the closing balance. */
export function csvFile(c: PageContext) {
  const period = periodSchema.parse(c.req.query());
  const { problems } = c.var.words;
  const reject = (field: 'from' | 'to', says: string) => {
    c.set('refused', { form: 'csv', typed: period, field, says });
    return logPage(c);
  };
  const [from, to] = [parseDay(period.from), parseDay(period.to)];
  if (from === null) return reject('from', problems.day);
  if (to === null) return reject('to', problems.day);
  if (to < from || to - from >= MAX_DAYS) return reject('to', problems.period);
  c.header('Content-Type', 'text/csv; charset=utf-8');
  c.header('Content-Disposition', `attachment; filename="sms-${writeDay(from)}-${writeDay(to)}.csv"`);
  c.header('Cache-Control', 'no-store');
  return stream(c, async out => {
    for await (const piece of csvOf(c, from, to)) {
      if (out.aborted) return;
      await out.write(piece);
    }
  });
}

/**
 * The file in pieces. The first line is the opening balance, as an amount, so that all amounts add up to the closing
 * balance. Charges made during the download are not included.
 */
async function* csvOf(c: PageContext, fromDay: number, toDay: number) {
  const { account, site } = c.var;
  const { ledger } = site.store;
  const upTo = ledger.last();
  const before = formatCredits(ledger.before(account.id, fromDay));
  const opening = [writeDay(fromDay), 'balance before', '', '', '', before, before, '', '', ''];
  // The byte-order mark tells spreadsheets that the file is UTF-8.
  yield `\ufeff${stringify([HEAD, opening], CSV)}`;
  let after: LedgerLine | undefined;
  for (;;) {
    const lines = ledger.lines(account.id, { fromDay, toDay, upTo, after }, LINES_PER_READ);
    if (lines.length > 0)
      yield stringify(
        lines.map(line => cellsOf(c, line)),
        CSV,
      );
    after = lines.at(-1);
    if (lines.length < LINES_PER_READ) return;
    await nextTurn();
  }
}

function cellsOf(c: PageContext, line: LedgerLine): (string | number | null)[] {
  return [
    new Date(line.at).toISOString(),
    line.kind,
    line.logId,
    line.number === null ? null : shownNumber(c, line.number),
    line.parts,
    formatCredits(line.amount),
    formatCredits(line.balance),
    line.state,
    harmless(line.note),
    harmless(shownBy(c, line.by, 'operator')),
  ];
}

/** Neutralises formulas in users' input: an apostrophe in front, as OWASP advises. */
function harmless(input: string | null): string | null {
  return input === null ? null : input.replace(FORMULA, "'");
}
