import { html } from 'hono/html';
import { RATE_LIMIT } from '../../decisions.ts';
import { type Credits, creditsAsNumber } from '../../money.ts';
import type { ApiKey } from '../../store/accounts.ts';
import type { LedgerDay } from '../../store/ledger.ts';
import { dayOf } from '../../time.ts';
import { card, table } from '../components.ts';
import type { Html, PageContext } from '../context.ts';
import { page } from '../layout.ts';
import { keyName } from './api.ts';
import { meaningOf } from './log.ts';

export function overviewPage(c: PageContext) {
  const { site, words, write, account } = c.var;
  site.flush();
  const today = dayOf(site.now());
  const sums = site.store.ledger.days(account.id, today - SHOWN_DAYS + 1, today);
  const days = daysUpTo(today, sums);
  const balance = html`<p class="figure">${words.credits(write.amount(account.balance))}</p>`;
  const body = html`
      ${warnings(c, days)}
      <div class="beside">
        ${card(words.labels.balance, balance)}
        ${minute(c)}
      </div>
      ${use(c, days)}
      ${refusals(c, today)}`;
  return page(c, { at: 'overview', body });
}

function warnings(c: PageContext, days: Day[]): Html {
  const { account, site } = c.var;
  const { overview } = c.var.words;
  const low = lowCredit(account.balance, account.terms.pricePerPart ?? site.pricePerPart, days);
  const suspended = html`<p class="notice danger">${overview.suspended(account.suspendedReason)}</p>`;
  const credits = low === 'out' ? overview.out : low !== null && overview.low(low);
  return html`
    ${account.state === 'suspended' && suspended}
    ${credits && html`<p class="notice warning">${credits}</p>`}`;
}

/** Texts and credits by day, as charts and as a table. */
function use(c: PageContext, days: Day[]): Html {
  const { words, write } = c.var;
  const { overview, labels } = words;
  const texts: BarOf = day => ({ size: day.texts, formatted: write.count(day.texts) });
  const spent: BarOf = day => ({
    // A day with more credits given back than spent has no bar.
    size: Math.max(0, creditsAsNumber(day.spent)),
    formatted: write.amount(day.spent),
  });
  const all = {
    texts: days.reduce((sum, day) => sum + day.texts, 0),
    spent: days.reduce((sum, day) => sum + day.spent, 0n),
  };
  const rows = days.map(({ day, ...sums }) => ({ ...sums, name: write.day(day) })).reverse();
  const list = table(
    overview.asTable,
    [...rows, { ...all, name: overview.total }],
    [
      [labels.day, it => it.name],
      [overview.texts, it => texts(it).formatted, 'right'],
      [overview.spent, it => spent(it).formatted, 'decimal'],
    ],
    { compact: true },
  );
  return html`
    <section class="card">
      <div class="beside">
        ${barChart(c, overview.textsByDay, days, texts(all).formatted, texts)}
        ${barChart(c, overview.spendByDay, days, spent(all).formatted, spent)}
      </div>
      <details><summary>${overview.asTable}</summary>${list}</details>
    </section>`;
}

/** The value of a bar, as a number and as text. */
type BarOf = (sums: Omit<Day, 'day'>) => { size: number; formatted: string };

const WIDTH = 600;
const HEIGHT = 160;
const FLOOR = 132;
const CEILING = 26;

/** A bar chart by day. Screen readers get one sentence, and the page has a table of the values after it. */
function barChart(c: PageContext, title: string, days: Day[], total: string, shownOf: BarOf): Html {
  const { write } = c.var;
  const { overview } = c.var.words;
  const values = days.map(day => ({ ...shownOf(day), day: write.day(day.day) }));
  const highest = values.reduce((top, value) => (value.size > top.size ? value : top));
  const sentence =
    highest.size > 0
      ? overview.chart(title, total, highest.formatted, highest.day)
      : overview.emptyChart(title);
  const step = WIDTH / values.length;
  const bars = values.map(({ size, formatted, day }, at) => {
    const height = size === 0 ? 0 : Math.max(2, ((FLOOR - CEILING) * size) / highest.size);
    return html`
      <g>
        <title>${overview.onDay(day, formatted)}</title>
        <rect class="hit" x="${at * step}" y="0" width="${step}" height="${FLOOR}"/>
        <rect class="drawn" x="${at * step + 3}" y="${FLOOR - height}" width="${step - 6}" height="${height}" rx="2"/>
      </g>`;
  });
  const label = (at: number, x: number, anchor: string) =>
    html`<text x="${x}" y="${HEIGHT - 6}" text-anchor="${anchor}">${values[at]?.day}</text>`;
  return html`
    <figure>
      <figcaption>${title}</figcaption>
      <svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-label="${sentence}">
        <line class="grid" x1="0" y1="${CEILING}" x2="${WIDTH}" y2="${CEILING}"/>
        <line x1="0" y1="${FLOOR}" x2="${WIDTH}" y2="${FLOOR}"/>
        ${bars}
        ${highest.size > 0 && html`<text x="0" y="${CEILING - 4}">${highest.formatted}</text>`}
        ${label(0, 0, 'start')}
        ${label(SHOWN_DAYS / 2, WIDTH / 2, 'middle')}
        ${label(SHOWN_DAYS - 1, WIDTH, 'end')}
      </svg>
    </figure>`;
}

function minute(c: PageContext): Html {
  const { site, account, permissions, manage } = c.var;
  const { overview } = c.var.words;
  const keys = manage.keys.list(account.id).filter(({ revokedAt }) => revokedAt === null);
  const make = html` <a href="/api">${overview.makeKey}</a>.`;
  const meter = (key: ApiKey) => {
    const used = site.usedThisMinute(key.id);
    return html`
      <li>
        <span id="key-${key.id}">${keyName(c, key)}</span>
        <meter min="0" max="${RATE_LIMIT}" high="50" optimum="0" value="${used}"
          aria-labelledby="key-${key.id}">${used}</meter>
        <span class="meter-value">${overview.ofSixty(used)}</span>
      </li>`;
  };
  const meters = html`<ul class="meters">${keys.map(meter)}</ul>`;
  return card(
    overview.minute,
    html`<p class="hint">${overview.minuteHint}</p>`,
    keys.length > 0 ? meters : html`<p>${overview.noKey}${permissions.manage && make}</p>`,
  );
}

function refusals(c: PageContext, today: number): Html {
  const { site, write, account } = c.var;
  const { labels, overview } = c.var.words;
  const codes = site.store.refusals.byCode(account.id, today - SHOWN_DAYS + 1);
  const list = table(
    overview.refused,
    codes,
    [
      [labels.code, ({ code }) => html`<code>${code}</code>`],
      [labels.times, ({ times }) => write.count(times), 'right'],
      [labels.meaning, ({ code }) => meaningOf(c, code)],
    ],
    { none: overview.refusedNone },
  );
  const more = html`<p><a href="/log/refused">${overview.refusedMore}</a></p>`;
  return card(overview.refused, list, codes.length > 0 ? more : '');
}

/** The number of days in the overview, including today. */
const SHOWN_DAYS = 30;
/** The overview warns if the credits last for fewer days than this. */
const WARNING_DAYS = 3;
/** The number of days before today whose average spending is the pace. */
const PACE_DAYS = 7;

export interface Day {
  day: number;
  texts: number;
  /** The cost of the texts, minus credits given back. */
  spent: Credits;
}

/** Every day up to today, including days without texts. */
export function daysUpTo(today: number, sums: readonly LedgerDay[]): Day[] {
  return Array.from({ length: SHOWN_DAYS }, (_, at) => {
    const day = today - SHOWN_DAYS + 1 + at;
    const ofDay = sums.filter(it => it.day === day && (it.kind === 'send' || it.kind === 'credit back'));
    return {
      day,
      texts: ofDay.find(({ kind }) => kind === 'send')?.entries ?? 0,
      spent: -ofDay.reduce((sum, { amount }) => sum + amount, 0n),
    };
  });
}

/**
 * Returns `out` if the credits don't pay for another part. Otherwise, if they are low, returns the number of whole
 * days that they last at last week's pace; null if there is nothing to warn about.
 */
export function lowCredit(
  balance: Credits,
  pricePerPart: Credits,
  days: readonly Day[],
): 'out' | number | null {
  if (balance < pricePerPart) return 'out';
  const week = days.slice(-PACE_DAYS - 1, -1).reduce((sum, { spent }) => sum + spent, 0n);
  if (week <= 0n) return null;
  const daysLeft = Number((balance * BigInt(PACE_DAYS)) / week);
  return daysLeft < WARNING_DAYS ? daysLeft : null;
}
