import { Hono } from 'hono';
import { html } from 'hono/html';
import { card, descriptions, table } from '../components.ts';
import { type Env, type Html, inAccount, type PageContext, signedIn } from '../context.ts';
import { page } from '../layout.ts';

const SHOWN = 200;

/** What changed the balance besides texts, and the account's terms. */
export function creditsPages() {
  return new Hono<Env>().get('/', signedIn, inAccount, c => {
    const { words, site, write, account } = c.var;
    const { money, overview } = words.account;
    const { terms } = account;
    const price = write.amount(terms.pricePerPart ?? site.pricePerPart);
    const agreed = descriptions([
      [money.price, money.ownPrice(price)],
      [money.keep, money.keepDays(terms.keepTextDays)],
      [money.failed, terms.creditBackFailed ? money.failedBack : money.failedCharged],
    ]);
    const body = html`
      <div class="beside">
        ${card(overview.balance, html`<p class="figure">${words.credits(write.amount(account.balance))}</p>`)}
        ${card(money.terms, agreed)}
      </div>
      ${card(
        money.changes,
        html`<p class="hint">${money.changesIntro}</p>`,
        changesTable(c, account.id) ?? html`<p>${money.nothing}</p>`,
      )}`;
    return page(c, { title: money.title, body, at: 'credits' });
  });
}

/** The latest changes to an account's balance other than for texts; null if there are none. */
export function changesTable(c: PageContext, accountId: number): Html | null {
  const { site, words, write } = c.var;
  const { money, log } = words.account;
  const entries = site.store.ledger.notSends(accountId, SHOWN);
  if (entries.length === 0) return null;
  return table(money.changes, entries, [
    [log.time, ({ at }) => write.moment(at)],
    [money.what, ({ kind }) => words.kinds[kind]],
    [money.amount, ({ amount }) => write.amount(amount), 'decimal'],
    [log.balance, ({ balance }) => write.amount(balance), 'decimal'],
    // The service itself credits back.
    [money.by, ({ by, kind }) => by ?? (kind === 'credit back' ? '' : words.operators.service.command)],
    [money.note, ({ note }) => note ?? ''],
  ]);
}
