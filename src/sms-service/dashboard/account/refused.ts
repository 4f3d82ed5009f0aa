import { html } from 'hono/html';
import { SPEC_ERRORS, type SpecErrorCode } from '../../decisions.ts';
import { DAY_MS } from '../../time.ts';
import { table } from '../components.ts';
import type { Html, PageContext } from '../context.ts';
import { page } from '../layout.ts';

const SHOWN = 200;

/** What was refused for an account in the last day. */
export function refusedPage(c: PageContext, shown: (number: string) => string) {
  const { refused, log } = c.var.words.account;
  const body = html`
    <p class="lead">${refused.intro}</p>
    <section class="card">
      ${refusalTable(c, c.var.account.id, shown) ?? html`<p>${refused.nothing}</p>`}
    </section>
    <p><a href="/log">${log.back}</a></p>`;
  return page(c, { title: refused.title, body, at: 'log' });
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
  const keys = accountId === null ? [] : site.store.apiKeys.list(accountId);
  const nameOf = (id: number) => keys.find(key => key.id === id)?.name || api.unnamed(id);
  const list = table(refused.title, found, [
    [log.time, it => write.moment(it.at)],
    [overview.code, ({ code }) => html`<code>${code}</code>`],
    [overview.meaning, ({ code }) => (code in SPEC_ERRORS ? errors[code as SpecErrorCode].when : '')],
    [log.key, ({ apiKeyId }) => (apiKeyId === null ? '' : nameOf(apiKeyId))],
    [log.number, ({ number }) => (number === null ? '' : shown(number))],
    [refused.address, ({ address }) => address],
    [refused.times, ({ times }) => write.count(times), 'right'],
  ]);
  return html`${list}${found.length === SHOWN ? html`<p class="hint">${refused.newest(SHOWN)}</p>` : ''}`;
}
