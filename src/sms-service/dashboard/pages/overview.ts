import { html } from 'hono/html';
import { dayOf } from '../../days.ts';
import { RATE_LIMIT, SPEC_ERRORS, type SpecErrorCode } from '../../decisions.ts';
import { type Credits, creditsAsNumber, formatCredits } from '../../money.ts';
import { type AccountLook, forAccount } from '../access.ts';
import { barChart } from '../chart.ts';
import { page } from '../layout.ts';
import { type Day, daysUpTo, lowCredit, SHOWN_DAYS } from '../overview-days.ts';
import { table } from '../pieces.ts';
import type { Html, PageContext, Pages } from '../site.ts';

/** The first page of an account: its balance, its use, and what needs attention. */
export function overviewPages(app: Pages): void {
  app.get(
    '/',
    forAccount((c, look) => {
      const { site, words } = c.var;
      site.flush();
      const today = dayOf(site.now());
      const days = daysUpTo(
        today,
        site.store.ledgerPages.days(look.account.id, today - SHOWN_DAYS + 1, today),
      );
      const body = html`${warnings(c, look, days)}
<section class="card balance"><h2>${words.account.overview.balance}</h2><p class="figure">${words.credits(formatCredits(look.account.balance))}</p></section>
${charts(c, days)}
${minute(c, look)}
${refused(c, look, today)}`;
      return page(c, { title: words.account.overview.title, body, at: 'overview' });
    }),
  );
}

function warnings(c: PageContext, { account }: AccountLook, days: Day[]): Html {
  const { overview } = c.var.words.account;
  const low = lowCredit(account.balance, account.terms.pricePerPart ?? c.var.site.pricePerPart, days);
  return html`${account.state === 'suspended' ? html`<p class="notice danger">${overview.suspended(account.suspendedReason)}</p>` : ''}
${low === null ? '' : html`<p class="notice warning">${low === 'out' ? overview.out : overview.low(low)}</p>`}`;
}

function charts(c: PageContext, days: Day[]): Html {
  const { words, write } = c.var;
  const { overview } = words.account;
  const ends: [string, string, string] = [
    write.day(days[0]?.day ?? 0),
    write.day(days[SHOWN_DAYS / 2]?.day ?? 0),
    write.day(days.at(-1)?.day ?? 0),
  ];
  const texts = days.reduce((sum, day) => sum + day.texts, 0);
  const spent = days.reduce((sum, day) => sum + day.spent, 0n);
  const draw = (
    id: string,
    what: string,
    sizeOf: (day: Day) => number,
    written: (day: Day) => string,
    total: string,
  ) => {
    const top = days.reduce((most, day) => (sizeOf(day) > sizeOf(most) ? day : most), days[0] as Day);
    const sentence =
      sizeOf(top) > 0
        ? overview.chart(what, total, written(top), write.day(top.day))
        : overview.emptyChart(what);
    const bars = days.map(day => ({
      value: sizeOf(day),
      title: overview.onDay(write.day(day.day), written(day)),
    }));
    return html`<figure><figcaption>${what}</figcaption>${barChart(id, sentence, bars, written(top), ends)}</figure>`;
  };
  const rows = [...days]
    .reverse()
    .map(day => [write.day(day.day), write.count(day.texts), formatCredits(day.spent)]);
  const columns = [
    { head: overview.day },
    { head: overview.texts, right: true },
    { head: overview.spent, right: true },
  ];
  return html`<section class="card"><div class="charts">
${draw(
  'texts-chart',
  overview.textsByDay,
  day => day.texts,
  day => write.count(day.texts),
  write.count(texts),
)}
${draw(
  'spend-chart',
  overview.spendByDay,
  day => asHeight(day.spent),
  day => formatCredits(day.spent),
  formatCredits(spent),
)}
</div>
<details><summary>${overview.asTable}</summary>
${table(overview.asTable, columns, [...rows, [overview.total, write.count(texts), formatCredits(spent)]], 'compact')}
</details></section>`;
}

/** A day on which more was credited back than spent has no bar. */
const asHeight = (spent: Credits) => (spent > 0n ? creditsAsNumber(spent) : 0);

function minute(c: PageContext, { account, rights }: AccountLook): Html {
  const { site, words } = c.var;
  const { overview, api } = words.account;
  const keys = site.store.apiKeys.list(account.id).filter(({ revokedAt }) => revokedAt === null);
  const make = rights.manageKeys ? html` <a href="/api">${overview.makeKey}</a>.` : '';
  const rows = keys.map(({ id, name }) => {
    const used = site.usedThisMinute(id);
    return html`<li><span class="meter-name" id="key-${id}">${name || api.unnamed(id)}</span>
<meter min="0" max="${RATE_LIMIT}" high="50" optimum="0" value="${used}" aria-labelledby="key-${id}">${used}</meter>
<span class="meter-value">${overview.ofSixty(used)}</span></li>`;
  });
  return html`<section class="card"><h2>${overview.minute}</h2><p class="hint">${overview.minuteHint}</p>
${keys.length === 0 ? html`<p>${overview.noKey}${make}</p>` : html`<ul class="meters">${rows}</ul>`}</section>`;
}

function refused(c: PageContext, { account }: AccountLook, today: number): Html {
  const { site, words, write } = c.var;
  const { overview, errors } = words.account;
  const codes = site.store.refusals.byCode(account.id, today - SHOWN_DAYS + 1);
  const columns = [
    { head: overview.code },
    { head: overview.times, right: true },
    { head: overview.meaning },
  ];
  const rows = codes.map(({ code, times }) => [
    html`<code>${code}</code>`,
    write.count(times),
    code in SPEC_ERRORS ? errors[code as SpecErrorCode].when : '',
  ]);
  return html`<section class="card"><h2>${overview.refused}</h2>
${codes.length === 0 ? html`<p>${overview.refusedNone}</p>` : html`${table(overview.refused, columns, rows)}<p><a href="/log/refused">${overview.refusedMore}</a></p>`}</section>`;
}
