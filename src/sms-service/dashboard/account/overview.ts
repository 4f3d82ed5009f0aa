import { Hono } from 'hono';
import { html } from 'hono/html';
import { RATE_LIMIT, SPEC_ERRORS, type SpecErrorCode } from '../../decisions.ts';
import { type Credits, creditsAsNumber } from '../../money.ts';
import type { ApiKey } from '../../store/accounts.ts';
import type { LedgerDay } from '../../store/ledger.ts';
import { dayOf } from '../../time.ts';
import { card, table } from '../components.ts';
import { type Env, type Html, inAccount, type PageContext, signedIn } from '../context.ts';
import { page } from '../layout.ts';

/** The first page of an account: its balance, its use, and what needs attention. */
export function overviewPages() {
  return new Hono<Env>().get('/', signedIn, inAccount, c => {
    const { site, words, write, account } = c.var;
    const { overview } = words.account;
    site.flush();
    const today = dayOf(site.now());
    const sums = site.store.ledger.days(account.id, today - SHOWN_DAYS + 1, today);
    const days = daysUpTo(today, sums);
    const body = html`
      ${warnings(c, days)}
      <div class="beside">
        ${card(overview.balance, html`<p class="figure">${words.credits(write.amount(account.balance))}</p>`)}
        ${minute(c)}
      </div>
      <section class="card">
        <div class="beside">${charts(c, days)}</div>
        ${asTable(c, days)}
      </section>
      ${refusals(c, today)}`;
    return page(c, { title: overview.title, body, at: 'overview' });
  });
}

function warnings(c: PageContext, days: Day[]): Html {
  const { account, words, site } = c.var;
  const { overview } = words.account;
  const low = lowCredit(account.balance, account.terms.pricePerPart ?? site.pricePerPart, days);
  const suspended = html`<p class="notice danger">${overview.suspended(account.suspendedReason)}</p>`;
  const credits = low === 'out' ? overview.out : low === null ? null : overview.low(low);
  return html`
    ${account.state === 'suspended' ? suspended : ''}
    ${credits === null ? '' : html`<p class="notice warning">${credits}</p>`}`;
}

function charts(c: PageContext, days: Day[]): Html[] {
  const { words, write } = c.var;
  const { overview } = words.account;
  const shown = [0, SHOWN_DAYS / 2, SHOWN_DAYS - 1].map(at => write.day(days[at]?.day ?? 0));
  const texts = days.reduce((sum, day) => sum + day.texts, 0);
  const spent = days.reduce((sum, day) => sum + day.spent, 0n);
  const draw = (
    id: string,
    what: string,
    total: string,
    sizeOf: (day: Day) => number,
    written: (day: Day) => string,
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
    const chart = barChart(id, sentence, bars, written(top), shown);
    return html`<figure><figcaption>${what}</figcaption>${chart}</figure>`;
  };
  // A day on which more was credited back than spent has no bar.
  const asHeight = ({ spent: amount }: Day) => (amount > 0n ? creditsAsNumber(amount) : 0);
  return [
    draw(
      'texts-chart',
      overview.textsByDay,
      write.count(texts),
      day => day.texts,
      day => write.count(day.texts),
    ),
    draw('spend-chart', overview.spendByDay, write.amount(spent), asHeight, day => write.amount(day.spent)),
  ];
}

function asTable(c: PageContext, days: Day[]): Html {
  const { words, write } = c.var;
  const { overview } = words.account;
  const total = days.reduce(
    (sum, { texts, spent }) => ({ texts: sum.texts + texts, spent: sum.spent + spent }),
    { texts: 0, spent: 0n },
  );
  const rows = days.map(({ day, texts, spent }) => ({ name: write.day(day), texts, spent })).reverse();
  return html`
    <details>
      <summary>${overview.asTable}</summary>
      ${table(
        overview.asTable,
        [...rows, { name: overview.total, ...total }],
        [
          [overview.day, it => it.name],
          [overview.texts, it => write.count(it.texts), 'right'],
          [overview.spent, it => write.amount(it.spent), 'decimal'],
        ],
        'compact',
      )}
    </details>`;
}

function minute(c: PageContext): Html {
  const { site, words, account, rights } = c.var;
  const { overview, api } = words.account;
  const keys = c.var.manage.keys.list(account.id).filter(({ revokedAt }) => revokedAt === null);
  const make = rights.manageKeys ? html` <a href="/api">${overview.makeKey}</a>.` : '';
  const meter = ({ id, name }: ApiKey) => {
    const used = site.usedThisMinute(id);
    return html`
      <li>
        <span id="key-${id}">${name || api.unnamed(id)}</span>
        <meter min="0" max="${RATE_LIMIT}" high="50" optimum="0" value="${used}"
          aria-labelledby="key-${id}">${used}</meter>
        <span class="meter-value">${overview.ofSixty(used)}</span>
      </li>`;
  };
  return card(
    overview.minute,
    html`<p class="hint">${overview.minuteHint}</p>`,
    keys.length === 0
      ? html`<p>${overview.noKey}${make}</p>`
      : html`<ul class="meters">${keys.map(meter)}</ul>`,
  );
}

function refusals(c: PageContext, today: number): Html {
  const { site, words, write, account } = c.var;
  const { overview, errors } = words.account;
  const codes = site.store.refusals.byCode(account.id, today - SHOWN_DAYS + 1);
  if (codes.length === 0) return card(overview.refused, html`<p>${overview.refusedNone}</p>`);
  return card(
    overview.refused,
    table(overview.refused, codes, [
      [overview.code, ({ code }) => html`<code>${code}</code>`],
      [overview.times, ({ times }) => write.count(times), 'right'],
      [overview.meaning, ({ code }) => (code in SPEC_ERRORS ? errors[code as SpecErrorCode].when : '')],
    ]),
    html`<p><a href="/log/refused">${overview.refusedMore}</a></p>`,
  );
}

/** One bar of a chart, with what it stands for in words. */
export interface Bar {
  value: number;
  /** The tooltip. */
  title: string;
}

const WIDTH = 600;
const HEIGHT = 160;
const FLOOR = 132;
const CEILING = 26;

/**
 * A bar chart, one bar for each day. People who can't see it get it in one sentence, and the page has a table with the
 * same values after it.
 *
 * @param most the greatest value in words, shown at its line
 * @param shown the labels below the first, the middle and the last bar
 */
function barChart(id: string, sentence: string, bars: Bar[], most: string, shown: string[]): Html {
  const greatest = Math.max(...bars.map(({ value }) => value), 0);
  const step = WIDTH / bars.length;
  const heightOf = (value: number) =>
    greatest === 0 || value === 0 ? 0 : Math.max(2, ((FLOOR - CEILING) * value) / greatest);
  const drawn = bars.map(({ value, title }, at) => {
    const height = round(heightOf(value));
    const left = round(at * step + step * 0.15);
    const bar = html`<rect class="drawn" x="${left}" y="${round(FLOOR - height)}" width="${round(step * 0.7)}" height="${height}" rx="2"/>`;
    return html`
      <g>
        <title>${title}</title>
        <rect class="hit" x="${round(at * step)}" y="0" width="${round(step)}" height="${FLOOR}"/>
        ${height === 0 ? '' : bar}
      </g>`;
  });
  return html`
    <svg class="chart" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="${id}">
      <title id="${id}">${sentence}</title>
      <line class="grid" x1="0" y1="${CEILING}" x2="${WIDTH}" y2="${CEILING}"/>
      <line class="floor" x1="0" y1="${FLOOR}" x2="${WIDTH}" y2="${FLOOR}"/>
      ${drawn}
      ${greatest === 0 ? '' : html`<text class="most" x="0" y="${CEILING - 4}">${most}</text>`}
      <text x="0" y="${HEIGHT - 6}">${shown[0]}</text>
      <text x="${WIDTH / 2}" y="${HEIGHT - 6}" text-anchor="middle">${shown[1]}</text>
      <text x="${WIDTH}" y="${HEIGHT - 6}" text-anchor="end">${shown[2]}</text>
    </svg>`;
}

const round = (value: number) => Math.round(value * 10) / 10;

/** How many days the overview shows, including today. */
const SHOWN_DAYS = 30;
/** The overview warns if the credits last for fewer days than this. */
const FEW_DAYS = 3;
/** How many days before today determine the pace. */
const PACE_DAYS = 7;

export interface Day {
  day: number;
  texts: number;
  /** What the texts cost, minus what was credited back. */
  spent: Credits;
}

/** Every day up to today, including days on which nothing was sent. */
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
 * What to warn about: `out` if the credits don't pay for another part; otherwise, if they are running low, about how
 * many whole days they last at last week's pace; null: nothing.
 */
export function lowCredit(
  balance: Credits,
  pricePerPart: Credits,
  days: readonly Day[],
): 'out' | number | null {
  if (balance < pricePerPart) return 'out';
  const week = days.slice(-PACE_DAYS - 1, -1).reduce((sum, { spent }) => sum + spent, 0n);
  if (week <= 0n) return null;
  const left = Number((balance * BigInt(PACE_DAYS)) / week);
  return left < FEW_DAYS ? left : null;
}
