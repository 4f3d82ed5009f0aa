import { html } from 'hono/html';
import { DAY_MS } from '../../days.ts';
import { SPEC_ERRORS, type SpecErrorCode } from '../../decisions.ts';
import { forAccount } from '../access.ts';
import { page } from '../layout.ts';
import { table } from '../pieces.ts';
import type { Html, PageContext, Pages } from '../site.ts';
import { shownNumber } from './log.ts';

const SHOWN = 200;

/** What was refused for an account in the last day. */
export function refusedPages(app: Pages): void {
  app.get(
    '/log/refused',
    forAccount((c, { account, rights }) => {
      const { refused, log } = c.var.words.account;
      const body = html`<p class="lead">${refused.intro}</p>
<section class="card">${refusalTable(c, account.id, number => shownNumber(number, rights)) ?? html`<p>${refused.nothing}</p>`}</section>
<p><a href="/log">${log.back}</a></p>`;
      return page(c, { title: refused.title, body, at: 'log' });
    }),
  );
}

/** The last day's refusals for an account, or for no account; null if there were none. */
export function refusalTable(
  c: PageContext,
  accountId: number | null,
  shown: (number: string) => string,
): Html | null {
  const { site, words, write } = c.var;
  const { overview, refused, log, api, errors } = words.account;
  site.flush();
  const found = site.store.refusals.list(accountId, site.now() - DAY_MS, SHOWN);
  if (found.length === 0) return null;
  const keys = new Map(
    accountId === null ? [] : site.store.apiKeys.list(accountId).map(key => [key.id, key]),
  );
  const columns = [
    { head: log.time },
    { head: overview.code },
    { head: overview.meaning },
    { head: log.key },
    { head: log.number },
    { head: refused.address },
    { head: refused.times, right: true },
  ];
  const rows = found.map(it => [
    write.moment(it.at),
    html`<code>${it.code}</code>`,
    it.code in SPEC_ERRORS ? errors[it.code as SpecErrorCode].when : '',
    it.apiKeyId === null ? '–' : keys.get(it.apiKeyId)?.name || api.unnamed(it.apiKeyId),
    it.number === null ? '–' : shown(it.number),
    it.address || '–',
    write.count(it.times),
  ]);
  return html`${table(refused.title, columns, rows)}${found.length === SHOWN ? html`<p class="hint">${refused.newest(SHOWN)}</p>` : ''}`;
}
