import { zValidator } from '@hono/zod-validator';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { z } from 'zod';
import { localNumber, SPEC_ERRORS, type SpecErrorCode } from '../../decisions.ts';
import { type EntryState, entryStates } from '../../delivery/rules.ts';
import { maskNumber } from '../../people/roles.ts';
import type { LogLine, LogQuery } from '../../store/texts.ts';
import { DAY_MS, dayOf, parseDay, writeDay } from '../../time.ts';
import { card, descriptions, table } from '../components.ts';
import { type Env, type Html, idOf, inAccount, type PageContext, signedIn } from '../context.ts';
import { fieldsOf } from '../forms.ts';
import { notFound, page, type Refused } from '../layout.ts';
import type { Words } from '../words/words.ts';

const PAGE_SIZE = 25;

const searchSchema = z.object({
  number: z.string().max(100).catch(''),
  day: z.string().max(100).catch(''),
  state: z.enum(['', ...entryStates]).catch(''),
  /** The time and the id of the last entry of the page before. */
  before: z
    .string()
    .regex(/^\d{1,15}-\d{1,15}$/)
    .transform(place => place.split('-').map(Number))
    .optional()
    .catch(undefined),
});
type Search = z.output<typeof searchSchema>;
const NO_SEARCH: Search = { number: '', day: '', state: '' };

/** Every accepted text, newest first, and the story of one. */
export function logPages() {
  return new Hono<Env>()
    .use(signedIn, inAccount)
    .get('/', zValidator('query', searchSchema), c => logPage(c, c.req.valid('query')))
    .get('/refused', c => refusedPage(c, number => shownNumber(c, number)))
    .get('/:id', c => {
      const entry = c.var.site.store.log.line(c.var.account.id, idOf(c));
      return entry === null ? notFound(c) : entryPage(c, entry);
    });
}

/** A number as whoever is looking may see it. */
export function shownNumber(c: PageContext, number: string): string {
  return c.var.rights.fullNumbers ? number : maskNumber(number);
}

/** What to look for; or what is wrong with it. Numbers may contain spaces and hyphens. */
function readSearch(c: PageContext, search: Search): LogQuery | Pick<Refused, 'field' | 'says'> {
  const { problems } = c.var.words;
  // Whoever sees masked numbers could tell by what is found whose they are.
  const written = c.var.rights.fullNumbers ? search.number.replace(/[\s-]/g, '') : '';
  const number = written === '' ? undefined : localNumber(written);
  const day = search.day.trim() === '' ? undefined : parseDay(search.day.trim());
  if (number === null) return { field: 'number', says: problems.number };
  if (day === null) return { field: 'day', says: problems.day };
  const [sentAt = 0, logId = 0] = search.before ?? [];
  const state = search.state === '' ? undefined : search.state;
  return { number, day, state, before: search.before && { sentAt, logId } };
}

/** The log; refused, if the period asked for as CSV was wrong. */
export function logPage(c: PageContext, search: Search = NO_SEARCH, csvRefused?: Refused) {
  const { site, words, account } = c.var;
  const { log } = words.account;
  const { number, day, state } = search;
  const typed = { number, day, state };
  const query = readSearch(c, search);
  const refused = csvRefused ?? ('says' in query ? { form: 'search', typed, ...query } : undefined);
  const found = 'says' in query ? [] : site.store.log.page(account.id, query, PAGE_SIZE + 1);
  const shown = found.slice(0, PAGE_SIZE);
  const last = shown.at(-1);
  const searched = Object.entries(typed).filter(([, value]) => value !== '');
  const nothing = searched.length > 0 ? log.nothingFits : log.nothing;
  const older = new URLSearchParams([...searched, ['before', `${last?.sentAt}-${last?.logId}`]]);
  const ways = html`
    <p class="row">
      ${search.before === undefined ? '' : html`<a href="/log">${words.newest}</a>`}
      ${found.length > PAGE_SIZE ? html`<a rel="next" href="/log?${older}">${words.older}</a>` : ''}
    </p>`;
  const body = html`
    ${searchForm(c, search, searched.length > 0, refused)}
    <section class="card">
      ${shown.length === 0 ? html`<p>${nothing}</p>` : entryTable(c, shown)}
      ${search.before !== undefined || found.length > PAGE_SIZE ? ways : ''}
    </section>
    <p><a href="/log/refused">${log.refusedLink}</a></p>
    ${csvForm(c, refused)}`;
  return page(c, { title: log.title, body, at: 'log', refused });
}

function searchForm(
  c: PageContext,
  { number, day, state }: Search,
  searched: boolean,
  refused?: Refused,
): Html {
  const { words, rights } = c.var;
  const { log } = words.account;
  const { field, choice } = fieldsOf('search', refused);
  const states = entryStates.map(value => ({ value, label: words.states[value] }));
  const byNumber = field('number', log.number, { type: 'search', inputmode: 'tel', value: number });
  return html`
    <form method="get" action="/log" role="search" class="card inline-form">
      ${rights.fullNumbers ? byNumber : ''}
      ${field('day', log.day, { type: 'date', value: day })}
      ${choice('state', log.state, [{ value: '', label: log.anyState }, ...states], state)}
      <button>${log.search}</button>
      ${searched ? html`<a class="clear" href="/log">${log.clear}</a>` : ''}
    </form>`;
}

function entryTable(c: PageContext, entries: LogLine[]): Html {
  const { words, write } = c.var;
  const { log } = words.account;
  return table(
    log.title,
    entries,
    [
      [log.id, ({ logId }) => html`<a href="/log/${logId}">${logId}</a>`],
      [log.time, ({ sentAt }) => write.moment(sentAt)],
      [log.number, ({ number }) => html`<span class="number">${shownNumber(c, number)}</span>`],
      [log.parts, ({ parts }) => parts, 'right'],
      [log.cost, ({ cost }) => write.amount(cost), 'decimal'],
      [log.balance, ({ balance }) => write.amount(balance), 'decimal'],
      [log.state, ({ state }) => stateOf(c, state)],
    ],
    'compact',
  );
}

function stateOf(c: PageContext, state: EntryState): Html {
  return html`<span class="state ${state}">${c.var.words.states[state]}</span>`;
}

function csvForm(c: PageContext, refused?: Refused): Html {
  const { log } = c.var.words.account;
  const today = dayOf(c.var.site.now());
  const { field } = fieldsOf('csv', refused);
  return card(
    log.csv,
    html`
    <p class="hint">${log.csvHint}</p>
    <form method="get" action="/log.csv" class="inline-form">
      ${field('from', log.from, { type: 'date', required: true, value: writeDay(today - 29) })}
      ${field('to', log.to, { type: 'date', required: true, value: writeDay(today) })}
      <button>${log.download}</button>
    </form>`,
  );
}

function entryPage(c: PageContext, entry: LogLine) {
  const { site, words, write, account } = c.var;
  const { log, api } = words.account;
  const key = site.store.apiKeys.get(entry.apiKeyId);
  const forgotten = html`<p class="hint">${log.forgotten(account.terms.keepTextDays)}</p>`;
  const about = descriptions([
    [log.time, write.moment(entry.sentAt)],
    [log.number, html`<span class="number">${shownNumber(c, entry.number)}</span>`],
    [log.state, stateOf(c, entry.state)],
    [log.parts, entry.parts],
    [log.cost, write.amount(entry.cost)],
    [log.balance, write.amount(entry.balance)],
    [log.key, key.name || api.unnamed(key.id)],
  ]);
  const body = html`
    <section class="card">
      ${about}
      <h2>${log.text}</h2>
      ${entry.message === '' ? forgotten : html`<p class="message">${entry.message}</p>`}
    </section>
    ${card(log.story, story(c, entry))}
    <p><a href="/log">${log.back}</a></p>`;
  return page(c, { title: log.entry(entry.logId), body, at: 'log' });
}

/** What became of a text and of its credits, in order of time. */
function story(c: PageContext, entry: LogLine): Html {
  const { site, words, write, rights } = c.var;
  const { log } = words.account;
  const by = entry.route === null || !rights.carriers ? '' : ` (${log.route}: ${entry.route})`;
  const why = reasonOf(entry);
  const detail = entry.reason === null || !rights.carriers ? '' : ` (${entry.reason})`;
  const money = site.store.ledger.ofText(entry.logId).map(({ at, kind, amount, balance }) => {
    const left = write.amount(balance);
    const what =
      kind === 'credit back'
        ? log.creditedBack(write.amount(amount), left)
        : log.charged(write.amount(-amount), left);
    return { at, what };
  });
  const ended = `${words.states[entry.state]}${why ? `: ${log.why[why]}` : ''}${detail}`;
  const steps = [
    { at: entry.sentAt, what: words.states.accepted },
    { at: entry.submittedAt, what: `${words.states.submitted}${by}` },
    { at: entry.endedAt, what: ended },
    ...money,
  ]
    .flatMap(({ at, what }) => (at === null ? [] : [{ at, what }]))
    .sort((a, b) => a.at - b.at);
  return html`
    <ol class="story">
      ${steps.map(({ at, what }) => html`<li><time>${write.moment(at)}</time> ${what}</li>`)}
    </ol>
    ${why === 'waits' ? html`<p>${log.why.waits}${detail}</p>` : ''}`;
}

/** The reason for a text's state, as its account is told. */
type Reason = keyof Words['account']['log']['why'];

/**
 * Why a text is in its state; null: there is nothing to say. The carrier's own words are only for the operator. A text
 * that failed before any part of it left has no route.
 */
export function reasonOf({
  state,
  submittedAt,
  reason,
  route,
  parts,
}: Pick<LogLine, 'state' | 'submittedAt' | 'reason' | 'route' | 'parts'>): Reason | null {
  switch (state) {
    case 'accepted':
      return reason === null ? null : 'waits';
    case 'failed':
      if (submittedAt !== null) return 'notDelivered';
      return route === null || parts === 1 ? 'notTaken' : 'partlyTaken';
    case 'unknown':
      return submittedAt === null ? 'notConfirmed' : 'carrierUnsure';
    default:
      return null;
  }
}

const SHOWN = 200;

/** What was refused for an account in the last day. */
function refusedPage(c: PageContext, shown: (number: string) => string) {
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
  const keys = accountId === null ? [] : c.var.manage.keys.list(accountId);
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
