import { html } from 'hono/html';
import { formatCredits } from '../../money.ts';
import { forAccount } from '../access.ts';
import { page } from '../layout.ts';
import { facts, table } from '../pieces.ts';
import type { Html, PageContext, Pages } from '../site.ts';

const SHOWN = 200;

/** What changed the balance besides texts, and the account's terms. */
export function creditsPages(app: Pages): void {
  app.get(
    '/credits',
    forAccount((c, { account }) => {
      const { words, site } = c.var;
      const { money, overview } = words.account;
      const { terms } = account;
      const price = formatCredits(terms.pricePerPart ?? site.pricePerPart);
      const body = html`<section class="card balance"><h2>${overview.balance}</h2><p class="figure">${words.credits(formatCredits(account.balance))}</p></section>
<section class="card"><h2>${money.changes}</h2><p class="hint">${money.changesIntro}</p>${changesTable(c, account.id) ?? html`<p>${money.nothing}</p>`}</section>
<section class="card"><h2>${money.terms}</h2>
${facts([
  [money.price, money.ownPrice(price)],
  [money.keep, money.keepDays(terms.keepTextDays)],
  [money.failed, terms.creditBackFailed ? money.failedBack : money.failedCharged],
])}</section>`;
      return page(c, { title: money.title, body, at: 'credits' });
    }),
  );
}

/** The latest changes to an account's balance other than for texts; null if there are none. */
export function changesTable(c: PageContext, accountId: number): Html | null {
  const { site, words, write } = c.var;
  const { money, log } = words.account;
  const entries = site.store.ledgerPages.notSends(accountId, SHOWN);
  if (entries.length === 0) return null;
  const columns = [
    { head: log.time },
    { head: money.what },
    { head: money.amount, right: true },
    { head: log.balance, right: true },
    { head: money.by },
    { head: money.note },
  ];
  const rows = entries.map(it => [
    write.moment(it.at),
    words.kinds[it.kind],
    formatCredits(it.amount),
    formatCredits(it.balance),
    // The service itself credits back.
    it.by ?? (it.kind === 'credit back' ? '' : words.operators.service.command),
    it.note ?? '',
  ]);
  return table(money.changes, columns, rows);
}
